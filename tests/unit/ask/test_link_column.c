#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/link/link.h"
#include "orders_fixture.h"

/* The words at the beginning name these columns best, "a|b". */
static void check(const char *text, const char *want)
{
    struct arena a;
    struct words w = {0};
    struct error e = {0};
    struct link candidates[32];
    struct linker l = {
        .words = &w, .a = &a, .candidate = candidates, .cap = 32};
    const struct link *best = NULL;
    struct buf got;
    size_t i;

    arena_init(&a, 1 << 24);
    buf_init(&got, 1 << 12);
    l.table = &schema_of(ORDERS, "orders.csv", &a)->tables[0];
    assert_int_equal(words_cut(str_from(text), WORDS_TEXT, &a, &w, &e), OK);
    l.nouns = schema_nouns(&w, &a, &e);
    l.fillers = arena_alloc_array(&a, w.n, sizeof(*l.fillers), &e);
    assert_non_null(l.nouns);
    assert_non_null(l.fillers);
    assert_int_equal(link_columns_at(&l, 0, &e), OK);
    for (i = 0; i < l.n; i++) {
        if (!best || candidates[i].to > best->to)
            best = &candidates[i];
    }
    for (i = 0; best && i < best->n_hits; i++) {
        buf_puts(&got, i ? "|" : "");
        buf_put_str(&got, best->hits[i].column->name);
    }
    if (!str_is(buf_str(&got), want))
        fail_msg("'%s' names %.*s, not %s", text, STR_FMT(buf_str(&got)), want);
    buf_release(&got);
    arena_release(&a);
}

static void a_name_is_found_in_any_case_number_and_cut(void **state)
{
    (void)state;
    check("unit price", "unit_price");
    check("Unit Prices", "unit_price");
    check("ship to", "Ship To");
    check("order date", "orderDate");
}

static void words_that_say_little_need_not_be_said(void **state)
{
    (void)state;
    check("customer", "customer_name");
    check("order", "order_id");
    check("amount", "total_amount");
}

static void nouns_of_the_same_meaning_name_it_too(void **state)
{
    (void)state;
    check("clientes", "customer_name");
    check("revenue", "total_amount");
    check("城市", "city");
    check("数量", "units");
    check("fecha", "orderDate");
}

static void little_words_name_nothing(void **state)
{
    (void)state;
    check("to", "");
    check("of", "");
    check("zebra", "");
}

static void the_nature_of_a_column_comes_from_its_name(void **state)
{
    struct arena a;
    const struct schema_table *t;

    (void)state;
    arena_init(&a, 1 << 24);
    t = &schema_of(ORDERS, "orders.csv", &a)->tables[0];
    assert_true(link_column_groups(&t->columns[8]) & GROUP_AMOUNT);
    assert_true(link_column_groups(&t->columns[7]) & GROUP_RATE);
    assert_true(link_column_groups(&t->columns[2]) & GROUP_PERSON);
    assert_false(link_column_groups(&t->columns[3]) & GROUP_PERSON);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_found_in_any_case_number_and_cut),
        cmocka_unit_test(words_that_say_little_need_not_be_said),
        cmocka_unit_test(nouns_of_the_same_meaning_name_it_too),
        cmocka_unit_test(little_words_name_nothing),
        cmocka_unit_test(the_nature_of_a_column_comes_from_its_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
