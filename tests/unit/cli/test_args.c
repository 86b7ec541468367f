#include "cli/args.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ALLOWED (OPT_BIT(JSON) | OPT_BIT(LIMIT) | OPT_BIT(COLUMNS))

static struct arena arena;
static struct args args;
static struct error e;

static enum err parse(const char **words)
{
    int n = 0;

    while (words[n])
        n++;
    e = (struct error){0};
    return args_parse(n, (char **)(uintptr_t)words, ALLOWED, &arena, &args, &e);
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 1 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return 0;
}

static void options_and_operands_may_be_mixed(void **state)
{
    const char *words[] = {"query",    "f.csv",  "--limit", "3",
                           "SELECT 1", "--json", NULL};

    (void)state;
    assert_int_equal(parse(words), OK);
    assert_int_equal(args.n, 2);
    assert_true(str_is(args.operands[0], "f.csv"));
    assert_true(str_is(args.operands[1], "SELECT 1"));
    assert_true(args_has(&args, OPT_JSON));
    assert_true(str_is(args.value[OPT_LIMIT], "3"));
}

static void a_dash_and_a_negative_number_are_operands(void **state)
{
    const char *words[] = {"set", "-", "-5", "-0.25e3", "-x", NULL};

    (void)state;
    assert_int_equal(parse(words), ERR_VALIDATION_FAILED);
    words[4] = "--json";
    assert_int_equal(parse(words), OK);
    assert_int_equal(args.n, 3);
    assert_true(str_is(args.operands[1], "-5"));
    assert_true(args_has(&args, OPT_JSON));
}

static void an_equals_sign_gives_the_value_too(void **state)
{
    const char *words[] = {"rows", "--limit=7", NULL};
    uint64_t n = 0;

    (void)state;
    assert_int_equal(parse(words), OK);
    assert_int_equal(args_number(&args, OPT_LIMIT, 100, &n, &e), OK);
    assert_int_equal(n, 7);
}

static void two_dashes_end_the_options(void **state)
{
    const char *words[] = {"rows", "--", "--limit", NULL};

    (void)state;
    assert_int_equal(parse(words), OK);
    assert_int_equal(args.n, 1);
    assert_true(str_is(args.operands[0], "--limit"));
}

static void a_single_dash_is_an_operand(void **state)
{
    const char *words[] = {"query", "-", NULL};

    (void)state;
    assert_int_equal(parse(words), OK);
    assert_int_equal(args.n, 1);
}

static void an_option_that_the_command_lacks_is_refused(void **state)
{
    const char *unknown[] = {"rows", "--colour", NULL};
    const char *elsewhere[] = {"rows", "--force", NULL};

    (void)state;
    assert_int_equal(parse(unknown), ERR_VALIDATION_FAILED);
    assert_int_equal(parse(elsewhere), ERR_VALIDATION_FAILED);
}

static void a_missing_value_is_refused(void **state)
{
    const char *words[] = {"rows", "--limit", NULL};

    (void)state;
    assert_int_equal(parse(words), ERR_VALIDATION_FAILED);
}

static void a_number_over_its_limit_is_refused_by_name(void **state)
{
    const char *words[] = {"rows", "--limit", "101", NULL};
    uint64_t n = 5;

    (void)state;
    assert_int_equal(parse(words), OK);
    assert_int_equal(args_number(&args, OPT_LIMIT, 100, &n, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(n, 5);
    assert_non_null(strstr(e.msg, "--limit"));
}

static void a_list_keeps_its_order_and_empty_names(void **state)
{
    const char *words[] = {"stats", "--columns", "b,,a", NULL};
    struct str *names;
    size_t n;

    (void)state;
    assert_int_equal(parse(words), OK);
    assert_int_equal(args_list(&args, OPT_COLUMNS, &arena, &names, &n, &e), OK);
    assert_int_equal(n, 3);
    assert_true(str_is(names[0], "b"));
    assert_int_equal(names[1].n, 0);
    assert_true(str_is(names[2], "a"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_and_operands_may_be_mixed),
        cmocka_unit_test(a_dash_and_a_negative_number_are_operands),
        cmocka_unit_test(an_equals_sign_gives_the_value_too),
        cmocka_unit_test(two_dashes_end_the_options),
        cmocka_unit_test(a_single_dash_is_an_operand),
        cmocka_unit_test(an_option_that_the_command_lacks_is_refused),
        cmocka_unit_test(a_missing_value_is_refused),
        cmocka_unit_test(a_number_over_its_limit_is_refused_by_name),
        cmocka_unit_test(a_list_keeps_its_order_and_empty_names),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
