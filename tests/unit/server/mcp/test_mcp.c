#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "session.h"

#define REQUEST(id, method) \
    "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"method\":\"" method "\"}"
#define CALL(params)                                                             \
    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":" params \
    "}"

static struct session session;

static int setup(void **state)
{
    (void)state;
    session_init(&session);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    session_release(&session);
    return 0;
}

static void expect(const char *got, const char *part)
{
    if (!strstr(got, part))
        fail_msg("no '%s' in: %s", part, got);
}

static void initialize_agrees_on_a_known_version(void **state)
{
    const char *got = session_ask(&session, INITIALIZE("2025-06-18"));

    (void)state;
    expect(got, "\"protocolVersion\":\"2025-06-18\"");
    expect(got,
           "\"capabilities\":{\"completions\":{},\"logging\":{},\"prompts\":{"
           "\"listChanged\":false},\"tools\":{\"listChanged\":false}}");
    expect(got, "\"serverInfo\":{\"name\":\"quarry\",\"title\":\"Quarry\","
                "\"version\":\"" QUARRY_VERSION "\"}");
    expect(got, "\"instructions\":\"Use them.\"");
}

static void initialize_answers_an_unknown_version_with_the_newest(void **state)
{
    (void)state;
    expect(session_ask(&session, INITIALIZE("1999-01-01")),
           "\"protocolVersion\":\"2025-11-25\"");
}

static void initialize_is_done_once(void **state)
{
    (void)state;
    (void)session_ask(&session, INITIALIZE("2025-11-25"));
    expect(session_ask(&session, INITIALIZE("2025-06-18")), "\"error\"");
    assert_string_equal(session.state.version, "2025-11-25");
}

static void a_malformed_initialize_leaves_the_session_new(void **state)
{
    (void)state;
    expect(session_ask(&session, REQUEST("1", "initialize")),
           "-32602,\"message\":\"'protocolVersion' must be a string\"");
    assert_int_equal(session.state.phase, MCP_NEW);
}

static void before_initialize_only_ping_is_answered(void **state)
{
    (void)state;
    assert_string_equal(session_ask(&session, REQUEST("\"p\"", "ping")),
                        "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}\n");
    expect(session_ask(&session, REQUEST("2", "tools/list")), "-32600");
    expect(session_ask(&session, CALL("{\"name\":\"echo\"}")), "-32600");
    expect(session_ask(&session, REQUEST("3", "server/discover")), "-32601");
}

/* A request that needs no session: its _meta says all. */
#define VERSION(v)                                                \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" v \
    "\",\"io.modelcontextprotocol/clientCapabilities\":{}}"
#define STATELESS(method, version)                       \
    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"" method \
    "\",\"params\":{" VERSION(version) "}}"

static void a_stateless_request_needs_no_initialize(void **state)
{
    const char *got =
        session_ask(&session, STATELESS("server/discover", "2026-07-28"));

    (void)state;
    expect(got, "\"resultType\":\"complete\",\"ttlMs\":3600000,"
                "\"cacheScope\":\"public\",\"supportedVersions\":"
                "[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\"]");
    expect(got, "\"io.modelcontextprotocol/serverInfo\":{\"name\":\"quarry\"");
    got = session_ask(&session, STATELESS("tools/list", "2026-07-28"));
    expect(got, "\"resultType\":\"complete\",\"ttlMs\":");
    expect(got, "\"name\":\"echo\"");
    got = session_ask(&session,
                      CALL("{\"name\":\"echo\"," VERSION("2026-07-28") "}"));
    expect(got, "\"result\":{\"resultType\":\"complete\",\"content\":");
    assert_int_equal(session.state.phase, MCP_NEW);
}

static void each_era_has_its_own_methods(void **state)
{
    (void)state;
    expect(session_ask(&session, STATELESS("ping", "2026-07-28")), "-32601");
    expect(session_ask(&session, STATELESS("initialize", "2026-07-28")),
           "-32601");
    assert_null(strstr(session_ask_ready(&session, REQUEST("1", "tools/list")),
                       "resultType"));
    expect(session_ask(&session, STATELESS("tools/list", "2026-07-28")),
           "resultType");
    expect(session_ask_ready(&session, STATELESS("ping", "2025-11-25")),
           "\"result\":{}");
}

static void a_revision_of_nobody_is_refused_with_those_there_are(void **state)
{
    (void)state;
    expect(session_ask(&session, STATELESS("tools/list", "2031-01-01")),
           "\"error\":{\"code\":-32022,\"message\":\"this server does not "
           "speak that revision\",\"data\":{\"requested\":\"2031-01-01\","
           "\"supported\":[\"2026-07-28\",");
}

