#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/sentence/sentence_spec.h"

#include <cmocka.h>

static void check(struct buf *b, const char *want)
{
    if (!str_is(buf_str(b), want))
        fail_msg("is   %.*s\nnot  %s", STR_FMT(buf_str(b)), want);
    buf_release(b);
}

static void measures_are_said_in_three_languages(void **state)
{
    struct spec_measure m = {.agg = AGG_AVG, .column = STR("x")};
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 12);
    sentence_measure(&b, &(struct phrasing){.language = LANGUAGE_EN}, &m);
    check(&b, "average x");
    sentence_measure(&b, &(struct phrasing){.language = LANGUAGE_ES}, &m);
    check(&b, "promedio de x");
    sentence_measure(&b, &(struct phrasing){.language = LANGUAGE_ZH}, &m);
    check(&b, "x平均值");
    m = (struct spec_measure){.agg = AGG_COUNT};
    sentence_measure(&b, &(struct phrasing){.language = LANGUAGE_EN}, &m);
    check(&b, "number of rows");
}

/* A formula over the columns a, b and c is said so. */
static void check_formula(const char *formula, enum language language,
                          const char *want)
{
    struct schema_column columns[] = {
        {.name = STR("a")}, {.name = STR("b")}, {.name = STR("c")}};
    const struct schema_table table = {.columns = columns, .n_columns = 3};
    const struct phrasing x = {.table = &table, .language = language};
    const struct spec_measure m = {
        .agg = AGG_FORMULA, .column = STR("a"), .formula = str_from(formula)};
    struct buf b;

    buf_init(&b, 1 << 12);
    sentence_measure(&b, &x, &m);
    check(&b, want);
}

static void formulas_say_what_is_computed(void **state)
{
    const struct spec_measure named = {.agg = AGG_FORMULA,
                                       .column = STR("npl_ratio"),
                                       .formula = STR("a / b")};
    struct buf b;

    (void)state;
    check_formula("sum(a)/sum(b)", LANGUAGE_EN, "total a / total b");
    check_formula("100*sum(a)/sum(b)", LANGUAGE_EN, "total a / total b in %");
    check_formula("100*(sum(a)-sum(b))/sum(c)", LANGUAGE_EN,
                  "(total a - total b) / total c in %");
    check_formula("max(a-b)", LANGUAGE_EN, "highest (a - b)");
    check_formula("avg(days(a,b))", LANGUAGE_EN, "average days from a to b");
    check_formula("avg(days(a,b))", LANGUAGE_ES, "promedio de días de a a b");
    check_formula("sum(a)/distinct(month(b))", LANGUAGE_EN,
                  "total a / number of different months");
    check_formula("count(1)/distinct(b)", LANGUAGE_EN,
                  "number of rows / number of bs");
    check_formula("percentile(a,90)", LANGUAGE_EN, "percentile 90 of a");
    check_formula("correlation(a,b)", LANGUAGE_ZH, "a与b的相关系数");
    buf_init(&b, 1 << 12);
    sentence_measure(&b, &(struct phrasing){.language = LANGUAGE_EN}, &named);
    check(&b, "npl ratio");
}

static void groups_are_called_by_column_or_grain(void **state)
{
    struct spec_group g = {.column = STR("home_city")};
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 12);
    sentence_group(&b, &(struct phrasing){.language = LANGUAGE_ES}, &g, false);
    check(&b, "home city");
    g.column = STR("order_id");
    sentence_group(&b, &(struct phrasing){.language = LANGUAGE_EN}, &g, true);
    check(&b, "orders");
    g.column = STR("Name");
    sentence_group(
        &b, &(struct phrasing){.language = LANGUAGE_EN, .rows = STR("members")},
        &g, true);
    check(&b, "members");
    g.grain = GRAIN_QUARTER;
    sentence_group(&b, &(struct phrasing){.language = LANGUAGE_ES}, &g, false);
    check(&b, "trimestre");
}

/* One filter is said so in English. */
static void check_filter(struct spec_filter f, const char *want)
{
    struct query_spec s = {.n_filters = 1};
    struct buf b;

    s.filters[0] = f;
    s.filters[0].column = STR("c");
    buf_init(&b, 1 << 12);
    sentence_conditions(&b,
                        &(struct phrasing){.spec = &s, .language = LANGUAGE_EN},
                        SENTENCE_ALL, true);
    check(&b, want);
}

