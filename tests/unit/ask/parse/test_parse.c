#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/joins/shop_fixture.h"
#include "ask/parse/parse.h"

#include <cmocka.h>

#define MANY 250

static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 28);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

/* Many tables that know the words of the question as little as each other, and the
 * shop after them. */
static struct ask_schema *many_tables(size_t n)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);

    BUG_ON(!s);
    for (size_t i = 0; i < n; i++) {
        struct str name = {0};

        BUG_ON(str_printf(&arena, &name, &e, "log%zu", i));
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

/* How much memory a question takes, and what its best reading is of. */
static size_t parse(size_t tables, struct str *of)
{
    const struct parse_request q = {.schema = many_tables(tables),
                                    .question = STR("sales by customer city"),
                                    .max = 8};
    struct parse_result out;
    struct error e = {0};
    struct arena own;
    size_t bytes;

    arena_init(&own, (size_t)1 << 30);
    assert_int_equal(parse_question(&q, &own, &out, &e), OK);
    assert_true(out.n > 0);
    *of = q.schema->tables[out.candidate[0].table].name;
    bytes = own.used_bytes;
    arena_release(&own);
    return bytes;
}

static void many_tables_take_no_more_than_some(void **state)
{
    struct str of_some, of_many;
    const size_t some = parse(40, &of_some);
    const size_t many = parse(MANY, &of_many);

    (void)state;
    assert_true(many < 2 * some);
    assert_true(str_eq(of_some, of_many));
    assert_false(str_starts(of_many, STR("log")));
}

/* Forty tables know two words of the question, the lines of orders no more by themselves:
 * what they lead to knows the others. */
static void a_table_is_read_for_what_it_leads_to(void **state)
{
    struct error e = {0};
    struct ask_schema *s = arena_alloc(&arena, sizeof(*s), &e);
    const struct parse_request q = {
        .schema = s,
        .question = STR("total amount by customer city for product code P1"),
        .max = 8};
    struct parse_result out;

    (void)state;
    assert_non_null(s);
    for (size_t i = 0; i < 40; i++) {
        struct str name = {0};

        BUG_ON(str_printf(&arena, &name, &e, "log%zu", i));
        add_table(s, str_cstr(name, &arena, &e),
                  TABLE(9, AMOUNT("total amount", 9) "," TEXT(
                               "product code", 9, 2,
                               "\"P7\",\"P8\"") "," TEXT("city", 9, 2,
                                                         "\"Lyon\",\"Nice\"")),
                  &arena);
    }
    add_table(s, "order_lines", SHOP_LINES, &arena);
    add_table(s, "orders", SHOP_ORDERS, &arena);
    add_table(s, "customers", SHOP_CUSTOMERS, &arena);
    (void)find_joins(s, &arena);
    assert_int_equal(parse_question(&q, &arena, &out, &e), OK);
    assert_true(out.n > 0);
    assert_true(str_is(s->tables[out.candidate[0].table].own, "order_lines"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(many_tables_take_no_more_than_some,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_table_is_read_for_what_it_leads_to,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
