#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

/* clang-format off */
static const char ferries_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("sailing_id", 400, "\"S-1\",\"S-2\"") ","
    TEXT_COLUMN("ORIG", 4, "\"Cork\",\"Roscoff\"") ","
    TEXT_COLUMN("DEST", 4, "\"Cork\",\"Roscoff\"") ","
    TEXT_COLUMN("prio", 3, "\"low\",\"high\"") ","
    WHOLE_COLUMN("PAX", 300, "10", "900") ","
    WHOLE_COLUMN("ARR_DELAY", 60, "-10", "90") ","
    WHOLE_COLUMN("Resp (min)", 60, "1", "90") ","
    DATE_COLUMN("sailed", 300, "2022-01-03", "2024-12-30") "]}";

static const char crew_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("Name", 400, "\"Ann Ode\",\"Bob Rye\"") ","
    DATE_COLUMN("DOB", 300, "1950-01-03", "2004-12-30") ","
    DECIMAL_COLUMN("FTE", 10, "0.1", "1") ","
    DECIMAL_COLUMN("dues (EUR)", 300, "1", "90") ","
    TEXT_COLUMN("Plan", 3, "\"Full\",\"Half\"") ","
    TEXT_COLUMN("member_ref", 400, "\"M-1\",\"M-2\"") "]}";
/* clang-format on */

static void columns_are_found_by_what_their_abbreviations_mean(void **state)
{
    static const struct wording list[] = {
        {"total passengers by origin",
         "ORIG, sum(PAX) GROUP BY 1 ORDER BY 1 ASC"},
        {"number of rows by destination",
         "DEST, count(*) GROUP BY 1 ORDER BY 1 ASC"},
        {"number of rows by priority",
         "prio, count(*) GROUP BY 1 ORDER BY 1 ASC"},
        {"average arrival delay", "round(avg(ARR_DELAY), 6)"},
        {"average response time", "round(avg(Resp (min)), 6)"},
        /* a delay is not added up */
        {"arrival delay", "?"},
    };
    static const struct wording crew[] = {
        {"rows born before 1980: count", "count(*) WHERE DOB < '1980-01-01'"},
        {"total full time equivalents", "sum(FTE)"},
    };

    (void)state;
    CHECK_WORDINGS(ferries_table, "data.csv", list);
    CHECK_WORDINGS(crew_table, "data.csv", crew);
}

static void rows_are_no_group_beside_groups(void **state)
{
    static const struct wording list[] = {
        {"dues by plan, all members",
         "Plan, sum(dues (EUR)) GROUP BY 1 ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(crew_table, "data.csv", list);
}

static void a_table_is_called_by_another_word(void **state)
{
    static const struct wording list[] = {
        {"how many movies", "count(*)"},
    };

    (void)state;
    CHECK_WORDINGS(ferries_table, "films.csv", list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_found_by_what_their_abbreviations_mean),
        cmocka_unit_test(rows_are_no_group_beside_groups),
        cmocka_unit_test(a_table_is_called_by_another_word),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
