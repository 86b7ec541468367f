/* A query spec as an answer has it, run again, is the same SQL: cases, and
 * specs that a generator makes. */
#include "ask/llm_planner/llm_plan.h"
#include "ask/spec/compile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ask/orders_fixture.h"

#define SPECS 4000

static struct arena arena;
static struct error err;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)1 << 26);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static struct json *json_of(struct str text)
{
    struct json *j = NULL;

    assert_int_equal(json_parse(text, &json_default_limits, &arena, &j, &err),
                     OK);
    return j;
}

static enum err plan_text(const struct ask_schema *s, struct str text,
                          struct ask_result *out)
{
    err = (struct error){0};
    *out = (struct ask_result){.language = LANGUAGE_EN};
    return plan_of_spec(json_of(text), s, &arena, out, &err);
}

static struct str text_of(const struct query_spec *spec)
{
    struct str text = {0};
    struct jsonw w;
    struct buf b;

    buf_init(&b, 1 << 16);
    jsonw_init(&w, &b);
    spec_write(spec, &w);
    assert_int_equal(buf_dup(&b, &arena, &text, &err), OK);
    buf_release(&b);
    return text;
}

/* The question's spec, written and run again, is the question's SQL. */
static void check_question(const char *question)
{
    struct ask_schema *s = schema_of(ORDERS, "orders.csv", &arena);
    struct ask_result asked = asked_result(s, question, &arena);
    struct ask_result again;
    struct str text;

    if (asked.outcome != ASK_ANSWERABLE)
        fail_msg("%s\n  asks back %.*s", question, STR_FMT(asked.message));
    text = text_of(&asked.spec);
    if (plan_text(s, text, &again))
        fail_msg("%s\n  %.*s\n  %s", question, STR_FMT(text), err.msg);
    if (!str_eq(again.sql, asked.sql) || !str_eq(again.tie_sql, asked.tie_sql))
        fail_msg("%s\n  is   %.*s\n  not  %.*s", question, STR_FMT(again.sql),
                 STR_FMT(asked.sql));
}

static void what_a_question_sees_of_cells_is_seen_again(void **state)
{
    (void)state;
    check_question("sales by weekday");
    check_question("ventas por día de la semana");
    check_question("orders on weekends");
    check_question("total amount by month");
    check_question("total amount by month in 2023, cumulative");
    check_question("orders with a total amount above average");
    check_question("growth of total amount from 2022 to 2023");
    check_question("share of total amount by city");
    check_question("orders where units is greater than unit price");
    check_question("top 3 cities by units");
    check_question("average unit price");
}

/* The plan's SQL, or why there is none. */
static void check_plan(const char *text, const char *want)
{
    struct ask_result r;
    struct ask_schema *s = schema_of(ORDERS, "orders.csv", &arena);

    if (plan_text(s, str_from(text), &r)) {
        if (!strstr(err.msg, want))
            fail_msg("%s\n  says %s\n  not  %s", text, err.msg, want);
        return;
    }
    if (!str_is(r.sql, want))
        fail_msg("%s\n  is   %.*s\n  not  %s", text, STR_FMT(r.sql), want);
}

static void groups_keep_the_order_that_names_them(void **state)
{
    (void)state;
    check_plan("{\"kind\":\"aggregate\",\"table\":\"data\",\"measures\":[{"
               "\"agg\":\"count\",\"column\":null}],\"group_by\":[{\"column\":"
               "\"orderDate\",\"grain\":\"month\"}],\"order\":{\"by\":"
               "\"column\",\"column\":\"orderDate\",\"descending\":false}}",
               "SELECT strftime(\"orderDate\", '%Y-%m') AS \"month\", count(*) "
               "AS \"count\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS "
               "LAST");
    check_plan("{\"kind\":\"aggregate\",\"table\":\"data\",\"measures\":[{"
               "\"agg\":\"count\",\"column\":null}],\"group_by\":[{\"column\":"
               "\"city\",\"grain\":null},{\"column\":\"Ship To\",\"grain\":"
               "null}],\"order\":{\"by\":\"column\",\"column\":\"Ship To\","
               "\"descending\":true}}",
               "SELECT \"city\" AS \"city\", \"Ship To\" AS \"Ship To\", "
               "count(*) AS \"count\" FROM \"data\" GROUP BY 1, 2 ORDER BY 2 "
               "DESC NULLS LAST, 1 ASC NULLS LAST");
    check_plan("{\"kind\":\"aggregate\",\"table\":\"data\",\"measures\":[{"
               "\"agg\":\"sum\",\"column\":\"units\"}],\"group_by\":[{"
               "\"column\":\"city\",\"grain\":null}],\"order\":{\"by\":"
               "\"column\",\"column\":\"units\",\"descending\":true}}",
               "SELECT \"city\" AS \"city\", sum(\"units\") AS \"sum_units\" "
               "FROM \"data\" GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 ASC "
               "NULLS LAST");
    check_plan("{\"kind\":\"aggregate\",\"table\":\"data\",\"measures\":[{"
               "\"agg\":\"sum\",\"column\":\"units\"}],\"group_by\":[{"
               "\"column\":\"city\",\"grain\":null}],\"order\":{\"by\":"
               "\"column\",\"column\":\"note\",\"descending\":true}}",
               "and not by 'note'");
}