static void a_stateless_request_says_what_its_client_can(void **state)
{
    (void)state;
    expect(session_ask(&session, "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":"
                                 "\"tools/list\",\"params\":{\"_meta\":{"
                                 "\"io.modelcontextprotocol/protocolVersion\":"
                                 "\"2026-07-28\"}}}"),
           "-32602,\"message\":\"'_meta' must have an object "
           "'io.modelcontextprotocol/clientCapabilities'");
    expect(session_ask(&session,
                       "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":"
                       "\"tools/list\",\"params\":{\"_meta\":{"
                       "\"io.modelcontextprotocol/protocolVersion\":7}}}"),
           "-32602,\"message\":\"'io.modelcontextprotocol/protocolVersion' "
           "must be a string");
}

static void notifications_are_never_answered(void **state)
{
    static const char *const texts[] = {
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        /* NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one text */
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
        "\"params\":{\"requestId\":9}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_string_equal(session_ask_ready(&session, texts[i]), "");
}

static void an_invalid_message_is_reported_without_an_id(void **state)
{
    (void)state;
    expect(session_ask(&session, "{\"jsonrpc\""),
           "\"2.0\",\"error\":{\"code\":-32700");
    expect(session_ask(&session, "[]"), "\"2.0\",\"error\":{\"code\":-32600");
}

static void a_message_that_is_too_long_is_reported(void **state)
{
    const struct mcp_sink sink = {session_keep, &session};

    (void)state;
    mcp_receive_too_long(77, &sink);
    expect(session.sent.p, "\"2.0\",\"error\":{\"code\":-32600,"
                           "\"message\":\"a message has at most 77 bytes\"");
}

static void the_list_has_every_field_of_a_tool(void **state)
{
    const char *got = session_ask_ready(&session, REQUEST("1", "tools/list"));

    (void)state;
    expect(got, "{\"name\":\"fail\",\"title\":\"Fail\",\"description\":"
                "\"Fails.\",\"inputSchema\":{\"type\":\"object\","
                "\"properties\":{},\"additionalProperties\":false},"
                "\"outputSchema\":{\"type\":\"object\"},\"annotations\":{"
                "\"title\":\"Fail\",\"readOnlyHint\":false,"
                "\"destructiveHint\":false,\"idempotentHint\":false,"
                "\"openWorldHint\":false}}");
    assert_null(strstr(got, "nextCursor"));
}

static void the_list_has_one_page(void **state)
{
    (void)state;
    expect(session_ask_ready(&session,
                             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":"
                             "\"tools/list\",\"params\":{\"cursor\":\"x\"}}"),
           "-32602");
}

static void a_call_is_answered_as_text_and_as_structure(void **state)
{
    (void)state;
    assert_string_equal(
        session_ask_ready(&session,
                          CALL("{\"name\":\"echo\",\"arguments\":{\"a\":1}}")),
        "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"content\":[{\"type\":"
        "\"text\",\"text\":\"{\\\"n\\\":1}\"}],\"structuredContent\":"
        "{\"n\":1},\"isError\":false}}\n");
    expect(session_ask_ready(&session, CALL("{\"name\":\"echo\"}")),
           "\"structuredContent\":{\"n\":0}");
}

static void a_malformed_call_is_a_protocol_error(void **state)
{
    (void)state;
    expect(session_ask_ready(&session, CALL("{}")), "-32602");
    expect(session_ask_ready(&session, CALL("{\"name\":3}")), "-32602");
    expect(session_ask_ready(&session,
                             CALL("{\"name\":\"echo\",\"arguments\":[]}")),
           "-32602,\"message\":\"'arguments' must be an object\"");
    expect(session_ask_ready(&session, CALL("{\"name\":\"nope\"}")),
           "-32602,\"message\":\"unknown tool 'nope'");
    expect(session_ask_ready(&session, REQUEST("1", "resources/list")),
           "-32601");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(initialize_agrees_on_a_known_version,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(
            initialize_answers_an_unknown_version_with_the_newest, setup,
            teardown),
        cmocka_unit_test_setup_teardown(initialize_is_done_once, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            a_malformed_initialize_leaves_the_session_new, setup, teardown),
        cmocka_unit_test_setup_teardown(before_initialize_only_ping_is_answered,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(a_stateless_request_needs_no_initialize,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(each_era_has_its_own_methods, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            a_revision_of_nobody_is_refused_with_those_there_are, setup,
            teardown),
        cmocka_unit_test_setup_teardown(
            a_stateless_request_says_what_its_client_can, setup, teardown),
        cmocka_unit_test_setup_teardown(notifications_are_never_answered, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(
            an_invalid_message_is_reported_without_an_id, setup, teardown),
        cmocka_unit_test_setup_teardown(a_message_that_is_too_long_is_reported,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(the_list_has_every_field_of_a_tool,
                                        setup, teardown),
        cmocka_unit_test_setup_teardown(the_list_has_one_page, setup, teardown),
        cmocka_unit_test_setup_teardown(
            a_call_is_answered_as_text_and_as_structure, setup, teardown),
        cmocka_unit_test_setup_teardown(a_malformed_call_is_a_protocol_error,
                                        setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
