#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

/* clang-format off */
static const char licences_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("Licence #", 400, "\"L-1\",\"L-2\"") ","
    TEXT_COLUMN("Holder", 60, "\"Oda\",\"Rune\"") ","
    TEXT_COLUMN("Trade", 4, "\"Bakery\",\"Tailor\"") ","
    TEXT_COLUMN("district", 5, "\"North\",\"South\"") ","
    WHOLE_COLUMN("stalls", 30, "1", "40") ","
    DECIMAL_COLUMN("dues_nok", 300, "100", "9000") ","
    DECIMAL_COLUMN("Levy (EUR)", 300, "100", "9000") ","
    DECIMAL_COLUMN("price_eur", 90, "1", "90") ","
    DECIMAL_COLUMN("Salary (EUR)", 90, "1", "90") ","
    WHOLE_COLUMN("inspection_score", 10, "1", "10") ","
    DATE_COLUMN("granted", 300, "2022-01-03", "2024-12-30") "]}";

static const char visitors_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("Visitor", 400, "\"Ann Ode\",\"Bob Rye\"") ","
    TEXT_COLUMN("Hobby", 4, "\"Chess\",\"Judo\"") "]}";

static const char cursos_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("Nº recibo", 400, "\"R-1\",\"R-2\"") ","
    TEXT_COLUMN("Situación", 3, "\"Vencido\",\"Pagado\"") ","
    DECIMAL_COLUMN("Importe", 300, "1", "90") "]}";

static const char classes_table[] =
    "{\"row_count\":400,\"columns\":["
    TEXT_COLUMN("课程", 40, "\"书法\",\"围棋\"") ","
    WHOLE_COLUMN("报名分数", 30, "1", "40") ","
    DATE_COLUMN("退课日期", 300, "2022-01-03", "2024-12-30") "]}";
/* clang-format on */

static void money_is_added_up_whatever_it_is_called(void **state)
{
    static const struct wording list[] = {
        {"levy by district",
         "district, sum(Levy (EUR)) GROUP BY 1 ORDER BY 1 ASC"},
        {"levy in North", "sum(Levy (EUR)) WHERE district = 'North'"},
        /* a price, a pay and a score are not */
        {"price by district", "?"},
        {"salary by trade", "?"},
        {"inspection score by trade", "?"},
    };

    (void)state;
    CHECK_WORDINGS(licences_table, "licences.csv", list);
}

static void a_figure_of_many_things_is_not_listed(void **state)
{
    static const struct wording list[] = {
        {"price in North", "?"},
        {"inspection score of Tailor", "?"},
        {"inspection score of L-2",
         "granted, inspection_score WHERE Licence # = 'L-2' "
         "ORDER BY 1 ASC, 2 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(licences_table, "licences.csv", list);
}

static void per_what_is_counted_is_no_group(void **state)
{
    static const struct wording list[] = {
        {"average levy per stall",
         "round((sum(Levy (EUR)) / nullif(sum(stalls), 0)), 6)"},
        {"average levy per trade", "Trade, round(avg(Levy (EUR)), 6) "
                                   "GROUP BY 1 ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(licences_table, "licences.csv", list);
}

static void what_tells_rows_apart_is_lacked_by_none(void **state)
{
    static const struct wording list[] = {
        {"holders without a licence", "?"},
    };

    (void)state;
    CHECK_WORDINGS(licences_table, "licences.csv", list);
}

static void rows_that_are_counted_are_not_named(void **state)
{
    static const struct wording list[] = {
        {"most common hobby among our visitors",
         "Hobby, count(*) GROUP BY 1 QUALIFY rank() OVER "
         "(ORDER BY count(*) DESC) = 1 ORDER BY 2 DESC, 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(visitors_table, "visitors.csv", list);
}

static void how_much_money_is_a_sum(void **state)
{
    static const struct wording list[] = {
        {"¿cuánto dinero hay en recibos vencidos?",
         "sum(Importe) WHERE Situación = 'Vencido'"},
    };

    (void)state;
    CHECK_WORDINGS(cursos_table, "recibos.csv", list);
}

static void half_of_two_names_is_neither(void **state)
{
    static const struct wording list[] = {
        {"退课分数不到15的课程", "?"},
        {"报名分数不到15的课程",
         "课程 WHERE 报名分数 < 15 GROUP BY 1 ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(classes_table, "课程.csv", list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_is_added_up_whatever_it_is_called),
        cmocka_unit_test(a_figure_of_many_things_is_not_listed),
        cmocka_unit_test(per_what_is_counted_is_no_group),
        cmocka_unit_test(what_tells_rows_apart_is_lacked_by_none),
        cmocka_unit_test(rows_that_are_counted_are_not_named),
        cmocka_unit_test(how_much_money_is_a_sum),
        cmocka_unit_test(half_of_two_names_is_neither),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
