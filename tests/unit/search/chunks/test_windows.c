#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "search/chunks/windows.h"

#include "base/buf.h"
#include "base/utf8.h"

static uint64_t seed;

static unsigned below(unsigned n)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

/* A tokenizer: so many bytes are a token, by what is begun; a word at least
   one. */
struct counter {
    size_t bytes_a_token;
    unsigned asked;
    unsigned fail_at;
};

static enum err count(void *ctx, struct str text, size_t *n, struct error *e)
{
    struct counter *c = ctx;
    size_t run = 0;

    if (++c->asked == c->fail_at)
        return error_set(e, ERR_TIMEOUT, "too slow");
    *n = 0;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == ' ') {
            run = 0;
            continue;
        }
        *n += run++ % c->bytes_a_token == 0;
    }
    return OK;
}

static struct window_list cut(struct str text, size_t max, struct counter *c)
{
    const struct window_measure measure = {count, c};
    struct window_list out = {0};

    if (windows_cut(text, max, &measure, &arena, &out, &err))
        fail_msg("%s", err.msg);
    return out;
}

static void assert_covers(struct str text, size_t max, struct counter *c,
                          const struct window_list *l)
{
    size_t covered = 0;

    for (size_t i = 0; i < l->n; i++) {
        struct str w = l->window[i];
        size_t begin = (size_t)(w.p - text.p);
        size_t tokens = 0;

        assert_int_equal(count(c, w, &tokens, &err), OK);
        assert_true(tokens <= max || utf8_length(w) == w.n);
        assert_true(begin <= covered && begin + w.n > covered);
        assert_int_equal(utf8_valid_prefix(w), w.n);
        covered = begin + w.n;
    }
    assert_int_equal(str_trim(str_slice(text, covered, text.n)).n, 0);
}

static struct str repeated(const char *unit, size_t n)
{
    struct str s = {0};
    struct buf b;

    buf_init(&b, (size_t)64 << 20);
    for (size_t i = 0; i < n; i++)
        buf_puts(&b, unit);
    assert_int_equal(str_dup(buf_str(&b), &arena, &s, &err), OK);
    buf_release(&b);
    return s;
}

static void a_text_that_fits_is_one_window(void **state)
{
    struct counter c = {.bytes_a_token = 5};
    struct str text = STR("One sentence. Another one.");
    struct window_list l = cut(text, 128, &c);

    (void)state;
    assert_int_equal(l.n, 1);
    assert_true(str_eq(l.window[0], text));
    assert_int_equal(c.asked, 1);
}

static void a_blank_text_has_no_window(void **state)
{
    struct counter c = {.bytes_a_token = 5};

    (void)state;
    assert_int_equal(cut(STR(" \n "), 128, &c).n, 0);
    assert_int_equal(cut(STR(""), 128, &c).n, 0);
}

static void windows_end_with_sentences_and_overlap(void **state)
{
    struct counter c = {.bytes_a_token = 4};
    struct str text = repeated("A sentence of six short words. ", 60);
    struct window_list l = cut(text, 128, &c);

    (void)state;
    assert_true(l.n > 3);
    assert_covers(text, 128, &c, &l);
    for (size_t i = 0; i < l.n; i++) {
        assert_true(str_starts(l.window[i], STR("A sentence")));
        assert_true(str_ends(str_trim(l.window[i]), STR("words.")));
        if (i > 0)
            assert_true(l.window[i].p < l.window[i - 1].p + l.window[i - 1].n);
    }
}

static void the_tokenizer_decides_and_not_the_estimate(void **state)
{
    struct str text = repeated("Unusual vocabulary everywhere. ", 100);
    struct counter fine = {.bytes_a_token = 1};
    struct counter coarse = {.bytes_a_token = 100};
    struct window_list many = cut(text, 128, &fine);
    struct window_list few = cut(text, 128, &coarse);

    (void)state;
    assert_covers(text, 128, &fine, &many);
    assert_covers(text, 128, &coarse, &few);
    assert_true(many.n > 20 && many.n < 40);
    assert_true(few.n < 5);
    assert_true(fine.asked < 7 * many.n);
}

static void one_character_may_be_too_much(void **state)
{
    struct counter c = {.bytes_a_token = 1};
    struct str text = repeated("\xe9\x94\x80", 20);
    struct window_list l = cut(text, 2, &c);

    (void)state;
    assert_int_equal(l.n, 20);
    assert_covers(text, 2, &c, &l);
}

static void no_text_breaks_the_promises(void **state)
{
    static const char *const units[] = {"Word ",
                                        "A sentence here. ",
                                        "\xe9\x94\x80\xe3\x80\x82",
                                        "line\n",
                                        "x",
                                        "1234567 ",
                                        "é.\n"};

    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        struct counter c = {0};
        struct buf b;
        struct str text;
        struct window_list l;
        size_t max;

        seed = i;
        c.bytes_a_token = 1 + below(12);
        max = 1 + below(below(2) ? 8 : 200);
        buf_init(&b, 1 << 20);
        for (unsigned k = below(12); k > 0; k--) {
            unsigned unit = below(7);

            for (unsigned n = below(80); n > 0; n--)
                buf_puts(&b, units[unit]);
        }
        text = buf_str(&b);
        l = cut(text, max, &c);
        assert_covers(text, max, &c, &l);
        buf_release(&b);
        arena_reset(&arena);
    }
}

static void an_error_of_the_tokenizer_comes_back(void **state)
{
    struct str text = repeated("Some words of a text. ", 300);

    (void)state;
    for (unsigned i = 1; i < 8; i++) {
        struct counter c = {.bytes_a_token = 3, .fail_at = i};
        const struct window_measure measure = {count, &c};
        struct window_list out;

        assert_int_equal(windows_cut(text, 128, &measure, &arena, &out, &err),
                         ERR_TIMEOUT);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_text_that_fits_is_one_window),
        TEST(a_blank_text_has_no_window),
        TEST(windows_end_with_sentences_and_overlap),
        TEST(the_tokenizer_decides_and_not_the_estimate),
        TEST(one_character_may_be_too_much),
        TEST(no_text_breaks_the_promises),
        TEST(an_error_of_the_tokenizer_comes_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
