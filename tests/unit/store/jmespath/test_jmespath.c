#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases_fixture.h"

#include "base/testdata.h"

/* The public part of the suite; its place is in the folder's NOTICE. */
static void the_public_compliance_cases_pass(void **state)
{
    char folder[512];

    (void)state;
    testdata_path("json/jmespath", folder, sizeof(folder));
    assert_true(run_folder(folder, SAME_VALUE) > 200);
}

static void our_cases_pass_to_the_letter(void **state)
{
    (void)state;
    assert_true(run_folder(TESTS_DIR "/unit/store/jmespath/cases", SAME_TEXT) >
                400);
}

static void an_error_says_where_in_the_expression(void **state)
{
    (void)state;
    assert_string_equal(answer("a[0]\n  .b[?c ==]", "{}"),
                        "syntax: an expression must be");
    assert_int_equal(err.pos.line, 2);
    assert_int_equal(err.pos.column, 11);
    assert_int_equal(err.pos.offset, 15);
    assert_string_equal(
        answer("a | sort(b)", "{\"a\": {\"b\": {}}}"),
        "invalid-type: argument 1 of sort() must be an array of numbers or an "
        "array of strings; it is an object");
    assert_int_equal(err.pos.offset, 4);
    assert_string_equal(answer("join(@)", "[]"),
                        "invalid-arity: join() takes 2 arguments, not 1");
    assert_string_equal(answer("[zip(@)]", "[]"),
                        "unknown-function: there is no function 'zip'");
    assert_int_equal(err.pos.column, 2);
}

static void a_string_may_come_without_its_quotes(void **state)
{
    (void)state;
    assert_string_equal(answer("a == `b`", "{\"a\":\"b\"}"), "true");
    assert_string_equal(answer("a == `\"b\"`", "{\"a\":\"b\"}"), "true");
}

