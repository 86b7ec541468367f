/* What headers say of a message, whatever a client writes into them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "http_request.h"
#include "server/mcp/http_headers.h"

#include <stdio.h>
#include <string.h>

#define NEWEST "2026-07-28"
#define META                                                           \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" NEWEST \
    "\",\"io.modelcontextprotocol/clientCapabilities\":{}}"

static struct made_request made;
static struct rpc_message message;
static int code;

/* A request with this message and these headers, {name, value, ...}. */
static void make(const char *text, const char *const *headers, size_t n)
{
    enum rpc_code parsed;

    made_request_init(&made, "POST");
    for (size_t i = 0; i < n; i += 2)
        made_request_header(&made, str_from(headers[i]),
                            str_from(headers[i + 1]));
    assert_int_equal(rpc_parse(str_from(text), &arena, &message, &parsed, &err),
                     OK);
}
#define MAKE(text, ...)                              \
    make((text), (const char *const[]){__VA_ARGS__}, \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static enum err check(void)
{
    code = 0;
    return http_headers_check(&made.request, &message, &arena, &code, &err);
}

static void refused(int with, const char *part)
{
    assert_int_equal(check(), ERR_VALIDATION_FAILED);
    assert_int_equal(code, with);
    assert_non_null(strstr(err.msg, part));
}

static struct http_accepts accepts(const char *value)
{
    made_request_init(&made, "POST");
    if (value)
        made_request_header(&made, STR("Accept"), str_from(value));
    return http_headers_accepts(&made.request);
}

static void what_a_client_takes_is_in_its_accept(void **state)
{
    static const struct {
        const char *value;
        bool json, events;
    } cases[] = {
        {NULL, true, true},
        {"", false, false},
        {"*/*", true, true},
        {"application/json", true, false},
        {"Application/JSON;q=0.5", true, false},
        {"text/event-stream", false, true},
        {"text/html , text/event-stream;q=1 ,application/json", true, true},
        {"application/*", true, false},
        {"text/*", false, true},
        {"application/jsonx, text/event-streams", false, false},
        {",,,;;q=,", false, false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct http_accepts a = accepts(cases[i].value);

        if (a.json != cases[i].json || a.events != cases[i].events)
            fail_msg("Accept: %s", cases[i].value ? cases[i].value : "none");
    }
}

static bool is_json(const char *type)
{
    made_request_init(&made, "POST");
    made_request_header(&made, STR("Content-Type"), str_from(type));
    return http_headers_is_json(&made.request);
}

static void a_body_is_json_when_it_is_declared_so(void **state)
{
    (void)state;
    assert_true(is_json("application/json"));
    assert_true(is_json(" Application/Json ; charset=utf-8"));
    assert_false(is_json("text/plain"));
    assert_false(is_json("application/json-seq"));
    assert_false(is_json(""));
    made_request_init(&made, "POST");
    assert_false(http_headers_is_json(&made.request));
}

static enum mcp_era era_of(const char *header, const char *body)
{
    if (header)
        MAKE(body, "MCP-Protocol-Version", header);
    else
        make(body, NULL, 0);
    return http_headers_era(&made.request, &message);
}

static void header_and_meta_decide_the_era(void **state)
{
    static const char plain[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    static const char newest[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":"
                                 "\"ping\",\"params\":{" META "}}";

    (void)state;
    assert_int_equal(era_of(NULL, plain), MCP_SESSION);
    assert_int_equal(era_of("2025-06-18", plain), MCP_SESSION);
    assert_int_equal(era_of("2025-11-25", plain), MCP_SESSION);
    assert_int_equal(era_of(NEWEST, plain), MCP_STATELESS);
    assert_int_equal(era_of("2099-01-01", plain), MCP_STATELESS);
    assert_int_equal(era_of("", plain), MCP_STATELESS);
    assert_int_equal(era_of(NULL, newest), MCP_STATELESS);
    assert_int_equal(era_of("2025-11-25", newest), MCP_STATELESS);
    MAKE(plain, "MCP-Protocol-Version", "2025-11-25");
    assert_int_equal(http_headers_era(&made.request, NULL), MCP_SESSION);
}

#define CALL                                                               \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" \
    "\"name\":\"Hi\"," META "}}"

static void headers_that_say_what_the_body_says_pass(void **state)
{
    (void)state;
    MAKE(CALL, "mcp-protocol-version", NEWEST, "MCP-METHOD", "tools/call",
         "Mcp-Name", "Hi");
    assert_int_equal(check(), OK);
    MAKE(CALL, "MCP-Protocol-Version", NEWEST, "Mcp-Method", "tools/call",
         "Mcp-Name", " =?base64?SGk=?= ");
    assert_int_equal(check(), OK);
    /* A notification names its revision in the header alone. */
    MAKE("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
         "MCP-Protocol-Version", NEWEST, "Mcp-Method",
         "notifications/cancelled");
    assert_int_equal(check(), OK);
}

static void each_header_that_lies_or_lacks_is_named(void **state)
{
    (void)state;
    MAKE(CALL, "Mcp-Method", "tools/call", "Mcp-Name", "Hi");
    refused(RPC_HEADER_MISMATCH, "MCP-Protocol-Version is missing");
    MAKE(CALL, "MCP-Protocol-Version", "2026-07-29", "Mcp-Method", "tools/call",
         "Mcp-Name", "Hi");
    refused(RPC_HEADER_MISMATCH, "does not match the revision");
    MAKE(CALL, "MCP-Protocol-Version", NEWEST, "Mcp-Name", "Hi");
    refused(RPC_HEADER_MISMATCH, "Mcp-Method is missing");
    MAKE(CALL, "MCP-Protocol-Version", NEWEST, "Mcp-Method", "tools/list",
         "Mcp-Name", "Hi");
    refused(RPC_HEADER_MISMATCH, "Mcp-Method does not match");
    MAKE(CALL, "MCP-Protocol-Version", NEWEST, "Mcp-Method", "tools/call");
    refused(RPC_HEADER_MISMATCH, "Mcp-Name is missing");
    MAKE(CALL, "MCP-Protocol-Version", NEWEST, "Mcp-Method", "tools/call",
         "Mcp-Name", "hi");
    refused(RPC_HEADER_MISMATCH, "Mcp-Name does not match");
}

static void a_revision_that_is_not_spoken_has_its_code(void **state)
{
    (void)state;
    MAKE("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
         "MCP-Protocol-Version", "2099-01-01", "Mcp-Method", "ping");
    refused(RPC_UNSUPPORTED_VERSION, "does not speak");
    MAKE("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
         "MCP-Protocol-Version", NEWEST, "Mcp-Method", "ping");
    refused(RPC_INVALID_PARAMS, "_meta");
}

static void a_uri_is_the_name_of_what_is_read(void **state)
{
    static const char text[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\","
        "\"params\":{\"uri\":\"quarry://b/d\"," META "}}";

    (void)state;
    MAKE(text, "MCP-Protocol-Version", NEWEST, "Mcp-Method", "resources/read",
         "Mcp-Name", "quarry://b/d");
    assert_int_equal(check(), OK);
    MAKE(text, "MCP-Protocol-Version", NEWEST, "Mcp-Method", "resources/read",
         "Mcp-Name", "quarry://b/e");
    refused(RPC_HEADER_MISMATCH, "Mcp-Name");
}

static void invalid_base64_is_refused(void **state)
{
    static const char *const bad[] = {
        "=?base64?S?=",    "=?base64?SGk?=",  "=?base64?S=Gk?=",
        "=?base64?====?=", "=?base64?SG k?=", "=?base64?SGk\xff?="};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        MAKE(CALL, "MCP-Protocol-Version", NEWEST, "Mcp-Method", "tools/call",
             "Mcp-Name", bad[i]);
        refused(RPC_HEADER_MISMATCH, "Base64");
    }
    /* Nothing is in it, or it is no such value: the text is another. */
    MAKE(CALL, "MCP-Protocol-Version", NEWEST, "Mcp-Method", "tools/call",
         "Mcp-Name", "=?base64?\?=");
    refused(RPC_HEADER_MISMATCH, "does not match");
    MAKE(CALL, "MCP-Protocol-Version", NEWEST, "Mcp-Method", "tools/call",
         "Mcp-Name", "=?base64?=");
    refused(RPC_HEADER_MISMATCH, "does not match");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_a_client_takes_is_in_its_accept),
        TEST(a_body_is_json_when_it_is_declared_so),
        TEST(header_and_meta_decide_the_era),
        TEST(headers_that_say_what_the_body_says_pass),
        TEST(each_header_that_lies_or_lacks_is_named),
        TEST(a_revision_that_is_not_spoken_has_its_code),
        TEST(a_uri_is_the_name_of_what_is_read),
        TEST(invalid_base64_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