/* The same of a model's plan, which says no views. */
static void a_model_orders_a_series_by_its_months(void **state)
{
    struct ask_schema *s = schema_of(ORDERS, "orders.csv", &arena);
    const struct plan_tables tables = {.n = 0};
    const struct plan_context context = {s, &tables, NULL, 0};
    struct ask_result r = {.outcome = ASK_CLARIFY};
    struct str reason;

    (void)state;
    assert_int_equal(
        plan_read(json_of(STR("{\"plan\":\"spec\",\"table\":\"orders.csv\","
                              "\"spec\":{\"kind\":\"aggregate\",\"measures\":"
                              "[{\"agg\":\"sum\",\"column\":\"units\"}],"
                              "\"group_by\":[{\"column\":\"orderDate\","
                              "\"grain\":\"month\"}],\"order\":{\"by\":"
                              "\"column\",\"column\":\"ORDERDATE\","
                              "\"descending\":false}}}")),
                  &context, &arena, &r, &reason, &err),
        OK);
    assert_true(str_ends(r.sql, STR("GROUP BY 1 ORDER BY 1 ASC NULLS LAST")));
}

static void what_cannot_be_seen_so_is_reported(void **state)
{
    (void)state;
    check_plan("{\"kind\":\"aggregate\",\"table\":\"data\",\"measures\":[{"
               "\"agg\":\"count\",\"column\":null}],\"group_by\":[{\"column\":"
               "\"city\",\"grain\":\"weekday\",\"view\":\"weekday_en\"}]}",
               "no dates are in column 'city'");
    check_plan("{\"kind\":\"rows\",\"table\":\"data\",\"filters\":[{\"column\":"
               "\"units\",\"op\":\">\",\"type\":\"average\",\"values\":["
               "\"profit\"]}]}",
               "the table has no column 'profit'");
    check_plan("{\"kind\":\"rows\",\"table\":\"data\",\"joins\":[{\"table\":"
               "\"x\"}]}",
               "'joins'");
    check_plan("{\"kind\":\"aggregate\",\"table\":\"data\",\"measures\":[{"
               "\"agg\":\"sum\",\"column\":null}]}",
               "'sum' needs a column");
}

/* Two files are both called "data" in SQL: the one with the columns is meant,
 * and where both have them the asker decides. */
static void the_table_of_a_spec_is_the_one_that_has_its_columns(void **state)
{
    static const char other[] =
        "{\"row_count\":2,\"columns\":[{\"name\":\"room\",\"inferred_type\":"
        "\"string\",\"non_null_count\":2,\"distinct_estimate\":2},{\"name\":"
        "\"units\",\"inferred_type\":\"integer\",\"non_null_count\":2,"
        "\"distinct_estimate\":2,\"min\":1,\"max\":2}]}";
    struct ask_schema *s = schema_of(ORDERS, "orders.csv", &arena);
    struct ask_result r;

    (void)state;
    assert_int_equal(schema_add(s, STR("rooms.csv"), STR("data"),
                                json_of(STR(other)), &arena, &err),
                     OK);
    assert_int_equal(plan_text(s,
                               STR("{\"kind\":\"cells\",\"table\":\"data\","
                                   "\"group_by\":[{\"column\":\"room\","
                                   "\"grain\":null}]}"),
                               &r),
                     OK);
    assert_int_equal(r.table, 1);
    assert_int_equal(plan_text(s,
                               STR("{\"kind\":\"cells\",\"table\":\"data\","
                                   "\"group_by\":[{\"column\":\"units\","
                                   "\"grain\":null}]}"),
                               &r),
                     ERR_VALIDATION_FAILED);
    assert_non_null(strstr(err.msg, "several tables"));
}

/* The generator: small numbers, the same each time. */
static uint32_t seed = 42;

static uint32_t below(uint32_t n)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % n;
}

