#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/semantic/flags.h"

#include <cmocka.h>

static struct arena arena;

static struct semantic_term terms_list[] = {
    {.column = {"imor", 4},
     .metric = {"IMOR", 4},
     .range = {true, true, 0, 10}},
    {.column = {"SHARE", 5}, .metric = {"SHARE", 5}, .whole = 100},
    {.column = {"COVER", 5},
     .metric = {"COVER", 5},
     .range = {true, true, 50, 300},
     .whole = 100},
    {.column = {"part", 4}, .part_of = {"total", 5}},
    {.column = {"rare", 4}, .metric = {"RARE", 4}, .partial = true}};
static const struct semantic_terms terms = {.list = terms_list, .n = 5};

/* What is reported of rows; "" is nothing. */
static void assert_flagged(const struct query_spec *s, const char *rows,
                           const char *flagged)
{
    struct semantic_shown shown = {.terms = &terms, .spec = s};
    struct semantic_flags flags;
    struct error e = {0};
    struct json *result;
    struct str text;

    assert_int_equal(str_printf(&arena, &text, &e,
                                "{\"columns\":[\"imor\",\"percent\"],"
                                "\"rows\":%s}",
                                rows),
                     OK);
    assert_int_equal(
        json_parse(text, &json_default_limits, &arena, &result, &e), OK);
    shown.result = result;
    assert_int_equal(semantic_flag(&shown, &arena, &flags, &e), OK);
    if (!*flagged)
        assert_int_equal(flags.n, 0);
    else if (flags.n != 1 || !str_is(flags.text[0], flagged))
        fail_msg("%zu: %.*s", flags.n, STR_FMT(flags.text[0]));
}

static struct query_spec of(enum agg agg, const char *column)
{
    struct query_spec s = {.n_measures = 1, .n_groups = 1};

    s.measures[0] =
        (struct spec_measure){.agg = agg, .column = str_from(column)};
    return s;
}

static void a_figure_outside_of_its_range_is_reported(void **state)
{
    const struct query_spec avg = of(AGG_AVG, "imor");
    const struct query_spec count = of(AGG_COUNT, "imor");
    const struct query_spec rows = {.kind = SPEC_ROWS};

    (void)state;
    assert_flagged(&avg, "[[\"a\",2.5],[\"b\",null],[\"c\",10]]", "");
    assert_flagged(&avg, "[[\"a\",141],[\"b\",2],[\"c\",-1]]",
                   "IMOR is 141, which is outside of its typical range, 0 – 10 "
                   "(and 1 more rows)");
    assert_flagged(&count, "[[\"a\",141]]", "");
    assert_flagged(
        &rows, "[[141,1]]",
        "IMOR is 141, which is outside of its typical range, 0 – 10");
}

static void a_numerator_over_its_denominator_is_reported(void **state)
{
    const struct query_spec share = of(AGG_FORMULA, "SHARE");
    const struct query_spec cover = of(AGG_FORMULA, "COVER");

    (void)state;
    assert_flagged(&share, "[[\"a\",99.9]]", "");
    assert_flagged(&share, "[[\"a\",141.2]]",
                   "SHARE is 141.2: its numerator is larger than its "
                   "denominator");
    assert_flagged(&cover, "[[\"a\",157]]",
                   ""); /* its range says that it may */
}

static void a_part_over_its_total_is_reported(void **state)
{
    struct query_spec s = of(AGG_SUM, "part");

    (void)state;
    assert_flagged(&s, "[[\"a\",7]]", "");
    s.measures[s.n_measures++] =
        (struct spec_measure){.agg = AGG_SUM, .column = STR("total")};
    assert_flagged(&s, "[[\"a\",7,7],[\"b\",6,7]]", "");
    assert_flagged(
        &s, "[[\"a\",7,8],[\"b\",9,8]]",
        "part is 9, which is more than total, of which it is a part");
    s.measures[1].agg = AGG_MIN; /* not to be compared */
    assert_flagged(&s, "[[\"b\",9,8]]", "");
}

static void a_share_over_a_hundred_percent_is_reported(void **state)
{
    struct query_spec s = {.share = true, .n_measures = 1};

    (void)state;
    s.measures[0] = (struct spec_measure){.agg = AGG_SUM, .column = STR("x")};
    assert_flagged(&s, "[[5,100]]", "");
    assert_flagged(&s, "[[5,130]]",
                   "percent is 130, which is more than 100 %, of which it is a "
                   "part");
}

static void what_was_filled_in_only_in_part_is_reported(void **state)
{
    const struct query_spec s = of(AGG_AVG, "rare");

    (void)state;
    assert_flagged(&s, "[[\"a\",1]]", "RARE was filled in only in part");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_figure_outside_of_its_range_is_reported),
        cmocka_unit_test(a_numerator_over_its_denominator_is_reported),
        cmocka_unit_test(a_part_over_its_total_is_reported),
        cmocka_unit_test(a_share_over_a_hundred_percent_is_reported),
        cmocka_unit_test(what_was_filled_in_only_in_part_is_reported),
    };
    int failed;

    arena_init(&arena, 1 << 20);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
