#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "cli/tool_args.h"

static const char *help_of(const struct tool_spec *spec, enum cli_option id)
{
    struct str text;
    struct buf b;

    buf_init(&b, 4096);
    tool_args_put_help(spec, id, &b);
    assert_int_equal(buf_dup(&b, &arena, &text, &err), OK);
    buf_release(&b);
    return str_bytes(text);
}

static void help_has_the_default_and_bounds_of_its_own_tool(void **state)
{
    (void)state;
    assert_string_equal(help_of(&spec_semantic_query, OPT_TOP_K),
                        "how many passages (default 10, at most 100)");
    assert_string_equal(help_of(&spec_ask, OPT_TOP_K),
                        "how many passages (default 5, 3 to 10)");
    assert_string_equal(help_of(NULL, OPT_TOP_K), "how many passages");
    assert_string_equal(help_of(&spec_table_query, OPT_LIMIT),
                        "how many rows to show (default 100)");
    assert_string_equal(help_of(&spec_table_export, OPT_SHEET),
                        "the sheet to write (default Sheet1)");
}

static enum err read(const char *value, uint64_t *out)
{
    static struct args args;

    args = (struct args){0};
    if (value) {
        args.set = OPT_BIT(CHUNK_ROWS);
        args.value[OPT_CHUNK_ROWS] = str_from(value);
    }
    err = (struct error){0};
    return tool_args_number(&args, OPT_CHUNK_ROWS, &spec_table_get_map, out,
                            &err);
}

static void a_number_has_the_bounds_of_its_tool(void **state)
{
    uint64_t n = 7;

    (void)state;
    assert_int_equal(read("1000000", &n), OK);
    assert_int_equal(n, 1000000);
    assert_int_equal(read(NULL, &n), OK);
    assert_int_equal(n, 500);
    assert_int_equal(read("0", &n), ERR_VALIDATION_FAILED);
    assert_string_equal(err.msg, "option '--chunk-rows' takes at least 1");
    assert_int_equal(read("1000001", &n), ERR_VALIDATION_FAILED);
    assert_string_equal(err.msg, "option '--chunk-rows' takes at most 1000000");
    assert_int_equal(read("x", &n), ERR_VALIDATION_FAILED);
}

/* "csv|xlsx" in the help is what the tool takes. */
static void check_choices(const char *shown, const struct argument *x)
{
    struct str rest = str_from(shown);

    for (size_t i = 0; x->choices[i]; i++) {
        const size_t bar = str_find_char(rest, '|');

        assert_true(str_is(str_slice(rest, 0, bar), x->choices[i]));
        rest = str_slice(rest, bar + 1, rest.n);
    }
    assert_int_equal(rest.n, 0);
}

static void choices_that_are_shown_are_those_of_the_tool(void **state)
{
    size_t checked = 0;

    (void)state;
    for (const struct command *c = cli_commands; c->name; c++)
        for (int i = 0; i < N_OPTIONS; i++) {
            const enum cli_option id = (enum cli_option)i;
            const struct argument *x = tool_args_find(tool_args_spec(c), id);

            if (!(c->options & (option_set)1 << i) || !x || !x->choices[0])
                continue;
            check_choices(cli_option_info(id)->argument, x);
            checked++;
        }
    assert_int_equal(checked, 3); /* type of ask, mode of search, format */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_has_the_default_and_bounds_of_its_own_tool),
        cmocka_unit_test(a_number_has_the_bounds_of_its_tool),
        cmocka_unit_test(choices_that_are_shown_are_those_of_the_tool),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
