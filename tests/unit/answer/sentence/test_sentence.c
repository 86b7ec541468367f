#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/sentence/sentence.h"

#include <cmocka.h>

/* The rows under this spec and language are said so. */
static void check(const struct query_spec *s, enum language language,
                  const char *result, const char *text, enum chart chart)
{
    struct arena a;
    struct error e = {0};
    struct json *j = NULL;
    struct sentence p = {0};
    struct sentence_request r = {.spec = s, .language = language};

    arena_init(&a, 1 << 20);
    assert_int_equal(
        json_parse(str_from(result), &json_default_limits, &a, &j, &e), OK);
    r.result = j;
    assert_int_equal(sentence_answer(&r, &a, &p, &e), OK);
    if (!str_is(p.text, text))
        fail_msg("is   %.*s\nnot  %s", STR_FMT(p.text), text);
    assert_int_equal(p.chart, chart);
    arena_release(&a);
}

static struct query_spec sums(void)
{
    struct query_spec s = {.table = STR("data"), .n_measures = 1};

    s.measures[0] =
        (struct spec_measure){.agg = AGG_SUM, .column = STR("sales")};
    return s;
}

static void one_figure_is_said_with_what_it_measures(void **state)
{
    const struct str day[2] = {STR("2024-01-01"), STR("2025-01-01")};
    struct query_spec s = sums();

    (void)state;
    s.filters[0] = (struct spec_filter){
        .column = STR("date"), .op = FILTER_PERIOD, .values = day, .n = 2};
    s.n_filters = 1;
    check(&s, LANGUAGE_EN, "{\"rows\":[[12.50]]}",
          "Total sales in 2024: 12.50.", CHART_NONE);
    check(&s, LANGUAGE_ES, "{\"rows\":[[12.50]]}",
          "Total de sales en 2024: 12.50.", CHART_NONE);
    check(&s, LANGUAGE_ZH, "{\"rows\":[[12.50]]}", "2024年的sales合计：12.50。",
          CHART_NONE);
}

static void groups_are_a_ranking_and_months_a_series(void **state)
{
    struct query_spec s = sums();

    (void)state;
    s.groups[0] = (struct spec_group){.column = STR("city")};
    s.n_groups = 1;
    s.order = ORDER_MEASURE;
    s.descending = true;
    s.limit = 2;
    check(&s, LANGUAGE_EN, "{\"rows\":[[\"A\",2],[null,1]]}",
          "Top 2 cities by total sales: A (2); (empty) (1).", CHART_RANKING);
    s.groups[0].grain = GRAIN_MONTH;
    s.order = ORDER_NONE;
    s.limit = 0;
    check(&s, LANGUAGE_EN, "{\"rows\":[[\"2024-01\",2],[\"2024-02\",1]]}",
          "Total sales by month: January 2024 (2); February 2024 (1).",
          CHART_SERIES);
}

static void the_most_spent_is_the_most_negative(void **state)
{
    const struct str zero = STR("0");
    struct query_spec s = sums();

    (void)state;
    s.groups[0] = (struct spec_group){.column = STR("city")};
    s.n_groups = 1;
    s.order = ORDER_MEASURE;
    s.limit = 2;
    s.filters[0] = (struct spec_filter){.column = STR("sales"),
                                        .op = FILTER_LT,
                                        .literal = LITERAL_NUMBER,
                                        .values = &zero,
                                        .n = 1};
    s.n_filters = 1;
    check(&s, LANGUAGE_EN, "{\"rows\":[[\"A\",-2],[\"B\",-1]]}",
          "Top 2 cities by total sales, the most negative first with sales "
          "below 0: A (-2); B (-1).",
          CHART_RANKING);
    s.limit = 1;
    check(
        &s, LANGUAGE_ES, "{\"rows\":[[\"A\",-2]]}",
        "Total de sales más negativo por city con sales por debajo de 0: A (-2).",
        CHART_NONE);
}

static void a_share_of_the_whole_names_both(void **state)
{
    const struct str value = STR("Spain");
    struct query_spec s = sums();

    (void)state;
    s.share = true;
    s.filters[0] = (struct spec_filter){.column = STR("country"),
                                        .op = FILTER_EQ,
                                        .values = &value,
                                        .n = 1,
                                        .part = true};
    s.n_filters = 1;
    check(&s, LANGUAGE_EN, "{\"rows\":[[1,4,25.0]]}",
          "Country Spain: 25 % of the total sales (1 of 4).", CHART_NONE);
}

