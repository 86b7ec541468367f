#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/spec/compile.h"

#include <cmocka.h>

static const struct str names[] = {{"a", 1}, {"b\"c", 3}};
static const struct compile_columns columns = {names, 2};

/* The spec has this SQL and tie check. */
static void check(const struct query_spec *s, const char *sql, const char *tie)
{
    struct arena a;
    struct str got[2];
    struct error e = {0};

    arena_init(&a, 1 << 20);
    assert_int_equal(spec_compile(s, &columns, &a, got, &e), OK);
    if (!str_is(got[0], sql))
        fail_msg("is   %.*s\nnot  %s", STR_FMT(got[0]), sql);
    if (!str_is(got[1], tie))
        fail_msg("is   %.*s\nnot  %s", STR_FMT(got[1]), tie);
    arena_release(&a);
}

static void names_and_values_are_quoted_whatever_they_hold(void **state)
{
    struct str value = STR("it's; DROP TABLE x --");
    struct query_spec s = {.kind = SPEC_ROWS, .table = STR("da\"ta")};

    (void)state;
    s.filters[0] = (struct spec_filter){
        .column = names[1], .op = FILTER_EQ, .values = &value, .n = 1};
    s.n_filters = 1;
    check(&s,
          "SELECT * FROM \"da\"\"ta\" WHERE \"b\"\"c\" = 'it''s; DROP TABLE x "
          "--'",
          "");
}

/* Orders with the city of their customer, and the region of that. */
static struct query_spec joined(const struct spec_brought *brings)
{
    struct query_spec s = {
        .table = STR("orders"), .n_measures = 1, .n_groups = 1, .n_joins = 2};

    s.measures[0] =
        (struct spec_measure){.agg = AGG_SUM, .column = STR("sales")};
    s.groups[0] = (struct spec_group){.column = STR("city")};
    s.joins[0] = (struct spec_join){.table = STR("customers"),
                                    .name = STR("buyers"),
                                    .left = STR("orders"),
                                    .left_column = STR("customer_id"),
                                    .column = STR("id"),
                                    .brings = brings,
                                    .n_brings = 1};
    s.joins[1] = (struct spec_join){.table = STR("regions"),
                                    .name = STR("regions"),
                                    .left = STR("buyers"),
                                    .left_column = STR("region_id"),
                                    .column = STR("id")};
    return s;
}

static void joins_keep_each_row_of_the_first_table_once(void **state)
{
    const struct spec_brought city = {STR("city"), STR("town")};
    struct query_spec s = joined(&city);

    (void)state;
    check(&s,
          "SELECT \"city\" AS \"city\", sum(\"sales\") AS \"sum_sales\" FROM "
          "(SELECT \"orders\".*, \"buyers\".\"town\" AS \"city\" FROM "
          "\"orders\" LEFT JOIN \"customers\" AS \"buyers\" ON "
          "\"orders\".\"customer_id\" = \"buyers\".\"id\" LEFT JOIN "
          "\"regions\" ON \"buyers\".\"region_id\" = \"regions\".\"id\") "
          "GROUP BY 1 ORDER BY 1 ASC NULLS LAST",
          "");
}

static void a_join_by_several_columns_needs_all_of_them(void **state)
{
    const struct spec_brought city = {STR("city"), STR("town")};
    const struct spec_pair also[] = {{STR("branch"), STR("of")},
                                     {STR("year"), STR("since")}};
    struct query_spec s = joined(&city);

    (void)state;
    s.joins[0].also = also;
    s.joins[0].n_also = COUNT_OF(also);
    s.n_joins = 1;
    check(&s,
          "SELECT \"city\" AS \"city\", sum(\"sales\") AS \"sum_sales\" FROM "
          "(SELECT \"orders\".*, \"buyers\".\"town\" AS \"city\" FROM "
          "\"orders\" LEFT JOIN \"customers\" AS \"buyers\" ON "
          "\"orders\".\"customer_id\" = \"buyers\".\"id\" AND "
          "\"orders\".\"branch\" = \"buyers\".\"of\" AND "
          "\"orders\".\"year\" = \"buyers\".\"since\") "
          "GROUP BY 1 ORDER BY 1 ASC NULLS LAST",
          "");
}

