#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "server/tool_registry/argument_check.h"

#include <stdio.h>
#include <string.h>

static const struct argument item = {.type = ARGUMENT_TEXT, .min = 1};

static const struct argument list[] = {
    {.name = "path",
     .type = ARGUMENT_TEXT,
     .is_required = true,
     .min = 1,
     .max = 4},
    {.name = "rows", .type = ARGUMENT_INTEGER, .min = 1, .max = 10},
    {.name = "kind", .type = ARGUMENT_TEXT, .choices = {"csv", "xlsx"}},
    {.name = "all", .type = ARGUMENT_BOOLEAN},
    {.name = "columns", .type = ARGUMENT_LIST, .max = 2, .item = &item},
    {.name = NULL}};

static struct json *parse(const char *text)
{
    struct json *root = NULL;
    struct error e = {0};

    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &root, &e),
        OK);
    return root;
}

static void accept(const char *value)
{
    struct error e = {0};

    assert_int_equal(argument_check(list, parse(value), &e), OK);
}

static void refuse(const char *value, const char *message)
{
    struct error e = {0};

    assert_int_equal(argument_check(list, parse(value), &e),
                     ERR_VALIDATION_FAILED);
    assert_string_equal(e.msg, message);
}

static void what_fits_is_accepted(void **state)
{
    (void)state;
    accept("{\"path\":\"a\"}");
    accept("{\"path\":\"añ日b\",\"rows\":10,\"kind\":\"xlsx\",\"all\":true,"
           "\"columns\":[\"a\",\"b\"]}");
    accept("{\"path\":\"a\",\"columns\":[]}");
    accept("{\"path\":\"a\",\"rows\":3.0}");
}

static void missing_and_unknown_keys_are_named(void **state)
{
    (void)state;
    refuse("{}", "'path' is missing");
    refuse("{\"path\":\"a\",\"pth\":1}",
           "'pth' is not a parameter; there are 'path', 'rows', 'kind', "
           "'all', 'columns'");
    refuse("{\"\":1}", "'(empty)' is not a parameter; there are 'path', "
                       "'rows', 'kind', 'all', 'columns'");
    refuse("[]", "the arguments must be an object, not an array");
}

static void another_type_is_named(void **state)
{
    (void)state;
    refuse("{\"path\":1}", "'path' must be a string, not a number");
    refuse("{\"path\":\"a\",\"rows\":\"3\"}",
           "'rows' must be an integer, not a string");
    refuse("{\"path\":\"a\",\"columns\":\"a\"}",
           "'columns' must be an array, not a string");
    refuse("{\"path\":\"a\",\"columns\":null}",
           "'columns' must be an array, not null; leave it out for its "
           "default");
    refuse("{\"path\":\"a\",\"columns\":[\"a\",2]}",
           "'columns' item 2 must be a string, not a number");
    refuse("{\"path\":\"a\",\"all\":{}}",
           "'all' must be a boolean, not an object");
}

static void bounds_are_kept(void **state)
{
    (void)state;
    refuse("{\"path\":\"\"}", "'path' must not be empty");
    refuse("{\"path\":\"abcde\"}", "'path' must have at most 4 characters");
    refuse("{\"path\":\"a\",\"rows\":0}", "'rows' must be at least 1");
    refuse("{\"path\":\"a\",\"rows\":-5}", "'rows' must be at least 1");
    refuse("{\"path\":\"a\",\"rows\":11}", "'rows' must be at most 10");
    refuse("{\"path\":\"a\",\"rows\":1.5}",
           "'rows' must be a whole number in digits");
    refuse("{\"path\":\"a\",\"rows\":1e400}",
           "'rows' must be a whole number in digits");
    refuse("{\"path\":\"a\",\"rows\":99999999999999999999999999}",
           "'rows' must be a whole number in digits");
    refuse("{\"path\":\"a\",\"kind\":\"pdf\"}",
           "'kind' must be one of 'csv', 'xlsx'");
    refuse("{\"path\":\"a\",\"columns\":[\"a\",\"b\",\"c\"]}",
           "'columns' must have at most 2 items");
}

