#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/tools/answer_window.h"
#include "server/tools/call_state.h"

#include <stdio.h>
#include <string.h>

static const struct tool_spec spec = {
    .name = "t",
    .arguments = {{.name = "max_bytes", .type = ARGUMENT_INTEGER}}};

static struct arena arena;
static struct call_state call_state;
static struct tool_context served;
static struct error err;

static int begin(void **state)
{
    (void)state;
    arena_init(&arena, 256 << 20);
    served = (struct tool_context){
        .grant = &grant_local, .call_state = &call_state, .window_bytes = 1024};
    return call_state_open(&call_state, NULL, &err) == OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    call_state_close(&call_state);
    arena_release(&arena);
    return 0;
}

static struct json *parse(struct str text)
{
    struct json *root = NULL;

    assert_int_equal(
        json_parse(text, &json_default_limits, &arena, &root, &err), OK);
    return root;
}

/* A window of `whole`, or the one after `next`. */
static struct json *window(struct str whole, const char *next)
{
    struct str arguments = STR("{}");
    struct window x = {&served, NULL, &spec, "v"};
    struct str json;

    if (next)
        assert_int_equal(
            str_printf(&arena, &arguments, &err, "{\"next\":\"%s\"}", next),
            OK);
    x.arguments = parse(arguments);
    assert_int_equal(next
                         ? window_next(&x, &arena, &json, &err)
                         : window_fit(&x, STR("b"), whole, &arena, &json, &err),
                     OK);
    return parse(json);
}

static const char *next_of(const struct json *answer)
{
    const struct json *next = json_find(json_find(answer, "window"), "next");

    return next->type == JSON_NULL ? NULL : str_cstr(next->text, &arena, &err);
}

static struct str text_of(const struct json *j)
{
    struct jsonw w;
    struct buf b;
    struct str text;

    buf_init(&b, 64 << 20);
    jsonw_init(&w, &b);
    json_write(j, &w);
    assert_int_equal(buf_dup(&b, &arena, &text, &err), OK);
    buf_release(&b);
    return text;
}

/* All windows of {"a":1,"v":member,"z":2} put together are the member. */
static size_t put_together(struct str member, const char *unit)
{
    const struct json *w;
    struct str whole;
    struct buf all;
    const char *next;
    size_t n = 1;
    bool list = strcmp(unit, "elements") == 0;

    assert_int_equal(str_printf(&arena, &whole, &err,
                                "{\"a\":1,\"v\":%.*s,\"z\":2}",
                                STR_FMT(member)),
                     OK);
    buf_init(&all, 64 << 20);
    w = window(whole, NULL);
    for (;; w = window(whole, next), n++) {
        const struct json *j = json_find(w, "window");
        const struct str v = text_of(json_find(w, "v"));

        assert_true(json_is(json_find(j, "unit"), unit));
        assert_non_null(json_find(w, "a"));
        assert_non_null(json_find(w, "z"));
        if (list && all.n > 0)
            buf_put_char(&all, ',');
        buf_put_str(&all, list ? str_slice(v, 1, v.n - 1)
                               : json_text(json_find(j, "text")));
        assert_true(list || json_find(w, "v")->type == JSON_NULL);
        next = next_of(w);
        if (!next)
            break;
    }
    assert_true(str_eq(buf_str(&all),
                       list ? str_slice(member, 1, member.n - 1) : member));
    buf_release(&all);
    return n;
}

static struct str many(const char *element, size_t n)
{
    struct str out;
    struct buf b;

    buf_init(&b, 64 << 20);
    buf_put_char(&b, '[');
    for (size_t i = 0; i < n; i++) {
        buf_puts(&b, i ? "," : "");
        buf_puts(&b, element);
    }
    buf_put_char(&b, ']');
    assert_int_equal(buf_dup(&b, &arena, &out, &err), OK);
    buf_release(&b);
    return out;
}

static void what_fits_comes_whole(void **state)
{
    const struct str whole = STR("{\"v\":[1,2]}");

    (void)state;
    assert_null(json_find(window(whole, NULL), "window"));
    served.window_bytes = 0;
    assert_null(json_find(window(many("{\"v\":[]}", 1), NULL), "window"));
}

static void a_list_is_cut_between_elements(void **state)
{
    (void)state;
    assert_true(put_together(many("12345", 1000), "elements") > 5);
    (void)put_together(many("\"],[\\\"{\\\\\"", 500), "elements");
    (void)put_together(many("{\"a\":[1,{\"b\":\"]\"}],\"c\":null}", 200),
                       "elements");
    (void)put_together(many("[[],[[]]]", 300), "elements");
}

static void anything_else_is_cut_as_text(void **state)
{
    const struct str list = many("\"\xc3\xb1\xe6\x97\xa5 a\"", 400);
    struct str object;

    (void)state;
    assert_int_equal(
        str_printf(&arena, &object, &err, "{\"k\":%.*s}", STR_FMT(list)), OK);
    (void)put_together(object, "bytes");
    (void)put_together(many(many("7", 2000).p, 3), "bytes");
}