static void every_filter_has_words(void **state)
{
    const struct str v[6] = {STR("1"), STR("2"), STR("3"),
                             STR("4"), STR("5"), STR("6")};
    const struct str day[2] = {STR("2024-01-01"), STR("2024-03-01")};
    const struct str six[1] = {STR("18:00:00")};
    const struct str open[2] = {{0}, STR("2024-03-01")};

    (void)state;
    check_filter((struct spec_filter){.op = FILTER_EQ, .values = v, .n = 1},
                 " with c 1");
    check_filter((struct spec_filter){.op = FILTER_NE, .values = v, .n = 1},
                 " with c other than 1");
    check_filter(
        (struct spec_filter){.op = FILTER_BETWEEN, .values = v, .n = 2},
        " with c from 1 to 2");
    check_filter((struct spec_filter){.op = FILTER_IN, .values = v, .n = 6},
                 " with c 1, 2, 3, 4, 5, \xe2\x80\xa6 (6 in all)");
    check_filter((struct spec_filter){.op = FILTER_NOT_IN, .values = v, .n = 2},
                 " with c other than 1 or 2");
    check_filter(
        (struct spec_filter){.op = FILTER_PERIOD, .values = day, .n = 2},
        " from January 2024 to February 2024");
    check_filter(
        (struct spec_filter){.op = FILTER_PERIOD, .values = open, .n = 2},
        " until 29 February 2024");
    check_filter((struct spec_filter){.op = FILTER_MONTH, .values = v, .n = 1},
                 " in January");
    check_filter(
        (struct spec_filter){
            .op = FILTER_IN, .values = v, .n = 6, .view = VIEW_WEEKDAY},
        " on Monday or Tuesday or Wednesday or Thursday or Friday or Saturday");
    check_filter((struct spec_filter){.op = FILTER_GE,
                                      .values = six,
                                      .n = 1,
                                      .literal = LITERAL_CLOCK,
                                      .view = VIEW_CLOCK},
                 " with c of at least 18:00");
    check_filter((struct spec_filter){.op = FILTER_NULL}, " with no c");
    check_filter((struct spec_filter){.op = FILTER_NOT_NULL},
                 " with c filled in");
    check_filter(
        (struct spec_filter){.op = FILTER_CONTAINS, .values = v, .n = 1},
        " with c containing 1");
}

static void names_and_figures_are_as_people_write_them(void **state)
{
    const struct phrasing x = {.language = LANGUAGE_EN};
    const struct spec_measure euros = {.agg = AGG_SUM,
                                       .column = STR("Total Amount (EUR)")};
    const struct spec_measure year = {.agg = AGG_MAX, .column = STR("Year")};
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 12);
    sentence_name(&b, euros.column);
    check(&b, "total amount");
    sentence_measure(&b, &x, &euros);
    check(&b, "total amount");
    sentence_figure(&b, &x, &euros, STR("8678443.85"));
    check(&b, "8,678,443.85 \xe2\x82\xac");
    sentence_figure(&b, &x, &year, STR("2024"));
    check(&b, "2024");
    sentence_number(&b, STR("12345.678912"), MARKS_SPACE);
    check(&b, "12\xe2\x80\xaf"
              "345.68");
    sentence_number(&b, STR("-12345.678912"), MARKS_POINT);
    check(&b, "-12.345,68");
    assert_true(sentence_things(&b, STR("order_id"), LANGUAGE_EN, true));
    check(&b, "orders");
    assert_true(sentence_things(&b, STR("order_id"), LANGUAGE_EN, false));
    check(&b, "order");
    assert_true(sentence_things(&b, STR("订单号"), LANGUAGE_ZH, true));
    check(&b, "订单");
    assert_true(sentence_things(&b, STR("order_id"), LANGUAGE_ES, true));
    check(&b, "pedidos");
    assert_false(sentence_things(&b, STR("country"), LANGUAGE_EN, true));
    sentence_names(&b, STR("country"), LANGUAGE_EN);
    check(&b, "countries");
    sentence_names(&b, STR("fecha_de_pedido"), LANGUAGE_ES);
    check(&b, "fechas de pedido");
}

/* A column is called so, and so is a figure of it. */
static void check_unit(const char *column, const char *name, const char *figure)
{
    const struct phrasing x = {.language = LANGUAGE_EN};
    const struct spec_measure m = {.agg = AGG_AVG, .column = str_from(column)};
    struct buf b;

    buf_init(&b, 1 << 12);
    sentence_name(&b, m.column);
    check(&b, name);
    sentence_figure(&b, &x, &m, STR("1234"));
    check(&b, figure);
}