static void a_place_is_said_of_how_many(void **state)
{
    const struct str value = STR("Spain");
    struct query_spec s = sums();

    (void)state;
    s.placed = true;
    s.order = ORDER_MEASURE;
    s.descending = true;
    s.groups[0] = (struct spec_group){.column = STR("country")};
    s.n_groups = 1;
    s.filters[0] = (struct spec_filter){.column = STR("country"),
                                        .op = FILTER_EQ,
                                        .values = &value,
                                        .n = 1,
                                        .part = true};
    s.n_filters = 1;
    check(&s, LANGUAGE_EN, "{\"rows\":[[\"Spain\",1204,2,9]]}",
          "Spain is number 2 of 9 by total sales: 1,204.", CHART_NONE);
    check(&s, LANGUAGE_ES, "{\"rows\":[[\"Spain\",1204,2,9]]}",
          "Spain ocupa el puesto 2 de 9 por total de sales: 1204.", CHART_NONE);
    check(&s, LANGUAGE_ZH, "{\"rows\":[[\"Spain\",1204,2,9]]}",
          "按sales合计，Spain在 9 个中排第 2：1,204。", CHART_NONE);
    s.descending = false;
    check(
        &s, LANGUAGE_EN, "{\"rows\":[[\"Spain\",1,8,9],[\"Italy\",2,9,9]]}",
        "Spain is number 8 of 9 by total sales, the lowest first: 1. Italy is "
        "number 9 of 9 by total sales, the lowest first: 2.",
        CHART_NONE);
}

static void no_rows_are_said_plainly(void **state)
{
    struct query_spec s = {.table = STR("data"), .n_groups = 1};

    (void)state;
    s.groups[0] = (struct spec_group){.column = STR("city")};
    check(&s, LANGUAGE_EN, "{\"rows\":[],\"total_row_count\":0}",
          "There are no rows.", CHART_NONE);
    check(&s, LANGUAGE_ES, "{\"rows\":[]}", "No hay filas.", CHART_NONE);
}

static void what_is_cut_is_noted(void **state)
{
    struct query_spec s = {.kind = SPEC_ROWS,
                           .order = ORDER_COLUMN,
                           .order_column = STR("x"),
                           .limit = 3};
    struct sentence_request r = {.spec = &s, .within = 5};
    struct arena a;
    struct error e = {0};
    struct json *j = NULL;
    struct sentence p = {0};

    (void)state;
    arena_init(&a, 1 << 20);
    assert_int_equal(json_parse(STR("{\"rows\":[[1],[2]],\"row_count\":2,"
                                    "\"total_row_count\":3}"),
                                &json_default_limits, &a, &j, &e),
                     OK);
    r.result = j;
    assert_int_equal(sentence_answer(&r, &a, &p, &e), OK);
    assert_int_equal(p.n_notes, 2);
    assert_true(str_is(
        p.notes[0],
        "The cut falls inside a tie: 5 rows rank at least as high as number 3"));
    assert_true(str_is(p.notes[1], "2 of 3 rows are shown"));
    arena_release(&a);
}

static void what_is_taken_of_the_rows_stands_beside_their_conditions(
    void **state)
{
    const struct str ajax[1] = {STR("Ajax")};
    struct query_spec s = {.table = STR("data"), .n_groups = 1};

    (void)state;
    s.groups[0] = (struct spec_group){.column = STR("venue")};
    s.filters[0] = (struct spec_filter){
        .column = STR("team"), .op = FILTER_EQ, .values = ajax, .n = 1};
    s.n_filters = 1;
    s.step.kind = SPEC_STEP_LAST;
    check(&s, LANGUAGE_EN, "{\"rows\":[[\"Old Park\"]]}",
          "Venue with team Ajax (the last row): Old Park.", CHART_NONE);
    s.n_filters = 0;
    s.step = (struct spec_step){
        .kind = SPEC_STEP_NTH_MOST, .column = STR("goals"), .n = 3};
    check(&s, LANGUAGE_EN, "{\"rows\":[[\"Old Park\"]]}",
          "Venue (number 3 from the largest goals): Old Park.", CHART_NONE);
    s.step = (struct spec_step){.kind = SPEC_STEP_NTH, .n = 3};
    check(&s, LANGUAGE_ES, "{\"rows\":[[\"Old Park\"]]}",
          "Venue (la fila número 3): Old Park.", CHART_NONE);
}

