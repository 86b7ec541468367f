#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "members_fixture.h"

static void codes_are_counted_and_names_are_shown(void **state)
{
    (void)state;
    check_member("how many members are in Madrid",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"city\" = "
                 "'Madrid'");
    check_member("top 3 members by visits",
                 "SELECT \"member_name\" AS \"member_name\", sum(\"visits\") "
                 "AS \"sum_visits\" FROM \"data\" GROUP BY 1 ORDER BY 2 DESC "
                 "NULLS LAST, 1 ASC NULLS LAST LIMIT 3");
}

static void two_names_are_asked_back(void **state)
{
    (void)state;
    check_sql("which customer has a city Paris or ship to Oslo", "?");
    check_member("when joined", "?");
}

static void what_is_counted_may_be_asked_at_the_end(void **state)
{
    (void)state;
    check_member("members with a fee over 50: how many?",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"fee\" > 50");
}

static void a_verb_of_its_own_value_says_no_more(void **state)
{
    (void)state;
    check_member("how many members does Kim coach",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"coach\" = "
                 "'Kim'");
}

static void where_is_asked_of_the_city(void **state)
{
    (void)state;
    check_member("where is Ana Ruiz based",
                 "SELECT \"city\" AS \"city\" FROM \"data\" WHERE "
                 "\"member_name\" = 'Ana Ruiz' GROUP BY 1 ORDER BY 1 ASC "
                 "NULLS LAST");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_counted_and_names_are_shown),
        cmocka_unit_test(two_names_are_asked_back),
        cmocka_unit_test(what_is_counted_may_be_asked_at_the_end),
        cmocka_unit_test(a_verb_of_its_own_value_says_no_more),
        cmocka_unit_test(where_is_asked_of_the_city),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
