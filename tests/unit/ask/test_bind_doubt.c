#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

#define LEFT_COLUMN                                                  \
    "{\"name\":\"left_on\",\"inferred_type\":\"date\","              \
    "\"non_null_count\":60,\"distinct_estimate\":55,\"min\":\"2022-" \
    "01-03\",\"max\":\"2024-11-30\"}"

/* Stays in cabins: days of booking, coming and going. */
static const char
    stays[] = "{\"row_count\":400,\"columns\":[" TEXT_COLUMN("stay_id",
                                                             400, "\"T1\",\"T2\"") "," TEXT_COLUMN("guest",
                                                                                                   90,
                                                                                                   "\"Ana "
                                                                                                   "Ruiz\","
                                                                                                   "\"Bo "
                                                                                                   "Lind\"") "," TEXT_COLUMN("channel",
                                                                                                                             3, "\"Booking.com\",\"Phone\",\"Direct\"") "," TEXT_COLUMN("shift", 3, "\"Day\",\"Night\",\"Late\"") "," TEXT_COLUMN("status", 4, "\"Closed\",\"Resolved\",\"Open\"") "," DATE_COLUMN("booked_on",
                                                                                                                                                                                                                                                                                                                   300,
                                                                                                                                                                                                                                                                                                                   "2022-01-03",
                                                                                                                                                                                                                                                                                                                   "2024-12-30") "," DATE_COLUMN("check_in",
                                                                                                                                                                                                                                                                                                                                                 300,
                                                                                                                                                                                                                                                                                                                                                 "2022-01-09", "2025-02-01") "," DATE_COLUMN("check_out",
                                                                                                                                                                                                                                                                                                                                                                                             300,
                                                                                                                                                                                                                                                                                                                                                                                             "2022-01-10",
                                                                                                                                                                                                                                                                                                                                                                                             "2025-02-09") "," DATE_COLUMN("closed", 300, "2022-01-10", "2025-02-09") "," WHOLE_COLUMN("nights",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       9,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       "1",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       "9") "," WHOLE_COLUMN("adults", 4, "1", "4") "," DECIMAL_COLUMN("total_gbp",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       80,
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       "0", "900") "]}";

/* People who work, of whom some have left. */
static const char people[] =
    "{\"row_count\":400,\"columns\":[" TEXT_COLUMN("name", 400, "\"Ana Ruiz\",\"Bo Lind\"") "," TEXT_COLUMN(
        "department", 4,
        "\"IT\","
        "\"Sales\"") "," DATE_COLUMN("hire_date", 300, "2010-01-04",
                                     "2024-05-06") "," WHOLE_COLUMN("salary",
                                                                    300,
                                                                    "20000",
                                                                    "90000") "," LEFT_COLUMN
                                                                             "]}";

/* Runs of machines, one of whose figures begins as the file is called. */
static const char runs[] =
    "{\"row_count\":400,\"columns\":[" DATE_COLUMN("day", 300, "2024-01-01", "2024-12-30") "," TEXT_COLUMN("machine", 9, "\"M-1\"") "," TEXT_COLUMN(
        "stop_reason", 5,
        "\"jam\"") "," TEXT_COLUMN("operator", 5,
                                   "\"R. Cole\"") "," TEXT_COLUMN("maker", 5,
                                                                  "\"Bosch\"") "," WHOLE_COLUMN("scrap_qty",
                                                                                                40,
                                                                                                "0",
                                                                                                "40") "," WHOLE_COLUMN("run_min",
                                                                                                                       90,
                                                                                                                       "300",
                                                                                                                       "480") "]}";

static void a_word_that_changes_who_is_meant_is_asked_back(void **state)
{
    static const struct wording en[] = {
        {"guests that only came by phone", "?"},
        {"guests without phone stays", "?"},
        {"how many guests were here on 5 July 2024", "?"},
        {"how many guests stayed in July 2024", "?"},
        {"how many guests in July 2024 by check-in date", "?"},
        {"how many stays in July 2024 (by check in date)",
         "count(DISTINCT stay_id) WHERE check_in >= '2024-07-01' AND check_in < '2024-08-01'"},
        {"how many guests", "?"},
    };

    (void)state;
    CHECK_WORDINGS(stays, "stays.csv", en);
}

