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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_are_counted_and_names_are_shown),
        cmocka_unit_test(two_names_are_asked_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
