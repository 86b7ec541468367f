#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "arena_fixture.h"
#include "ask/joins/shop_fixture.h"

#include <cmocka.h>

#include "asked.h"

static void check(const char *question, const char *want)
{
    check_asked(shop_schema(&arena), question, want, &arena);
}

static void a_group_comes_from_another_table(void **state)
{
    (void)state;
    check("sales by customer city",
          "SELECT \"city\" AS \"city\", sum(\"sales\") AS \"sum_sales\" FROM "
          "(SELECT \"orders\".*, \"customers\".\"city\" AS \"city\" FROM "
          "\"orders\" LEFT JOIN \"customers\" ON \"orders\".\"customer_id\" = "
          "\"customers\".\"id\") GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

#define ORDERS_WITH(columns)                                       \
    "(SELECT \"orders\".*, " columns " FROM \"orders\" LEFT JOIN " \
    "\"customers\" ON \"orders\".\"customer_id\" = \"customers\".\"id\")"
#define CITY "\"customers\".\"city\" AS \"city\""

static void a_condition_comes_from_another_table(void **state)
{
    (void)state;
    check(
        "how many orders from customers in Spain",
        "SELECT count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM " ORDERS_WITH(
            "\"customers\".\"country\" AS \"country\"") " WHERE \"country\" = 'Spain'");
    check(
        "average sales of customers from Paris in 2024",
        "SELECT round(avg(\"sales\"), 6) AS \"avg_sales\" FROM " ORDERS_WITH(
            CITY) " WHERE \"order_date\" >= DATE '2024-01-01' AND \"order_date\" < "
                  "DATE '2025-01-01' AND \"city\" = 'Paris'");
}

static void one_table_that_answers_is_asked_alone(void **state)
{
    (void)state;
    check("how many customers are in Spain",
          "SELECT count(*) AS \"count\" FROM \"data\" WHERE \"country\" = "
          "'Spain'");
    check("sales by status",
          "SELECT \"status\" AS \"status\", sum(\"sales\") AS \"sum_sales\" "
          "FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

/* Two of the sixty customers have the same name. */
static void rows_of_one_name_stay_apart(void **state)
{
    (void)state;
    check("top 3 customers by sales",
          "SELECT \"name\" AS \"name\", \"customer_id\" AS \"customer_id\", "
          "sum(\"sales\") AS \"sum_sales\" FROM " ORDERS_WITH(
              "\"customers\".\"name\" AS \"name\"") " GROUP BY 1, 2 ORDER BY 3 "
                                                    "DESC NULLS LAST, 1 ASC "
                                                    "NULLS LAST, 2 ASC NULLS "
                                                    "LAST LIMIT 3");
    check("how many customers have returned orders",
          "SELECT count(DISTINCT \"customer_id\") AS "
          "\"distinct_customer_id\" FROM \"data\" WHERE \"status\" = "
          "'Returned'");
}

static void a_number_of_a_customer_is_not_added_up_over_his_orders(void **state)
{
    const char *const back = "? There is one credit_limit for each row of "
                             "customers, and several rows of orders refer";

    (void)state;
    check("total credit limit of returned orders", back);
    check("average credit limit by order status", back);
    /* the largest is the largest however often it is there */
    check(
        "maximum credit limit of returned orders",
        "SELECT max(\"credit_limit\") AS \"max_credit_limit\" FROM " ORDERS_WITH(
            "\"customers\".\"credit_limit\" AS \"credit_limit\"") " WHERE \"status\" = 'Returned'");
    check("total credit limit by city",
          "SELECT \"city\" AS \"city\", sum(\"credit_limit\") AS "
          "\"sum_credit_limit\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS "
          "LAST");
}

static void rows_of_a_joined_table_are_counted_once_each(void **state)
{
    (void)state;
    check("how many orders with Green Tea",
          "SELECT count(DISTINCT \"order_id\") AS \"distinct_order_id\" FROM "
          "(SELECT \"order_lines\".*, \"products\".\"product_name\" AS "
          "\"product_name\" FROM \"order_lines\" LEFT JOIN \"products\" ON "
          "\"order_lines\".\"product_code\" = \"products\".\"code\") WHERE "
          "\"product_name\" = 'Green Tea'");
}

/* Orders that are billed to one customer and shipped to another. */
static struct ask_schema *two_roles(void)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);

    BUG_ON(!s);
    add_table(s, "orders",
              TABLE(90, INTEGER("order_no", 90, 90, 1, 90) "," INTEGER(
                            "billing_customer_id", 90, 40, 1,
                            60) "," INTEGER("shipping_customer_id", 90, 40, 1,
                                            60) "," AMOUNT("sales", 90)),
              &arena);
    add_table(s, "customers", SHOP_CUSTOMERS, &arena);
    (void)find_joins(s, &arena);
    return s;
}

static void two_ways_to_a_table_are_asked_back_with_both_names(void **state)
{
    const struct ask_schema *s = two_roles();

    (void)state;
    check_asked(s, "sales by city",
                "? Which column is meant by \"city\": city "
                "(orders.billing_customer_id), city "
                "(orders.shipping_customer_id)?",
                &arena);
    check_asked(
        s, "sales by shipping customer city",
        "SELECT \"city (orders.shipping_customer_id)\" AS \"city "
        "(orders.shipping_customer_id)\", sum(\"sales\") AS "
        "\"sum_sales\" FROM (SELECT \"orders\".*, \"customers by "
        "shipping_customer_id\".\"city\" AS \"city "
        "(orders.shipping_customer_id)\" FROM \"orders\" LEFT JOIN "
        "\"customers\" AS \"customers by shipping_customer_id\" ON "
        "\"orders\".\"shipping_customer_id\" = \"customers by "
        "shipping_customer_id\".\"id\") GROUP BY 1 ORDER BY 1 ASC NULLS "
        "LAST",
        &arena);
}

static void what_no_table_has_a_row_for_is_asked_back(void **state)
{
    (void)state;
    check("customers without invoices", "?");
    check("how many customers have no invoices", "?");
}

static void a_table_that_only_says_whose_value_it_is_groups_nothing(
    void **state)
{
    (void)state;
    check("which products did customers from Paris order",
          "SELECT \"product_name\" AS \"product_name\" FROM (SELECT "
          "\"order_lines\".*, \"products\".\"product_name\" AS "
          "\"product_name\", \"customers\".\"city\" AS \"city\" FROM "
          "\"order_lines\" LEFT JOIN \"orders\" ON "
          "\"order_lines\".\"order_id\" = \"orders\".\"order_id\" LEFT JOIN "
          "\"products\" ON \"order_lines\".\"product_code\" = "
          "\"products\".\"code\" LEFT JOIN \"customers\" ON "
          "\"orders\".\"customer_id\" = \"customers\".\"id\") WHERE \"city\" "
          "= 'Paris' GROUP BY 1 ORDER BY 1 ASC NULLS LAST");
}

static void a_key_that_is_a_name_says_whose_value_it_is(void **state)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);

    (void)state;
    BUG_ON(!s);
    add_table(
        s, "stock",
        TABLE(40, INTEGER("entry_id", 40, 40, 1, 40) "," TEXT(
                      "warehouse", 40, 2,
                      "\"East\",\"West\"") "," INTEGER("units", 40, 30, 1, 90)),
        &arena);
    add_table(s, "warehouses",
              TABLE(2, TEXT("warehouse", 2, 2, "\"East\",\"West\"") "," TEXT(
                           "city", 2, 2, "\"Lima\",\"Oslo\"")),
              &arena);
    (void)find_joins(s, &arena);
    check_asked(
        s, "total units in warehouses in Lima",
        "SELECT sum(\"units\") AS \"sum_units\" FROM (SELECT "
        "\"stock\".*, \"warehouses\".\"city\" AS \"city\" FROM \"stock\" "
        "LEFT JOIN \"warehouses\" ON \"stock\".\"warehouse\" = "
        "\"warehouses\".\"warehouse\") WHERE \"city\" = 'Lima'",
        &arena);
    check_asked(s, "total units by warehouse",
                "SELECT \"warehouse\" AS \"warehouse\", sum(\"units\") AS "
                "\"sum_units\" FROM \"data\" GROUP BY 1 ORDER BY 1 ASC NULLS "
                "LAST",
                &arena);
}

