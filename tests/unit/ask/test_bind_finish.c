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
    static const char small[] =
        "{\"row_count\":9,\"columns\":[{\"name\":\"mass\",\"inferred_type\":"
        "\"float\",\"min\":0.0000001,\"max\":0.000009}]}";

    (void)state;
    check_sql_of(small, "average mass",
                 "SELECT avg(\"mass\") AS \"avg_mass\" FROM \"data\"");
    check_sql_of(
        LINES, "average discount with country Spain",
        "SELECT round(avg(\"discount\"), 6) AS \"avg_discount\" FROM \"data\" WHERE \"country\" = 'Spain'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_totals_are_in_no_ranking_and_no_list),
        cmocka_unit_test(averages_of_small_numbers_keep_their_digits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