static void what_stands_beside_a_word_says_what_it_is(void **state)
{
    static const struct wording en[] = {
        {"which guest stayed the longest",
         "guest, max(nights) GROUP BY 1 QUALIFY rank() OVER (ORDER BY max(nights) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"how many bookings", "count(*)"},
        {"how many stays are closed + resolved",
         "count(DISTINCT stay_id) WHERE status IN ('Closed', 'Resolved')"},
        {"number of adults on average", "round(avg(adults), 6)"},
        {"how many single night stays",
         "count(DISTINCT stay_id) WHERE nights = 1"},
        {"how many 3-night stays", "count(DISTINCT stay_id) WHERE nights = 3"},
        {"what share of total gbp are open stays",
         "sum(total_gbp) FILTER (WHERE status = 'Open'), sum(total_gbp), round(100.0 * sum(total_gbp) FILTER (WHERE status = 'Open') / nullif(sum(total_gbp), 0), 2)"},
        {"stays rated under 3", "?"},
        {"how much was the last stay of Ana Ruiz",
         "WITH numbered AS (*, row_number() OVER ()), kept AS (* FROM numbered WHERE guest = 'Ana Ruiz'), picked AS (* FROM kept WHERE booked_on IS NOT NULL QUALIFY rank() OVER (ORDER BY booked_on DESC) = 1) total_gbp FROM picked ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(stays, "stays.csv", en);
}

static void who_left_and_who_stayed_are_two(void **state)
{
    static const struct wording en[] = {
        {"average salary of people who left",
         "round(avg(salary), 6) WHERE left_on IS NOT NULL"},
        {"staff currently in IT",
         "name WHERE department = 'IT' AND left_on IS NULL GROUP BY 1 ORDER BY 1 ASC"},
        {"how many people hired before 2015 are still here",
         "count(*) WHERE hire_date < '2015-01-01' AND left_on IS NULL"},
        {"longest serving person",
         "name, min(hire_date) GROUP BY 1 QUALIFY rank() OVER (ORDER BY min(hire_date) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
        {"who has been with us the longest in IT",
         "name, min(hire_date) WHERE department = 'IT' GROUP BY 1 QUALIFY rank() OVER (ORDER BY min(hire_date) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
        {"how many people left in 2023",
         "count(*) WHERE left_on >= '2023-01-01' AND left_on < '2024-01-01'"},
    };

    (void)state;
    CHECK_WORDINGS(people, "people.csv", en);
}

static void rows_are_not_a_figure_and_verbs_no_column(void **state)
{
    static const struct wording en[] = {
        {"how many runs had no stop reason", "?"},
        {"how many runs did R. Cole do", "count(*) WHERE operator = 'R. Cole'"},
        {"which operator makes the most scrap",
         "operator, sum(scrap_qty) GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(scrap_qty) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"what stops the machines most often", "?"},
        {"which maker has the most scrap per machine", "?"},
    };

    (void)state;
    CHECK_WORDINGS(runs, "runs.csv", en);
}

/* Sessions of hosts who sell. */
static const char sessions[] =
    "{\"row_count\":400,\"columns\":[" TEXT_COLUMN("场次编号", 400, "\"C1\",\"C2\"") "," TEXT_COLUMN(
        "平台", 3,
        "\"抖音\"") "," WHOLE_COLUMN("订单数", 90, "1",
                                     "900") "," WHOLE_COLUMN("退货单数", 90,
                                                             "0",
                                                             "90") "," DECIMAL_COLUMN("成交额",
                                                                                      300,
                                                                                      "0",
                                                                                      "90000") "]}";

static void what_an_order_was_worth_is_over_the_orders(void **state)
{
    static const struct wording zh[] = {
        {"各平台客单价",
         "平台, round((sum(成交额) / nullif(sum(订单数), 0)), 6) GROUP BY 1 ORDER BY 1 ASC"},
        {"抖音平均每单多少钱",
         "round((sum(成交额) / nullif(sum(订单数), 0)), 6) WHERE 平台 = '抖音'"},
        {"客单价（成交额除以订单数）",
         "round((sum(成交额) / nullif(sum(订单数), 0)), 6)"},
        {"人均成交额", "?"},
        {"平台、成交额合计、平均订单数",
         "平台, sum(成交额), round(avg(订单数), 6) GROUP BY 1 ORDER BY 1 ASC"},
        {"各平台平均成交额、订单数", "?"},
        {"各平台场次编号、成交额",
         "平台, count(DISTINCT 场次编号), sum(成交额) GROUP BY 1 ORDER BY 1 ASC"},
        {"各平台场次数、退款件数", "?"},
        {"抖音总共多少单", "sum(订单数) WHERE 平台 = '抖音'"},
    };

    (void)state;
    CHECK_WORDINGS(sessions, "直播.csv", zh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_that_changes_who_is_meant_is_asked_back),
        cmocka_unit_test(what_stands_beside_a_word_says_what_it_is),
        cmocka_unit_test(who_left_and_who_stayed_are_two),
        cmocka_unit_test(rows_are_not_a_figure_and_verbs_no_column),
        cmocka_unit_test(what_an_order_was_worth_is_over_the_orders),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
