#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings_tables.h"

#define STAFF                                                                                                   \
    "{\"row_count\":400,\"columns\":[" TEXT_COLUMN("Nombre", 400, "\"Ana Ruiz\",\"Luis Gil\"") "," TEXT_COLUMN( \
        "Sede", 3, "\"Lima\",\"Quito\"") "," DECIMAL_COLUMN("Sueldo", 300,                                      \
                                                            "900",                                              \
                                                            "9000") "]}"

static void people_are_the_one_column_of_persons(void **state)
{
    static const struct wording staff[] = {
        {"¿Cuánta gente trabaja en Lima?", "count(*) WHERE Sede = 'Lima'"},
        {"how many employees are in Quito", "count(*) WHERE Sede = 'Quito'"},
        {"¿cuántas personas ganan más de 5.000?",
         "count(*) WHERE Sueldo > 5000"},
    };
    /* a table of bookings has no staff, and two columns of persons */
    static const struct wording others[] = {
        {"¿cuántos empleados hay en Lima?", "?"},
    };
    static const struct wording two[] = {
        {"有多少人", "?"},
    };

    (void)state;
    CHECK_WORDINGS(STAFF, "datos.csv", staff);
    CHECK_WORDINGS(RESERVAS, "reservas.csv", others);
    CHECK_WORDINGS(COURSES, "课程.csv", two);
}

static void total_is_a_column_where_nothing_follows_that_is_added_up(
    void **state)
{
    static const struct wording es[] = {
        {"total por ciudad",
         "Ciudad, sum(Total USD) GROUP BY 1 ORDER BY 1 ASC"},
        {"mediana del total", "median(Total USD)"},
        {"total de noches por ciudad",
         "Ciudad, sum(Noches) GROUP BY 1 ORDER BY 1 ASC"},
        {"tarifa media de las reservas con total mayor que 500",
         "round(avg(Tarifa (USD)), 6) WHERE Total USD > 500"},
        {"total de noches en todas las ciudades menos Lima",
         "sum(Noches) WHERE Ciudad IS DISTINCT FROM 'Lima'"},
    };
    static const struct wording en[] = {
        {"total by department", "?"}, /* of turnover, cost or pieces? */
        {"total quantity by department",
         "dept, sum(qty) GROUP BY 1 ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(RESERVAS, "reservas.csv", es);
    CHECK_WORDINGS(SHIPMENTS, "shipments.csv", en);
}

static void a_sign_at_the_end_of_a_value_is_a_part_of_it(void **state)
{
    static const char blood[] = "{\"row_count\":400,\"columns\":[" TEXT_COLUMN(
        "patient", 400,
        "\"P1\",\"P2\"") "," TEXT_COLUMN("blood", 4,
                                         "\"0-\",\"0+\",\"A-\",\"A+\"") "]}";
    static const struct wording en[] = {
        {"how many rows have blood 0-?", "count(*) WHERE blood = '0-'"},
        {"how many rows have blood A+", "count(*) WHERE blood = 'A+'"},
    };

    (void)state;
    CHECK_WORDINGS(blood, "patients.csv", en);
}

/* "paid " is what is in a question as well, before its next word. */
static void a_space_at_the_end_of_a_value_is_none(void **state)
{
    static const char invoices[] =
        "{\"row_count\":400,\"columns\":[" TEXT_COLUMN(
            "invoice", 400, "\"F1\",\"F2\"") "," TEXT_COLUMN("status", 4,
                                                             "\"Paid\",\"PAID "
                                                             "\",\"paid\","
                                                             "\"Open\"") "]}";
    static const struct wording en[] = {
        {"how many paid invoices",
         "count(DISTINCT invoice) WHERE status IN ('Paid', 'PAID ', 'paid')"},
        {"how many invoices are paid",
         "count(DISTINCT invoice) WHERE status IN ('Paid', 'PAID ', 'paid')"},
    };

    (void)state;
    CHECK_WORDINGS(invoices, "invoices.csv", en);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_are_the_one_column_of_persons),
        cmocka_unit_test(a_sign_at_the_end_of_a_value_is_a_part_of_it),
        cmocka_unit_test(a_space_at_the_end_of_a_value_is_none),
        cmocka_unit_test(
            total_is_a_column_where_nothing_follows_that_is_added_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
