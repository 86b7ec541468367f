#include "base/fs_fixture.h"

#include "tables/records.h"

static bool is_list(const char *json)
{
    return records_is_list(str_from(json));
}

static void a_list_of_objects_has_nothing_else_in_it(void **state)
{
    (void)state;
    assert_true(is_list("[{}]"));
    assert_true(is_list(" [ {\"a\":[1,{}]} , {\"b\":\"]},\\\"\"} ] "));
    assert_false(is_list("[]"));
    assert_false(is_list("{}"));
    assert_false(is_list("[{},1]"));
    assert_false(is_list("[1,{}]"));
    assert_false(is_list("[{},[{}]]"));
    assert_false(is_list("[{},\"{\"]"));
    assert_false(is_list("\"[{}]\""));
    assert_false(is_list("12"));
    assert_false(is_list(""));
}

static struct records found;

static void find(const char *json, unsigned depth)
{
    assert_int_equal(records_find(str_from(json), depth, &arena, &found, &err),
                     OK);
}

static void members_that_are_lists_are_found_by_their_pointers(void **state)
{
    (void)state;
    find("{\"n\":1,\"t\":\"[{}]\",\"a\\u002fb\":[{\"x\":1}],\"z\":[{}, {}]}",
         1);
    assert_int_equal(found.n, 2);
    assert_true(str_is(found.value, "[{\"x\":1}]"));
    assert_true(str_is(found.pointer[0], "/a~1b"));
    assert_true(str_is(found.pointer[1], "/z"));
    find("{}", 1);
    assert_int_equal(found.n, 0);
    find("[{}]", 1);
    assert_int_equal(found.n, 0);
}

static void deeper_ones_only_as_deep_as_is_asked(void **state)
{
    const char *json = "{\"a\":{\"b\":{\"c\":[{}]},\"d\":[{}]}}";

    (void)state;
    find(json, 1);
    assert_int_equal(found.n, 0);
    find(json, 2);
    assert_int_equal(found.n, 1);
    assert_true(str_is(found.pointer[0], "/a/d"));
    find(json, 3);
    assert_int_equal(found.n, 2);
    assert_true(str_is(found.pointer[0], "/a/b/c"));
}

static void more_than_are_listed_are_counted(void **state)
{
    (void)state;
    find("{\"a\":[{}],\"b\":[{}],\"c\":[{}],\"d\":[{}],\"e\":[{}],"
         "\"f\":[{}],\"g\":[{}],\"h\":[{}],\"i\":[{}],\"j\":[{}],"
         "\"k\":[{}],\"l\":[{}],\"m\":[{}],\"n\":[{}],\"o\":[{}],"
         "\"p\":[{}],\"q\":[{}],\"r\":[{}]}",
         1);
    assert_int_equal(found.n, 18);
    assert_true(str_is(found.pointer[RECORDS_LISTED - 1], "/p"));
}

/* Cut anywhere, it is not read over its end. */
static void a_text_that_is_cut_is_survived(void **state)
{
    const char *json =
        "{\"a\":[{\"b\":\"\\\"\"},{}],\"c\":{\"d\":[{}]},\"e\":1}";

    (void)state;
    for (size_t n = 0; n <= strlen(json); n++) {
        char *copy = arena_alloc(&arena, n ? n : 1, &err);

        assert_non_null(copy);
        memcpy(copy, json, n);
        (void)records_is_list((struct str){copy, n});
        (void)!records_find((struct str){copy, n}, 3, &arena, &found, &err);
    }
}

#define RECORDS_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RECORDS_TEST(a_list_of_objects_has_nothing_else_in_it),
        RECORDS_TEST(members_that_are_lists_are_found_by_their_pointers),
        RECORDS_TEST(deeper_ones_only_as_deep_as_is_asked),
        RECORDS_TEST(more_than_are_listed_are_counted),
        RECORDS_TEST(a_text_that_is_cut_is_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
