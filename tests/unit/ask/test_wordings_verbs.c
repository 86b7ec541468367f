#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

/* clang-format off */
static const char crew_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("badge_id", 400, "\"B-1\",\"B-2\"") ","
    TEXT_COLUMN("full_name", 398, "\"Ann Ode\",\"Bob Rye\"") ","
    TEXT_COLUMN("post", 5, "\"Cook\",\"Stoker\"") ","
    TEXT_COLUMN("Payment", 3, "\"Cash\",\"Card\"") ","
    DATE_COLUMN("hire_date", 300, "2015-01-03", "2024-12-30") ","
    DECIMAL_COLUMN("tax", 90, "1", "90") ","
    DECIMAL_COLUMN("net_income", 90, "-5", "90") ","
    DECIMAL_COLUMN("salary", 90, "1", "90") "]}";

static const char months_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("guild", 10, "\"Bakers\",\"Tanners\"") ","
    DATE_COLUMN("month", 40, "2021-01-31", "2024-04-30") ","
    WHOLE_COLUMN("workshops", 30, "1", "40") "]}";
/* clang-format on */

static void verbs_that_say_nothing_are_heard(void **state)
{
    static const struct wording list[] = {
        {"tax collected in 2023", "sum(tax) WHERE hire_date >= '2023-01-01' "
                                  "AND hire_date < '2024-01-01'"},
        {"tax collected by post", "post, sum(tax) GROUP BY 1 ORDER BY 1 ASC"},
        {"which payment method is used the most",
         "Payment, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) "
         "DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"what does the average cook earn",
         "round(avg(salary), 6) WHERE post = 'Cook'"},
    };

    (void)state;
    CHECK_WORDINGS(crew_table, "crew.csv", list);
}

static void what_happened_is_counted_by_when(void **state)
{
    static const struct wording list[] = {
        {"new hires per year",
         "year(hire_date), count(*) GROUP BY 1 ORDER BY 1 ASC"},
        {"who is the longest serving cook",
         "full_name, min(hire_date) WHERE post = 'Cook' GROUP BY 1 QUALIFY "
         "rank() OVER (ORDER BY min(hire_date) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
        {"hire date per year", "?"},
    };

    (void)state;
    CHECK_WORDINGS(crew_table, "crew.csv", list);
}

static void negative_is_below_zero(void **state)
{
    static const struct wording list[] = {
        {"how many crew have negative net income",
         "count(*) WHERE net_income < 0"},
        {"wage bill by post", "post, sum(salary) GROUP BY 1 ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(crew_table, "crew.csv", list);
}

static void what_is_there_each_month_is_not_added_up(void **state)
{
    static const struct wording list[] = {
        {"how many workshops do the Tanners have", "?"},
        {"total workshops of the Tanners",
         "sum(workshops) WHERE guild = 'Tanners'"},
    };

    (void)state;
    CHECK_WORDINGS(months_table, "guilds.csv", list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verbs_that_say_nothing_are_heard),
        cmocka_unit_test(what_happened_is_counted_by_when),
        cmocka_unit_test(negative_is_below_zero),
        cmocka_unit_test(what_is_there_each_month_is_not_added_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