static void two_that_are_compared_are_both_named(void **state)
{
    struct query_spec s = {.table = STR("data")};

    (void)state;
    s.compare = (struct spec_compare){.kind = SPEC_COMPARE_LARGER,
                                      .column = STR("goals"),
                                      .names = {STR("PSV"), STR("Ajax")}};
    check(&s, LANGUAGE_EN, "{\"rows\":[[\"PSV\",4]]}",
          "Of PSV and Ajax, larger goals: PSV (4).", CHART_NONE);
    s.compare.kind = SPEC_COMPARE_DIFFERENCE;
    check(&s, LANGUAGE_ZH, "{\"rows\":[[3]]}", "PSV与Ajax的goals差值：3。",
          CHART_NONE);
}

/* A table of cars: one named column, one of weights. */
static struct schema_table cars(struct schema_column column[3])
{
    column[0] = (struct schema_column){.name = STR("maker"),
                                       .kind = COLUMN_TEXT,
                                       .non_null = 20,
                                       .distinct = 6};
    column[1] = (struct schema_column){.name = STR("model"),
                                       .kind = COLUMN_TEXT,
                                       .non_null = 20,
                                       .distinct = 20};
    column[2] = (struct schema_column){.name = STR("weight_lb"),
                                       .kind = COLUMN_NUMBER,
                                       .non_null = 20,
                                       .distinct = 18};
    return (struct schema_table){
        .name = STR("cars.csv"), .columns = column, .n_columns = 3, .rows = 20};
}

/* What the table's rows say, in a language. */
static void check_cars(const struct query_spec *s, const char *result,
                       const char *holders, enum language language,
                       const char *text)
{
    struct schema_column column[3];
    const struct schema_table t = cars(column);
    struct sentence_request r = {.spec = s, .table = &t, .language = language};
    struct arena a;
    struct error e = {0};
    struct json *j = NULL;
    struct json *h = NULL;
    struct sentence p = {0};

    arena_init(&a, 1 << 22);
    assert_int_equal(
        json_parse(str_from(result), &json_default_limits, &a, &j, &e), OK);
    r.result = j;
    if (holders) {
        assert_int_equal(
            json_parse(str_from(holders), &json_default_limits, &a, &h, &e),
            OK);
        r.holders = h;
    }
    assert_int_equal(sentence_answer(&r, &a, &p, &e), OK);
    if (!str_is(p.text, text))
        fail_msg("is   %.*s\nnot  %s", STR_FMT(p.text), text);
    arena_release(&a);
}

#define CAR_COLUMNS "\"columns\":[\"maker\",\"model\",\"weight_lb\"],"

static void the_highest_row_is_named(void **state)
{
    struct query_spec s = {.kind = SPEC_ROWS,
                           .table = STR("data"),
                           .order = ORDER_COLUMN,
                           .order_column = STR("weight_lb"),
                           .descending = true,
                           .limit = 1};
    const char *one =
        "{" CAR_COLUMNS "\"rows\":[[\"Chevrolet\",\"Caprice\",5140]]}";

    (void)state;
    check_cars(&s, one, NULL, LANGUAGE_EN,
               "Highest weight: 5,140 lb (Caprice).");
    check_cars(&s, one, NULL, LANGUAGE_ES,
               "Valor máximo de weight: 5140 lb (Caprice).");
    check_cars(&s, one, NULL, LANGUAGE_ZH,
               "weight最大值：5,140 lb（Caprice）。");
    check_cars(&s,
               "{" CAR_COLUMNS "\"rows\":[[\"A\",\"Caprice\",5140],"
               "[\"B\",\"Fury\",5140]]}",
               NULL, LANGUAGE_EN,
               "Highest weight: 5,140 lb (Caprice and Fury).");
    s.limit = 2;
    check_cars(&s,
               "{" CAR_COLUMNS "\"rows\":[[\"A\",\"Caprice\",5140],"
               "[\"B\",\"Fury\",4900]]}",
               NULL, LANGUAGE_EN,
               "Top 2 rows by weight: Caprice (5,140 lb); Fury (4,900 lb).");
}

static void the_highest_value_says_whose_it_is(void **state)
{
    struct query_spec s = {.table = STR("data"), .n_measures = 1};

    (void)state;
    s.measures[0] =
        (struct spec_measure){.agg = AGG_MIN, .column = STR("weight_lb")};
    check_cars(&s, "{\"rows\":[[1800]]}",
               "{\"columns\":[\"row\",\"maker\",\"model\",\"weight_lb\"],"
               "\"rows\":[[7,\"Fiat\",\"500\",1800]]}",
               LANGUAGE_EN, "Lowest weight: 1,800 lb (500).");
    check_cars(&s, "{\"rows\":[[1800]]}", NULL, LANGUAGE_EN,
               "Lowest weight: 1,800 lb.");
}

