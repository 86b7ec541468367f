/* What the rows are called, where columns only have it in their names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "wordings.h"

/* A text column of `distinct` values in 390 of 400 rows. */
#define GAPPY_TEXT(name, distinct, values)                              \
    "{\"name\":\"" name                                                 \
    "\",\"inferred_type\":\"string\",\"non_null_count\":390,"           \
    "\"distinct_estimate\":" #distinct ",\"dictionary\":{\"complete\":" \
    "true,\"values\":[" values "]}}"
#define GAPPY_DATE(name)                                                       \
    "{\"name\":\"" name "\",\"inferred_type\":\"date\",\"non_null_count\":"    \
    "390,\"distinct_estimate\":90,\"min\":\"2024-01-01\",\"max\":\"2024-04-30" \
    "\"}"
#define TABLE(columns) "{\"row_count\":400,\"columns\":[" columns "]}"

static const char orders[] =
    TABLE(TEXT_COLUMN("customer_id", 40, "\"C1\",\"C2\"") "," TEXT_COLUMN(
        "customer_name", 40,
        "\"Alice\",\"Bruno\"") "," DECIMAL_COLUMN("amount", 390, "1.5",
                                                  "900.0") "," GAPPY_DATE("orde"
                                                                          "r_"
                                                                          "dat"
                                                                          "e"));

static void a_noun_in_the_name_of_a_date_is_the_rows(void **state)
{
    static const struct wording list[] = {
        {"how many orders are there", "count(*)"},
        {"number of orders by customer",
         "customer_name, count(*) GROUP BY 1 ORDER BY 1 ASC"},
        {"how many orders did Alice place",
         "count(*) WHERE customer_name = 'Alice'"},
        {"orders over 5", "* WHERE amount > 5"},
        {"show me the top 10 orders by amount",
         "* ORDER BY amount DESC, customer_id ASC, customer_name ASC, "
         "order_date ASC LIMIT 10"},
        {"count of orders in March 2024",
         "count(*) WHERE order_date >= '2024-03-01' AND order_date < "
         "'2024-04-01'"},
        {"average order", "round(avg(amount), 6)"},
        {"when was the last order", "max(order_date)"},
    };

    (void)state;
    CHECK_WORDINGS(orders, "export.csv", list);
}

/* What "total" and "sum" add up is not lost where rows follow. */
static void a_sum_of_rows_is_not_a_list_of_them(void **state)
{
    static const struct wording list[] = {
        {"total orders", "count(*)"},
        {"total number of orders", "count(*)"},
        {"sum of orders in March 2024",
         "sum(amount) WHERE order_date >= '2024-03-01' AND order_date < "
         "'2024-04-01'"},
        {"total amount of orders", "sum(amount)"},
        {"the amount of orders", "sum(amount)"},
        {"total amount of Alice", "sum(amount) WHERE customer_name = 'Alice'"},
    };

    (void)state;
    CHECK_WORDINGS(orders, "export.csv", list);
}

/* The head of the name is still the column. */
static void the_head_of_a_name_is_the_column(void **state)
{
    static const struct wording list[] = {
        {"how many order dates are there", "count(DISTINCT order_date)"},
        {"orders without a date", "* WHERE order_date IS NULL"},
    };

    (void)state;
    CHECK_WORDINGS(orders, "export.csv", list);
}

static const char pedidos[] =
    TABLE(TEXT_COLUMN("cliente", 40, "\"Lucía\",\"Tomás\"") "," GAPPY_DATE(
        "fecha_pedido") "," DECIMAL_COLUMN("importe", 390, "1.5",
                                           "900.0") "," GAPPY_TEXT("estado_"
                                                                   "pedido",
                                                                   3,
                                                                   "\"pagado\","
                                                                   "\"enviado"
                                                                   "\""));

static void spanish_names_have_their_head_first(void **state)
{
    static const struct wording list[] = {
        {"¿cuántos pedidos hay?", "count(*)"},
        {"pedidos por cliente", "cliente, count(*) GROUP BY 1 ORDER BY 1 ASC"},
        {"importe total de los pedidos pagados",
         "sum(importe) WHERE estado_pedido = 'pagado'"},
        {"pedidos sin fecha", "* WHERE fecha_pedido IS NULL"},
        {"¿cuántos estados de pedido hay?", "count(DISTINCT estado_pedido)"},
    };

    (void)state;
    CHECK_WORDINGS(pedidos, "datos.csv", list);
}

/* Days are an attribute as well as minutes are, and no more invoices than these. */
static void a_unit_of_time_is_an_attribute(void **state)
{
    static const char facturas[] =
        TABLE(TEXT_COLUMN("chofer", 40, "\"Ana\",\"Luis\"") "," DATE_COLUMN(
            "fecha_factura", 90, "2024-01-01",
            "2024-04-30") "," WHOLE_COLUMN("dias_factura", 9, "1",
                                           "9") "," DECIMAL_COLUMN("precio",
                                                                   390, "1.5",
                                                                   "900.0"));
    static const struct wording list[] = {
        {"¿cuántas facturas hay?", "count(*)"},
        {"número de facturas por chofer",
         "chofer, count(*) GROUP BY 1 ORDER BY 1 ASC"},
    };

    (void)state;
    CHECK_WORDINGS(facturas, "hoja.csv", list);
}