static void a_unit_behind_a_name_is_one_of_what_the_name_says(void **state)
{
    (void)state;
    check_unit("weight_lb", "weight", "1,234 lb");
    check_unit("runtime_min", "runtime", "1,234 min");
    check_unit("gross_musd", "gross", "$1,234M");
    check_unit("temp_c", "temperature", "1,234 °C");
    check_unit("temp_min", "temp min", "1,234");
    check_unit("price_min", "price min", "1,234");
    check_unit("team_c", "team c", "1,234");
}

static void capitals_with_accents_are_written_small_too(void **state)
{
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 12);
    sentence_name(&b, STR("FECHA OPERACIÓN"));
    check(&b, "fecha operación");
    sentence_name(&b, STR("AÑO"));
    check(&b, "AÑO");
    sentence_name(&b, STR("banco_nombre"));
    check(&b, "banco");
    sentence_name(&b, STR("first_name"));
    check(&b, "first name");
    sentence_names(&b, STR("customer"), LANGUAGE_ES);
    check(&b, "customers");
}

static void figures_have_the_currency_of_their_cells(void **state)
{
    struct phrasing x = {.language = LANGUAGE_ES};
    const struct spec_measure fee = {.agg = AGG_AVG, .column = STR("Fee")};
    struct arena a;
    struct error e = {0};
    struct json *map = NULL;
    struct buf b;

    (void)state;
    arena_init(&a, 1 << 16);
    buf_init(&b, 1 << 12);
    assert_int_equal(
        json_parse(STR("{\"fidelity\":{\"columns\":[{\"name\":\"Fee\","
                       "\"number_format\":\"1.234,56\",\"currency\":\"£\"}"
                       "]}}"),
                   &json_default_limits, &a, &map, &e),
        OK);
    x.map = map;
    x.marks = sentence_marks(x.language, map);
    assert_int_equal(sentence_marks(LANGUAGE_EN, map), MARKS_COMMA);
    assert_int_equal(sentence_marks(LANGUAGE_ES, NULL), MARKS_SPACE);
    sentence_figure(&b, &x, &fee, STR("18234.5"));
    check(&b, "£18.234,5");
    arena_release(&a);
}

/* 11.7 % of a file is 0.117 in its rows. */
static void figures_are_per_cent_as_their_cells_are(void **state)
{
    struct schema_column columns[] = {
        {.name = STR("Fat %"), .kind = COLUMN_NUMBER, .percent = true},
        {.name = STR("Rate"), .kind = COLUMN_NUMBER}};
    const struct schema_table table = {.columns = columns, .n_columns = 2};
    const struct phrasing x = {.language = LANGUAGE_EN, .table = &table};
    struct spec_measure m = {.agg = AGG_MIN, .column = STR("Fat %")};
    struct buf b;

    (void)state;
    buf_init(&b, 1 << 12);
    sentence_figure(&b, &x, &m, STR("0.117"));
    check(&b, "11.7 %");
    sentence_figure(&b, &x, &m, STR("-0.05"));
    check(&b, "-5 %");
    sentence_figure(&b, &x, &m, STR("12"));
    check(&b, "1,200 %");
    sentence_figure(&b, &x, &m, STR("0"));
    check(&b, "0 %");
    m.agg = AGG_COUNT;
    sentence_figure(&b, &x, &m, STR("3"));
    check(&b, "3");
    m = (struct spec_measure){.agg = AGG_MAX, .column = STR("Rate")};
    sentence_figure(&b, &x, &m, STR("0.25"));
    check(&b, "0.25");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_are_said_in_three_languages),
        cmocka_unit_test(formulas_say_what_is_computed),
        cmocka_unit_test(groups_are_called_by_column_or_grain),
        cmocka_unit_test(every_filter_has_words),
        cmocka_unit_test(names_and_figures_are_as_people_write_them),
        cmocka_unit_test(a_unit_behind_a_name_is_one_of_what_the_name_says),
        cmocka_unit_test(capitals_with_accents_are_written_small_too),
        cmocka_unit_test(figures_have_the_currency_of_their_cells),
        cmocka_unit_test(figures_are_per_cent_as_their_cells_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