static struct str text_column(void)
{
    static const char *const names[] = {"customer_name", "city", "Ship To",
                                        "note"};

    return str_from(names[below(COUNT_OF(names))]);
}

static struct str number_column(void)
{
    static const char *const names[] = {"units", "unit_price", "total_amount",
                                        "density"};

    return str_from(names[below(COUNT_OF(names))]);
}

static void make_measure(struct spec_measure *m)
{
    static const enum agg of_numbers[] = {AGG_SUM, AGG_AVG, AGG_MEDIAN,
                                          AGG_MIN, AGG_MAX, AGG_RANGE};

    *m = (struct spec_measure){.agg = AGG_COUNT};
    switch (below(4)) {
    case 0: return;
    case 1:
        *m = (struct spec_measure){.agg = AGG_DISTINCT,
                                   .column = text_column(),
                                   .view = below(2) ? VIEW_CELL : VIEW_SHORT};
        return;
    case 2:
        *m = (struct spec_measure){
            .agg = AGG_SUM, .column = text_column(), .view = VIEW_NUMBER};
        return;
    default:
        *m = (struct spec_measure){.agg = of_numbers[below(6)],
                                   .column = number_column(),
                                   .round = below(2)};
    }
}

static void make_group(struct spec_group *g)
{
    static const enum spec_view of_text[] = {VIEW_CELL, VIEW_CELL,   VIEW_SHORT,
                                             VIEW_YEAR, VIEW_NUMBER, VIEW_DAY};
    static const enum spec_view days[] = {VIEW_WEEKDAY_EN, VIEW_WEEKDAY_ES,
                                          VIEW_WEEKDAY_ZH};

    *g = (struct spec_group){.column = STR("orderDate")};
    switch (below(4)) {
    case 0: g->grain = (enum grain)(GRAIN_DAY + below(5)); return;
    case 1:
        g->grain = GRAIN_WEEKDAY;
        g->view = days[below(3)];
        return;
    case 2:
        g->grain = GRAIN_HOUR;
        g->view = VIEW_HOUR;
        return;
    default: g->column = text_column(); g->view = of_text[below(6)];
    }
}

static void make_filter(struct spec_filter *f)
{
    static const struct str city[] = {{"Madrid", 6}, {"Paris", 5}};
    static const struct str column[] = {{"unit_price", 10}};
    static const struct str number[] = {{"5", 1}, {"12.5", 4}};
    static const struct str days[] = {{"2023-01-01", 10}, {"2024-01-01", 10}};
    static const struct str clock[] = {{"18:00:00", 8}};
    static const enum filter_op compares[] = {FILTER_EQ, FILTER_NE, FILTER_LT,
                                              FILTER_LE, FILTER_GT, FILTER_GE};
    enum filter_op any = compares[below(6)];

    switch (below(9)) {
    case 0:
        *f = (struct spec_filter){
            .column = STR("city"), .op = FILTER_IN, .values = city, .n = 2};
        return;
    case 1:
        *f = (struct spec_filter){
            .column = STR("city"), .op = FILTER_NE, .values = city, .n = 1};
        return;
    case 2:
        *f = (struct spec_filter){.column = number_column(),
                                  .op = any,
                                  .literal = LITERAL_NUMBER,
                                  .values = number,
                                  .n = 1};
        return;
    case 3:
        *f = (struct spec_filter){.column = number_column(),
                                  .op = any,
                                  .literal = below(2) ? LITERAL_COLUMN
                                                      : LITERAL_AVERAGE,
                                  .values = column,
                                  .n = 1};
        return;
    case 4:
        *f = (struct spec_filter){.column = STR("orderDate"),
                                  .op = FILTER_PERIOD,
                                  .values = days,
                                  .n = 2};
        return;
    case 5:
        *f = (struct spec_filter){.column = STR("orderDate"),
                                  .op = FILTER_IN,
                                  .literal = LITERAL_NUMBER,
                                  .values = number,
                                  .n = 1,
                                  .view = VIEW_WEEKDAY};
        return;
    case 6:
        *f = (struct spec_filter){.column = STR("orderDate"),
                                  .op = any,
                                  .literal = LITERAL_CLOCK,
                                  .values = clock,
                                  .n = 1,
                                  .view = VIEW_CLOCK};
        return;
    case 7:
        *f = (struct spec_filter){.column = STR("note"),
                                  .op = any,
                                  .literal = LITERAL_NUMBER,
                                  .values = number,
                                  .n = 1,
                                  .view = VIEW_YEAR};
        return;
    default:
        *f = (struct spec_filter){.column = text_column(),
                                  .op =
                                      below(2) ? FILTER_NULL : FILTER_NOT_NULL};
    }
}

