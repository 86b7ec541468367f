#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model_fixture.h"

#define MARK "\xe2\x96\x81"

static const struct {
    const char *text;
    double score;
} small[] = {
    {"?", 0},         {"?", 0}, {"?", 0},   {"?", 0},
    {"?", 0},         {"?", 0}, {MARK, -2}, /* 6 */
    {"a", -3},                              /* 7 */
    {"b", -3},                              /* 8 */
    {"ab", -6},                             /* 9: as good as a and b */
    {MARK "c", -4},                         /* 10 */
    {"c", -1},                              /* 11 */
    {"xyz", -1},                            /* 12: no piece is x alone */
    {"\xc3\xa9", -2},                       /* 13: e with acute */
    {"y", -9},                              /* 14 */
    {"z", -9},                              /* 15 */
    {"yc", -1},                             /* 16 */
    {"uvw", -1},                            /* 17: v and w begin no piece */
};

#define SMALL (sizeof(small) / sizeof(*small))

static void build(struct arena *a, struct vocabulary *v)
{
    struct vocabulary_entry list[SMALL];
    struct error e;

    for (size_t i = 0; i < SMALL; i++)
        list[i] =
            (struct vocabulary_entry){str_from(small[i].text), small[i].score};
    assert_int_equal(vocabulary_build(list, SMALL, a, v, &e), OK);
}

static void check(struct str text, const uint16_t *want, size_t n)
{
    struct error e;
    struct arena a;
    struct vocabulary v;
    struct tokens t;

    arena_init(&a, 4 << 20);
    build(&a, &v);
    assert_int_equal(tokenize(&v, text, &a, &t, &e), OK);
    assert_int_equal(t.n, n);
    assert_memory_equal(t.id, want, n * sizeof(*want));
    arena_release(&a);
}

#define CHECK(text, ...)                              \
    check(STR(text), (const uint16_t[]){__VA_ARGS__}, \
          sizeof((const uint16_t[]){__VA_ARGS__}) / sizeof(uint16_t))

static void the_likeliest_cut_wins(void **state)
{
    (void)state;
    CHECK("a", 6, 7);
    CHECK("c", 6, 11); /* -2 - 1 is better than -4 */
    CHECK("a c", 6, 7, 6, 11);
    CHECK("ab", 6, 7, 8); /* equal: the shorter at the end */
    check(STR(""), NULL, 0);
}

static void unknown_characters_in_a_row_are_one(void **state)
{
    (void)state;
    CHECK("??", 6, 0);
    CHECK("?a??", 6, 0, 7, 0);
    CHECK("a\xe4\xb8\xad\xe6\x96\x87", 6, 7, 0);
    CHECK("\xff", 6, 0); /* no UTF-8 */
}

static void a_nul_is_a_character_like_any(void **state)
{
    (void)state;
    CHECK("a\0b", 6, 7, 0, 8);
}

/* The package's own habits, of which tokenize.c tells; its ids, too. */
static void the_beginning_of_a_piece_alone_is_unknown(void **state)
{
    (void)state;
    CHECK("xyz", 6, 12);
    CHECK("xyc", 6, 0, 16);
    CHECK("xy", 6, 0, 14);
}

static void a_place_that_nothing_reaches_is_better_than_any_score(void **state)
{
    (void)state;
    CHECK("uvw", 6, 0);
    CHECK("auvwa", 6, 7, 0, 7);
    CHECK("uva", 6, 0, 7);
}

static void a_text_is_normalised_first(void **state)
{
    (void)state;
    CHECK("e\xcc\x81", 6, 13); /* e and a combining acute */
    CHECK("\xef\xbd\x81\xe3\x80\x80\xef\xbd\x82", 6, 7, 6, 8); /* full width */
}

static void what_is_unknown_is_counted_without_white_space(void **state)
{
    struct error e;
    struct arena a;
    struct vocabulary v;
    struct tokens t;

    (void)state;
    arena_init(&a, 4 << 20);
    build(&a, &v);
    assert_int_equal(tokenize(&v, STR("a \n\t?b\xe4\xb8\xad"), &a, &t, &e), OK);
    assert_int_equal(t.characters, 4);
    assert_int_equal(t.unknown, 2);
    arena_release(&a);
}

static void no_memory_is_a_limit(void **state)
{
    struct error e;
    struct arena a;
    struct vocabulary v;
    struct tokens t;

    (void)state;
    arena_init(&a, 4 << 20);
    build(&a, &v);
    for (size_t budget = 0; budget < 200; budget += 16) {
        struct arena little;

        arena_init(&little, budget);
        assert_int_equal(
            tokenize(&v, STR("a b c a b c a b c"), &little, &t, &e), ERR_LIMIT);
        arena_release(&little);
    }
    arena_release(&a);
}

static void ids_are_those_of_the_package(void **state)
{
    struct model_fixture *f = need_model(state);
    struct error e;

    for (size_t i = 0; i < REFERENCES; i++) {
        const struct reference *r = &f->reference[i];
        struct tokens t;
        struct arena a;

        arena_init(&a, 4 << 20);
        assert_int_equal(tokenize(&f->vocabulary, r->text, &a, &t, &e), OK);
        if (t.n != r->n || memcmp(t.id, r->id, 2 * t.n) != 0)
            fail_msg("text %zu: %zu ids, not %zu: %.*s", i, t.n, r->n,
                     STR_FMT(r->text));
        arena_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_likeliest_cut_wins),
        cmocka_unit_test(unknown_characters_in_a_row_are_one),
        cmocka_unit_test(a_nul_is_a_character_like_any),
        cmocka_unit_test(the_beginning_of_a_piece_alone_is_unknown),
        cmocka_unit_test(a_place_that_nothing_reaches_is_better_than_any_score),
        cmocka_unit_test(a_text_is_normalised_first),
        cmocka_unit_test(what_is_unknown_is_counted_without_white_space),
        cmocka_unit_test(no_memory_is_a_limit),
        cmocka_unit_test(ids_are_those_of_the_package),
    };
    return cmocka_run_group_tests(tests, model_setup, model_teardown);
}