static void in_chinese_what_is_asked_for_stands_behind(void **state)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);

    (void)state;
    BUG_ON(!s);
    add_table(s, "库存",
              TABLE(40, INTEGER("编号", 40, 40, 1, 40) "," TEXT(
                            "仓库", 40, 2,
                            "\"东仓\",\"西仓\"") "," INTEGER("库存量", 40, 30,
                                                             1, 90)),
              &arena);
    add_table(s, "仓库",
              TABLE(2, TEXT("仓库", 2, 2, "\"东仓\",\"西仓\"") "," TEXT(
                           "城市", 2, 2, "\"苏州\",\"无锡\"")),
              &arena);
    (void)find_joins(s, &arena);
    check_asked(
        s, "苏州的仓库的库存量总和",
        "SELECT sum(\"库存量\") AS \"sum_库存量\" FROM (SELECT \"库存\".*, "
        "\"仓库\".\"城市\" AS \"城市\" FROM \"库存\" LEFT JOIN \"仓库\" "
        "ON \"库存\".\"仓库\" = \"仓库\".\"仓库\") WHERE \"城市\" = "
        "'苏州'",
        &arena);
}

static void what_was_measured_to_fail_is_no_join(void **state)
{
    struct ask_schema *s = shop_schema(&arena);
    struct join_graph *g = find_joins(s, &arena);

    (void)state;
    for (size_t i = 0; i < g->n; i++)
        g->edges[i].state = JOIN_FAILS;
    check_asked(s, "sales by customer city", "?", &arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_group_comes_from_another_table,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_condition_comes_from_another_table,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(one_table_that_answers_is_asked_alone,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_of_one_name_stay_apart, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            a_number_of_a_customer_is_not_added_up_over_his_orders, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            rows_of_a_joined_table_are_counted_once_each, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            two_ways_to_a_table_are_asked_back_with_both_names, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            what_no_table_has_a_row_for_is_asked_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_table_that_only_says_whose_value_it_is_groups_nothing, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            a_key_that_is_a_name_says_whose_value_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            in_chinese_what_is_asked_for_stands_behind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_measured_to_fail_is_no_join,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