/* The figures that say whether joins hold. */
static void check_figures(const struct query_spec *s, const char *want)
{
    struct arena a;
    struct str sql;
    struct error e = {0};

    arena_init(&a, 1 << 20);
    assert_int_equal(spec_join_figures(s, &a, &sql, &e), OK);
    if (!str_is(sql, want))
        fail_msg("is\n%.*s\nnot\n%s", STR_FMT(sql), want);
    arena_release(&a);
}

static void a_key_of_several_columns_is_measured_by_all_of_them(void **state)
{
    const struct spec_brought city = {STR("city"), STR("town")};
    const struct spec_pair also = {STR("branch"), STR("of")};
    struct query_spec s = joined(&city);

    (void)state;
    s.joins[0].also = &also;
    s.joins[0].n_also = 1;
    s.n_joins = 1;
    check_figures(
        &s,
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM \"customers\" AS \"k\" "
        "WHERE \"k\".\"id\" IS NOT NULL AND \"k\".\"of\" IS NOT NULL GROUP BY "
        "\"k\".\"id\", \"k\".\"of\" HAVING count(*) > 1)), (SELECT count(*) "
        "FROM \"orders\" AS \"l\" WHERE \"l\".\"customer_id\" IS NOT NULL AND "
        "\"l\".\"branch\" IS NOT NULL), (SELECT count(*) FROM \"orders\" AS "
        "\"l\" WHERE \"l\".\"customer_id\" IS NOT NULL AND \"l\".\"branch\" IS "
        "NOT NULL AND NOT EXISTS (SELECT 1 FROM \"customers\" AS \"k\" WHERE "
        "\"k\".\"id\" = \"l\".\"customer_id\" AND \"k\".\"of\" = "
        "\"l\".\"branch\"))");
}

static void a_join_that_hangs_on_nothing_is_refused(void **state)
{
    const struct spec_brought city = {STR("city"), STR("town")};
    struct query_spec loose = joined(&city);
    struct query_spec same = joined(&city);
    struct query_spec placed = joined(&city);
    struct arena a;
    struct str sql[2];
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 20);
    loose.joins[0].left = STR("regions"); /* which comes after it */
    assert_int_equal(spec_compile(&loose, &columns, &a, sql, &e),
                     ERR_VALIDATION_FAILED);
    same.joins[1].name = STR("Orders");
    assert_int_equal(spec_compile(&same, &columns, &a, sql, &e),
                     ERR_VALIDATION_FAILED);
    placed.order = ORDER_FILE;
    assert_int_equal(spec_compile(&placed, &columns, &a, sql, &e),
                     ERR_VALIDATION_FAILED);
    arena_release(&a);
}

/* Customers with how many orders they have. */
static struct query_spec counting(const struct query_spec *counts,
                                  const struct spec_brought *brings)
{
    static const struct str zero = {"0", 1};
    struct query_spec s = {.table = STR("customers"),
                           .n_measures = 1,
                           .n_filters = 1,
                           .n_joins = 1};

    s.measures[0] = (struct spec_measure){.agg = AGG_COUNT};
    s.filters[0] = (struct spec_filter){.column = STR("orders"),
                                        .literal = LITERAL_NUMBER,
                                        .values = &zero,
                                        .n = 1};
    s.joins[0] = (struct spec_join){.table = STR("orders"),
                                    .name = STR("orders"),
                                    .left = STR("customers"),
                                    .left_column = STR("id"),
                                    .column = STR("customer_id"),
                                    .brings = brings,
                                    .n_brings = 1,
                                    .counts = counts};
    return s;
}

static struct query_spec counted(void)
{
    struct query_spec s = {
        .table = STR("orders"), .n_measures = 1, .n_groups = 1};

    s.measures[0] = (struct spec_measure){.agg = AGG_COUNT};
    s.groups[0] = (struct spec_group){.column = STR("customer_id")};
    return s;
}