/* How the first of March is said of a column of `n` days. */
static void check_first(const char *min, const char *max, uint64_t n,
                        const char *text)
{
    struct schema_column column = {.name = STR("date"),
                                   .kind = COLUMN_DATE,
                                   .min = str_from(min),
                                   .max = str_from(max),
                                   .distinct = n};
    const struct schema_table t = {
        .columns = &column, .n_columns = 1, .rows = n};
    struct query_spec s = sums();
    struct sentence_request r = {.spec = &s, .table = &t};
    struct arena a;
    struct error e = {0};
    struct json *j = NULL;
    struct sentence p = {0};

    s.groups[0] = (struct spec_group){.column = STR("date")};
    s.n_groups = 1;
    arena_init(&a, 1 << 20);
    assert_int_equal(json_parse(STR("{\"rows\":[[\"2024-03-01\",5]]}"),
                                &json_default_limits, &a, &j, &e),
                     OK);
    r.result = j;
    assert_int_equal(sentence_answer(&r, &a, &p, &e), OK);
    if (str_find(p.text, str_from(text)) == p.text.n)
        fail_msg("is   %.*s\nnot  %s", STR_FMT(p.text), text);
    arena_release(&a);
}

static void first_days_are_months_only_where_all_are(void **state)
{
    (void)state;
    check_first("2023-11-01", "2024-04-01", 6, ": March 2024 (5)");
    check_first("2023-01-01", "2025-01-01", 25, ": March 2024 (5)");
    check_first("2024-03-01", "2024-04-01", 2, ": March 2024 (5)");
    check_first("2024-03-01", "2024-04-01", 32, ": 1 March 2024 (5)");
    check_first("2023-11-01", "2024-04-01", 7, ": 1 March 2024 (5)");
    check_first("2020-01-01", "2024-01-01", 5, ": 1 March 2024 (5)");
    check_first("2024-03-01", "2024-03-01", 1, ": 1 March 2024 (5)");
}

/* The label of the sum of a column. */
static void check_label(const char *column, const char *label)
{
    struct query_spec s = sums();
    struct sentence_request r = {.spec = &s};
    struct arena a;
    struct error e = {0};
    struct json *j = NULL;
    struct sentence p = {0};

    s.measures[0].column = str_from(column);
    arena_init(&a, 1 << 20);
    assert_int_equal(
        json_parse(STR("{\"rows\":[[1]]}"), &json_default_limits, &a, &j, &e),
        OK);
    r.result = j;
    assert_int_equal(sentence_answer(&r, &a, &p, &e), OK);
    assert_int_equal(p.n_labels, 1);
    if (!str_is(p.labels[0], label))
        fail_msg("is   %.*s\nnot  %s", STR_FMT(p.labels[0]), label);
    arena_release(&a);
}

static void a_label_has_the_unit_without_the_space_of_figures(void **state)
{
    (void)state;
    check_label("sales_eur", "total sales (€)");
    check_label("weight_lb", "total weight (lb)");
    check_label("Price (GBP)", "total price (£)");
    check_label("gross_musd", "total gross ($M)");
    check_label("sales", "total sales");
}

static void a_result_without_rows_is_refused(void **state)
{
    struct query_spec s = sums();
    struct json none = {.type = JSON_OBJECT};
    struct sentence_request r = {.spec = &s, .result = &none};
    struct arena a;
    struct error e = {0};
    struct sentence p;

    (void)state;
    arena_init(&a, 1 << 16);
    assert_int_equal(sentence_answer(&r, &a, &p, &e), ERR_VALIDATION_FAILED);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_figure_is_said_with_what_it_measures),
        cmocka_unit_test(groups_are_a_ranking_and_months_a_series),
        cmocka_unit_test(the_most_spent_is_the_most_negative),
        cmocka_unit_test(a_share_of_the_whole_names_both),
        cmocka_unit_test(a_place_is_said_of_how_many),
        cmocka_unit_test(no_rows_are_said_plainly),
        cmocka_unit_test(what_is_cut_is_noted),
        cmocka_unit_test(
            what_is_taken_of_the_rows_stands_beside_their_conditions),
        cmocka_unit_test(two_that_are_compared_are_both_named),
        cmocka_unit_test(the_highest_row_is_named),
        cmocka_unit_test(the_highest_value_says_whose_it_is),
        cmocka_unit_test(first_days_are_months_only_where_all_are),
        cmocka_unit_test(a_label_has_the_unit_without_the_space_of_figures),
        cmocka_unit_test(a_result_without_rows_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
