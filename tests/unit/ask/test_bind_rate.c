#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "orders_fixture.h"

#define WORDS(name, values)                                          \
    "{\"name\":\"" name "\",\"inferred_type\":\"string\","           \
    "\"non_null_count\":90,\"distinct_estimate\":2,\"dictionary\":{" \
    "\"complete\":true,\"values\":[" values "]}}"

#define LOANS(columns)                       \
    "{\"row_count\":90,\"columns\":[" WORDS( \
        "branch", "\"East\",\"West\"") "," columns "]}"

#define FLAG                                               \
    "{\"name\":\"renewed\",\"inferred_type\":\"integer\"," \
    "\"non_null_count\":90,\"distinct_estimate\":2,\"min\":0,\"max\":1}"

#define BOOKS LOANS(FLAG "," WORDS("status", "\"Returned\",\"Lost\""))

#define PERCENT(condition)                            \
    "count(*) FILTER (WHERE " condition               \
    ") AS \"part\", count(*) AS \"total\", "          \
    "round(100.0 * count(*) FILTER (WHERE " condition \
    ") / nullif(count(*), 0), 2) AS \"percent\" FROM \"data\""

static void a_rate_is_the_part_of_rows_of_which_it_is_true(void **state)
{
    (void)state;
    check_sql_of(BOOKS, "renewal rate", "SELECT " PERCENT("\"renewed\" = 1"));
    check_sql_of(BOOKS, "what is the renew rate?",
                 "SELECT " PERCENT("\"renewed\" = 1"));
    check_sql_of(BOOKS, "return rate",
                 "SELECT " PERCENT("\"status\" = 'Returned'"));
    check_sql_of(LOANS(WORDS("状态", "\"已归还\",\"遗失\"")), "归还率是多少",
                 "SELECT " PERCENT("\"状态\" = '已归还'"));
    check_sql_of(LOANS(WORDS("是否续借", "\"是\",\"否\"")), "续借率",
                 "SELECT " PERCENT("\"是否续借\" = '是'"));
}

static void a_rate_of_groups_is_that_of_each(void **state)
{
    (void)state;
    check_sql_of(BOOKS, "return rate by branch",
                 "SELECT \"branch\" AS \"branch\", " PERCENT(
                     "\"status\" = 'Returned'") " GROUP BY 1 ORDER BY 1 ASC "
                                                "NULLS LAST");
}

#define KEYED                                                             \
    LOANS(                                                                \
        "{\"name\":\"loan_id\",\"inferred_type\":\"string\","             \
        "\"non_null_count\":90,\"distinct_estimate\":90,"                 \
        "\"dictionary\":{\"complete\":true,\"values\":[\"L1\"]}}," WORDS( \
            "status", "\"Returned\",\"Lost\"") "," WORDS("city", "\"Lima\""))

/* "By branch" is of the loans of each, and no loan is a group. */
static void a_percentage_by_groups_of_what_became_of_rows_is_of_each_group(
    void **state)
{
#define OF_EACH \
    "SELECT \"branch\" AS \"branch\", " PERCENT("\"status\" = 'Returned'")
#define IN_ORDER " GROUP BY 1 ORDER BY 1 ASC NULLS LAST"
    (void)state;
    check_sql_of(KEYED, "percentage of returned loans by branch",
                 OF_EACH IN_ORDER);
    check_sql_of(KEYED, "what share of loans is returned by branch?",
                 OF_EACH IN_ORDER);
    check_sql_of(KEYED, "percentage of returned loans in Lima by branch",
                 OF_EACH " WHERE \"city\" = 'Lima'" IN_ORDER);
    check_sql_of(
        KEYED, "percentage of loans by branch",
        "SELECT \"branch\" AS \"branch\", count(*) AS \"count\", "
        "round(100.0 * count(*) / nullif(sum(count(*)) OVER (), 0), 2) "
        "AS \"percent\" FROM \"data\" GROUP BY 1 ORDER BY 2 DESC NULLS "
        "LAST, 1 ASC NULLS LAST");
}

#define COUNT(name, max)                                                    \
    "{\"name\":\"" name "\",\"inferred_type\":\"integer\","                 \
    "\"non_null_count\":90,\"distinct_estimate\":60,\"min\":0,\"max\":" max \
    "}"

static void the_group_with_the_highest_rate_is_found(void **state)
{
    (void)state;
    check_sql_of(
        BOOKS, "which branch has the highest return rate",
        "SELECT \"branch\" AS \"branch\", " PERCENT(
            "\"status\" = 'Returned'") " GROUP BY 1 QUALIFY rank() OVER (ORDER BY round(100.0 * count(*) FILTER (WHERE \"status\" = 'Returned') / nullif(count(*), 0), 2) DESC NULLS LAST) = 1 ORDER BY 4 DESC NULLS LAST, 1 ASC NULLS LAST");
    check_sql_of(BOOKS, "which branch has the worst return rate", "? ");
}

#define RATIO(of) \
    "SELECT round(((100 * sum(\"scrap_qty\")) / nullif(" of ", 0)), 6) AS "

static void a_rate_of_two_figures_is_one_over_the_other(void **state)
{
    (void)state;
    check_sql_of(
        LOANS(COUNT("scrap_qty", "40") "," COUNT("made_qty", "900")),
        "scrap rate",
        RATIO(
            "sum(\"made_qty\")") "\"scrap_qty / made_qty (%)\" FROM \"data\"");
    check_sql_of(
        LOANS(COUNT("scrap_qty", "40") "," COUNT("good_qty", "900")),
        "overall scrap rate",
        RATIO(
            "list_sum([sum(\"scrap_qty\"), sum(\"good_qty\")])") "\"scrap_qty / (scrap_qty + good_qty) (%)\" FROM \"data\"");
    check_sql_of(
        LOANS(COUNT("退货单数", "40") "," COUNT("观看人数", "9000") "," COUNT(
            "订单数", "900")),
        "退货率",
        "SELECT round(((100 * sum(\"退货单数\")) / nullif(sum(\"订单数\"), "
        "0)), 6) AS \"退货单数 / 订单数 (%)\" FROM \"data\"");
    check_sql_of(LOANS(COUNT("scrap_qty", "40") "," COUNT(
                     "made_qty", "900") "," COUNT("sold_qty", "900")),
                 "scrap rate", "? ");
    check_sql_of(LOANS(COUNT("scrap_qty", "40") "," COUNT("made_qty", "9")),
                 "scrap rate", "? ");
}

static void what_may_be_two_or_none_is_asked_back(void **state)
{
    (void)state;
    check_sql_of(BOOKS, "interest rate", "? ");
    check_sql_of(BOOKS, "East rate", "? ");
    check_sql_of(LOANS(FLAG "," WORDS("status", "\"Renewed\",\"Lost\"")),
                 "renew rate", "? ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rate_is_the_part_of_rows_of_which_it_is_true),
        cmocka_unit_test(a_rate_of_groups_is_that_of_each),
        cmocka_unit_test(
            a_percentage_by_groups_of_what_became_of_rows_is_of_each_group),
        cmocka_unit_test(the_group_with_the_highest_rate_is_found),
        cmocka_unit_test(a_rate_of_two_figures_is_one_over_the_other),
        cmocka_unit_test(what_may_be_two_or_none_is_asked_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