static void a_string_has_no_nul(void **state)
{
    (void)state;
    refuse("{\"path\":\"a\\u0000b\"}",
           "'path' must not contain the character U+0000");
}

static void a_long_foreign_name_is_cut_between_characters(void **state)
{
    char value[400];
    struct error e = {0};

    (void)state;
    (void)snprintf(value, sizeof(value), "{\"%s%s\":1}", "a",
                   "ññññññññññññññññññññññññññññññññññññññññ");
    assert_int_equal(argument_check(list, parse(value), &e),
                     ERR_VALIDATION_FAILED);
    assert_memory_equal(e.msg + 60, "' is not", 8);
}

static void a_checked_integer_is_read(void **state)
{
    const struct json *value = parse("{\"a\":9007199254740991,\"b\":3.00}");

    (void)state;
    assert_int_equal(argument_read_u64(json_find(value, "a")),
                     9007199254740991);
    assert_int_equal(argument_read_u64(json_find(value, "b")), 3);
}

static enum err check_one(const struct argument *x, const char *value)
{
    struct error e = {0};

    return argument_check(x, parse(value), &e);
}

static void a_value_of_two_types_may_be_either(void **state)
{
    static const struct argument members[] = {
        {.name = "uri", .type = ARGUMENT_TEXT}, {.name = NULL}};
    static const struct argument pointer[] = {
        {.name = "p", .type = ARGUMENT_TEXT_OR_OBJECT, .members = members},
        {.name = NULL}};
    static const struct argument url[] = {
        {.name = "url", .type = ARGUMENT_TEXT_OR_NULL}, {.name = NULL}};

    (void)state;
    assert_int_equal(check_one(pointer, "{\"p\":\"x\"}"), OK);
    assert_int_equal(check_one(pointer, "{\"p\":{\"uri\":\"x\"}}"), OK);
    assert_int_equal(check_one(pointer, "{\"p\":{\"other\":1}}"),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(check_one(pointer, "{\"p\":1}"), ERR_VALIDATION_FAILED);
    assert_int_equal(check_one(url, "{\"url\":null}"), OK);
    assert_int_equal(check_one(url, "{\"url\":1}"), ERR_VALIDATION_FAILED);
}

static void names_alone_are_checked_wherever_they_stand(void **state)
{
    static const struct argument members[] = {
        {.name = "b", .type = ARGUMENT_INTEGER}, {.name = NULL}};
    static const struct argument object = {.type = ARGUMENT_OBJECT,
                                           .members = members};
    static const struct argument names[] = {
        {.name = "a", .type = ARGUMENT_ANY},
        {.name = "list", .type = ARGUMENT_LIST, .item = &object},
        {.name = NULL}};
    static const char *const fine[] = {"{}", "{\"a\":{\"x\":1}}", "[1]",
                                       "{\"list\":[{\"b\":\"no number\"},7]}",
                                       "{\"list\":\"no list\"}"};
    static const char *const unknown[] = {"{\"x\":1}",
                                          "{\"list\":[{\"b\":1},{\"x\":1}]}"};
    struct error e = {0};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(fine); i++)
        assert_int_equal(argument_check_names(names, parse(fine[i]), &e), OK);
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        assert_int_equal(argument_check_names(names, parse(unknown[i]), &e),
                         ERR_VALIDATION_FAILED);
        assert_memory_equal(e.msg, "'x' is not a parameter; there are", 33);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_accepted),
        cmocka_unit_test(missing_and_unknown_keys_are_named),
        cmocka_unit_test(another_type_is_named),
        cmocka_unit_test(bounds_are_kept),
        cmocka_unit_test(a_string_has_no_nul),
        cmocka_unit_test(a_long_foreign_name_is_cut_between_characters),
        cmocka_unit_test(a_checked_integer_is_read),
        cmocka_unit_test(a_value_of_two_types_may_be_either),
        cmocka_unit_test(names_alone_are_checked_wherever_they_stand),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