static void a_join_that_counts_brings_0_where_there_is_none(void **state)
{
    const struct spec_brought count = {STR("orders"), STR("count")};
    const struct query_spec orders = counted();
    struct query_spec s = counting(&orders, &count);

    (void)state;
    check(&s,
          "SELECT count(*) AS \"count\" FROM (SELECT \"customers\".*, "
          "coalesce(\"orders\".\"count\", 0) AS \"orders\" FROM "
          "\"customers\" LEFT JOIN (SELECT \"customer_id\" AS "
          "\"customer_id\", count(*) AS \"count\" FROM \"orders\" GROUP BY "
          "1) AS \"orders\" ON \"customers\".\"id\" = "
          "\"orders\".\"customer_id\") WHERE \"orders\" = 0",
          "");
}

static void rows_are_counted_by_all_columns_of_a_key(void **state)
{
    const struct spec_brought count = {STR("orders"), STR("count")};
    const struct spec_pair also = {STR("of"), STR("branch")};
    struct query_spec orders = counted();
    struct query_spec s = counting(&orders, &count);
    struct arena a;
    struct str sql[2];
    struct error e = {0};

    (void)state;
    s.joins[0].also = &also;
    s.joins[0].n_also = 1;
    arena_init(&a, 1 << 20);
    assert_int_equal(spec_compile(&s, &columns, &a, sql, &e),
                     ERR_VALIDATION_FAILED); /* by one alone */
    arena_release(&a);
    orders.groups[orders.n_groups++].column = STR("branch");
    check(&s,
          "SELECT count(*) AS \"count\" FROM (SELECT \"customers\".*, "
          "coalesce(\"orders\".\"count\", 0) AS \"orders\" FROM "
          "\"customers\" LEFT JOIN (SELECT \"customer_id\" AS "
          "\"customer_id\", \"branch\" AS \"branch\", count(*) AS \"count\" "
          "FROM \"orders\" GROUP BY 1, 2) AS \"orders\" ON "
          "\"customers\".\"id\" = \"orders\".\"customer_id\" AND "
          "\"customers\".\"of\" = \"orders\".\"branch\") WHERE \"orders\" = 0",
          "");
}

static void what_counts_no_groups_of_its_key_is_refused(void **state)
{
    const struct spec_brought count = {STR("orders"), STR("count")};
    struct query_spec orders = counted();
    struct query_spec s = counting(&orders, &count);
    struct arena a;
    struct str sql[2];
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 20);
    orders.groups[0].column = STR("status"); /* which would multiply rows */
    assert_int_equal(spec_compile(&s, &columns, &a, sql, &e),
                     ERR_VALIDATION_FAILED);
    orders = counted();
    orders.limit = 3;
    assert_int_equal(spec_compile(&s, &columns, &a, sql, &e),
                     ERR_VALIDATION_FAILED);
    orders = counted();
    orders.joins[0] = s.joins[0];
    orders.n_joins = 1;
    assert_int_equal(spec_compile(&s, &columns, &a, sql, &e),
                     ERR_VALIDATION_FAILED);
    arena_release(&a);
}

/* The side with unique keys is the one that rows are counted for. */
static void a_count_is_measured_from_the_rows_that_are_counted(void **state)
{
    const struct spec_brought count = {STR("orders"), STR("count")};
    const struct query_spec orders = counted();
    struct query_spec s = counting(&orders, &count);
    struct arena a;
    struct str sql = {0};
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 20);
    assert_int_equal(spec_join_figures(&s, &a, &sql, &e), OK);
    assert_true(str_is(
        sql, "SELECT (SELECT count(\"id\") - count(DISTINCT \"id\") FROM "
             "\"customers\"), (SELECT count(\"customer_id\") FROM "
             "\"orders\"), (SELECT count(\"customer_id\") FROM \"orders\" "
             "WHERE \"customer_id\" NOT IN (SELECT \"id\" FROM "
             "\"customers\" WHERE \"id\" IS NOT NULL))"));
    arena_release(&a);
}

