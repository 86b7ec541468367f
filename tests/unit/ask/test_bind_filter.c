#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

/* Codes that are words of questions too. */
#define CODES                                                                 \
    "{\"row_count\":9,\"columns\":[{\"name\":\"country\",\"inferred_type\":"  \
    "\"string\",\"non_null_count\":9,\"distinct_estimate\":4,\"dictionary\":" \
    "{\"complete\":true,\"values\":[\"DE\",\"NO\",\"US\",\"IT\"]}},"          \
    "{\"name\":\"dept\",\"inferred_type\":\"string\",\"non_null_count\":9,"   \
    "\"distinct_estimate\":5,\"dictionary\":{\"complete\":true,\"values\":"   \
    "[\"A\",\"IN\",\"Sales\",\"Table\"]}},"                                   \
    "{\"name\":\"amount\",\"inferred_type\":\"integer\",\"non_null_count\":"  \
    "9,\"distinct_estimate\":9,\"min\":1,\"max\":90}]}"

#define CODES_SUM "SELECT sum(\"amount\") AS \"sum_amount\" FROM \"data\""

static void a_stop_word_written_as_a_value_is_the_value(void **state)
{
    (void)state;
    check_sql_of(CODES, "total amount for country DE",
                 CODES_SUM " WHERE \"country\" = 'DE'");
    check_sql_of(CODES, "total amount in IN",
                 CODES_SUM " WHERE \"dept\" = 'IN'");
    check_sql_of(CODES, "total amount in IN and Sales",
                 CODES_SUM " WHERE \"dept\" IN ('IN', 'Sales')");
    check_sql_of(CODES, "importe total de NO",
                 CODES_SUM " WHERE \"country\" = 'NO'");
    check_sql_of(CODES, "amount for dept a", CODES_SUM " WHERE \"dept\" = 'A'");
    check_sql_of(CODES, "amount for \"it\"",
                 CODES_SUM " WHERE \"country\" = 'IT'");
    check_sql_of(CODES, "total amount where country = IT",
                 CODES_SUM " WHERE \"country\" = 'IT'");
    check_sql_of(CODES, "total amount of IN vs Sales",
                 "SELECT \"dept\" AS \"dept\", sum(\"amount\") AS "
                 "\"sum_amount\" FROM \"data\" WHERE \"dept\" IN ('IN', "
                 "'Sales') GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void a_stop_word_that_may_be_a_value_is_asked_back(void **state)
{
    (void)state;
    check_sql_of(CODES, "total amount of it",
                 "? Is \"it\" the value IT of country");
    check_sql_of(CODES, "total amount of table by country",
                 "? Is \"table\" the value Table of dept");
    check_sql_of(CODES, "total amount in Sales",
                 CODES_SUM " WHERE \"dept\" = 'Sales'");
    check_sql_of(CODES, "A total amount", CODES_SUM);
}

static void values_are_found_without_case_accents_and_punctuation(void **state)
{
    (void)state;
    check_sql(
        "sales in MALAGA",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" = 'Málaga'");
    check_sql(
        "sales of Garcia Lopez y Asociados",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"customer_name\" = 'García, López y Asociados'");
    check_sql(
        "sales of acme",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"customer_name\" = 'Acme Corp'");
}

static void values_of_one_column_are_a_list_and_of_several_all_hold(
    void **state)
{
    (void)state;
    check_sql(
        "sales in Madrid and Málaga",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" IN ('Madrid', 'Málaga')");
    check_sql(
        "sales in Madrid or Málaga",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" IN ('Madrid', 'Málaga')");
    check_sql(
        "sales of Blue Sun in New York",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"customer_name\" = 'Blue Sun' AND \"city\" = 'New York'");
}

static void negation_leaves_values_out(void **state)
{
    (void)state;
    check_sql(
        "sales not in Madrid",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" IS DISTINCT FROM 'Madrid'");
    check_sql(
        "sales except Madrid and Málaga",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE (\"city\" NOT IN ('Madrid', 'Málaga') OR \"city\" IS NULL)");
    check_sql(
        "ventas sin Madrid",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" IS DISTINCT FROM 'Madrid'");
}

static void a_value_of_two_columns_is_asked_back_unless_one_is_named(
    void **state)
{
    (void)state;
    check_sql("sales in Paris",
              "? \"Paris\" occurs in several columns: city, Ship To");
    check_sql(
        "sales with city Paris",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" = 'Paris'");
    check_sql(
        "sales in Lima and Paris",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"Ship To\" IN ('Lima', 'Paris')");
}

static void gaps_are_asked_with_without_and_missing(void **state)
{
    (void)state;
    check_sql("list rows without city",
              "SELECT * FROM \"data\" WHERE \"city\" IS NULL");
    check_sql(
        "how many rows have a missing city",
        "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"city\" IS NULL");
}

static void part_of_an_incomplete_dictionary_is_searched_in_all_rows(
    void **state)
{
    (void)state;
    check_sql(
        "list rows urgent",
        "SELECT * FROM \"data\" WHERE (contains(lower(strip_accents(\"note\")), 'urgent'))");
}

static void what_does_not_occur_is_asked_back_with_what_is_near(void **state)
{
    (void)state;
    check_sql("sales in Madird",
              "? What is \"Madird\"? The nearest in the table: Madrid (city)");
    check_sql("sales in Atlantis", "? What is \"Atlantis\"?");
    check_sql("how many corps are there", "? What is \"corps\"?");
    check_sql(
        "how many Madrid",
        "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"city\" = 'Madrid'");
    check_sql(
        "how many acme",
        "? What is \"acme\"? The nearest in the table: Acme Corp (customer_name)");
}

static void a_column_to_group_by_does_not_say_whose_value_it_is(void **state)
{
    (void)state;
    check_sql_of(LINES, "sales by country from Spain",
                 "? \"Spain\" occurs in several columns: country, ship_to");
    check_sql_of(LINES, "sales from Spain by country",
                 "? \"Spain\" occurs in several columns: country, ship_to");
}

static void a_percentage_is_no_number_of_things(void **state)
{
    (void)state;
    check_sql_of(LINES, "top 10% customers by sales",
                 "? How does \"10%\" relate");
}

static void a_number_that_may_be_zero_has_no_gap(void **state)
{
    (void)state;
    check_sql_of(LINES, "orders without discount", "? ");
}

static void a_truth_before_what_is_counted_is_a_condition(void **state)
{
    (void)state;
    check_sql_of(
        LINES, "how many gift orders",
        "SELECT count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM \"data\" WHERE \"is_gift\" = TRUE AND \"country\" IS DISTINCT FROM 'Total'");
    check_sql_of(
        LINES, "sales by status and is gift",
        "SELECT \"status\" AS \"status\", \"is_gift\" AS \"is_gift\", sum(\"sales\") AS \"sum_sales\" FROM \"data\" WHERE \"country\" IS DISTINCT FROM 'Total' GROUP BY 1, 2 ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST");
}

static void letters_and_digits_of_a_name_are_found_joined(void **state)
{
    static const char short_names[] =
        "{\"row_count\":9,\"columns\":[{\"name\":\"c5\",\"inferred_type\":"
        "\"integer\"},{\"name\":\"q1\",\"inferred_type\":\"integer\"},{\"name\":"
        "\"sales_col5\",\"inferred_type\":\"integer\"}]}";

    (void)state;
    check_sql_of(short_names, "sum of c5",
                 "SELECT sum(\"c5\") AS \"sum_c5\" FROM \"data\"");
    check_sql_of(short_names, "total q1",
                 "SELECT sum(\"q1\") AS \"sum_q1\" FROM \"data\"");
    check_sql_of(
        short_names, "sum of sales col5",
        "SELECT sum(\"sales_col5\") AS \"sum_sales_col5\" FROM \"data\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_and_digits_of_a_name_are_found_joined),
        cmocka_unit_test(a_stop_word_written_as_a_value_is_the_value),
        cmocka_unit_test(a_stop_word_that_may_be_a_value_is_asked_back),
        cmocka_unit_test(values_are_found_without_case_accents_and_punctuation),
        cmocka_unit_test(
            values_of_one_column_are_a_list_and_of_several_all_hold),
        cmocka_unit_test(negation_leaves_values_out),
        cmocka_unit_test(
            a_value_of_two_columns_is_asked_back_unless_one_is_named),
        cmocka_unit_test(gaps_are_asked_with_without_and_missing),
        cmocka_unit_test(
            part_of_an_incomplete_dictionary_is_searched_in_all_rows),
        cmocka_unit_test(what_does_not_occur_is_asked_back_with_what_is_near),
        cmocka_unit_test(a_column_to_group_by_does_not_say_whose_value_it_is),
        cmocka_unit_test(a_percentage_is_no_number_of_things),
        cmocka_unit_test(a_number_that_may_be_zero_has_no_gap),
        cmocka_unit_test(a_truth_before_what_is_counted_is_a_condition),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
