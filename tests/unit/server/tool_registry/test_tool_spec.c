#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "server/tool_registry/argument_check.h"
#include "server/tool_registry/tool_spec.h"

static struct json *parse(const char *text)
{
    struct json *j = NULL;

    assert_int_equal(
        json_parse(str_from(text), &json_default_limits, &arena, &j, &err), OK);
    return j;
}

static void check_list(const struct argument *list);

static void check_argument(const struct argument *x)
{
    const bool is_integer = x->type == ARGUMENT_INTEGER;

    assert_true(!x->max || x->min <= x->max);
    assert_true(!x->usual || (is_integer && x->usual >= x->min &&
                              (!x->max || x->usual <= x->max)));
    assert_false(x->usual && x->otherwise);
    assert_false(x->is_required && (x->usual || x->otherwise));
    assert_true(!x->choices[0] || x->type == ARGUMENT_TEXT);
    assert_true(!x->item == (x->type != ARGUMENT_LIST));
    assert_null(x->choices[ARGUMENT_MAX_CHOICES]);
    if (x->members)
        check_list(x->members);
}

static void check_list(const struct argument *list)
{
    for (const struct argument *x = list; x->name; x++) {
        check_argument(x);
        for (const struct argument *y = list; y < x; y++)
            assert_string_not_equal(x->name, y->name);
    }
}

static void arguments_are_whole(void **state)
{
    (void)state;
    for (size_t i = 0; tool_specs[i]; i++) {
        assert_null(tool_specs[i]->arguments[TOOL_MAX_ARGUMENTS].name);
        check_list(tool_specs[i]->arguments);
    }
    check_list(spec_ask_folder.arguments);
    check_list(spec_list_files.arguments);
}

/* A promised field that is not described, or the other way round, is a slip
 * that no client would show. */
static void check_result(const struct tool_spec *spec)
{
    const struct json *schema = parse(spec->result);
    const struct json *required = json_find(schema, "required");

    assert_true(json_is(json_find(schema, "type"), "object"));
    assert_non_null(required);
    for (const struct json *j = required->first; j; j = j->next)
        assert_non_null(json_find(json_find(schema, "properties"),
                                  str_cstr(j->text, &arena, &err)));
}

static void what_a_result_requires_it_describes(void **state)
{
    (void)state;
    for (size_t i = 0; tool_specs[i]; i++)
        check_result(tool_specs[i]);
    check_result(&spec_list_files);
}

static void examples_are_taken(void **state)
{
    (void)state;
    for (size_t i = 0; tool_specs[i]; i++)
        if (tool_specs[i]->example)
            assert_int_equal(argument_check(tool_specs[i]->arguments,
                                            parse(tool_specs[i]->example),
                                            &err),
                             OK);
}

static void hints_of_writing_are_of_tools_that_write(void **state)
{
    (void)state;
    for (size_t i = 0; tool_specs[i]; i++) {
        const struct tool_spec *x = tool_specs[i];

        assert_true(x->writes || (!x->is_destructive && !x->is_idempotent));
        assert_false(x->writes && x->is_catalog);
        assert_non_null(x->returns);
    }
}

/* Both kinds of a tool are one to tokens and exposures. */
static void a_tool_over_a_folder_has_the_name_of_that_over_bases(void **state)
{
    (void)state;
    assert_ptr_equal(tool_spec_find(STR("ask")), &spec_ask);
    assert_string_equal(spec_ask_folder.name, spec_ask.name);
    assert_string_equal(spec_list_files.name, spec_list_sources.name);
    assert_null(tool_spec_find(STR("none")));
    for (size_t i = 0; tool_specs[i]; i++)
        assert_ptr_equal(tool_spec_find(str_from(tool_specs[i]->name)),
                         tool_specs[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_are_whole),
        cmocka_unit_test(what_a_result_requires_it_describes),
        cmocka_unit_test(examples_are_taken),
        cmocka_unit_test(hints_of_writing_are_of_tools_that_write),
        cmocka_unit_test(a_tool_over_a_folder_has_the_name_of_that_over_bases),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
