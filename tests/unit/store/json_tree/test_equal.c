#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/json_tree/equal.h"
#include "store/json_tree/keyset.h"
#include "tree_fixture.h"

static bool equal(const char *a, const char *b)
{
    bool yes = false;
    bool again = false;

    assert_int_equal(tree_equal(tree_of(a), tree_of(b), &arena, &yes, &err),
                     OK);
    assert_int_equal(tree_equal(tree_of(b), tree_of(a), &arena, &again, &err),
                     OK);
    assert_int_equal(yes, again);
    return yes;
}

static void numbers_are_equal_by_value_and_objects_in_any_order(void **state)
{
    (void)state;
    assert_true(equal("{\"a\":1,\"b\":[1.0,{\"x\":1e2,\"y\":\"\\u0041\"}]}",
                      "{\"b\":[1,{\"y\":\"A\",\"x\":100}],\"a\":1e0}"));
    assert_false(equal("[1,2]", "[2,1]"));
    assert_false(equal("{\"a\":1}", "{\"b\":1}"));
    assert_false(equal("{\"a\":1}", "{\"a\":1,\"b\":1}"));
    assert_false(equal("\"1\"", "1"));
    assert_false(equal("true", "false"));
    assert_false(equal("{}", "[]"));
    assert_false(equal("null", "0"));
    assert_false(equal("9007199254740993", "9007199254740992"));
}

static void the_same_means_text_and_order_too(void **state)
{
    (void)state;
    assert_true(
        tree_same(tree_of("{ \"a\" : [1.0] }"), tree_of("{\"a\":[1.0]}")));
    assert_true(tree_same(tree_of("\"\\u00fc\""), tree_of("\"\xc3\xbc\"")));
    assert_false(tree_same(tree_of("1"), tree_of("1.0")));
    assert_false(
        tree_same(tree_of("{\"a\":1,\"b\":2}"), tree_of("{\"b\":2,\"a\":1}")));
    assert_false(tree_same(tree_of("[1,2]"), tree_of("[1]")));
    assert_false(tree_same(tree_of("[]"), tree_of("{}")));
}

/* Quadratic time would show as a time limit of the test. */
static void a_large_object_in_reverse_order_is_found_by_hash(void **state)
{
    struct buf a;
    struct buf b;
    bool yes = false;

    (void)state;
    buf_init(&a, 64 * MIB);
    buf_init(&b, 64 * MIB);
    for (int i = 0; i < 200000; i++) {
        buf_printf(&a, "%c\"key %d\":%d", i ? ',' : '{', i, i);
        buf_printf(&b, "%c\"key %d\":%d.0", i ? ',' : '{', 199999 - i,
                   199999 - i);
    }
    buf_put_char(&a, '}');
    buf_put_char(&b, '}');
    assert_int_equal(tree_equal(tree_of_str(buf_str(&a)),
                                tree_of_str(buf_str(&b)), &arena, &yes, &err),
                     OK);
    assert_true(yes);
    buf_release(&a);
    buf_release(&b);
}

static void a_tree_is_equal_to_itself_and_its_copy(void **state)
{
    struct dice d = {99};

    (void)state;
    for (int i = 0; i < 500; i++) {
        const struct json *a = dice_tree(&d, 4);
        const struct json *b = tree_of_str(text_of(a));
        bool yes = false;

        assert_true(tree_same(a, b));
        assert_int_equal(tree_equal(a, b, &arena, &yes, &err), OK);
        assert_true(yes);
    }
}

static void a_keyset_forgets_what_is_dropped_and_finds_the_rest(void **state)
{
    struct keyset k = {0};
    static int values[1000];
    struct str keys[1000];

    (void)state;
    assert_null(keyset_find(&k, STR("x")));
    keyset_drop(&k, STR("x"));
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 1000; i++) {
            assert_int_equal(str_printf(&arena, &keys[i], &err, "k%d", i), OK);
            assert_int_equal(keyset_put(&k, keys[i], &values[i], &arena, &err),
                             OK);
        }
        for (int i = 0; i < 1000; i += 2)
            keyset_drop(&k, keys[i]);
        for (int i = 0; i < 1000; i++)
            assert_ptr_equal(keyset_find(&k, keys[i]),
                             i % 2 ? &values[i] : NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            numbers_are_equal_by_value_and_objects_in_any_order, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(the_same_means_text_and_order_too,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_large_object_in_reverse_order_is_found_by_hash, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(a_tree_is_equal_to_itself_and_its_copy,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_keyset_forgets_what_is_dropped_and_finds_the_rest, set_up,
            tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
