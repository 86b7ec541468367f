#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "session.h"

static const struct json no_arguments = {.type = JSON_OBJECT};

/* Runs one call outside of any session; the answers, a line each. */
static const char *run(struct session *s, const char *tool,
                       const struct json *arguments, struct rpc_id token,
                       bool cancelled)
{
    struct call call = {
        .id = {JSON_NUMBER, STR("5")},
        .progress_token = token,
        .level = MCP_SILENT,
        .answer = mcp_call_tool,
        .tool = toolset_find(&session_tools, str_from(tool)),
        .arguments = arguments,
        .sink = {session_keep, s},
    };
    atomic_bool cancel;

    atomic_init(&cancel, cancelled);
    buf_reset(&s->sent);
    mcp_call_run(NULL, &call, &cancel);
    return s->sent.p ? s->sent.p : "";
}

static const struct rpc_id no_token = {.type = JSON_NULL};

static void a_failure_is_a_result_with_code_message_and_place(void **state)
{
    struct session s;

    (void)state;
    session_init(&s);
    assert_string_equal(
        run(&s, "fail", &no_arguments, no_token, false),
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"content\":[{\"type\":"
        "\"text\",\"text\":\"{\\\"error\\\":{\\\"code\\\":"
        "\\\"VALIDATION_FAILED\\\",\\\"message\\\":\\\"no column 'x'\\\","
        "\\\"line\\\":2,\\\"column\\\":5,\\\"offset\\\":30}}\"}],"
        "\"isError\":true}}\n");
    session_release(&s);
}

static void arguments_that_do_not_fit_are_a_result_that_names_the_key(
    void **state)
{
    const struct json bad = {
        .type = JSON_STRING, .text = STR("x"), .key = STR("a")};
    const struct json arguments = {
        .type = JSON_OBJECT, .count = 1, .first = (struct json *)&bad};
    struct session s;
    const char *got;

    (void)state;
    session_init(&s);
    got = run(&s, "echo", &arguments, no_token, false);
    assert_non_null(strstr(got, "'a' must be an integer, not a string"));
    assert_non_null(strstr(got, "\"isError\":true"));
    session_release(&s);
}

static void a_cancelled_call_is_not_answered(void **state)
{
    struct session s;

    (void)state;
    session_init(&s);
    assert_string_equal(run(&s, "echo", &no_arguments, no_token, true), "");
    session_release(&s);
}

static void progress_is_reported_to_who_asked_and_only_when_it_moved(
    void **state)
{
    static const char first[] =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
        "\"params\":{\"progressToken\":\"t\",\"progress\":10,\"total\":100,";
    const struct rpc_id token = {JSON_STRING, STR("t")};
    struct session s;
    const char *got;
    const char *end;

    (void)state;
    session_init(&s);
    got = run(&s, "slow", &no_arguments, token, false);
    end = strchr(got, '\n');
    assert_non_null(end);
    assert_memory_equal(got, first, sizeof(first) - 1);
    assert_non_null(strstr(end, "\"id\":5"));
    assert_null(strstr(end, "progress"));
    got = run(&s, "slow", &no_arguments, no_token, false);
    assert_null(strstr(got, "progress"));
    session_release(&s);
}

static void progress_outside_a_call_is_ignored(void **state)
{
    (void)state;
    mcp_call_progress(NULL, 1, 2);
}

static void an_answer_that_is_too_large_is_a_limit_error(void **state)
{
    struct session s;

    (void)state;
    session_init(&s);
    assert_non_null(strstr(run(&s, "big", &no_arguments, no_token, false),
                           "\\\"code\\\":\\\"LIMIT\\\""));
    session_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failure_is_a_result_with_code_message_and_place),
        cmocka_unit_test(
            arguments_that_do_not_fit_are_a_result_that_names_the_key),
        cmocka_unit_test(a_cancelled_call_is_not_answered),
        cmocka_unit_test(
            progress_is_reported_to_who_asked_and_only_when_it_moved),
        cmocka_unit_test(progress_outside_a_call_is_ignored),
        cmocka_unit_test(an_answer_that_is_too_large_is_a_limit_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
