/* Questions made of the words of many columns that share them: the reading
 * covers all words, in order, and stays within its bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

#define COLUMNS   200
#define QUESTIONS 60

static const char *const words[] = {
    "order", "date",  "total",   "unpaid", "not", "paid",   "amount", "2024",
    "over",  "5",     "between", "and",    "min", "status", "ticket", "type",
    "de",    "fecha", "menos",   "que",    "$",   "10%",    "-",      ",",
    "订单",  "日期",  "金额",    "最",     "未",  "北京",   "split",  "by",
    "new",   "york",  "zzz",     "1.234",  "may", "q3",     "十",     "客户"};

/* A small generator: the same questions each time. */
static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

static const char *any(uint32_t *seed)
{
    return words[next(seed) % COUNT_OF(words)];
}

/* A profile of columns whose names and values are the same few words. */
static struct str make_profile(uint32_t *seed, struct arena *a)
{
    static const char *const types[] = {"string", "string", "date", "decimal",
                                        "integer"};
    struct error e = {0};
    struct str out = {0};
    struct buf b;

    buf_init(&b, 1 << 20);
    buf_puts(&b, "{\"row_count\":400,\"columns\":[");
    for (size_t i = 0; i < COLUMNS; i++) {
        buf_printf(&b,
                   "%s{\"name\":\"%s %s %s\",\"inferred_type\":\"%s\","
                   "\"non_null_count\":390,\"distinct_estimate\":9,"
                   "\"dictionary\":{\"complete\":true,\"values\":[",
                   i ? "," : "", any(seed), any(seed), any(seed),
                   types[next(seed) % COUNT_OF(types)]);
        buf_printf(&b, "\"%s %s\",\"%s\"]}}", any(seed), any(seed), any(seed));
    }
    buf_puts(&b, "]}");
    assert_int_equal(buf_dup(&b, a, &out, &e), OK);
    buf_release(&b);
    return out;
}

static void check_links(const struct links *l)
{
    size_t at = 0;

    for (size_t i = 0; i < l->n; i++) {
        assert_true(l->link[i].from <= l->link[i].to);
        assert_true(l->link[i].to <= l->words.n);
        assert_true(l->link[i].n_hits <= LINK_MAX_HITS);
        at = l->link[i].to;
    }
    assert_true(at <= l->words.n);
    assert_true(l->n <= l->cap);
}

static void ask_any(const struct ask_schema *s, uint32_t *seed, size_t n)
{
    struct arena a;
    struct buf b;
    struct words w = {0};
    struct links l = {0};
    struct error e = {0};

    arena_init(&a, (size_t)1 << 28);
    buf_init(&b, 1 << 16);
    for (size_t i = 0; i < n; i++)
        buf_printf(&b, i && next(seed) % 4 ? " %s" : "%s", any(seed));
    assert_int_equal(words_cut(buf_str(&b), WORDS_TEXT, &a, &w, &e), OK);
    if (w.n > LINK_MAX_WORDS)
        w.n = LINK_MAX_WORDS;
    assert_int_equal(link_question(&s->tables[0], &w,
                                   question_words_language(&w), &a, &l, &e),
                     OK);
    check_links(&l);
    buf_release(&b);
    arena_release(&a);
}

static void many_columns_of_the_same_words_are_read_within_bounds(void **state)
{
    uint32_t seed = 18;
    struct arena a;
    struct str profile;
    struct ask_schema *s;

    (void)state;
    arena_init(&a, 1 << 26);
    profile = make_profile(&seed, &a);
    s = schema_of(profile.p, "orders.csv", &a);
    for (size_t i = 0; i < QUESTIONS; i++)
        ask_any(s, &seed, 1 + next(&seed) % 40);
    arena_release(&a);
}

/* Every one is a negation beside what it negates, and nothing else. */
static void words_that_are_two_links_each_have_room(void **state)
{
    static const char profile[] =
        "{\"row_count\":400,\"columns\":[" TEXT_COLUMN(
            "status", 2, "\"paid\",\"open\"") "]}";
    struct arena a;
    struct words w = {0};
    struct links l = {0};
    struct error e = {0};
    struct buf b;

    (void)state;
    arena_init(&a, (size_t)1 << 28);
    buf_init(&b, 1 << 16);
    for (size_t i = 0; i < 250; i++)
        buf_puts(&b, "unpaid ");
    assert_int_equal(words_cut(buf_str(&b), WORDS_TEXT, &a, &w, &e), OK);
    assert_int_equal(
        link_question(&schema_of(profile, "orders.csv", &a)->tables[0], &w,
                      LANGUAGE_EN, &a, &l, &e),
        OK);
    assert_true(l.n > w.n);
    check_links(&l);
    buf_release(&b);
    arena_release(&a);
}

static void two_thousand_characters_may_be_as_many_words(void **state)
{
    struct arena a;
    struct buf b;
    struct ask_result r;
    struct error e = {0};

    (void)state;
    arena_init(&a, (size_t)1 << 28);
    buf_init(&b, 1 << 16);
    for (size_t i = 0; i < ASK_MAX_QUESTION_CHARS; i++)
        buf_puts(&b, "户");
    assert_int_equal(ask_question(schema_of(ORDERS, "orders.csv", &a),
                                  buf_str(&b), &a, &r, &e),
                     OK);
    assert_int_equal(r.outcome, ASK_CLARIFY);
    buf_puts(&b, "户");
    assert_int_equal(ask_question(schema_of(ORDERS, "orders.csv", &a),
                                  buf_str(&b), &a, &r, &e),
                     ERR_VALIDATION_FAILED);
    buf_release(&b);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_columns_of_the_same_words_are_read_within_bounds),
        cmocka_unit_test(words_that_are_two_links_each_have_room),
        cmocka_unit_test(two_thousand_characters_may_be_as_many_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