static void bytes_that_are_no_text_are_refused(void **state)
{
    struct jmespath *x = NULL;

    (void)state;
    assert_int_equal(jmespath_compile(STR("'\xff'"), &arena, &x, &err),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.offset, 1);
    assert_int_equal(jmespath_compile(STR("'a\0b'"), &arena, &x, &err),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(err.pos.offset, 2);
    assert_null(x);
}

static void assert_limit(struct str expression, const char *given)
{
    struct json *result = NULL;
    enum err rc = ask(expression, tree_of(given), &result);

    if (rc != ERR_LIMIT)
        fail_msg("%.60s...: %s", expression.p, rc ? err.msg : "no error");
    assert_null(result);
}

static void what_nests_too_deep_is_refused(void **state)
{
    (void)state;
    assert_limit(repeated("", "(", 100000, "a"), "{}");
    assert_limit(repeated("", "[", 100000, "a"), "{}");
    assert_limit(repeated("", "!", 100000, "a"), "{}");
    assert_limit(repeated("", "{a:", 80000, "a"), "{}");
    assert_limit(repeated("a", "[?a", 80000, ""), "{}");
    assert_limit(repeated("", "not_null(", 20000, "a"), "{}");
    assert_limit(repeated("a", ".a", 100000, ""), "{}");
    assert_limit(repeated("a", "|a", 100000, ""), "{}");
    assert_limit(repeated("a", "[0]", 50000, ""), "{}");
    assert_limit(repeated("a", "[]", 50000, ""), "{}");
    assert_limit(repeated("a", "[*]", 50000, ""), "{}");
    assert_limit(repeated("*", ".*", 50000, ""), "{}");
    assert_limit(repeated("a", "||a", 50000, ""), "{}");
    assert_limit(repeated("`", "[", 50000, "`"), "{}");
    assert_limit(repeated("'", "a", JMESPATH_MAX_BYTES, "'"), "{}");
}

static const struct json *must_ask(struct str expression,
                                   const struct json *given)
{
    struct json *result = NULL;

    if (ask(expression, given, &result) != OK)
        fail_msg("%.60s: %s", expression.p, err.msg);
    BUG_ON(!result);
    return result;
}

static void what_is_as_deep_as_allowed_works(void **state)
{
    (void)state;
    assert_int_equal(must_ask(repeated("a", ".a", JMESPATH_MAX_DEPTH - 2, ""),
                              tree_of_str(STR("{}")))
                         ->type,
                     JSON_NULL);
}

/* Each `[@]|` adds a level to the result, none to the expression. */
static void a_result_that_nests_too_deep_is_refused(void **state)
{
    struct json *result = NULL;
    struct str deep = repeated("`", "[", 500, "");
    struct str text = repeated(deep.p, "]", 500, "` | ");

    (void)state;
    text = repeated(text.p, "[@] | ", 400, "@");
    assert_int_equal(ask(text, tree_of_str(STR("1")), &result), OK);
    assert_int_equal(text_of(result).n, 1800);
    text = repeated(text.p, " | to_string(@)", 1, " | length(@)");
    assert_int_equal(ask(text, tree_of_str(STR("1")), &result), OK);
    assert_string_equal(text_of(result).p, "1800");
    assert_limit(repeated("map(&[[[[[[[[[[[@]]]]]]]]]]], @)",
                          " | map(&[[[[[[[[[[[@]]]]]]]]]]], @)", 100, ""),
                 "[1]");
}

static void a_bomb_runs_into_the_limit(void **state)
{
    (void)state;
    assert_limit(repeated("@", " | [@,@][]", 60, ""), "[1]");
    assert_limit(repeated("@", " | [@,@]", 60, " | @ == `1` || to_string(@)"),
                 "[1]");
    assert_limit(repeated("@", "[].[@,@,@,@,@,@,@,@,@]", 60, "[]"), "[1]");
    assert_limit(repeated("@", " | {a:@,b:@}", 60, " | to_string(@)"), "[1]");
}

static void two_bombs_compared_run_out_of_steps(void **state)
{
    struct str one = repeated("@", " | [@,@]", 40, "");
    struct buf b;
    struct str s;

    (void)state;
    buf_init(&b, MIB);
    buf_printf(&b, "(%s) == (%s)", one.p, one.p);
    assert_int_equal(buf_finish(&b, &s, &err), OK);
    assert_limit(s, "[1]");
    assert_non_null(strstr(err.msg, "too many values"));
    buf_release(&b);
}

static void the_steps_are_those_that_are_given(void **state)
{
    const struct jmespath_limits few = {.max_steps = 20};
    const struct json *given = tree_of_str(STR("[1,2,3,4,5,6,7,8,9,10,11,12]"));
    struct json *result = NULL;
    struct jmespath *x = NULL;

    (void)state;
    assert_int_equal(jmespath_compile(STR("[?@ > `3`]"), &arena, &x, &err), OK);
    assert_int_equal(evaluate(x, given, &few, &arena, &result), ERR_LIMIT);
    assert_null(result);
    assert_int_equal(
        evaluate(x, given, &jmespath_default_limits, &arena, &result), OK);
    assert_int_equal(result ? result->count : 0, 9);
}

static void the_arenas_budget_is_kept(void **state)
{
    const struct json *given = tree_of_str(repeated("[", "1,", 100000, "1]"));
    struct json *result = NULL;
    struct jmespath *x = NULL;
    struct arena small;

    (void)state;
    assert_int_equal(jmespath_compile(STR("[*]"), &arena, &x, &err), OK);
    arena_init(&small, MIB / 2);
    assert_int_equal(
        evaluate(x, given, &jmespath_default_limits, &small, &result),
        ERR_LIMIT);
    assert_null(result);
    arena_release(&small);
}

/* Each is a few nodes in memory; who writes it out walks 2^60. */
static void a_result_that_is_long_when_it_is_written_is_refused(void **state)
{
    (void)state;
    assert_limit(repeated("@", " | {a:@,b:@}", 60, ""), "[1]");
    assert_limit(repeated("@", " | [@,@]", 60, ""), "[1]");
    assert_limit(repeated("@", " | merge({a:@},{b:@})", 60, ""), "{}");
}

static void a_result_that_is_being_written_can_be_cancelled(void **state)
{
    const struct json *given = tree_of_str(STR("[1]"));
    atomic_bool flag = true;
    const struct jmespath_limits endless = {.max_steps = UINT64_MAX,
                                            .cancel = &flag};
    struct json *result = NULL;
    struct jmespath *x = NULL;

    (void)state;
    assert_int_equal(jmespath_compile(repeated("@", " | {a:@,b:@}", 60, ""),
                                      &arena, &x, &err),
                     OK);
    assert_int_equal(evaluate(x, given, &endless, &arena, &result),
                     ERR_TIMEOUT);
}

/* An expression of 500 levels can make values of thousands. */
static void a_result_deeper_than_a_writer_holds_is_refused(void **state)
{
    struct json *result = NULL;

    (void)state;
    assert_limit(repeated("@", " | {a:{a:{a:{a:@}}}}", 300, ""), "[1]");
    assert_limit(repeated("@", " | [[[[@]]]]", 300, ""), "[1]");
    assert_int_equal(ask(repeated("@", " | {a:{a:@}}", 400, ""),
                         tree_of_str(STR("[1]")), &result),
                     OK);
}

/* Members are compared by their keys, which may be long. */
static void long_keys_count_when_objects_are_compared(void **state)
{
    static char key[100001];
    struct buf b;

    (void)state;
    memset(key, 'k', sizeof(key) - 1);
    buf_init(&b, MIB);
    for (int side = 0; side < 2; side++)
        buf_printf(&b, "%s(@ | {\"%s\":@}%s)", side ? " == " : "", key,
                   repeated("", " | [@,@]", 40, "").p);
    assert_limit(buf_str(&b), "[1]");
    buf_release(&b);
}

static void a_long_sum_of_short_decimals_is_exact(void **state)
{
    (void)state;
    assert_string_equal(
        answer("sum(@)", repeated("[", "0.1,", 99999, "0.1]").p), "10000");
    assert_string_equal(answer("avg(@)", repeated("[", "0.7,", 999, "0.7]").p),
                        "0.7");
}

static void digits_that_no_sum_holds_are_refused(void **state)
{
    (void)state;
    assert_limit(STR("sum(@)"), "[1e1152]");
    assert_limit(STR("sum(@)"), "[1e-1153]");
    assert_limit(STR("avg(@)"), "[1e99999999999999999999999]");
    assert_string_equal(answer("sum(@)", "[1e1151, 0e99999999999999]"),
                        "1e+1151");
    assert_string_equal(answer("avg(@)", "[1e1000, 0, 0]") + 995, "33333.3");
}

static void a_stable_sort_keeps_the_order_of_equals(void **state)
{
    struct buf b;
    struct str s;
    const struct json *j;
    struct json *result = NULL;
    unsigned last_key = 0;
    unsigned last_n = 0;

    (void)state;
    buf_init(&b, MIB);
    for (unsigned i = 0; i < 1000; i++)
        buf_printf(&b, "%c{\"k\":%u,\"n\":%u}", i ? ',' : '[', i * 7919 % 13,
                   i);
    buf_puts(&b, "]");
    assert_int_equal(buf_finish(&b, &s, &err), OK);
    assert_int_equal(ask(STR("sort_by(@, &k)"), tree_of_str(s), &result), OK);
    buf_release(&b);
    assert_int_equal(result->count, 1000);
    for (j = result->first; j; j = j->next) {
        unsigned key = (unsigned)json_double(json_find(j, "k"));
        unsigned n = (unsigned)json_double(json_find(j, "n"));

        assert_true(key > last_key || j == result->first ||
                    (key == last_key && n > last_n));
        last_key = key;
        last_n = n;
    }
}

static void check_fields(const char *expression, size_t n, const char *last)
{
    struct jmespath_path path;
    struct jmespath *x = NULL;
    struct jmespath *rest = NULL;

    assert_int_equal(jmespath_compile(str_from(expression), &arena, &x, &err),
                     OK);
    assert_int_equal(jmespath_split(x, &arena, &path, &rest, &err), OK);
    if (path.n != n)
        fail_msg("'%s' begins with %zu fields", expression, path.n);
    if (n)
        assert_true(str_is(path.name[n - 1], last));
}

static void the_fields_that_an_expression_begins_with_are_known(void **state)
{
    (void)state;
    check_fields("a", 1, "a");
    check_fields("a.b.\"c d\"", 3, "c d");
    check_fields("a.b[?x > `1`].c | [0].d", 2, "b");
    check_fields("a[*].b", 1, "a");
    check_fields("a.*.b", 1, "a");
    check_fields("a[].b[1:2]", 1, "a");
    check_fields("a.{x: b}", 1, "a");
    check_fields("a.b | length(@)", 2, "b");
    check_fields("a || b", 0, NULL);
    check_fields("a && b", 0, NULL);
    check_fields("a == b", 0, NULL);
    check_fields("!a.b", 0, NULL);
    check_fields("length(a)", 0, NULL);
    check_fields("[a, b]", 0, NULL);
    check_fields("{x: a}.x", 0, NULL);
    check_fields("@.a", 0, NULL);
    check_fields("`1`.a", 0, NULL);
    check_fields("*.a", 0, NULL);
    check_fields("[0].a", 0, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_public_compliance_cases_pass,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(our_cases_pass_to_the_letter, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_error_says_where_in_the_expression,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_string_may_come_without_its_quotes,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_that_are_no_text_are_refused,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_nests_too_deep_is_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_is_as_deep_as_allowed_works,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_result_that_nests_too_deep_is_refused,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_bomb_runs_into_the_limit, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(two_bombs_compared_run_out_of_steps,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_steps_are_those_that_are_given,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_arenas_budget_is_kept, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            a_result_that_is_long_when_it_is_written_is_refused, set_up,
            tear_down),
        cmocka_unit_test_setup_teardown(
            a_result_that_is_being_written_can_be_cancelled, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            a_result_deeper_than_a_writer_holds_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            long_keys_count_when_objects_are_compared, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_long_sum_of_short_decimals_is_exact,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(digits_that_no_sum_holds_are_refused,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_stable_sort_keeps_the_order_of_equals,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(
            the_fields_that_an_expression_begins_with_are_known, set_up,
            tear_down),
    };

    return cmocka_run_group_tests_name("jmespath", tests, NULL, NULL);
}
