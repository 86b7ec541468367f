#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "members_fixture.h"

static void a_row_has_its_place_in_the_file(void **state)
{
    (void)state;
    check_member(
        "city in the tenth row",
        "WITH \"numbered\" AS (SELECT *, row_number() OVER () AS \"row\" FROM \"data\"), \"kept\" AS (SELECT * FROM \"numbered\"), \"picked\" AS (SELECT * FROM \"kept\" QUALIFY row_number() OVER (ORDER BY \"row\") = 10) SELECT \"city\" AS \"city\" FROM \"picked\" ORDER BY 1 ASC NULLS LAST");
    check_member(
        "visits of the last member in the file",
        "WITH \"numbered\" AS (SELECT *, row_number() OVER () AS \"row\" FROM \"data\"), \"kept\" AS (SELECT * FROM \"numbered\"), \"picked\" AS (SELECT * FROM \"numbered\" WHERE \"row\" = (SELECT max(\"row\") FROM \"kept\")) SELECT \"member_name\" AS \"member_name\", \"visits\" AS \"visits\" FROM \"picked\" ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST");
}

static void the_first_of_a_table_with_dates_is_asked_back(void **state)
{
    (void)state;
    check_member("city of the third member", "?");
}

static void when_the_first_was_is_the_earliest_day(void **state)
{
    (void)state;
    check_sql("when was the first order",
              "SELECT min(\"orderDate\") AS \"min_orderDate\" FROM \"data\"");
    check_sql("when was the last order from Madrid",
              "SELECT max(\"orderDate\") AS \"max_orderDate\" FROM \"data\" "
              "WHERE \"city\" = 'Madrid'");
}

static void the_second_largest_is_one_place_down(void **state)
{
    (void)state;
    check_sql(
        "which city has the second highest units",
        "SELECT \"city\" AS \"city\", sum(\"units\") AS \"sum_units\" FROM \"data\" WHERE \"city\" IS NOT NULL GROUP BY 1 QUALIFY dense_rank() OVER (ORDER BY sum(\"units\") DESC NULLS LAST) = 2 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS LAST");
}

static void one_column_is_compared_with_another(void **state)
{
    (void)state;
    check_member("how many members have paid below fee",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"paid\" < "
                 "\"fee\"");
    check_member("how many members have a fee above average",
                 "SELECT count(DISTINCT \"member_id\") AS "
                 "\"distinct_member_id\" FROM \"data\" WHERE \"fee\" > "
                 "(SELECT avg(\"fee\") FROM \"data\")");
    check_member("how many members in Oslo have a fee above average", "?");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_has_its_place_in_the_file),
        cmocka_unit_test(the_first_of_a_table_with_dates_is_asked_back),
        cmocka_unit_test(when_the_first_was_is_the_earliest_day),
        cmocka_unit_test(the_second_largest_is_one_place_down),
        cmocka_unit_test(one_column_is_compared_with_another),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
