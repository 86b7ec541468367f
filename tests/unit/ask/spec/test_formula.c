#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/spec/formula.h"

#include <string.h>

#include <cmocka.h>

static void assert_sql(const char *text, const char *sql)
{
    struct error e = {0};
    struct formula f;
    struct buf b;

    buf_init(&b, 8192);
    if (formula_parse(str_from(text), &f, &e))
        fail_msg("%s: %s", text, e.msg);
    formula_write(&f, &b);
    assert_string_equal(b.p, sql);
    buf_release(&b);
}

static void assert_refused(const char *text, enum err code, unsigned column,
                           const char *words)
{
    struct error e = {0};
    struct formula f;

    assert_int_equal(formula_parse(str_from(text), &f, &e), code);
    if (e.pos.column != column || !strstr(e.msg, words))
        fail_msg("%s: column %u: %s", text, (unsigned)e.pos.column, e.msg);
}

static void a_fraction_is_never_divided_by_zero(void **state)
{
    (void)state;
    assert_sql("(stage_3_loans + write_offs) / total_portfolio",
               "round(((\"stage_3_loans\" + \"write_offs\") / "
               "nullif(\"total_portfolio\", 0)), 6)");
}

static void a_span_is_of_two_dates_in_its_unit(void **state)
{
    (void)state;
    assert_sql("days(opened, closed)",
               "round((date_diff('second', CAST(\"opened\" AS TIMESTAMP), "
               "CAST(\"closed\" AS TIMESTAMP)) / 86400.0), 6)");
    assert_sql("sum(clock_hours(opens, closes))",
               "round(sum(((date_diff('second', CAST(\"opens\" AS TIME), "
               "CAST(\"closes\" AS TIME)) + 86400) % 86400 / 3600.0)), 6)");
    assert_sql("clock_minutes(opens, closes)",
               "round(((date_diff('second', CAST(\"opens\" AS TIME), "
               "CAST(\"closes\" AS TIME)) + 86400) % 86400 / 60.0), 6)");
    assert_sql("avg(hours(opened, closed))",
               "round(avg((date_diff('second', CAST(\"opened\" AS TIMESTAMP), "
               "CAST(\"closed\" AS TIMESTAMP)) / 3600.0)), 6)");
    assert_refused("days(opened)", ERR_VALIDATION_FAILED, 12,
                   "is missing a ','");
    assert_refused("days(a, b", ERR_VALIDATION_FAILED, 10, "is missing a ')'");
}

static void a_period_is_of_one_date(void **state)
{
    (void)state;
    assert_sql("sum(units) / distinct(month(opened))",
               "round((sum(\"units\") / nullif(count(DISTINCT "
               "CAST(date_trunc('month', CAST(\"opened\" AS TIMESTAMP)) AS "
               "DATE)), 0)), 6)");
    assert_refused("day(a, b)", ERR_VALIDATION_FAILED, 6, "is missing a ')'");
    assert_refused("decade(a)", ERR_VALIDATION_FAILED, 8, "other than");
}

static void a_pair_is_an_aggregate_of_two(void **state)
{
    (void)state;
    assert_sql("percentile(price, 90)",
               "round(quantile_cont(\"price\", 90 / 100), 6)");
    assert_sql("correlation(price, \"units sold\")",
               "round(corr(\"price\", \"units sold\"), 6)");
    assert_sql("stddev(price)", "round(stddev_samp(\"price\"), 6)");
    assert_refused("percentile(price)", ERR_VALIDATION_FAILED, 17,
                   "is missing a ','");
    assert_refused("percentile(price, 101)", ERR_VALIDATION_FAILED, 22,
                   "from 0 to 100");
    assert_refused("percentile(price, units)", ERR_VALIDATION_FAILED, 24,
                   "from 0 to 100");
    assert_refused("sum(correlation(a, b))", ERR_VALIDATION_FAILED, 17,
                   "an aggregate inside");
    assert_refused("correlation(a, b) + c", ERR_VALIDATION_FAILED, 22,
                   "outside of its aggregates");
}

static void what_binds_closer_is_computed_first(void **state)
{
    (void)state;
    assert_sql("a - b - c * 2", "round(((\"a\" - \"b\") - (\"c\" * 2)), 6)");
    assert_sql("-(a + 1.5)*-b", "round(((- (\"a\" + 1.5)) * (- \"b\")), 6)");
}

