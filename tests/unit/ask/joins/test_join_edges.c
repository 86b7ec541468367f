#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/joins/shop_fixture.h"

#include <cmocka.h>

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 25);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* "orders.customer_id -> customers.id", a line an edge. */
static struct str edges_of(const struct join_graph *g)
{
    struct error e = {0};
    struct str out = {0};
    struct buf b;

    buf_init(&b, 1 << 16);
    for (size_t i = 0; i < g->n; i++) {
        const struct join_edge *x = &g->edges[i];

        buf_printf(&b, "%.*s.%.*s -> %.*s.%.*s",
                   STR_FMT(g->schema->tables[x->left].own),
                   STR_FMT(x->left_column->name),
                   STR_FMT(g->schema->tables[x->right].own),
                   STR_FMT(x->right_column->name));
        for (size_t k = 0; k < x->n_also; k++)
            buf_printf(&b, ", %.*s -> %.*s", STR_FMT(x->also[k].left->name),
                       STR_FMT(x->also[k].right->name));
        buf_puts(&b, "\n");
    }
    BUG_ON(buf_dup(&b, &arena, &out, &e));
    buf_release(&b);
    return out;
}

static void check_edges(const struct join_graph *g, const char *want)
{
    struct str got = edges_of(g);

    if (!str_is(got, want))
        fail_msg("is\n%.*s\nnot\n%s", STR_FMT(got), want);
}

/* The edges between two tables. */
static void check_pair(const char *left, const char *left_profile,
                       const char *right, const char *right_profile,
                       const char *want)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);

    BUG_ON(!s);
    add_table(s, left, left_profile, &arena);
    add_table(s, right, right_profile, &arena);
    check_edges(find_joins(s, &arena), want);
}

static void keys_lead_from_many_rows_to_one(void **state)
{
    (void)state;
    check_edges(shop_schema(&arena)->joins,
                "orders.customer_id -> customers.id\n"
                "order_lines.order_id -> orders.order_id\n"
                "order_lines.product_code -> products.code\n"
                "customers.region_id -> regions.region_id\n");
}

/* As check_pair() of two tables of a database, the first with this key. */
static void check_declared(const char *key, const char *want)
{
    const char *left = TABLE(
        9, INTEGER("who", 9, 4, 1, 4) "," INTEGER("person_id", 9, 4, 1, 4));
    const char *right = TABLE(
        5, INTEGER("number", 5, 5, 1, 5) "," INTEGER("person_id", 5, 5, 1, 5));
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);
    struct str whole;

    BUG_ON(!s || str_printf(&arena, &whole, &e,
                            "{\"map\":{\"fidelity\":{\"foreign_keys\":[%s]}},"
                            "\"profile\":%s}",
                            key, left));
    add_table(s, "visit", whole.p, &arena);
    add_table(s, "person", right, &arena);
    for (size_t i = 0; i < 2; i++) {
        s->tables[i].sql = s->tables[i].own;
        s->tables[i].file = 0;
    }
    check_edges(find_joins(s, &arena), want);
}

static void a_declared_key_leads_whatever_columns_are_called(void **state)
{
    (void)state;
    check_declared("", "visit.person_id -> person.person_id\n");
    check_declared("{\"column\":\"who\",\"table\":\"Person\","
                   "\"refers_to\":\"NUMBER\"}",
                   "visit.who -> person.number\n");
    check_declared("{\"column\":\"person_id\",\"table\":\"person\","
                   "\"refers_to\":\"number\"}",
                   "visit.person_id -> person.number\n");
}

static void a_key_of_several_columns_leads_by_all_of_them(void **state)
{
    (void)state;
    check_declared("{\"column\":\"person_id\",\"table\":\"person\","
                   "\"refers_to\":\"person_id\",\"also\":[{\"column\":"
                   "\"who\",\"refers_to\":\"number\"}]}",
                   "visit.person_id -> person.person_id, who -> number\n");
    check_declared("{\"column\":\"person_id\",\"table\":\"person\","
                   "\"refers_to\":\"person_id\",\"also\":[{\"column\":"
                   "\"who\",\"refers_to\":\"nobody\"}]}",
                   "visit.person_id -> person.person_id\n");
}

