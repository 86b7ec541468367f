#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "arena_fixture.h"
#include "ask/ask.h"
#include "ask/joins/prune.h"
#include "ask/joins/shop_fixture.h"

#include <cmocka.h>

#define MANY 400

/* Many tables that have nothing to do with each other, and the shop after
 * them. */
static struct ask_schema *many_tables(void)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);

    BUG_ON(!s);
    for (int i = 0; i < MANY; i++) {
        struct str name = {0};

        BUG_ON(str_printf(&arena, &name, &e, "log%d", i));
        add_table(s, str_cstr(name, &arena, &e),
                  TABLE(9, INTEGER("serial", 9, 9, 1, 9) "," TEXT(
                               "remark", 9, 2, "\"fine\",\"late\"")),
                  &arena);
    }
    add_table(s, "orders", SHOP_ORDERS, &arena);
    add_table(s, "order_lines", SHOP_LINES, &arena);
    add_table(s, "customers", SHOP_CUSTOMERS, &arena);
    (void)find_joins(s, &arena);
    return s;
}

static size_t count(const bool *kept, size_t n)
{
    size_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += kept[i];
    return sum;
}

static void few_of_many_tables_are_read(void **state)
{
    const struct ask_schema *s = many_tables();
    struct error e = {0};
    struct pruned kept = {0};
    struct words w;

    (void)state;
    assert_int_equal(
        words_cut(STR("sales by customer city"), WORDS_TEXT, &arena, &w, &e),
        OK);
    assert_int_equal(prune_tables(s, &w, &arena, &kept, &e), OK);
    assert_int_equal(count(kept.table, s->n_tables), PRUNE_TABLES);
    assert_int_equal(count(kept.view, s->n_tables), PRUNE_VIEWS);
    assert_true(kept.table[MANY] && kept.table[MANY + 2]);
    assert_true(kept.view[MANY]);
}

static void what_is_asked_is_found_behind_many_others(void **state)
{
    const struct ask_schema *s = many_tables();
    struct ask_result r = {0};
    struct error e = {0};

    (void)state;
    assert_int_equal(
        ask_question(s, STR("sales by customer city"), &arena, &r, &e), OK);
    assert_int_equal(r.outcome, ASK_ANSWERABLE);
    assert_int_equal(r.n_tables, 2);
    assert_int_equal(r.tables[0], MANY);
    assert_int_equal(r.tables[1], MANY + 2);
    assert_int_equal(
        ask_question(s, STR("how many customers in Madrid"), &arena, &r, &e),
        OK);
    assert_int_equal(r.outcome, ASK_ANSWERABLE);
    assert_int_equal(r.table, MANY + 2);
}

static void a_word_that_nothing_has_is_asked_back_among_many(void **state)
{
    const struct ask_schema *s = many_tables();
    struct ask_result r = {0};
    struct error e = {0};

    (void)state;
    assert_int_equal(
        ask_question(s, STR("zebras by customer city"), &arena, &r, &e), OK);
    assert_int_equal(r.outcome, ASK_CLARIFY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(few_of_many_tables_are_read, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            what_is_asked_is_found_behind_many_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_word_that_nothing_has_is_asked_back_among_many, set_up,
            tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
