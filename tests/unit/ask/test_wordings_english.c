#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

/* Loans of a library of tools: two dates, a status, a flag of 0 and 1. */
#define LOANS                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                             \
    "{\"row_count\":400,\"columns\":[" TEXT_COLUMN("loan_id",                                                                                                                                                                                                                                                                                                                                                                                                                                                             \
                                                   400, "\"L1\",\"L2\"") "," TEXT_COLUMN("borrower", 90, "\"Ana Ruiz\",\"Bo Lind\"") "," TEXT_COLUMN("tool",                                                                                                                                                                                                                                                                                                                                                              \
                                                                                                                                                     30, "\"Drill\",\"Saw\",\"Sander\"") "," TEXT_COLUMN("branch", 4, "\"North\",\"South\"") "," TEXT_COLUMN("status", 4, "\"Returned\",\"Cancelled\",\"Lost\"") "," DATE_COLUMN("lent_on",                                                                                                                                                                               \
                                                                                                                                                                                                                                                                                                                                 300,                                                                                                                                                                                     \
                                                                                                                                                                                                                                                                                                                                 "2022-01-03", "2024-12-30") "," DATE_COLUMN("closed_at",                                                                                                                                 \
                                                                                                                                                                                                                                                                                                                                                                             300,                                                                                                                                         \
                                                                                                                                                                                                                                                                                                                                                                             "2022-01-09", "2024-12-30") "," WHOLE_COLUMN("insured", 2, "0",                                                                              \
                                                                                                                                                                                                                                                                                                                                                                                                                          "1") "," DECIMAL_COLUMN("fee", 80, "0", "90") "," WHOLE_COLUMN("tools_lent",                    \
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                         9,                               \
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                         "1", "9") "," TEXT_COLUMN("sex", \
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   2,     \
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                   "\"F\",\"M\"") "]}"

static void classes_of_wording_are_read(void **state)
{
    static const struct wording en[] = {
        {"give me the breakdown of loans by branch",
         "branch, count(DISTINCT loan_id) GROUP BY 1 ORDER BY 1 ASC"},
        {"branch split by status",
         "branch, status, count(*) GROUP BY 1, 2 ORDER BY 1 ASC, 2 ASC"},
        {"status distribution", "status, count(*) GROUP BY 1 ORDER BY 1 ASC"},
        {"cancellation rate",
         "count(*) FILTER (WHERE status = 'Cancelled'), count(*), round(100.0 * count(*) FILTER (WHERE status = 'Cancelled') / nullif(count(*), 0), 2)"},
        {"cancellation rate by branch",
         "branch, count(*) FILTER (WHERE status = 'Cancelled'), count(*), round(100.0 * count(*) FILTER (WHERE status = 'Cancelled') / nullif(count(*), 0), 2) GROUP BY 1 ORDER BY 1 ASC"},
        {"how many cancellations in 2023",
         "count(*) WHERE lent_on >= '2023-01-01' AND lent_on < '2024-01-01' AND status = 'Cancelled'"},
        {"how many insured loans", "count(DISTINCT loan_id) WHERE insured = 1"},
        {"how many uninsured loans were there",
         "count(DISTINCT loan_id) WHERE insured = 0"},
        {"share of insured loans",
         "count(*) FILTER (WHERE insured = 1), count(*), round(100.0 * count(*) FILTER (WHERE insured = 1) / nullif(count(*), 0), 2)"},
        {"how many loans were made by women",
         "count(DISTINCT loan_id) WHERE sex = 'F'"},
        {"fee range by branch",
         "branch, min(fee), max(fee) GROUP BY 1 ORDER BY 1 ASC"},
        {"most popular tool",
         "tool, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"busiest branch",
         "branch, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"who is the most active borrower",
         "borrower, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"how many loans closed in 2023",
         "count(DISTINCT loan_id) WHERE closed_at >= '2023-01-01' AND closed_at < '2024-01-01'"},
        {"top 2 tools by fee in each branch",
         "branch, tool, sum(fee) GROUP BY 1, 2 QUALIFY rank() OVER (PARTITION BY branch ORDER BY sum(fee) DESC) <= 2 ORDER BY 1 ASC, 3 DESC, 2 ASC"},
        {"most popular tool in each branch",
         "branch, tool, count(*) GROUP BY 1, 2 QUALIFY rank() OVER (PARTITION BY branch ORDER BY count(*) DESC) <= 1 ORDER BY 1 ASC, 3 DESC, 2 ASC"},
        {"fees per tool lent",
         "round((sum(fee) / nullif(sum(tools_lent), 0)), 6)"},
        {"loans on weekends",
         "loan_id WHERE isodow(lent_on) IN (6, 7) GROUP BY 1 ORDER BY 1 ASC"},
        {"how many loans were on mondays and tuesdays",
         "count(DISTINCT loan_id) WHERE isodow(lent_on) IN (1, 2)"},
        {"best selling tool",
         "tool, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"branch wise number of loans",
         "branch, count(DISTINCT loan_id) GROUP BY 1 ORDER BY 1 ASC"},
        {"which tool has the most loans, and how many?",
         "tool, count(*) GROUP BY 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"total fee and tools lent by branch",
         "branch, sum(fee), sum(tools_lent) GROUP BY 1 ORDER BY 1 ASC"},
        {"loans with a fee", "loan_id WHERE fee > 0 GROUP BY 1 ORDER BY 1 ASC"},
        {"loans without a fee",
         "loan_id WHERE fee = 0 GROUP BY 1 ORDER BY 1 ASC"},
        {"how many women and how many men",
         "sex, count(*) WHERE sex IN ('F', 'M') GROUP BY 1 ORDER BY 1 ASC"},
        {"how much did we make in 2023", "?"},
        {"list the tools by fee",
         "tool, sum(fee) GROUP BY 1 ORDER BY 2 DESC, 1 ASC"},
        {"the largest branch and who runs it", "?"},
        {"non insured loans by branch",
         "branch, count(DISTINCT loan_id) WHERE insured = 0 GROUP BY 1 ORDER BY 1 ASC"},
        {"fee rate", "?"},
    };

    (void)state;
    CHECK_WORDINGS(LOANS, "loans.csv", en);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_of_wording_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
