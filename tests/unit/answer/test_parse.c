#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/parse_fixture.h"
#include "ask/joins/join_edges.h"
#include "ask/joins/shop_fixture.h"
#include "base/nightly.h"

#include <stdio.h>

static void rows_are_counted(void **state)
{
    (void)state;
    holds("how many orders", "SELECT count(*) AS \"count\" FROM \"data\"");
    holds(
        "orders in Madrid, how many",
        "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"city\" = 'Madrid'");
    holds(
        "cuántos pedidos hay de Málaga",
        "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"city\" = 'Málaga'");
}

static void measures_are_computed_by_groups(void **state)
{
    (void)state;
    holds("units by city",
          "SELECT \"city\" AS \"city\", sum(\"units\") AS \"sum_units\" FROM "
          "\"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    holds("average density",
          "SELECT round(avg(\"density\"), 6) AS \"avg_density\" FROM \"data\"");
    holds(
        "units per month",
        "SELECT strftime(\"orderDate\", '%Y-%m') AS \"month\", sum(\"units\") "
        "AS \"sum_units\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void a_word_of_the_lexicon_means_a_column(void **state)
{
    (void)state;
    holds("which town has the most units",
          "SELECT \"city\" AS \"city\", sum(\"units\") AS \"sum_units\" FROM "
          "\"data\" WHERE \"city\" IS NOT NULL GROUP BY 1 QUALIFY rank() OVER "
          "(ORDER BY sum(\"units\") DESC NULLS LAST) = 1 ORDER BY 2 DESC NULLS "
          "LAST, 1 ASC NULLS LAST"); /* some rows have no city */
}

#define LEADS                                                                 \
    "{\"map\":{},\"profile\":{\"row_count\":400,\"columns\":["                \
    "{\"name\":\"Status\",\"inferred_type\":\"string\",\"non_null_count\":"   \
    "400,\"distinct_estimate\":3,\"dictionary\":{\"complete\":true,"          \
    "\"values\":[\"Converted\",\"Lost\",\"New\"]}},"                          \
    "{\"name\":\"Tda\",\"inferred_type\":\"string\",\"non_null_count\":400,"  \
    "\"distinct_estimate\":2,\"dictionary\":{\"complete\":true,\"values\":["  \
    "\"N1\",\"S2\"]}},"                                                       \
    "{\"name\":\"QTT\",\"inferred_type\":\"decimal\",\"non_null_count\":400," \
    "\"distinct_estimate\":90,\"min\":3.36,\"max\":1499.00}]}}"

static void holds_of_leads(const char *question, const char *sql)
{
    holds_of(schema_of(LEADS, "leads.csv", &arena), question, sql);
}

static void a_word_means_what_has_its_stem(void **state)
{
    (void)state;
    holds_of_leads("how many conversions",
                   "SELECT count(*) AS \"count\" FROM \"data\" WHERE "
                   "\"Status\" = 'Converted'");
}

static void abbreviations_are_of_their_words(void **state)
{
    (void)state;
    holds_of_leads("cuántos hay por tienda",
                   "SELECT \"Tda\" AS \"Tda\", count(*) AS \"count\" FROM "
                   "\"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    holds_of_leads(
        "average queue transit time",
        "SELECT round(avg(\"QTT\"), 6) AS \"avg_QTT\" FROM \"data\"");
}

/* Of a column, of questions, of the lexicon. */
static void a_misspelled_word_means_what_it_nearly_is(void **state)
{
    static const char *const sql =
        "SELECT \"city\" AS \"city\", sum(\"units\") AS \"sum_units\" FROM "
        "\"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST";

    (void)state;
    holds("units by ctiy", sql);
    holds("untis by city", sql);
    holds("untis by muncipality", sql);
    holds(
        "units per monht",
        "SELECT strftime(\"orderDate\", '%Y-%m') AS \"month\", sum(\"units\") "
        "AS \"sum_units\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void the_last_word_of_a_name_may_stand_first(void **state)
{
    (void)state;
    holds("how many orders of Sun Blue",
          "SELECT count(*) AS \"count\" FROM \"data\" WHERE "
          "\"customer_name\" = 'Blue Sun'");
}

static void cells_hold_a_word_in_another_number(void **state)
{
    (void)state;
    holds("how many orders with gifts in the note",
          "SELECT count(*) AS \"count\" FROM \"data\" WHERE "
          "(contains(lower(strip_accents(\"note\")), 'gift'))");
}

/* A date that is there where something was done, and not where it was not. */
static void what_was_done_has_its_date(void **state)
{
    static const char *const table =
        "{\"map\":{},\"profile\":{\"row_count\":40,\"columns\":["
        "{\"name\":\"plan\",\"inferred_type\":\"string\",\"non_null_count\":40,"
        "\"distinct_estimate\":2,\"dictionary\":{\"complete\":true,"
        "\"values\":[\"Basic\",\"Gold\"]}},"
        "{\"name\":\"cancel_date\",\"inferred_type\":\"date\","
        "\"non_null_count\":9,\"distinct_estimate\":9,\"min\":"
        "\"2024-01-03\",\"max\":\"2024-12-30\"}]}}";
    const struct ask_schema *s = schema_of(table, "members.csv", &arena);

    (void)state;
    holds_of(s, "how many members are active",
             "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"cancel_date\" "
             "IS NULL");
    holds_of(s, "how many members cancelled",
             "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"cancel_date\" "
             "IS NOT NULL");
}

static void a_number_is_a_condition_on_the_column_beside_it(void **state)
{
    (void)state;
    holds("how many orders with more than 20 units",
          "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"units\" > 20");
    holds(
        "orders between 10 and 20 units, how many",
        "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"units\" BETWEEN 10 "
        "AND 20");
}

static void two_values_are_sides_of_a_comparison(void **state)
{
    (void)state;
    holds("difference in units between Madrid and Paris",
          "WITH \"both\" AS (SELECT sum(\"units\") FILTER (WHERE \"city\" = "
          "'Madrid') AS \"before\", sum(\"units\") FILTER (WHERE \"city\" = "
          "'Paris') AS \"after\" FROM \"data\") SELECT \"before\", \"after\", "
          "abs(\"after\" - \"before\") AS \"change\", round(100.0 * "
          "(abs(\"after\" - \"before\")) / nullif(abs(\"before\"), 0), 2) AS "
          "\"percent\" FROM \"both\"");
}

static void a_condition_comes_from_another_table(void **state)
{
    (void)state;
    holds_of(shop_schema(&arena), "total sales in Paris",
             "SELECT sum(\"sales\") AS \"sum_sales\" FROM (SELECT "
             "\"orders\".*, \"customers\".\"city\" AS \"city\" FROM "
             "\"orders\" LEFT JOIN \"customers\" ON \"orders\".\"customer_id\" "
             "= \"customers\".\"id\") WHERE \"city\" = 'Paris'");
}

/* How many times, which place, and figures that are computed each in its way. */
static void figures_of_two_sides_and_places_are_candidates(void **state)
{
    (void)state;
    holds("ratio of units between Madrid and Paris",
          "WITH \"both\" AS (SELECT sum(\"units\") FILTER (WHERE \"city\" = "
          "'Madrid') AS \"before\", sum(\"units\") FILTER (WHERE \"city\" = "
          "'Paris') AS \"after\" FROM \"data\") SELECT \"before\", \"after\", "
          "round(1.0 * \"after\" / nullif(\"before\", 0), 6) AS \"times\" FROM "
          "\"both\"");
    holds(
        "how many orders, total units and average density by city",
        "SELECT \"city\" AS \"city\", count(*) AS \"count\", sum(\"units\") "
        "AS \"sum_units\", round(avg(\"density\"), 6) AS \"avg_density\" FROM "
        "\"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

/* So much of each on average: of a group, of a period. */
static void figures_of_each_are_candidates(void **state)
{
    (void)state;
    holds("average units per customer",
          "SELECT round((sum(\"units\") / nullif(count(DISTINCT "
          "\"customer_name\"), 0)), 6) AS \"units\" FROM \"data\"");
    holds("how many orders per month on average",
          "SELECT round((count(1) / nullif(count(DISTINCT "
          "CAST(date_trunc('month', CAST(\"orderDate\" AS TIMESTAMP)) AS "
          "DATE)), 0)), 6) AS \"orderDate\" FROM \"data\"");
    holds("average and total units, and how many orders",
          "SELECT count(*) AS \"count\", sum(\"units\") AS \"sum_units\", "
          "round(avg(\"units\"), 6) AS \"avg_units\" FROM \"data\"");
    holds("range of units between the largest and the smallest",
          "SELECT max(\"units\") - min(\"units\") AS \"range_units\" FROM "
          "\"data\"");
}

/* Values that are together are negated together, and either will do. */
static void values_of_a_column_belong_together(void **state)
{
    (void)state;
    holds("how many orders not in Madrid or Paris",
          "SELECT count(*) AS \"count\" FROM \"data\" WHERE (\"city\" NOT IN "
          "('Madrid', 'Paris') OR \"city\" IS NULL)");
    holds("how many orders with 3 or 5 units",
          "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"units\" IN (3, "
          "5)");
    holds("which customers have orders in both Madrid and Paris",
          "SELECT \"customer_name\" AS \"customer_name\" FROM \"data\" WHERE "
          "\"city\" IN ('Madrid', 'Paris') GROUP BY 1 HAVING count(DISTINCT "
          "\"city\") = 2 ORDER BY 1 ASC NULLS LAST");
}

/* An order has several lines, and orders are counted. */
static void what_has_several_rows_is_counted_once(void **state)
{
    (void)state;
    holds_of(
        shop_schema(&arena), "how many orders have green tea",
        "SELECT count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM "
        "(SELECT \"order_lines\".*, \"products\".\"product_name\" AS "
        "\"product_name\" FROM \"order_lines\" LEFT JOIN \"products\" ON "
        "\"order_lines\".\"product_code\" = \"products\".\"code\") WHERE "
        "\"product_name\" = 'Green Tea'");
}

/* The price of a product times what was sold of it; the price alone is added up for
 * no line. */
static void formulas_are_of_joined_tables_as_well(void **state)
{
    static const char sum[] =
        "SELECT round(sum((\"quantity\" * \"list_price\")), 6) AS \"quantity\" "
        "FROM (SELECT \"order_lines\".*, \"products\".\"list_price\" AS "
        "\"list_price\" FROM \"order_lines\" LEFT JOIN \"products\" ON "
        "\"order_lines\".\"product_code\" = \"products\".\"code\")";
    const struct ask_schema *s = shop_schema(&arena);
    const struct parse_result r =
        parsed(s, "quantity times list price, in total");

    (void)state;
    holds_of(s, "quantity times list price, in total", sum);
    for (size_t i = 0; i < r.n; i++)
        assert_false(str_find(r.candidate[i].sql, STR("sum(\"list_price\")")) <
                         r.candidate[i].sql.n &&
                     r.candidate[i].n_tables > 1);
}

/* Each SQL is there once, the best first, and a score is the sum of the weights. */
static void candidates_are_ranked_and_differ(void **state)
{
    const struct parse_result r = parsed(
        schema_of(ORDERS, "orders.csv", &arena), "top 5 customers by units");
    const struct parse_weights *w = parse_weights_shared();

    (void)state;
    assert_true(r.n > 5);
    for (size_t i = 0; i < r.n; i++) {
        double sum = 0;

        for (size_t k = 0; k < r.candidate[i].features.n; k++)
            sum += parse_weights_of(w, r.candidate[i].features.hash[k]);
        assert_true(sum - r.candidate[i].score < 1e-6);
        assert_true(r.candidate[i].score - sum < 1e-6);
        for (size_t k = 0; k < i; k++) {
            assert_true(r.candidate[k].score >= r.candidate[i].score);
            assert_false(str_eq(r.candidate[k].sql, r.candidate[i].sql));
        }
    }
}

/* A reading that leaves out what turns the question round says so. */
static void what_is_left_out_is_known(void **state)
{
    static const char *const cases[][2] = {
        {"how many orders not in 2024",
         "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"orderDate\" >= DATE "
         "'2024-01-01' AND \"orderDate\" < DATE '2025-01-01'"},
        {"how many orders in March and April",
         "SELECT count(*) AS \"count\" FROM \"data\" WHERE month(\"orderDate\") = 3"},
        {"how many orders without Madrid",
         "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"city\" = 'Madrid'"},
        {"units by month",
         "SELECT sum(\"units\") AS \"sum_units\" FROM \"data\""}};
    struct ask_schema *s = schema_of(ORDERS, "orders.csv", &arena);

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct parse_result r = parsed(s, cases[i][0]);

        assert_true(r.n > 0);
        for (size_t k = 0; k < r.n; k++)
            if (str_is(r.candidate[k].sql, cases[i][1]) &&
                !r.candidate[k].drops_operation && !r.candidate[k].unread_class)
                fail_msg("'%s' is read as %s", cases[i][0], cases[i][1]);
    }
}

/* Whatever is typed is read, in bounded memory. */
static void a_day_has_no_hours(void **state)
{
    const struct parse_result r = parsed(
        schema_of(ORDERS, "orders.csv", &arena), "units by hour of the day");

    (void)state;
    assert_true(r.n > 0);
    for (size_t i = 0; i < r.n; i++)
        assert_true(str_find(r.candidate[i].sql, STR("hour(")) ==
                    r.candidate[i].sql.n);
}

static void any_words_are_read(void **state)
{
    static const char *const words[] = {
        "units",    "by",    "not",    "or",  "between", "10",   "2024",
        "Madrid",   "most",  "share",  "per", "month",   "than", "empty",
        "last",     "3",     "first",  "5th", "never",   "and",  "Paris",
        "cheapest", "total", "growth", "%",   "=",       "may",  "semestre"};
    uint64_t random = 7;

    (void)state;
    for (int round = 0; round < 60; round += nightly() ? 1 : 3) {
        char question[512];
        struct buf b;

        buf_init(&b, sizeof(question));
        for (int i = 0; i < 3 + round % 20; i++) {
            random =
                random * UINT64_C(6364136223846793005) + 1442695040888963407U;
            buf_printf(&b, "%s ", words[(random >> 33) % COUNT_OF(words)]);
        }
        (void)snprintf(question, sizeof(question), "%.*s",
                       STR_FMT(buf_str(&b)));
        buf_release(&b);
        arena_reset(&arena); /* each has all of it */
        (void)parsed(schema_of(ORDERS, "orders.csv", &arena), question);
    }
}

/* One column of what came in and what went out. */
#define ACCOUNT                                                                 \
    "{\"map\":{},\"profile\":{\"row_count\":400,\"columns\":["                  \
    "{\"name\":\"date\",\"inferred_type\":\"date\",\"non_null_count\":400,"     \
    "\"distinct_estimate\":300,\"min\":\"2023-01-03\",\"max\":\"2024-12-30\"}," \
    "{\"name\":\"amount\",\"inferred_type\":\"decimal\",\"non_null_count\":"    \
    "400,\"distinct_estimate\":390,\"min\":-1500.00,\"max\":2100.50}]}}"

static void what_was_spent_is_below_zero(void **state)
{
    const struct ask_schema *s = schema_of(ACCOUNT, "account.csv", &arena);

    (void)state;
    holds_of(s, "how much was spent",
             "SELECT sum(\"amount\") AS \"sum_amount\" FROM \"data\" WHERE "
             "\"amount\" < 0");
    holds_of(s, "how much did we earn",
             "SELECT sum(\"amount\") AS \"sum_amount\" FROM \"data\" WHERE "
             "\"amount\" > 0");
    holds_of(
        s, "in which month was most spent",
        "SELECT strftime(\"date\", '%Y-%m') AS \"month\", sum(\"amount\") AS "
        "\"sum_amount\" FROM \"data\" WHERE \"amount\" < 0 GROUP BY 1 QUALIFY "
        "rank() OVER (ORDER BY sum(\"amount\") ASC NULLS LAST) = 1 ORDER BY 2 "
        "ASC NULLS LAST, 1 ASC NULLS LAST");
}

/* Numbers that a sign calls names are not added up. */
static void numbers_of_things_are_no_figures(void **state)
{
    static const char *const profile =
        "{\"map\":{},\"profile\":{\"row_count\":40,\"columns\":["
        "{\"name\":\"Matter #\",\"inferred_type\":\"integer\","
        "\"non_null_count\":40,\"distinct_estimate\":40,\"min\":10200,"
        "\"max\":10239},"
        "{\"name\":\"area\",\"inferred_type\":\"string\",\"non_null_count\":"
        "40,\"distinct_estimate\":2,\"dictionary\":{\"complete\":true,"
        "\"values\":[\"Tax\",\"Estate\"]}}]}}";
    const struct parse_result r = parsed(
        schema_of(profile, "MatterList.csv", &arena), "matters per area");

    (void)state;
    assert_true(r.n > 0);
    for (size_t i = 0; i < r.n; i++)
        for (size_t k = 0; k < r.candidate[i].spec.n_measures; k++)
            assert_true(r.candidate[i].spec.measures[k].agg == AGG_COUNT ||
                        r.candidate[i].spec.measures[k].agg == AGG_DISTINCT ||
                        r.candidate[i].spec.measures[k].agg == AGG_FORMULA);
}

/* "18 to 25", "18-25"; the two are no alternatives. */
static void two_numbers_are_a_range(void **state)
{
    static const char *const sql = "SELECT count(*) AS \"count\" FROM \"data\" "
                                   "WHERE \"units\" BETWEEN 18 AND 25";

    (void)state;
    holds("how many orders with units 18 to 25", sql);
    holds("how many orders of 18-25 units", sql);
    holds("cuántos pedidos de 18 hasta 25 unidades", sql);
}

#define FILMS                                                                  \
    "{\"map\":{},\"profile\":{\"row_count\":400,\"columns\":["                 \
    "{\"name\":\"title\",\"inferred_type\":\"string\",\"non_null_count\":400," \
    "\"distinct_estimate\":400,\"sample_values\":[\"The Salt\"]},"             \
    "{\"name\":\"year\",\"inferred_type\":\"integer\",\"non_null_count\":400," \
    "\"distinct_estimate\":60,\"min\":1950,\"max\":2014}]}}"

static void ten_years_have_a_name(void **state)
{
    const struct ask_schema *s = schema_of(FILMS, "films.csv", &arena);
    static const char *const sql = "SELECT count(*) AS \"count\" FROM \"data\" "
                                   "WHERE \"year\" BETWEEN 1990 AND 1999";

    (void)state;
    holds_of(s, "how many films from the 1990s", sql);
    holds_of(s, "how many films from the nineties", sql);
    holds_of(s, "how many 90s films", sql);
    holds_of(s, "cuántas películas de los años 90", sql);
    holds_of(s, "90年代的电影有多少部", sql);
}

/* All of them, or those that have a city. */
static void a_share_may_be_of_those_that_have_a_value(void **state)
{
    (void)state;
    holds("what share of the orders with a city is from Madrid",
          "SELECT count(*) FILTER (WHERE \"city\" = 'Madrid') AS \"part\", "
          "count(*) AS \"total\", round(100.0 * count(*) FILTER (WHERE "
          "\"city\" = 'Madrid') / nullif(count(*), 0), 2) AS \"percent\" FROM "
          "\"data\" WHERE \"city\" IS NOT NULL");
}

/* "The youngest and the oldest" are two figures. */
static void adjectives_of_both_ends_are_two_figures(void **state)
{
    static const char *const profile =
        "{\"map\":{},\"profile\":{\"row_count\":40,\"columns\":["
        "{\"name\":\"age\",\"inferred_type\":\"integer\","
        "\"non_null_count\":40,\"distinct_estimate\":20,\"min\":39,"
        "\"max\":82}]}}";

    (void)state;
    holds_of(schema_of(profile, "lung.csv", &arena), "youngest and oldest age",
             "SELECT min(\"age\") AS \"min_age\", max(\"age\") AS "
             "\"max_age\" FROM \"data\"");
}

static void figures_are_for_so_many_of_another(void **state)
{
    (void)state;
    holds("total amount per 1,000 units",
          "SELECT round(((1000 * sum(\"total_amount\")) / "
          "nullif(sum(\"units\"), 0)), 6) AS \"total_amount\" FROM \"data\"");
}

/* "Customers without orders": of no row of the other table. */
static void rows_may_lack_rows_of_another_table(void **state)
{
    (void)state;
    holds_of(shop_schema(&arena), "how many customers have no orders",
             "SELECT count(*) AS \"count\" FROM (SELECT \"customers\".*, "
             "coalesce(\"orders\".\"count\", 0) AS \"orders\" FROM "
             "\"customers\" LEFT JOIN (SELECT \"customer_id\" AS "
             "\"customer_id\", count(*) AS \"count\" FROM \"orders\" GROUP BY "
             "1) AS \"orders\" ON \"customers\".\"id\" = "
             "\"orders\".\"customer_id\") WHERE \"orders\" = 0");
}

/* Weekends against the other days. */
static void a_condition_is_held_against_the_rest(void **state)
{
    (void)state;
    holds("units at weekends versus weekdays",
          "WITH \"both\" AS (SELECT sum(\"units\") FILTER (WHERE "
          "isodow(\"orderDate\") IN (6, 7)) AS \"before\", sum(\"units\") "
          "FILTER (WHERE isodow(\"orderDate\") IN (1, 2, 3, 4, 5)) AS "
          "\"after\" FROM \"data\") SELECT \"before\", \"after\", "
          "abs(\"after\" - \"before\") AS \"change\", round(100.0 * "
          "(abs(\"after\" - \"before\")) / nullif(abs(\"before\"), 0), 2) AS "
          "\"percent\" FROM \"both\"");
}

/* "Longer than 2 hours" of a column of minutes. */
static void a_number_is_in_the_unit_of_its_column(void **state)
{
    static const char *const profile =
        "{\"map\":{},\"profile\":{\"row_count\":40,\"columns\":["
        "{\"name\":\"line\",\"inferred_type\":\"string\","
        "\"non_null_count\":40,\"distinct_estimate\":2,\"dictionary\":{"
        "\"complete\":true,\"values\":[\"North\",\"South\"]}},"
        "{\"name\":\"Duration (min)\",\"inferred_type\":\"integer\","
        "\"non_null_count\":40,\"distinct_estimate\":20,\"min\":3,"
        "\"max\":400}]}}";
    const struct ask_schema *s = schema_of(profile, "stops.csv", &arena);
    static const char *const sql = "SELECT count(*) AS \"count\" FROM \"data\" "
                                   "WHERE \"Duration (min)\" > 120";

    (void)state;
    holds_of(s, "how many stops longer than 2 hours", sql);
    holds_of(s, "cuántas paradas de más de 2 horas", sql);
    holds_of(s, "超过2小时的有多少次", sql);
}

/* A unit in a name says what is measured, and numbers are in any of its kind. */
static void a_unit_tells_what_a_column_measures(void **state)
{
    static const char *const profile =
        "{\"map\":{},\"profile\":{\"row_count\":40,\"columns\":["
        "{\"name\":\"package\",\"inferred_type\":\"string\","
        "\"non_null_count\":40,\"distinct_estimate\":40},"
        "{\"name\":\"installed_kb\",\"inferred_type\":\"integer\","
        "\"non_null_count\":40,\"distinct_estimate\":39,\"min\":3,"
        "\"max\":400000}]}}";
    const struct ask_schema *s = schema_of(profile, "packages.csv", &arena);
    static const char *const over = "SELECT count(*) AS \"count\" FROM "
                                    "\"data\" WHERE \"installed_kb\" > 2000";

    (void)state;
    holds_of(s, "total size",
             "SELECT sum(\"installed_kb\") AS \"sum_installed_kb\" FROM "
             "\"data\"");
    holds_of(s, "how many packages are larger than 2 MB", over);
    holds_of(s, "cuántos paquetes de más de 2 megas", over);
    holds_of(s, "大于2兆的有多少个", over);
}

static void periods_with_rows_are_counted(void **state)
{
    (void)state;
    holds("how many months have orders of Madrid",
          "SELECT round(count(DISTINCT CAST(date_trunc('month', "
          "CAST(\"orderDate\" AS TIMESTAMP)) AS DATE)), 6) AS \"orderDate\" "
          "FROM \"data\" WHERE \"city\" = 'Madrid'");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_are_counted),
        TEST(measures_are_computed_by_groups),
        TEST(a_word_means_what_has_its_stem),
        TEST(abbreviations_are_of_their_words),
        TEST(a_word_of_the_lexicon_means_a_column),
        TEST(a_misspelled_word_means_what_it_nearly_is),
        TEST(cells_hold_a_word_in_another_number),
        TEST(the_last_word_of_a_name_may_stand_first),
        TEST(what_was_done_has_its_date),
        TEST(a_number_is_a_condition_on_the_column_beside_it),
        TEST(two_values_are_sides_of_a_comparison),
        TEST(a_condition_comes_from_another_table),
        TEST(figures_of_two_sides_and_places_are_candidates),
        TEST(figures_of_each_are_candidates),
        TEST(values_of_a_column_belong_together),
        TEST(what_has_several_rows_is_counted_once),
        TEST(formulas_are_of_joined_tables_as_well),
        TEST(candidates_are_ranked_and_differ),
        TEST(what_is_left_out_is_known),
        TEST(a_day_has_no_hours),
        TEST(what_was_spent_is_below_zero),
        TEST(numbers_of_things_are_no_figures),
        TEST(two_numbers_are_a_range),
        TEST(ten_years_have_a_name),
        TEST(a_share_may_be_of_those_that_have_a_value),
        TEST(adjectives_of_both_ends_are_two_figures),
        TEST(figures_are_for_so_many_of_another),
        TEST(rows_may_lack_rows_of_another_table),
        TEST(a_condition_is_held_against_the_rest),
        TEST(a_number_is_in_the_unit_of_its_column),
        TEST(a_unit_tells_what_a_column_measures),
        TEST(periods_with_rows_are_counted),
        TEST(any_words_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