static void names_of_any_script_and_in_quotation_marks_are_columns(void **state)
{
    (void)state;
    assert_sql("\xe9\x93\xb6\xe8\xa1\x8c + \"Net Sales; DROP\"",
               "round((\"\xe9\x93\xb6\xe8\xa1\x8c\" + \"Net Sales; DROP\"), "
               "6)");
}

static void aggregates_are_of_many_rows(void **state)
{
    struct error e = {0};
    struct formula f;

    (void)state;
    assert_sql("100 * SUM(a) / sum(b)",
               "round(((100 * SUM(\"a\")) / nullif(sum(\"b\"), 0)), 6)");
    assert_int_equal(formula_parse(STR("sum(a)"), &f, &e), OK);
    assert_true(f.aggregates);
    assert_int_equal(formula_parse(STR("a"), &f, &e), OK);
    assert_false(f.aggregates);
}

static void an_invalid_formula_says_where(void **state)
{
    (void)state;
    assert_refused("", ERR_VALIDATION_FAILED, 1, "needs a column");
    assert_refused("a +", ERR_VALIDATION_FAILED, 4, "needs a column");
    assert_refused("(a", ERR_VALIDATION_FAILED, 3, "is missing a ')'");
    assert_refused("a b", ERR_VALIDATION_FAILED, 3, "more text after its end");
    assert_refused("1.2.3", ERR_VALIDATION_FAILED, 6, "number");
    assert_refused("\"a", ERR_VALIDATION_FAILED, 2, "quotation mark");
    assert_refused("a; DROP TABLE x", ERR_VALIDATION_FAILED, 2,
                   "more text after its end");
    assert_refused("read_csv(a)", ERR_VALIDATION_FAILED, 10, "function");
    assert_refused("sum(avg(a))", ERR_VALIDATION_FAILED, 9, "inside");
    assert_refused("sum(a) / b", ERR_VALIDATION_FAILED, 11, "outside of");
}

static void it_is_bounded_in_length_parts_and_depth(void **state)
{
    char text[FORMULA_MAX_BYTES + 2];

    (void)state;
    memset(text, '(', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    assert_refused(text, ERR_LIMIT, 1, "too long");
    text[FORMULA_MAX_DEPTH + 1] = '\0';
    assert_refused(text, ERR_LIMIT, FORMULA_MAX_DEPTH + 1, "too deep");
    for (size_t i = 0; i + 1 < sizeof(text); i += 2)
        memcpy(text + i, "1+", 2);
    text[2 * FORMULA_MAX_NODES] = '\0';
    assert_refused(text, ERR_LIMIT, FORMULA_MAX_NODES + 2, "too many parts");
}

static void a_fraction_knows_what_its_whole_is(void **state)
{
    static const struct {
        const char *text;
        double whole;
    } cases[] = {{"a / b", 1},
                 {"100 * a / b", 100},
                 {"(a + c) / b", 1},
                 {"a / b * 100", 100},
                 {"100.0 * (a / b)", 100},
                 {"sum(a) / sum(b)", 1},
                 {"a / 12", 0},
                 {"a + b", 0}};
    struct error e = {0};
    struct formula f;
    double whole;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(formula_parse(str_from(cases[i].text), &f, &e), OK);
        assert_int_equal(formula_is_fraction(&f, &whole), cases[i].whole > 0);
        assert_true(whole > cases[i].whole - 1e-9 &&
                    whole < cases[i].whole + 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fraction_is_never_divided_by_zero),
        cmocka_unit_test(a_span_is_of_two_dates_in_its_unit),
        cmocka_unit_test(a_period_is_of_one_date),
        cmocka_unit_test(a_pair_is_an_aggregate_of_two),
        cmocka_unit_test(what_binds_closer_is_computed_first),
        cmocka_unit_test(
            names_of_any_script_and_in_quotation_marks_are_columns),
        cmocka_unit_test(aggregates_are_of_many_rows),
        cmocka_unit_test(an_invalid_formula_says_where),
        cmocka_unit_test(it_is_bounded_in_length_parts_and_depth),
        cmocka_unit_test(a_fraction_knows_what_its_whole_is),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
