#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/parse_fixture.h"
#include "ask/joins/join_edges.h"
#include "ask/joins/shop_fixture.h"

static bool has(struct str sql, const char *part)
{
    return str_find(sql, str_from(part)) < sql.n;
}

/* "Customers without orders" counts the orders of each; nothing else that is asked of
 * the same words does, and it says that it leaves the "no" out. */
static void a_count_of_other_rows_is_of_its_form_alone(void **state)
{
    static const char *const questions[] = {
        "how many customers have no orders",
        "share of customers without orders",
        "customers in Madrid without orders versus the others"};
    size_t counted = 0;

    (void)state;
    for (size_t k = 0; k < COUNT_OF(questions); k++) {
        const struct parse_result r = parsed(shop_schema(&arena), questions[k]);

        for (size_t i = 0; i < r.n; i++) {
            const struct parse_candidate *c = &r.candidate[i];

            if (!has(c->sql, "coalesce("))
                continue;
            counted++;
            if (!has(c->sql, "= 0"))
                fail_msg("counts without a condition: %.*s", STR_FMT(c->sql));
        }
    }
    assert_true(counted > 0);
}

#define WITHOUT_ORDERS                                                        \
    "(SELECT \"customers\".*, coalesce(\"orders\".\"count\", 0) AS "          \
    "\"orders\" FROM \"customers\" LEFT JOIN (SELECT \"customer_id\" AS "     \
    "\"customer_id\", count(*) AS \"count\" FROM \"orders\" GROUP BY 1) AS "  \
    "\"orders\" ON \"customers\".\"id\" = \"orders\".\"customer_id\") WHERE " \
    "\"orders\" = 0 "

