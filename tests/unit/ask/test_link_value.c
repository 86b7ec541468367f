#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/link/link.h"
#include "orders_fixture.h"

/* The longest run at the beginning is this value, "column=value" each. */
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
    assert_int_equal(link_values_at(&l, 0, &e), OK);
    for (i = 0; i < l.n; i++) {
        if (!best || candidates[i].to > best->to)
            best = &candidates[i];
    }
    for (i = 0; best && i < best->n_hits; i++) {
        const struct link_hit *h = &best->hits[i];

        buf_puts(&got, i ? "|" : "");
        buf_put_str(&got, h->column->name);
        buf_puts(&got, h->whole ? "=" : "~");
        buf_put_str(&got, h->values[0]);
    }
    if (!str_is(buf_str(&got), want))
        fail_msg("'%s' is %.*s, not %s", text, STR_FMT(buf_str(&got)), want);
    buf_release(&got);
    arena_release(&a);
}

static void a_whole_value_is_found_in_every_column_that_has_it(void **state)
{
    (void)state;
    check("paris", "city=Paris|Ship To=Paris");
    check("NEW YORK", "city=New York");
    check("malaga", "city=M\xc3\xa1laga");
}

static void a_part_is_found_as_said_and_only_where_it_means_something(
    void **state)
{
    (void)state;
    check("acme", "customer_name~Acme Corp");
    check("garcia lopez", "customer_name~Garc\xc3\xad"
                          "a, L\xc3\xb3pez y Asociados");
    check("foods", "customer_name~Madrid Foods");
    check("food", "");
    check("y", "");
}

static void all_of_a_value_beats_a_part_of_another(void **state)
{
    (void)state;
    check("madrid", "city=Madrid");
    check("madrid foods", "customer_name=Madrid Foods");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_value_is_found_in_every_column_that_has_it),
        cmocka_unit_test(
            a_part_is_found_as_said_and_only_where_it_means_something),
        cmocka_unit_test(all_of_a_value_beats_a_part_of_another),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