static void rows_are_ordered_by_the_column_and_then_by_all(void **state)
{
    struct query_spec s = {.kind = SPEC_ROWS,
                           .table = STR("data"),
                           .order = ORDER_COLUMN,
                           .order_column = STR("a"),
                           .descending = true,
                           .limit = 3};

    (void)state;
    check(&s,
          "SELECT * FROM \"data\" ORDER BY \"a\" DESC NULLS LAST, \"b\"\"c\" "
          "ASC NULLS LAST LIMIT 3",
          "SELECT count(*) AS \"within\" FROM (SELECT rank() OVER (ORDER BY "
          "\"a\" DESC NULLS LAST) AS \"place\" FROM (SELECT * FROM \"data\")) "
          "WHERE \"place\" <= 3");
}

static void a_top_n_of_groups_has_a_tie_check(void **state)
{
    struct query_spec s = {.table = STR("data"),
                           .order = ORDER_MEASURE,
                           .descending = true,
                           .limit = 2,
                           .n_measures = 1,
                           .n_groups = 1};

    (void)state;
    s.measures[0] = (struct spec_measure){.agg = AGG_COUNT};
    s.groups[0] = (struct spec_group){.column = STR("a")};
    check(&s,
          "SELECT \"a\" AS \"a\", count(*) AS \"count\" FROM \"data\" GROUP BY "
          "1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST LIMIT 2",
          "SELECT count(*) AS \"within\" FROM (SELECT rank() OVER (ORDER BY "
          "\"count\" DESC NULLS LAST) AS \"place\" FROM (SELECT \"a\" AS "
          "\"a\", count(*) AS \"count\" FROM \"data\" GROUP BY 1)) WHERE "
          "\"place\" <= 2");
}

static void the_one_first_keeps_all_that_share_the_place(void **state)
{
    struct query_spec s = {.table = STR("data"),
                           .order = ORDER_MEASURE,
                           .limit = 1,
                           .n_measures = 1,
                           .n_groups = 1};

    (void)state;
    s.measures[0] = (struct spec_measure){.agg = AGG_MIN, .column = STR("a")};
    s.groups[0] = (struct spec_group){.column = STR("d"), .grain = GRAIN_YEAR};
    check(&s,
          "SELECT year(\"d\") AS \"year\", min(\"a\") AS \"min_a\" FROM "
          "\"data\" GROUP BY 1 QUALIFY rank() OVER (ORDER BY min(\"a\") ASC "
          "NULLS LAST) = 1 ORDER BY 2 ASC NULLS LAST, 1 ASC NULLS LAST",
          "");
}

/* A spec with one filter is refused. */
static void check_refused(struct spec_filter f)
{
    struct query_spec s = {.kind = SPEC_ROWS, .table = STR("d")};
    struct arena a;
    struct str got[2];
    struct error e = {0};

    s.filters[0] = f;
    s.n_filters = 1;
    arena_init(&a, 1 << 20);
    assert_int_equal(spec_compile(&s, &columns, &a, got, &e),
                     ERR_VALIDATION_FAILED);
    arena_release(&a);
}

static void numbers_that_are_none_and_missing_values_are_refused(void **state)
{
    struct str evil = STR("1; DROP");

    (void)state;
    check_refused((struct spec_filter){.column = STR("a"),
                                       .op = FILTER_GT,
                                       .literal = LITERAL_NUMBER,
                                       .values = &evil,
                                       .n = 1});
    check_refused((struct spec_filter){
        .column = STR("a"), .op = FILTER_BETWEEN, .values = &evil, .n = 1});
    check_refused((struct spec_filter){.column = STR("a"), .op = FILTER_EQ});
}

static void a_share_without_a_measure_is_refused(void **state)
{
    struct query_spec s = {.table = STR("d"), .share = true};
    struct arena a;
    struct str got[2];
    struct error e = {0};

    (void)state;
    arena_init(&a, 1 << 20);
    assert_int_equal(spec_compile(&s, &columns, &a, got, &e),
                     ERR_VALIDATION_FAILED);
    arena_release(&a);
}