static void make_order(struct query_spec *s)
{
    s->descending = below(2);
    if (s->kind == SPEC_ROWS) {
        s->order = below(2) ? ORDER_COLUMN : ORDER_NONE;
        s->order_column = s->order ? number_column() : (struct str){0};
        return;
    }
    if (s->n_measures && below(2))
        s->order = ORDER_MEASURE;
    else if (s->n_groups && below(3) == 0)
        s->order = ORDER_FILE;
    else if (s->n_groups && below(2))
        s->order = ORDER_COLUMN;
    if (s->order == ORDER_COLUMN && below(2))
        s->order_column = s->groups[below((uint32_t)s->n_groups)].column;
}

/* What only some specs have. */
static void make_places(struct query_spec *s)
{
    s->limit = below(3) ? 0 : 1 + below(5);
    s->share = s->n_measures && below(5) == 0;
    s->running = s->n_measures && s->n_groups && !s->share && below(5) == 0;
    s->filled = below(6) == 0;
    s->output = (enum spec_output)below(3);
    if (below(5) == 0)
        s->step = (struct spec_step){.kind = below(2) ? SPEC_STEP_MOST
                                                      : SPEC_STEP_FIRST,
                                     .column = number_column(),
                                     .n = 0};
    if (s->n_groups == 2 && below(4) == 0)
        s->each = 1;
    if (s->limit == 1 && below(3) == 0)
        s->place = 2;
}

static void make_spec(struct query_spec *s)
{
    static const enum spec_kind kinds[] = {SPEC_AGGREGATE, SPEC_AGGREGATE,
                                           SPEC_AGGREGATE, SPEC_ROWS,
                                           SPEC_COUNTED,   SPEC_CELLS};

    *s = (struct query_spec){.kind = kinds[below(6)], .table = STR("data")};
    if (s->kind != SPEC_ROWS)
        s->n_groups = below(3);
    if (s->kind == SPEC_AGGREGATE)
        s->n_measures = s->n_groups ? below(3) : 1 + below(2);
    if (s->kind != SPEC_ROWS && s->kind != SPEC_AGGREGATE && !s->n_groups)
        s->n_groups = 1;
    s->n_filters = below(3);
    for (size_t i = 0; i < s->n_measures; i++)
        make_measure(&s->measures[i]);
    for (size_t i = 0; i < s->n_groups; i++)
        make_group(&s->groups[i]);
    for (size_t i = 0; i < s->n_filters; i++)
        make_filter(&s->filters[i]);
    if (s->kind == SPEC_AGGREGATE && s->n_groups && below(4) == 0) {
        s->has_having = true;
        make_measure(&s->having.measure);
        s->having.op = FILTER_GT;
        s->having.number = STR("3");
    }
    make_order(s);
    make_places(s);
}

static void specs_that_are_made_are_the_same_when_they_are_read(void **state)
{
    size_t compiled = 0;

    (void)state;
    for (size_t n = 0; n < SPECS; n++) {
        struct ask_schema *s;
        struct query_spec spec;
        struct ask_result again;
        struct str names[16];
        struct compile_columns columns = {names, 0};
        struct str sql[2];
        struct str text;

        arena_reset(&arena);
        s = schema_of(ORDERS, "orders.csv", &arena);
        for (size_t i = 0; i < s->tables[0].n_columns; i++)
            names[columns.n++] = s->tables[0].columns[i].name;
        make_spec(&spec);
        err = (struct error){0};
        if (spec_compile(&spec, &columns, &arena, sql, &err))
            continue; /* a share of a change and the like */
        compiled++;
        text = text_of(&spec);
        if (plan_text(s, text, &again))
            fail_msg("%.*s\n  %s", STR_FMT(text), err.msg);
        if (!str_eq(again.sql, sql[0]) || !str_eq(again.tie_sql, sql[1]))
            fail_msg("%.*s\n  is   %.*s\n  not  %.*s", STR_FMT(text),
                     STR_FMT(again.sql), STR_FMT(sql[0]));
    }
    assert_true(compiled > SPECS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_question_sees_of_cells_is_seen_again),
        cmocka_unit_test(groups_keep_the_order_that_names_them),
        cmocka_unit_test(a_model_orders_a_series_by_its_months),
        cmocka_unit_test(what_cannot_be_seen_so_is_reported),
        cmocka_unit_test(the_table_of_a_spec_is_the_one_that_has_its_columns),
        cmocka_unit_test(specs_that_are_made_are_the_same_when_they_are_read),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