static void a_key_to_what_is_not_there_is_none(void **state)
{
    (void)state;
    check_declared("{\"column\":\"who\",\"table\":\"people\","
                   "\"refers_to\":\"number\"}",
                   "visit.person_id -> person.person_id\n");
    check_declared("{\"column\":\"who\",\"table\":\"person\","
                   "\"refers_to\":\"\"}",
                   "visit.person_id -> person.person_id\n");
}

static void two_columns_called_id_have_nothing_to_do_with_each_other(
    void **state)
{
    (void)state;
    check_pair("orders", TABLE(9, INTEGER("id", 9, 9, 1, 9)), "customers",
               TABLE(9, INTEGER("id", 9, 9, 1, 9)), "");
}

static void a_key_that_is_not_unique_joins_nothing(void **state)
{
    (void)state;
    check_pair("orders", TABLE(9, INTEGER("customer_id", 9, 4, 1, 4)),
               "customers", TABLE(5, INTEGER("customer_id", 5, 4, 1, 4)), "");
}

static void numbers_and_texts_do_not_join(void **state)
{
    (void)state;
    check_pair(
        "orders", TABLE(9, INTEGER("customer_id", 9, 4, 1, 4)), "customers",
        TABLE(4, TEXT("customer_id", 4, 4, "\"1\",\"2\",\"3\",\"4\"")), "");
}

static void texts_that_are_keys_of_the_other_join_by_any_name(void **state)
{
    (void)state;
    check_pair("sales", TABLE(9, TEXT("tda", 9, 3, "\"T01\",\"T02\",\"T03\"")),
               "shops",
               TABLE(4, TEXT("no", 4, 4, "\"T01\",\"T02\",\"T03\",\"T04\"")),
               "sales.tda -> shops.no\n");
    check_pair(
        "sales", TABLE(9, TEXT("tda", 9, 3, "\"T01\",\"X\",\"Y\"")), "shops",
        TABLE(4, TEXT("no", 4, 4, "\"T01\",\"T02\",\"T03\",\"T04\"")), "");
}

static void texts_of_one_row_each_are_keys_of_a_longer_table(void **state)
{
    (void)state;
    check_pair("loans", TABLE(3, TEXT("title", 3, 3, "\"A1\",\"A2\",\"A4\"")),
               "works",
               TABLE(4, TEXT("no", 4, 4, "\"A1\",\"A2\",\"A3\",\"A4\"")),
               "loans.title -> works.no\n");
}

static void texts_that_never_meet_do_not_join_by_their_name(void **state)
{
    (void)state;
    check_pair(
        "incidents", TABLE(9, TEXT("exhibit", 9, 3, "\"E1\",\"E2\",\"E3\"")),
        "exhibits",
        TABLE(4, TEXT("exh. code", 4, 4,
                      "\"E1\",\"E2\",\"E3\",\"E4\"") "," TEXT("exhibit", 4, 4,
                                                              "\"Reef\","
                                                              "\"Tank\","
                                                              "\"Barn\","
                                                              "\"Trail\"")),
        "incidents.exhibit -> exhibits.exh. code\n");
}

static void codes_in_a_role_join_by_their_range(void **state)
{
    (void)state;
    check_pair("citations",
               TABLE(9, INTEGER("officer badge", 9, 4, 1003, 1500)), "roster",
               TABLE(5, INTEGER("badge", 5, 5, 1001, 1900)),
               "citations.officer badge -> roster.badge\n");
    check_pair("citations", TABLE(9, INTEGER("officer badge", 9, 4, 1, 4)),
               "roster", TABLE(5, INTEGER("badge", 5, 5, 1, 5)), "");
    check_pair("citations",
               TABLE(9, INTEGER("officer badge", 9, 4, 1003, 2500)), "roster",
               TABLE(5, INTEGER("badge", 5, 5, 1001, 1900)), "");
}