/* Sales of products in categories. */
static struct query_spec within(void)
{
    struct query_spec s = {
        .table = STR("t"), .n_measures = 1, .n_groups = 2, .each = 1};

    s.measures[0] =
        (struct spec_measure){.agg = AGG_SUM, .column = STR("sales")};
    s.groups[0] = (struct spec_group){.column = STR("category")};
    s.groups[1] = (struct spec_group){.column = STR("product")};
    return s;
}

static void a_share_may_be_of_what_a_group_is_in(void **state)
{
    struct query_spec s = within();

    (void)state;
    s.share = true;
    check(&s,
          "SELECT \"category\" AS \"category\", \"product\" AS \"product\", "
          "sum(\"sales\") AS \"sum_sales\", round(100.0 * sum(\"sales\") / "
          "nullif(sum(sum(\"sales\")) OVER (PARTITION BY \"category\"), 0), 2) "
          "AS \"percent\" FROM \"t\" GROUP BY 1, 2 ORDER BY 1 ASC NULLS LAST, "
          "2 ASC NULLS LAST",
          "");
}

static void groups_are_in_order_within_what_they_are_in(void **state)
{
    struct query_spec s = within();

    (void)state;
    s.order = ORDER_MEASURE;
    s.descending = true;
    check(&s,
          "SELECT \"category\" AS \"category\", \"product\" AS \"product\", "
          "sum(\"sales\") AS \"sum_sales\" FROM \"t\" GROUP BY 1, 2 ORDER BY 1 "
          "ASC NULLS LAST, 3 DESC NULLS LAST, 2 ASC NULLS LAST",
          "");
}

static void groups_may_have_no_row_of_the_part(void **state)
{
    struct str value = STR("Phones");
    struct query_spec s = {
        .table = STR("t"), .n_groups = 1, .n_filters = 1, .has_having = true};

    (void)state;
    s.groups[0] = (struct spec_group){.column = STR("customer")};
    s.filters[0] = (struct spec_filter){.column = STR("category"),
                                        .op = FILTER_EQ,
                                        .values = &value,
                                        .n = 1,
                                        .part = true};
    s.having = (struct spec_having){.measure = {.agg = AGG_COUNT},
                                    .op = FILTER_EQ,
                                    .number = STR("0"),
                                    .part = true};
    check(&s,
          "SELECT \"customer\" AS \"customer\" FROM \"t\" GROUP BY 1 HAVING "
          "count(*) FILTER (WHERE \"category\" = 'Phones') = 0 ORDER BY 1 ASC "
          "NULLS LAST",
          "");
}

static void the_last_rows_stand_as_in_the_file(void **state)
{
    struct query_spec s = {.kind = SPEC_ROWS,
                           .table = STR("t"),
                           .step = {.kind = SPEC_STEP_LAST, .n = 5}};

    (void)state;
    check(
        &s,
        "WITH \"numbered\" AS (SELECT *, row_number() OVER () AS \"row\" FROM "
        "\"t\"), \"kept\" AS (SELECT * FROM \"numbered\"), \"picked\" AS "
        "(SELECT * FROM \"kept\" QUALIFY row_number() OVER (ORDER BY \"row\" "
        "DESC) <= 5) SELECT * EXCLUDE (\"row\") FROM \"picked\" ORDER BY "
        "\"row\"",
        "");
}

static void values_may_be_as_good_as_none(void **state)
{
    static const struct str blank = {"", 0};
    struct query_spec s = {
        .table = STR("data"), .n_measures = 1, .n_filters = 1};

    (void)state;
    s.measures[0] = (struct spec_measure){.agg = AGG_COUNT};
    s.filters[0] = (struct spec_filter){
        .column = STR("note"), .op = FILTER_NULL, .values = &blank, .n = 1};
    check(&s,
          "SELECT count(*) AS \"count\" FROM \"data\" WHERE (\"note\" IS NULL "
          "OR \"note\" = '')",
          "");
    s.filters[0].op = FILTER_NOT_NULL;
    check(&s, "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"note\" <> ''",
          "");
}

