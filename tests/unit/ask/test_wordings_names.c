#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

/* clang-format off */
static const char lessons_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("Lesson", 400, "\"X-1\",\"X-2\"") ","
    TEXT_COLUMN("Coach", 3, "\"Dr Ama Osei\",\"Ruth Lindqvist\",\"Jo Park\"") ","
    TEXT_COLUMN("favorite_color", 3, "\"red\",\"blue\"") ","
    DATE_COLUMN("canceled_on", 300, "2022-01-03", "2024-12-30") ","
    WHOLE_COLUMN("Laps", 30, "1", "40") "]}";
/* clang-format on */

static void people_are_called_by_title_and_surname(void **state)
{
    static const struct wording list[] = {
        {"number of rows of Dr Osei", "count(*) WHERE Coach = 'Dr Ama Osei'"},
        {"number of rows of Mrs. Lindqvist",
         "count(*) WHERE Coach = 'Ruth Lindqvist'"},
        {"number of rows of Dr Nobody", "?"},
    };

    (void)state;
    CHECK_WORDINGS(lessons_table, "data.csv", list);
}

static void columns_are_found_in_both_spellings(void **state)
{
    static const struct wording list[] = {
        {"number of rows by favourite colour",
         "favorite_color, count(*) GROUP BY 1 ORDER BY 1 ASC"},
        {"number of rows by cancellation date",
         "canceled_on, count(*) GROUP BY 1 ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(lessons_table, "data.csv", list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_are_called_by_title_and_surname),
        cmocka_unit_test(columns_are_found_in_both_spellings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
