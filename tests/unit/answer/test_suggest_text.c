#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/sentence/sentence_names.h"
#include "answer/suggest_text.h"

#include <cmocka.h>

/* clang-format off */
/* A column of a profile: name, type, how many of 100 rows differ, extremes. */
#define COLUMN(name, type, distinct, min, max)                                 \
    "{\"name\":\"" name "\",\"inferred_type\":\"" type                         \
    "\",\"non_null_count\":100,\"distinct_estimate\":" #distinct               \
    ",\"min\":\"" min "\",\"max\":\"" max "\"}"
#define PROFILE(columns) "{\"row_count\":100,\"columns\":[" columns "]}"

static const char orders[] = PROFILE(
    COLUMN("Order #", "integer", 100, "1", "100") ","
    COLUMN("Year", "integer", 2, "2023", "2024") ","
    COLUMN("Sex", "string", 2, "f", "m") ","
    COLUMN("Region", "string", 5, "East", "West") ","
    COLUMN("Order Date", "date", 90, "2024-01-03", "2024-05-28") ","
    COLUMN("revenue_eur", "decimal", 99, "1.5", "900"));

static const char reviews[] =
    PROFILE(COLUMN("Alojamiento", "string", 9, "A", "Z") ","
            COLUMN("Limpieza", "decimal", 10, "1", "10") ","
            COLUMN("Puntuación", "decimal", 10, "1", "10"));

/* clang-format on */

static void roles_of(struct ask_schema *s, const char *name,
                     const char *profile, struct arena *a,
                     struct table_roles *out)
{
    struct error e = {0};
    struct json *j = NULL;

    assert_int_equal(
        json_parse(str_from(profile), &json_default_limits, a, &j, &e), OK);
    assert_int_equal(schema_add(s, str_from(name), STR("data"), j, a, &e), OK);
    assert_int_equal(table_roles_of(&s->tables[s->n_tables - 1], a, out, &e),
                     OK);
}

static void check(const struct table_roles *r, enum suggest_shape shape,
                  enum language language, bool as_written, struct arena *a,
                  const char *want)
{
    const struct suggest_form form = {shape, language, as_written};
    struct error e = {0};
    struct str question;

    assert_int_equal(suggest_text(r, &form, a, &question, &e), OK);
    if (!str_is(question, want))
        fail_msg("is   %.*s\nnot  %s", STR_FMT(question), want);
}

static struct ask_schema schema;

static void a_table_is_asked_for_its_amount_groups_and_newest_month(
    void **state)
{
    struct table_roles r;
    struct arena a;

    (void)state;
    schema = (struct ask_schema){0};
    arena_init(&a, (size_t)64 << 20);
    roles_of(&schema, "orders_2024.csv", orders, &a, &r);
    check(&r, SUGGEST_BY_GROUP, LANGUAGE_EN, false, &a,
          "What is the total revenue by region?");
    check(&r, SUGGEST_OF_PERIOD, LANGUAGE_EN, false, &a,
          "What was the total revenue in May 2024?");
    check(&r, SUGGEST_BY_MONTH, LANGUAGE_EN, false, &a,
          "What is the total revenue by month?");
    check(&r, SUGGEST_COUNTED_BY, LANGUAGE_EN, false, &a,
          "How many orders are there for each region?");
    check(&r, SUGGEST_LEADER, LANGUAGE_EN, false, &a, ""); /* of two sexes */
    check(&r, SUGGEST_RANK, LANGUAGE_EN, false, &a, "");   /* rows: no name */
    check(&r, SUGGEST_BY_GROUP, LANGUAGE_EN, true, &a,
          "What is the total revenue_eur by Region?");
    check(&r, SUGGEST_OF_PERIOD, LANGUAGE_ES, false, &a,
          "¿Cuál fue el total de revenue en mayo de 2024?");
    check(&r, SUGGEST_OF_PERIOD, LANGUAGE_ZH, false, &a,
          "2024年5月的revenue合计是多少？");
    arena_release(&a);
}

static void ratings_are_averaged(void **state)
{
    struct table_roles r;
    struct arena a;

    (void)state;
    schema = (struct ask_schema){0};
    arena_init(&a, (size_t)64 << 20);
    roles_of(&schema, "opiniones.csv", reviews, &a, &r);
    check(&r, SUGGEST_BY_GROUP, LANGUAGE_ES, false, &a,
          "¿Cuál es el promedio de puntuación por alojamiento?");
    arena_release(&a);
}

/* clang-format off */
static const char sales[] = PROFILE(
    COLUMN("order_id", "string", 100, "SO-1", "SO-9") ","
    COLUMN("date_of_birth", "date", 90, "1950-01-03", "1999-05-28") ","
    COLUMN("order_date", "date", 90, "2024-01-03", "2024-05-28") ","
    COLUMN("region", "string", 5, "East", "West") ","
    COLUMN("units", "integer", 50, "1", "60") ","
    COLUMN("unit_price", "decimal", 80, "1.5", "900") ","
    COLUMN("sales", "decimal", 99, "1.5", "9000"));

static const char prices[] = PROFILE(
    COLUMN("maker", "string", 9, "A", "Z") ","
    COLUMN("price", "decimal", 90, "15", "900"));