/* Which they are, and how many or which of each group. */
static void rows_without_a_partner_are_named_and_grouped(void **state)
{
    const struct ask_schema *s = shop_schema(&arena);

    (void)state;
    holds_of(s, "which customers have no orders",
             "SELECT \"name\" AS \"name\" FROM " WITHOUT_ORDERS
             "ORDER BY 1 ASC NULLS LAST");
    holds_of(s, "customers without orders by country",
             "SELECT \"country\" AS \"country\", count(*) AS \"count\" "
             "FROM " WITHOUT_ORDERS "GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    holds_of(s, "customers without orders by country",
             "SELECT \"country\" AS \"country\" FROM " WITHOUT_ORDERS
             "GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

/* Of another that is added up, or that each row repeats; a figure, or all rows. */
static void figures_are_for_so_many_added_up_or_repeated(void **state)
{
    (void)state;
    holds("total amount per 1,000 units",
          "SELECT round(((1000 * sum(\"total_amount\")) / "
          "nullif(max(\"units\"), 0)), 6) AS \"total_amount\" FROM \"data\"");
    holds("how many orders per 1,000 units",
          "SELECT round(((1000 * count(1)) / nullif(sum(\"units\"), 0)), 6) "
          "AS \"units\" FROM \"data\"");
    holds("how many orders per 1,000 units",
          "SELECT round(((1000 * count(1)) / nullif(max(\"units\"), 0)), 6) "
          "AS \"units\" FROM \"data\"");
}

/* A number that is in no part of a spec was left out, whatever a formula begins with. */
static void a_limit_is_no_part_of_a_formula(void **state)
{
    static const char *const questions[] = {
        "top 10 percent growth of total amount from units",
        "top 10 units percent of total amount"};

    (void)state;
    for (size_t k = 0; k < COUNT_OF(questions); k++) {
        const struct parse_result r =
            parsed(schema_of(ORDERS, "orders.csv", &arena), questions[k]);

        for (size_t i = 0; i < r.n; i++) {
            const struct parse_candidate *c = &r.candidate[i];

            if (has(c->sql, "SELECT round(((100 *") && !c->spec.limit &&
                !has(c->sql, " = 10") && !c->spec.place &&
                !c->drops_operation && !c->unread_class)
                fail_msg("'%s' is read as %.*s", questions[k], STR_FMT(c->sql));
        }
    }
}

/* Those with a city against those without, those of Madrid against all others. */
static void a_condition_is_held_against_the_rest(void **state)
{
    (void)state;
    holds("compare units of orders from Madrid with the others",
          "WITH \"both\" AS (SELECT sum(\"units\") FILTER (WHERE \"city\" = "
          "'Madrid') AS \"before\", sum(\"units\") FILTER (WHERE \"city\" IS "
          "DISTINCT FROM 'Madrid') AS \"after\" FROM \"data\") SELECT "
          "\"before\", \"after\", abs(\"after\" - \"before\") AS \"change\", "
          "round(100.0 * (abs(\"after\" - \"before\")) / "
          "nullif(abs(\"before\"), 0), 2) AS \"percent\" FROM \"both\"");
}

#define CEREALS                                                            \
    "\"profile\":{\"row_count\":9,\"columns\":[{\"name\":\"name\","        \
    "\"inferred_type\":\"string\",\"non_null_count\":9,"                   \
    "\"distinct_estimate\":3,\"dictionary\":{\"complete\":true,"           \
    "\"values\":[\"Oats\",\"Total\",\"Total Raisin Bran\"]}},"             \
    "{\"name\":\"calories\",\"inferred_type\":\"decimal\","                \
    "\"non_null_count\":9,\"distinct_estimate\":9,\"min\":50,\"max\":160}" \
    "]}"

/* "Total Raisin Bran" is a total only where numbers add up; "Total" alone always is. */
/* A name of many rows has the place of what they add up to, that of one row its own. */
static void a_group_has_a_place(void **state)
{
    (void)state;
    holds(
        "which place does Acme Corp have by total amount in 2024",
        "SELECT \"customer_name\" AS \"customer_name\", sum(\"total_amount\") "
        "AS \"sum_total_amount\", rank() OVER (ORDER BY sum(\"total_amount\") "
        "DESC NULLS LAST) AS \"rank\", count(*) OVER () AS \"groups\" FROM "
        "\"data\" WHERE \"orderDate\" >= DATE '2024-01-01' AND \"orderDate\" "
        "< DATE '2025-01-01' GROUP BY 1 HAVING \"customer_name\" IS NOT NULL "
        "QUALIFY \"customer_name\" = 'Acme Corp' ORDER BY 2 DESC NULLS LAST, 1 "
        "ASC NULLS LAST");
    holds(
        "en qué lugar queda Paris por número de pedidos",
        "SELECT \"city\" AS \"city\", count(*) AS \"count\", rank() OVER "
        "(ORDER BY count(*) DESC NULLS LAST) AS \"rank\", count(*) OVER () AS "
        "\"groups\" FROM \"data\" GROUP BY 1 HAVING \"city\" IS NOT NULL "
        "QUALIFY \"city\" = 'Paris' ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS "
        "LAST");
}

/* Several figures of two values side by side, each as it was said. */
static void sides_have_several_figures(void **state)
{
    (void)state;
    holds(
        "Madrid vs Paris: how many orders and the average total amount",
        "SELECT \"city\" AS \"city\", count(*) AS \"count\", "
        "round(avg(\"total_amount\"), 6) AS \"avg_total_amount\" FROM \"data\" "
        "WHERE \"city\" IN ('Madrid', 'Paris') GROUP BY 1 ORDER BY 1 ASC NULLS "
        "LAST");
    holds(
        "Madrid vs Paris: total units and average total amount",
        "SELECT \"city\" AS \"city\", sum(\"units\") AS \"sum_units\", "
        "round(avg(\"total_amount\"), 6) AS \"avg_total_amount\" FROM \"data\" "
        "WHERE \"city\" IN ('Madrid', 'Paris') GROUP BY 1 ORDER BY 1 ASC NULLS "
        "LAST");
    holds(
        "Madrid vs Paris: how many and how much",
        "SELECT \"city\" AS \"city\", count(*) AS \"count\", "
        "sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE "
        "\"city\" IN ('Madrid', 'Paris') GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void a_name_that_begins_with_total_is_no_total(void **state)
{
    (void)state;
    holds_of(schema_of("{" CEREALS "}", "cereals.csv", &arena),
             "average calories",
             "SELECT round(avg(\"calories\"), 6) AS \"avg_calories\" FROM "
             "\"data\" WHERE \"name\" IS DISTINCT FROM 'Total'");
    holds_of(
        schema_of("{\"map\":{\"fidelity\":{\"total_rows_count\":2}}," CEREALS
                  "}",
                  "cereals.csv", &arena),
        "average calories",
        "SELECT round(avg(\"calories\"), 6) AS \"avg_calories\" FROM "
        "\"data\" WHERE (\"name\" NOT IN ('Total', 'Total Raisin Bran') "
        "OR \"name\" IS NULL)");
}

/* A column a quarter: one is meant by its number, all of them where none is. */
static void columns_by_quarter_are_said_and_added_up(void **state)
{
    static const char *const profile =
        "{\"map\":{},\"profile\":{\"row_count\":9,\"columns\":["
        "{\"name\":\"Item\",\"inferred_type\":\"string\","
        "\"non_null_count\":9,\"distinct_estimate\":2,\"dictionary\":{"
        "\"complete\":true,\"values\":[\"Print\",\"Radio\"]}},"
        "{\"name\":\"Q1\",\"inferred_type\":\"decimal\",\"non_null_count\":9,"
        "\"distinct_estimate\":9,\"min\":1.5,\"max\":90},"
        "{\"name\":\"Q2\",\"inferred_type\":\"decimal\",\"non_null_count\":9,"
        "\"distinct_estimate\":9,\"min\":1.5,\"max\":90},"
        "{\"name\":\"Q3\",\"inferred_type\":\"decimal\",\"non_null_count\":8,"
        "\"distinct_estimate\":8,\"min\":1.5,\"max\":90}]}}";
    const struct ask_schema *s = schema_of(profile, "budget.csv", &arena);

    (void)state;
    holds_of(s, "radio in the second quarter",
             "SELECT sum(\"Q2\") AS \"sum_Q2\" FROM \"data\" WHERE \"Item\" = "
             "'Radio'");
    holds_of(s, "what is budgeted for radio altogether",
             "SELECT round(list_sum([list_sum([sum(\"Q1\"), sum(\"Q2\")]), "
             "sum(\"Q3\")]), 6) AS \"Q1\" FROM \"data\" WHERE \"Item\" = "
             "'Radio'");
}

/* A column with an x in some rows, and one of what was done, or not yet. */
static void marks_and_what_is_undone_are_conditions(void **state)
{
    static const char *const profile =
        "{\"map\":{},\"profile\":{\"row_count\":40,\"columns\":["
        "{\"name\":\"Online\",\"inferred_type\":\"string\","
        "\"non_null_count\":12,\"distinct_estimate\":1,\"dictionary\":{"
        "\"complete\":true,\"values\":[\"x\"]}},"
        "{\"name\":\"Decided on\",\"inferred_type\":\"date\","
        "\"non_null_count\":30,\"distinct_estimate\":20,\"min\":"
        "\"2024-01-03\",\"max\":\"2024-12-30\"}]}}";
    const struct ask_schema *s = schema_of(profile, "appeals.csv", &arena);

    (void)state;
    holds_of(s, "how many appeals online",
             "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"Online\" IS "
             "NOT NULL");
    holds_of(s, "how many appeals are undecided",
             "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"Decided on\" "
             "IS NULL");
}

/* What the reader made null is asked for by its word. */
static void a_word_for_no_value_is_said(void **state)
{
    static const char *const profile =
        "{\"map\":{\"fidelity\":{\"columns\":[{\"name\":\"maths\","
        "\"null_words\":3,\"null_mark\":\"not sat\"}]}},\"profile\":{"
        "\"row_count\":40,\"columns\":[{\"name\":\"student\","
        "\"inferred_type\":\"string\",\"non_null_count\":40,"
        "\"distinct_estimate\":40},{\"name\":\"maths\","
        "\"inferred_type\":\"decimal\",\"non_null_count\":37,"
        "\"distinct_estimate\":30,\"min\":3.5,\"max\":98}]}}";

    (void)state;
    holds_of(schema_of(profile, "students.csv", &arena),
             "how many students have not sat maths",
             "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"maths\" IS "
             "NULL");
}

#define DAYS(marked)                                                  \
    "{\"map\":{\"fidelity\":{\"total_rows_count\":1,\"columns\":[{"   \
    "\"name\":\"day\",\"null_words\":1,\"null_mark\":" marked "}]}}," \
    "\"profile\":{\"row_count\":31,\"columns\":[{\"name\":\"day\","   \
    "\"inferred_type\":\"date\",\"non_null_count\":30,"               \
    "\"distinct_estimate\":30,\"min\":\"2024-04-01\",\"max\":"        \
    "\"2024-04-30\"},{\"name\":\"visitors\",\"inferred_type\":"       \
    "\"integer\",\"non_null_count\":31,\"distinct_estimate\":31,"     \
    "\"min\":12,\"max\":9000}]}}"

/* The label of the row of totals was read as no value: its row is left out. One that is
 * another row is not, though there are as many. */
static void a_row_of_totals_without_its_label_is_left_out(void **state)
{
    (void)state;
    holds_of(schema_of(DAYS("\"Total\",\"total_label\":\"Total\""), "april.csv",
                       &arena),
             "total visitors",
             "SELECT sum(\"visitors\") AS \"sum_visitors\" FROM \"data\" "
             "WHERE \"day\" IS NOT NULL");
    holds_of(schema_of(DAYS("\"TBD\""), "april.csv", &arena), "total visitors",
             "SELECT sum(\"visitors\") AS \"sum_visitors\" FROM \"data\"");
}

#define TEXT_COLUMN(name, values)                                    \
    "{\"name\":\"" name "\",\"inferred_type\":\"string\","           \
    "\"non_null_count\":40,\"distinct_estimate\":3,\"dictionary\":{" \
    "\"complete\":true,\"values\":[" values "]}}"

/* Several of a value, the beginnings of two words, and codes that begin a word. */
static void values_are_cut_short(void **state)
{
    static const char *const profile = "{\"row_count\":40,\"columns\":["
        /* clang-format off */
        TEXT_COLUMN("violation", "\"DUI\",\"Speeding\"") ","
        TEXT_COLUMN("rank", "\"AssocProf\",\"Prof\"") ","
        TEXT_COLUMN("channel", "\"Email\",\"Walk-in\"") ","
        TEXT_COLUMN("food", "\"HER\",\"MAC\",\"SQD\"")
        /* clang-format on */
        "]}";
    const struct ask_schema *s = schema_of(profile, "rows.csv", &arena);

    (void)state;
    holds_of(s, "how many DUIs",
             "SELECT count(*) AS \"count\" FROM \"data\" WHERE "
             "\"violation\" = 'DUI'");
    holds_of(s, "how many rows of an associate professor",
             "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"rank\" = "
             "'AssocProf'");
    holds_of(s, "how many rows by e-mail",
             "SELECT count(*) AS \"count\" FROM \"data\" WHERE "
             "\"channel\" = 'Email'");
    holds_of(s, "how many rows with herring",
             "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"food\" = "
             "'HER'");
}

/* A column of a currency is money, whatever it is called. */
static void a_currency_is_money(void **state)
{
    static const char *const profile =
        "{\"row_count\":400,\"columns\":[" TEXT_COLUMN(
            "shop",
            "\"BRI\",\"EXE\"") ","
                               "{\"name\":\"\xc2\xa3\",\"inferred_type\":\"decimal\","
                               "\"non_null_count\":400,\"distinct_estimate\":300,\"min\":0.5,"
                               "\"max\":98}]}";

    (void)state;
    holds_of(schema_of(profile, "epos.csv", &arena), "takings by shop",
             "SELECT \"shop\" AS \"shop\", sum(\"\xc2\xa3\") AS "
             "\"sum_\xc2\xa3\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC "
             "NULLS LAST");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

#define FIGURES(name)                                            \
    "{\"name\":\"" name "\",\"inferred_type\":\"integer\","      \
    "\"non_null_count\":40,\"distinct_estimate\":38,\"min\":10," \
    "\"max\":900}"

/* The year that is said tells which column of a series is meant. */
static void a_year_tells_the_column(void **state)
{
    static const char *const profile = "{\"row_count\":40,\"columns\":["
        /* clang-format off */
        TEXT_COLUMN("Island", "\"Skye\",\"Mull\",\"Eigg\"") ","
        FIGURES("Pop. 2006") "," FIGURES("Pop. 2011") ","
        FIGURES("Pop. 2016") "," FIGURES("Pop. 2022")
        /* clang-format on */
        "]}";

    const struct ask_schema *s = schema_of(profile, "census.csv", &arena);
    const struct parse_result r = parsed(s, "pop of Skye in 2011");

    (void)state;
    assert_true(r.n > 0);
    assert_true(has(r.candidate[0].sql, "\"Pop. 2011\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_count_of_other_rows_is_of_its_form_alone),
        TEST(rows_without_a_partner_are_named_and_grouped),
        TEST(figures_are_for_so_many_added_up_or_repeated),
        TEST(a_limit_is_no_part_of_a_formula),
        TEST(a_condition_is_held_against_the_rest),
        TEST(a_group_has_a_place),
        TEST(sides_have_several_figures),
        TEST(a_name_that_begins_with_total_is_no_total),
        TEST(columns_by_quarter_are_said_and_added_up),
        TEST(marks_and_what_is_undone_are_conditions),
        TEST(a_word_for_no_value_is_said),
        TEST(values_are_cut_short),
        TEST(a_year_tells_the_column),
        TEST(a_currency_is_money),
        TEST(a_row_of_totals_without_its_label_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
