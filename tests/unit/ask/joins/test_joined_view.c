#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ask/joins/joined_view.h"
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

/* Orders that lead to customers twice. */
static const struct join_graph *two_roles(void)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);

    BUG_ON(!s);
    add_table(s, "orders",
              TABLE(9, INTEGER("billing_customer_id", 9, 4, 1, 4) "," INTEGER(
                           "shipping_customer_id", 9, 4, 1, 4)),
              &arena);
    add_table(s, "customers",
              TABLE(4, INTEGER("id", 4, 4, 1, 4) "," TEXT(
                           "city", 4, 2, "\"Madrid\",\"Paris\"")),
              &arena);
    return find_joins(s, &arena);
}

/* How many columns are told apart by "billing" or "shipping". */
static size_t count_paths(const struct join_view *v)
{
    size_t n = 0;

    for (size_t i = 0; i < v->table.n_columns; i++) {
        const struct words *path = v->table.columns[i].path;

        if (!path)
            continue;
        assert_true(path->n > 0);
        assert_true(str_is(path->word[0].fold, "billing") ||
                    str_is(path->word[0].fold, "shipping"));
        n++;
    }
    return n;
}

/* Readings keep copies of the view that they were tried with. */
static void a_copy_needs_nothing_of_its_original(void **state)
{
    struct error e = {0};
    struct join_view view;
    struct join_view copy;

    (void)state;
    assert_int_equal(join_view_make(two_roles(), 0, &arena, &view, &e), OK);
    assert_int_equal(view.n_nodes, 3);
    copy = view;
    memset(&view, 0xff, sizeof(view));
    assert_true(count_paths(&copy) >= 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_copy_needs_nothing_of_its_original,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