static const char levels[] = PROFILE(
    COLUMN("fecha", "date", 10, "2024-01-31", "2024-10-31") ","
    COLUMN("banco_nombre", "string", 10, "A", "Z") ","
    COLUMN("cartera_total", "decimal", 99, "15", "900000"));
/* clang-format on */

static void the_main_amount_is_asked_for_and_no_price_or_level_is_added_up(
    void **state)
{
    struct table_roles r;
    struct arena a;

    (void)state;
    schema = (struct ask_schema){0};
    arena_init(&a, (size_t)64 << 20);
    roles_of(&schema, "sales.csv", sales, &a, &r);
    check(&r, SUGGEST_BY_GROUP, LANGUAGE_EN, false, &a,
          "What are the total sales by region?");
    check(&r, SUGGEST_OF_PERIOD, LANGUAGE_EN, false, &a,
          "What were the total sales in May 2024?");
    roles_of(&schema, "cars.csv", prices, &a, &r);
    check(&r, SUGGEST_BY_GROUP, LANGUAGE_EN, false, &a,
          "What is the average price by maker?");
    roles_of(&schema, "kpi.csv", levels, &a, &r);
    check(&r, SUGGEST_BY_GROUP, LANGUAGE_ES, false, &a,
          "¿Cuál es el promedio de cartera total por banco?");
    arena_release(&a);
}

/* clang-format off */
static const char tickets[] =
    PROFILE(COLUMN("Ticket", "integer", 90, "240001", "259876") ","
            COLUMN("Tienda", "string", 7, "Mar", "Sol") ","
            COLUMN("Descuento", "decimal", 20, "0.5", "12") ","
            COLUMN("Importe", "decimal", 80, "1.5", "310"));
/* clang-format on */

static void numbers_of_tickets_and_discounts_are_no_main_amount(void **state)
{
    struct table_roles r;
    struct arena a;

    (void)state;
    schema = (struct ask_schema){0};
    arena_init(&a, (size_t)64 << 20);
    roles_of(&schema, "caja.csv", tickets, &a, &r);
    assert_true(str_is(r.measure->name, "Importe"));
    arena_release(&a);
}

static void only_what_was_meant_is_suggested(void **state)
{
    struct query_spec s = {.n_measures = 1, .n_groups = 1};
    struct table_roles r;
    struct arena a;

    (void)state;
    schema = (struct ask_schema){0};
    arena_init(&a, (size_t)64 << 20);
    roles_of(&schema, "orders.csv", orders, &a, &r);
    s.measures[0] =
        (struct spec_measure){.agg = AGG_SUM, .column = STR("revenue_eur")};
    s.groups[0].column = STR("Region");
    assert_true(suggest_matches_spec(&r, SUGGEST_BY_GROUP, &s));
    assert_false(suggest_matches_spec(&r, SUGGEST_TOTAL, &s));
    s.measures[0].column = STR("Year");
    assert_false(suggest_matches_spec(&r, SUGGEST_BY_GROUP, &s));
    arena_release(&a);
}

static void the_language_is_that_of_most_headers(void **state)
{
    struct error e = {0};
    enum language l;
    struct arena a;

    (void)state;
    arena_init(&a, 1 << 20);
    assert_int_equal(table_roles_language(
                         STR("claim DOS submitted payer charge paid status"),
                         LANGUAGE_EN, &a, &l, &e),
                     OK);
    assert_int_equal(l, LANGUAGE_EN);
    assert_int_equal(table_roles_language(STR("fecha hora artículo importe"),
                                          LANGUAGE_EN, &a, &l, &e),
                     OK);
    assert_int_equal(l, LANGUAGE_ES);
    assert_int_equal(
        table_roles_language(STR("日期 城市 销售额"), LANGUAGE_EN, &a, &l, &e),
        OK);
    assert_int_equal(l, LANGUAGE_ZH);
    assert_int_equal(
        table_roles_language(STR("xq zz"), LANGUAGE_ES, &a, &l, &e), OK);
    assert_int_equal(l, LANGUAGE_ES);
    arena_release(&a);
}

/* "employees" is an entry of its own in the lexicon, as headers have it. */
static void rows_are_called_by_the_plural_in_the_name(void **state)
{
    struct phrasing x = {.language = LANGUAGE_EN};
    struct error e = {0};
    struct table_roles r;
    struct arena a;

    (void)state;
    schema = (struct ask_schema){0};
    arena_init(&a, (size_t)64 << 20);
    roles_of(&schema, "HR_Employees_2024-05-31.csv", orders, &a, &r);
    x.table = r.table;
    assert_int_equal(phrasing_init(&x, &a, &e), OK);
    assert_true(str_is(x.rows, "employees"));
    assert_true(str_is(x.row, "employee"));
    roles_of(&schema, "cars.csv", orders, &a, &r);
    x.table = r.table;
    assert_int_equal(phrasing_init(&x, &a, &e), OK);
    assert_true(str_is(x.row, "car"));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            a_table_is_asked_for_its_amount_groups_and_newest_month),
        cmocka_unit_test(ratings_are_averaged),
        cmocka_unit_test(
            the_main_amount_is_asked_for_and_no_price_or_level_is_added_up),
        cmocka_unit_test(numbers_of_tickets_and_discounts_are_no_main_amount),
        cmocka_unit_test(only_what_was_meant_is_suggested),
        cmocka_unit_test(the_language_is_that_of_most_headers),
        cmocka_unit_test(rows_are_called_by_the_plural_in_the_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
