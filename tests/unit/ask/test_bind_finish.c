#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fixture.h"

static void rows_of_totals_are_in_no_ranking_and_no_list(void **state)
{
    (void)state;
    check_sql_of(
        LINES, "list of countries",
        "SELECT \"country\" AS \"country\" FROM \"data\" WHERE \"country\" IS DISTINCT FROM 'Total' GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
    check_sql_of(
        LINES, "top 2 rows by sales",
        "SELECT * FROM \"data\" WHERE \"country\" IS DISTINCT FROM 'Total' ORDER BY \"sales\" DESC NULLS LAST, \"order_id\" ASC NULLS LAST, \"CustomerID\" ASC NULLS LAST, \"order_date\" ASC NULLS LAST, \"country\" ASC NULLS LAST, \"ship_to\" ASC NULLS LAST, \"status\" ASC NULLS LAST, \"is_gift\" ASC NULLS LAST, \"class\" ASC NULLS LAST, \"discount\" ASC NULLS LAST LIMIT 2");
    check_sql_of(LINES, "show all rows", "SELECT * FROM \"data\"");
}

static void averages_of_small_numbers_keep_their_digits(void **state)
{
    (void)state;
    check_sql_of(
        LINES, "average discount with country Spain",
        "SELECT avg(\"discount\") AS \"avg_discount\" FROM \"data\" WHERE \"country\" = 'Spain'");
    check_sql_of(
        LINES, "average sales with country Spain",
        "SELECT round(avg(\"sales\"), 6) AS \"avg_sales\" FROM \"data\" WHERE \"country\" = 'Spain'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_totals_are_in_no_ranking_and_no_list),
        cmocka_unit_test(averages_of_small_numbers_keep_their_digits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
