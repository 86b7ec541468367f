#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str_table.h"

#include <cmocka.h>

static void many_keys_keep_their_numbers(void **state)
{
    struct arena a;
    struct error e;
    struct str_table t;

    (void)state;
    arena_init(&a, (size_t)4 << 20);
    str_table_init(&t, &a);
    for (uint64_t i = 0; i < 5000; i++) {
        struct str key;
        uint64_t *value;

        assert_int_equal(
            str_printf(&a, &key, &e, "k%llu", (unsigned long long)i), OK);
        assert_null(str_table_find(&t, key));
        assert_int_equal(str_table_put(&t, key, &value, &e), OK);
        assert_int_equal(*value, 0);
        *value = i + 1;
    }
    assert_int_equal(t.n, 5000);
    assert_int_equal(*str_table_find(&t, STR("k0")), 1);
    assert_int_equal(*str_table_find(&t, STR("k4999")), 5000);
    assert_null(str_table_find(&t, STR("k5000")));
    arena_release(&a);
}

static void a_key_is_there_once_and_may_be_empty(void **state)
{
    const struct str keys[] = {STR("a"), STR("a\0b"), {NULL, 0}};
    struct arena a;
    struct error e;
    struct str_table t;
    uint64_t *value;

    (void)state;
    arena_init(&a, (size_t)1 << 20);
    str_table_init(&t, &a);
    assert_null(str_table_find(&t, STR("")));
    for (size_t i = 0; i < 2 * COUNT_OF(keys); i++) {
        assert_int_equal(
            str_table_put(&t, keys[i % COUNT_OF(keys)], &value, &e), OK);
        ++*value;
    }
    assert_int_equal(t.n, COUNT_OF(keys));
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        assert_int_equal(*str_table_find(&t, keys[i]), 2);
    arena_release(&a);
}

static void a_full_arena_leaves_the_table_as_it_was(void **state)
{
    struct arena a;
    struct error e;
    struct str_table t;
    uint64_t *value;

    (void)state;
    arena_init(&a, 16);
    str_table_init(&t, &a);
    assert_int_equal(str_table_put(&t, STR("a"), &value, &e), ERR_LIMIT);
    assert_int_equal(t.n, 0);
    assert_null(str_table_find(&t, STR("a")));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_keys_keep_their_numbers),
        cmocka_unit_test(a_key_is_there_once_and_may_be_empty),
        cmocka_unit_test(a_full_arena_leaves_the_table_as_it_was)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
