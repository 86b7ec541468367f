#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "members_fixture.h"

static void an_empty_cell_is_what_is_not_had(void **state)
{
    (void)state;
    check_member("how many members have a coach",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"coach\" IS NOT "
                 "NULL");
    check_member(
        "how many members have no coach",
        "SELECT count(DISTINCT \"member_id\") AS "
        "\"distinct_member_id\" FROM \"data\" WHERE \"coach\" IS NULL");
    check_member(
        "how many members do not have a coach",
        "SELECT count(DISTINCT \"member_id\") AS "
        "\"distinct_member_id\" FROM \"data\" WHERE \"coach\" IS NULL");
    check_member("members without a coach",
                 "SELECT \"member_name\" AS \"member_name\" FROM \"data\" "
                 "WHERE \"coach\" IS NULL GROUP BY 1 ORDER BY 1 ASC NULLS "
                 "LAST");
}

static void a_column_that_is_listed_is_no_condition(void **state)
{
    (void)state;
    check_member("list the members with coach",
                 "SELECT \"member_name\" AS \"member_name\", \"coach\" AS "
                 "\"coach\" FROM \"data\" GROUP BY 1, 2 ORDER BY 1 ASC NULLS "
                 "LAST, 2 ASC NULLS LAST");
}

static void none_of_what_is_counted_is_zero(void **state)
{
    (void)state;
    check_member("how many members have no visits",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"visits\" = 0");
    check_member("cities with no visits", "?"); /* none of a city's members? */
}

static void words_of_yes_and_no_are_conditions(void **state)
{
    (void)state;
    check_member("how many active members are there",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"active\" IN "
                 "('Yes', 'YES')");
    check_member("how many members are not active",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"active\" = "
                 "'no'");
    check_member("members by active",
                 "SELECT \"active\" AS \"active\", count(DISTINCT "
                 "\"member_id\") AS \"distinct_member_id\" FROM \"data\" "
                 "GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void a_verb_of_a_date_says_that_it_came(void **state)
{
    (void)state;
    check_member("how many members have not been suspended",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"suspended_on\" "
                 "IS NULL");
    check_member("how many members were suspended",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"suspended_on\" "
                 "IS NOT NULL");
    check_member("how many members were suspended in 2023",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"suspended_on\" "
                 ">= DATE '2023-01-01' AND \"suspended_on\" < DATE "
                 "'2024-01-01'");
}

static void a_unit_may_stand_before_or_more(void **state)
{
    (void)state;
    check_member("how many members have 3 visits or more",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"visits\" >= 3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_cell_is_what_is_not_had),
        cmocka_unit_test(a_column_that_is_listed_is_no_condition),
        cmocka_unit_test(none_of_what_is_counted_is_zero),
        cmocka_unit_test(words_of_yes_and_no_are_conditions),
        cmocka_unit_test(a_verb_of_a_date_says_that_it_came),
        cmocka_unit_test(a_unit_may_stand_before_or_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