static bool refused(const char *next, enum err code)
{
    struct window x = {&served, NULL, &spec, "v"};
    struct str arguments;
    struct str json;

    assert_int_equal(
        str_printf(&arena, &arguments, &err, "{\"next\":\"%s\"}", next), OK);
    x.arguments = parse(arguments);
    return window_next(&x, &arena, &json, &err) == code;
}

static void a_handle_is_for_its_caller(void **state)
{
    const struct str whole = many("1", 1000);
    struct tool_binding context = {STR("b"), STR("/x")};
    struct str object;
    const char *next;

    (void)state;
    assert_int_equal(
        str_printf(&arena, &object, &err, "{\"v\":%.*s}", STR_FMT(whole)), OK);
    next = next_of(window(object, NULL));
    assert_non_null(window(object, next)); /* and again */
    served.session = STR("other");
    assert_true(refused(next, ERR_NOT_FOUND));
    served.session = STR("");
    served.context = &context;
    assert_true(refused(next, ERR_NOT_FOUND));
    served.context = NULL;
    assert_false(refused(next, ERR_NOT_FOUND));
}

static void a_made_up_handle_is_refused(void **state)
{
    (void)state;
    assert_true(refused("", ERR_VALIDATION_FAILED));
    assert_true(
        refused("00000000000000000000000000000000", ERR_VALIDATION_FAILED));
    assert_true(
        refused("00000000000000000000000000000000.x1", ERR_VALIDATION_FAILED));
    assert_true(
        refused("00000000000000000000000000000000.e", ERR_VALIDATION_FAILED));
    assert_true(
        refused("00000000000000000000000000000000.e99999999999999999999",
                ERR_VALIDATION_FAILED));
    assert_true(refused("00000000000000000000000000000000.e1", ERR_NOT_FOUND));
}

/* Whoever calls, what is kept stays bounded; the oldest goes. */
static void the_store_is_bounded(void **state)
{
    const struct str whole = many("1", 1000);
    const char *first = NULL;
    const char *last = NULL;
    struct str object;

    (void)state;
    assert_int_equal(
        str_printf(&arena, &object, &err, "{\"v\":%.*s}", STR_FMT(whole)), OK);
    for (size_t i = 0; i <= RESULT_CURSOR_MAX_CALLER; i++) {
        last = next_of(window(object, NULL));
        first = first ? first : last;
    }
    assert_true(refused(first, ERR_NOT_FOUND));
    assert_false(refused(last, ERR_NOT_FOUND));
    for (size_t i = 0; i < 2 * RESULT_CURSOR_MAX; i++) {
        char session[32];

        (void)snprintf(session, sizeof(session), "s%zu", i);
        served.session = str_from(session);
        (void)window(object, NULL);
    }
    served.session = STR("");
    assert_true(refused(last, ERR_NOT_FOUND));
}

static void a_result_that_is_too_large_to_keep_is_refused(void **state)
{
    struct window x = {&served, parse(STR("{}")), &spec, "v"};
    struct str object;
    struct str json;

    (void)state;
    assert_int_equal(str_printf(&arena, &object, &err, "{\"v\":%.*s}",
                                STR_FMT(many("12345678", 2000000))),
                     OK);
    assert_int_equal(window_fit(&x, STR("b"), object, &arena, &json, &err),
                     ERR_LIMIT);
}

/* A read is remembered while there is space and its answer is small. */
static void reads_are_counted_within_bounds(void **state)
{
    struct repeat x = {.caller = caller_of(&served)};
    const struct str large = many("12345678", 40000);
    struct str answer;

    (void)state;
    assert_int_equal(loop_guard_count(call_state.repeats, &x, &arena, &answer),
                     1);
    loop_guard_keep(call_state.repeats, &x, STR("{}"));
    assert_int_equal(loop_guard_count(call_state.repeats, &x, &arena, &answer),
                     2);
    assert_int_equal(answer.n, 0); /* once is not worth keeping */
    loop_guard_keep(call_state.repeats, &x, STR("{}"));
    assert_int_equal(loop_guard_count(call_state.repeats, &x, &arena, &answer),
                     3);
    assert_true(str_is(answer, "{}"));
    for (size_t i = 1; i <= LOOP_GUARD_MAX_CALLER; i++) {
        x.key[0] = (uint8_t)i;
        assert_int_equal(
            loop_guard_count(call_state.repeats, &x, &arena, &answer), 1);
    }
    x.key[0] = 0;
    assert_int_equal(loop_guard_count(call_state.repeats, &x, &arena, &answer),
                     1);
    loop_guard_keep(call_state.repeats, &x, large);
    (void)loop_guard_count(call_state.repeats, &x, &arena, &answer);
    loop_guard_keep(call_state.repeats, &x, large);
    (void)loop_guard_count(call_state.repeats, &x, &arena, &answer);
    assert_int_equal(answer.n, 0);
}

#define WINDOW_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WINDOW_TEST(what_fits_comes_whole),
        WINDOW_TEST(a_list_is_cut_between_elements),
        WINDOW_TEST(anything_else_is_cut_as_text),
        WINDOW_TEST(a_handle_is_for_its_caller),
        WINDOW_TEST(a_made_up_handle_is_refused),
        WINDOW_TEST(the_store_is_bounded),
        WINDOW_TEST(a_result_that_is_too_large_to_keep_is_refused),
        WINDOW_TEST(reads_are_counted_within_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