static void large_keys_join_by_their_range(void **state)
{
    (void)state;
    check_pair("deals",
               TABLE(9, INTEGER("associated company ids", 9, 4, 81005, 81009)),
               "exports", TABLE(5, INTEGER("record id", 5, 5, 81001, 81009)),
               "deals.associated company ids -> exports.record id\n");
    check_pair("deals", TABLE(9, INTEGER("company ids", 9, 4, 1, 9)), "exports",
               TABLE(5, INTEGER("record id", 5, 5, 1, 9)), "");
    check_pair("deals", TABLE(9, INTEGER("amount", 9, 4, 81005, 81009)),
               "exports", TABLE(5, INTEGER("record id", 5, 5, 81001, 81009)),
               "");
}

static void keys_that_are_out_of_reach_do_not_join(void **state)
{
    (void)state;
    check_pair("orders", TABLE(9, INTEGER("customer_id", 9, 4, 1001, 1004)),
               "customers", TABLE(4, INTEGER("id", 4, 4, 1, 4)), "");
}

static void the_noun_of_a_table_is_found_in_any_dress(void **state)
{
    (void)state;
    check_pair("ventas", TABLE(9, INTEGER("id_cliente", 9, 4, 1, 4)),
               "dim_clientes_2024", TABLE(4, INTEGER("Código", 4, 4, 1, 4)),
               "ventas.id_cliente -> dim_clientes_2024.Código\n");
    check_pair("订单", TABLE(9, INTEGER("客户编号", 9, 4, 1, 4)), "客户表",
               TABLE(4, INTEGER("编号", 4, 4, 1, 4)),
               "订单.客户编号 -> 客户表.编号\n");
    check_pair("sales", TABLE(9, INTEGER("custID", 9, 4, 1, 4)), "Customer",
               TABLE(4, INTEGER("CustomerID", 4, 4, 1, 4)),
               "sales.custID -> Customer.CustomerID\n");
}

static void two_roles_are_two_edges(void **state)
{
    (void)state;
    check_pair("orders",
               TABLE(9, INTEGER("billing_customer_id", 9, 4, 1, 4) "," INTEGER(
                            "shipping_customer_id", 9, 4, 1, 4)),
               "customers", TABLE(4, INTEGER("id", 4, 4, 1, 4)),
               "orders.billing_customer_id -> customers.id\n"
               "orders.shipping_customer_id -> customers.id\n");
}

static void names_of_rows_are_found(void **state)
{
    const struct join_graph *g = shop_schema(&arena)->joins;

    (void)state;
    assert_null(g->labels[0]); /* orders have numbers only */
    assert_true(str_is(g->labels[2]->name, "name"));
    assert_true(str_is(g->labels[3]->name, "region"));
    assert_true(str_is(g->labels[4]->name, "product_name"));
}

static void a_key_tells_what_rows_are_called(void **state)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);

    (void)state;
    BUG_ON(!s);
    add_table(s, "visits", TABLE(9, INTEGER("place_id", 9, 4, 1, 4)), &arena);
    add_table(s, "geo",
              TABLE(4, INTEGER("place_id", 4, 4, 1, 4) "," TEXT(
                           "place", 4, 4,
                           "\"Lima\",\"Rome\"") "," TEXT("note", 4, 4,
                                                         "\"x\",\"y\"")),
              &arena);
    assert_true(str_is(find_joins(s, &arena)->labels[1]->name, "place"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(keys_lead_from_many_rows_to_one, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            two_columns_called_id_have_nothing_to_do_with_each_other, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(a_key_that_is_not_unique_joins_nothing,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_and_texts_do_not_join, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(keys_that_are_out_of_reach_do_not_join,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            texts_that_are_keys_of_the_other_join_by_any_name, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            a_declared_key_leads_whatever_columns_are_called, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            a_key_of_several_columns_leads_by_all_of_them, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_key_to_what_is_not_there_is_none,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            texts_of_one_row_each_are_keys_of_a_longer_table, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            texts_that_never_meet_do_not_join_by_their_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(codes_in_a_role_join_by_their_range,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_keys_join_by_their_range, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            the_noun_of_a_table_is_found_in_any_dress, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_roles_are_two_edges, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(names_of_rows_are_found, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_key_tells_what_rows_are_called,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
