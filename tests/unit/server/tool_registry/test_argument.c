#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "server/tool_registry/argument.h"

static const struct argument text = {.type = ARGUMENT_TEXT, .min = 1, .max = 9};

static const struct argument inner[] = {
    {.name = "on", .type = ARGUMENT_BOOLEAN, .otherwise = "true"},
    {.name = NULL}};

static const struct argument list[] = {
    {.name = "path",
     .type = ARGUMENT_TEXT,
     .is_required = true,
     .min = 1,
     .max = 4,
     .description = "A file"},
    {.name = "rows",
     .type = ARGUMENT_INTEGER,
     .min = 1,
     .usual = 100,
     .description = "How many."},
    {.name = "from",
     .type = ARGUMENT_INTEGER,
     .max = 8,
     .otherwise = "0",
     .description = "The first"},
    {.name = "kind", .type = ARGUMENT_TEXT, .choices = {"csv", "xlsx"}},
    {.name = "files", .type = ARGUMENT_LIST, .max = 2, .item = &text},
    {.name = "any", .type = ARGUMENT_ANY},
    {.name = "open", .type = ARGUMENT_OBJECT},
    {.name = "options", .type = ARGUMENT_OBJECT, .members = inner},
    {.name = NULL}};

static const char schema[] =
    "{\"type\":\"object\",\"properties\":{"
    "\"path\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":4,"
    "\"description\":\"A file\"},"
    "\"rows\":{\"type\":\"integer\",\"minimum\":1,\"default\":100,"
    "\"description\":\"How many. Omit for 100.\"},"
    "\"from\":{\"type\":\"integer\",\"minimum\":0,\"maximum\":8,"
    "\"default\":0,\"description\":\"The first. Omit for 0.\"},"
    "\"kind\":{\"type\":\"string\",\"enum\":[\"csv\",\"xlsx\"]},"
    "\"files\":{\"type\":\"array\",\"maxItems\":2,\"items\":"
    "{\"type\":\"string\",\"minLength\":1,\"maxLength\":9}},"
    "\"any\":{},\"open\":{\"type\":\"object\"},"
    "\"options\":{\"type\":\"object\",\"properties\":{\"on\":"
    "{\"type\":\"boolean\",\"default\":true,\"description\":"
    "\"Omit for true.\"}},\"additionalProperties\":false}},"
    "\"required\":[\"path\"],\"additionalProperties\":false}";

static void a_list_is_written_as_a_schema(void **state)
{
    struct jsonw w;
    struct str got;
    struct buf b;

    (void)state;
    buf_init(&b, MIB);
    jsonw_init(&w, &b);
    argument_write_schema(list, &w);
    assert_int_equal(buf_dup(&b, &arena, &got, &err), OK);
    buf_release(&b);
    assert_string_equal(str_cstr(got, &arena, &err), schema);
}

static const struct json *parse(const char *given)
{
    struct json *j = NULL;

    assert_int_equal(
        json_parse(str_from(given), &json_default_limits, &arena, &j, &err),
        OK);
    return j;
}

static void what_is_absent_has_its_default(void **state)
{
    (void)state;
    assert_int_equal(argument_u64(list, parse("{\"rows\":7.0}"), "rows"), 7);
    assert_int_equal(argument_u64(list, parse("{}"), "rows"), 100);
    assert_int_equal(argument_u64(list, parse("{}"), "from"), 0);
    assert_true(argument_is_on(inner, parse("{}"), "on"));
    assert_false(argument_is_on(inner, parse("{\"on\":false}"), "on"));
    assert_true(argument_is_on(inner, NULL, "on"));
}

static void an_argument_is_found_by_its_name(void **state)
{
    (void)state;
    assert_ptr_equal(argument_find(list, STR("rows")), &list[1]);
    assert_null(argument_find(list, STR("row")));
    assert_null(argument_find(list, STR("")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_is_written_as_a_schema),
        cmocka_unit_test(what_is_absent_has_its_default),
        cmocka_unit_test(an_argument_is_found_by_its_name),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
