#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fixture.h"

static void values_are_found_without_case_accents_and_punctuation(void **state)
{
    (void)state;
    check(
        "sales in MALAGA",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" = 'Málaga'");
    check(
        "sales of Garcia Lopez y Asociados",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"customer_name\" = 'García, López y Asociados'");
    check(
        "sales of acme",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"customer_name\" = 'Acme Corp'");
}

static void values_of_one_column_are_a_list_and_of_several_all_hold(
    void **state)
{
    (void)state;
    check(
        "sales in Madrid and Málaga",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" IN ('Madrid', 'Málaga')");
    check(
        "sales in Madrid or Málaga",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" IN ('Madrid', 'Málaga')");
    check(
        "sales of Blue Sun in New York",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"customer_name\" = 'Blue Sun' AND \"city\" = 'New York'");
}

static void negation_leaves_values_out(void **state)
{
    (void)state;
    check(
        "sales not in Madrid",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" IS DISTINCT FROM 'Madrid'");
    check(
        "sales except Madrid and Málaga",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE (\"city\" NOT IN ('Madrid', 'Málaga') OR \"city\" IS NULL)");
    check(
        "ventas sin Madrid",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" IS DISTINCT FROM 'Madrid'");
}

static void a_value_of_two_columns_is_asked_back_unless_one_is_named(
    void **state)
{
    (void)state;
    check("sales in Paris",
          "? \"Paris\" occurs in several columns: city, Ship To");
    check(
        "sales with city Paris",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"city\" = 'Paris'");
    check(
        "sales in Lima and Paris",
        "SELECT sum(\"total_amount\") AS \"sum_total_amount\" FROM \"data\" WHERE \"Ship To\" IN ('Lima', 'Paris')");
}

static void gaps_are_asked_with_without_and_missing(void **state)
{
    (void)state;
    check("list rows without city",
          "SELECT * FROM \"data\" WHERE \"city\" IS NULL");
    check("how many rows have a missing city",
          "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"city\" IS NULL");
}

static void part_of_an_incomplete_dictionary_is_searched_in_all_rows(
    void **state)
{
    (void)state;
    check(
        "list rows urgent",
        "SELECT * FROM \"data\" WHERE (contains(lower(strip_accents(\"note\")), 'urgent'))");
}

static void what_does_not_occur_is_asked_back_with_what_is_near(void **state)
{
    (void)state;
    check("sales in Madird",
          "? What is \"Madird\"? The nearest in the table: Madrid (city)");
    check("sales in Atlantis", "? What is \"Atlantis\"?");
    check("how many corps are there", "? What is \"corps\"?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