static void a_formula_of_each_row_is_a_column_more(void **state)
{
    struct query_spec s = {.table = STR("data"), .n_measures = 1};

    (void)state;
    s.measures[0] =
        (struct spec_measure){.agg = AGG_AVG, .column = STR("IMOR")};
    s.derived[s.n_derived++] = (struct spec_derived){
        .name = STR("IMOR"), .formula = STR("100 * a / b")};
    check(&s,
          "SELECT avg(\"IMOR\") AS \"avg_IMOR\" FROM (SELECT *, "
          "round(((100 * \"a\") / nullif(\"b\", 0)), 6) AS \"IMOR\" FROM "
          "\"data\")",
          "");
}

static void a_formula_of_aggregates_is_a_measure(void **state)
{
    struct query_spec s = {.table = STR("data"), .n_measures = 1};

    (void)state;
    s.measures[0] = (struct spec_measure){.agg = AGG_FORMULA,
                                          .column = STR("IMOR"),
                                          .formula = STR("sum(a) / sum(b)")};
    check(&s,
          "SELECT round((sum(\"a\") / nullif(sum(\"b\"), 0)), 6) AS \"IMOR\" "
          "FROM \"data\"",
          "");
}

static void a_formula_that_is_none_is_refused(void **state)
{
    struct query_spec s = {.table = STR("data"), .n_measures = 1};
    struct error e = {0};
    struct str got[2];
    struct arena a;

    (void)state;
    arena_init(&a, 1 << 20);
    s.derived[s.n_derived++] = (struct spec_derived){
        .name = STR("x"), .formula = STR("a); DROP TABLE data")};
    assert_int_equal(spec_compile(&s, &columns, &a, got, &e),
                     ERR_VALIDATION_FAILED);
    s.derived[0].formula = STR("sum(a)");
    assert_int_equal(spec_compile(&s, &columns, &a, got, &e),
                     ERR_VALIDATION_FAILED);
    s.n_derived = 0;
    s.measures[0] = (struct spec_measure){
        .agg = AGG_FORMULA, .column = STR("x"), .formula = STR("a")};
    assert_int_equal(spec_compile(&s, &columns, &a, got, &e),
                     ERR_VALIDATION_FAILED);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_values_are_quoted_whatever_they_hold),
        cmocka_unit_test(joins_keep_each_row_of_the_first_table_once),
        cmocka_unit_test(a_join_by_several_columns_needs_all_of_them),
        cmocka_unit_test(a_key_of_several_columns_is_measured_by_all_of_them),
        cmocka_unit_test(a_join_that_counts_brings_0_where_there_is_none),
        cmocka_unit_test(rows_are_counted_by_all_columns_of_a_key),
        cmocka_unit_test(what_counts_no_groups_of_its_key_is_refused),
        cmocka_unit_test(a_count_is_measured_from_the_rows_that_are_counted),
        cmocka_unit_test(a_join_that_hangs_on_nothing_is_refused),
        cmocka_unit_test(rows_are_ordered_by_the_column_and_then_by_all),
        cmocka_unit_test(a_top_n_of_groups_has_a_tie_check),
        cmocka_unit_test(the_one_first_keeps_all_that_share_the_place),
        cmocka_unit_test(numbers_that_are_none_and_missing_values_are_refused),
        cmocka_unit_test(a_share_without_a_measure_is_refused),
        cmocka_unit_test(a_share_may_be_of_what_a_group_is_in),
        cmocka_unit_test(groups_are_in_order_within_what_they_are_in),
        cmocka_unit_test(groups_may_have_no_row_of_the_part),
        cmocka_unit_test(the_last_rows_stand_as_in_the_file),
        cmocka_unit_test(values_may_be_as_good_as_none),
        cmocka_unit_test(a_formula_of_each_row_is_a_column_more),
        cmocka_unit_test(a_formula_of_aggregates_is_a_measure),
        cmocka_unit_test(a_formula_that_is_none_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
