#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

/* clang-format off */
#define HEAD \
    "{\"row_count\":400,\"columns\":[" \
    TEXT_COLUMN("docket", 400, "\"D-1\",\"D-2\"") "," \
    DATE_COLUMN("day", 300, "2022-01-03", "2024-12-30") "," \
    TEXT_COLUMN("buyer", 60, "\"Oda\",\"Rune\"") "," \
    TEXT_COLUMN("cashier", 5, "\"Ivo\",\"Una\"") "," \
    WHOLE_COLUMN("pieces", 30, "1", "40") ","

static const char takings_table[] = HEAD
    DECIMAL_COLUMN("amount", 300, "1", "900") ","
    DECIMAL_COLUMN("tax_amount", 300, "1", "90") "]}";

static const char two_table[] = HEAD
    DECIMAL_COLUMN("gross sales", 300, "1", "900") ","
    DECIMAL_COLUMN("net sales", 300, "1", "90") "]}";

static const char paid_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("employee", 400, "\"Oda\",\"Rune\"") ","
    TEXT_COLUMN("team", 5, "\"Blue\",\"Red\"") ","
    DECIMAL_COLUMN("salary", 300, "1", "900") "]}";

static const char lines_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("order_id", 90, "\"O-1\",\"O-2\"") ","
    TEXT_COLUMN("region", 5, "\"North\",\"South\"") ","
    DECIMAL_COLUMN("amount", 300, "1", "900") "]}";
/* clang-format on */

static void the_one_amount_is_what_things_are_big_by(void **state)
{
    static const struct wording list[] = {
        {"biggest buyers", "buyer, sum(amount) GROUP BY 1 ORDER BY 2 DESC, 1 "
                           "ASC LIMIT 10"},
        {"which buyer is the largest?",
         "buyer, sum(amount) GROUP BY 1 QUALIFY rank() OVER (ORDER BY "
         "sum(amount) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"best buyers in 2023",
         "buyer, sum(amount) WHERE day >= '2023-01-01' AND day < '2024-01-01' "
         "GROUP BY 1 ORDER BY 2 DESC, 1 ASC LIMIT 10"},
        {"weakest month",
         "strftime(day, '%Y-%m'), sum(amount) GROUP BY 1 QUALIFY rank() OVER "
         "(ORDER BY sum(amount) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
        {"el peor mes",
         "strftime(day, '%Y-%m'), sum(amount) GROUP BY 1 QUALIFY rank() OVER "
         "(ORDER BY sum(amount) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
        {"the 3 smallest dockets",
         "docket, sum(amount) GROUP BY 1 ORDER BY 2 ASC, 1 ASC LIMIT 3"},
        {"most buyers", "?"},
    };

    (void)state;
    CHECK_WORDINGS(takings_table, "till.csv", list);
}

static void of_two_that_are_as_likely_it_is_asked(void **state)
{
    static const struct wording list[] = {
        {"biggest buyers", "?"},
        {"best month", "?"},
    };

    (void)state;
    CHECK_WORDINGS(two_table, "till.csv", list);
}

static void people_are_not_ranked_by_their_pay(void **state)
{
    static const struct wording list[] = {
        {"best employee", "?"},
        {"top employees", "?"},
        {"best team", "?"},
    };

    (void)state;
    CHECK_WORDINGS(paid_table, "people.csv", list);
}

static void who_sells_is_not_who_buys(void **state)
{
    static const struct wording list[] = {
        {"who sold the most",
         "cashier, sum(amount) GROUP BY 1 QUALIFY rank() OVER (ORDER BY "
         "sum(amount) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
        {"who spent the most",
         "buyer, sum(amount) GROUP BY 1 QUALIFY rank() OVER (ORDER BY "
         "sum(amount) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(takings_table, "till.csv", list);
}

static void an_order_of_several_lines_is_one_order(void **state)
{
    static const struct wording list[] = {
        {"average order value",
         "round((sum(amount) / nullif(count(DISTINCT order_id), 0)), 6)"},
        {"AOV by region",
         "region, round((sum(amount) / nullif(count(DISTINCT order_id), 0)), "
         "6) GROUP BY 1 ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(lines_table, "lines.csv", list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_one_amount_is_what_things_are_big_by),
        cmocka_unit_test(of_two_that_are_as_likely_it_is_asked),
        cmocka_unit_test(people_are_not_ranked_by_their_pay),
        cmocka_unit_test(who_sells_is_not_who_buys),
        cmocka_unit_test(an_order_of_several_lines_is_one_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