static const char dingdan[] =
    TABLE(TEXT_COLUMN("客户", 40, "\"王芳\",\"李强\"") "," GAPPY_DATE(
        "订单日期") "," DECIMAL_COLUMN("金额", 390, "1.5",
                                       "900.0") "," GAPPY_TEXT("订单状态", 3,
                                                               "\"已付款\","
                                                               "\"已取消\""));

static void chinese_names_have_their_head_last(void **state)
{
    static const struct wording list[] = {
        {"一共有多少个订单？", "count(*)"},
        {"每个客户的订单数", "客户, count(*) GROUP BY 1 ORDER BY 1 ASC"},
        {"已付款订单的总金额", "sum(金额) WHERE 订单状态 = '已付款'"},
    };

    (void)state;
    CHECK_WORDINGS(dingdan, "数据.csv", list);
}

/* Rows that something else identifies are not what happened to some of them. */
static void what_happened_to_the_rows_is_not_the_rows(void **state)
{
    static const char staff[] =
        TABLE(TEXT_COLUMN("employee_id", 400, "\"E1\",\"E2\"") "," TEXT_COLUMN(
            "department", 5,
            "\"Sales\",\"IT\"") "," GAPPY_DATE("termination_date"));
    static const struct wording list[] = {
        {"how many terminations were there", "count(termination_date)"},
        {"how many employees", "count(DISTINCT employee_id)"},
    };

    (void)state;
    CHECK_WORDINGS(staff, "export.csv", list);
}

/* The wind is the wind_speed, as long as the rows are not called so. */
static void a_measure_may_be_called_by_its_modifier(void **state)
{
    static const char days[] = TABLE(
        DATE_COLUMN("date", 400, "2023-01-01", "2024-02-04") "," DECIMAL_COLUMN(
            "wind_speed", 90, "0.5", "99.0") "," DECIMAL_COLUMN("rain", 90,
                                                                "0.0", "50.0"));
    static const struct wording list[] = {
        {"how many days have a wind of at least 80",
         "count(*) FROM (CAST(date AS DATE) WHERE wind_speed >= 80 GROUP BY "
         "1)"},
    };

    (void)state;
    CHECK_WORDINGS(days, "weather.csv", list);
}

/* A figure in front of what the rows are is one figure. */
static void a_figure_of_the_rows_is_their_sum(void **state)
{
    static const char invoices[] = TABLE(
        TEXT_COLUMN("invoice_number", 400, "\"INV-1\",\"INV-2\"") "," DECIMAL_COLUMN(
            "revenue", 390, "1.5",
            "900.0") "," TEXT_COLUMN("status", 3, "\"paid\",\"open\""));
    static const struct wording list[] = {
        {"total revenue of paid invoices",
         "sum(revenue) WHERE status = 'paid'"},
        {"revenue of paid invoices", "sum(revenue) WHERE status = 'paid'"},
        {"invoice number and revenue of paid invoices",
         "invoice_number, revenue WHERE status = 'paid' ORDER BY 1 ASC, 2 "
         "ASC"},
    };

    (void)state;
    CHECK_WORDINGS(invoices, "export.csv", list);
}

static void the_oldest_of_what_has_years_has_the_smallest(void **state)
{
    static const char films[] = TABLE(
        TEXT_COLUMN("film_title", 400, "\"Ode\",\"Salt\"") "," WHOLE_COLUMN(
            "release_year", 30, "1990",
            "2021") "," DECIMAL_COLUMN("film_rating", 40, "1.0", "9.5"));
    static const struct wording list[] = {
        {"oldest film",
         "film_title, min(release_year) GROUP BY 1 QUALIFY rank() OVER (ORDER "
         "BY min(release_year) ASC) = 1 ORDER BY 2 ASC, 1 ASC"},
        {"how many films are in the list", "count(DISTINCT film_title)"},
    };

    (void)state;
    CHECK_WORDINGS(films, "movies.csv", list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_noun_in_the_name_of_a_date_is_the_rows),
        cmocka_unit_test(a_sum_of_rows_is_not_a_list_of_them),
        cmocka_unit_test(the_head_of_a_name_is_the_column),
        cmocka_unit_test(spanish_names_have_their_head_first),
        cmocka_unit_test(a_unit_of_time_is_an_attribute),
        cmocka_unit_test(chinese_names_have_their_head_last),
        cmocka_unit_test(what_happened_to_the_rows_is_not_the_rows),
        cmocka_unit_test(a_measure_may_be_called_by_its_modifier),
        cmocka_unit_test(a_figure_of_the_rows_is_their_sum),
        cmocka_unit_test(the_oldest_of_what_has_years_has_the_smallest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
