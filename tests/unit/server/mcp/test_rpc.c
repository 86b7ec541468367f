#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "server/mcp/rpc.h"

#include <stdio.h>
#include <string.h>

static struct rpc_message accept(const char *text)
{
    struct rpc_message m;
    struct error e = {0};
    enum rpc_code code;

    assert_int_equal(rpc_parse(str_from(text), &arena, &m, &code, &e), OK);
    return m;
}

static void refuse(const char *text, enum rpc_code expected, const char *part)
{
    struct rpc_message m;
    struct error e = {0};
    enum rpc_code code;

    assert_int_equal(rpc_parse(str_from(text), &arena, &m, &code, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(code, expected);
    assert_non_null(strstr(e.msg, part));
}

static void a_request_has_method_and_id(void **state)
{
    struct rpc_message m =
        accept("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");

    (void)state;
    assert_int_equal(m.kind, RPC_REQUEST);
    assert_true(str_is(m.method, "ping"));
    assert_int_equal(m.id.type, JSON_NUMBER);
    assert_true(str_is(m.id.text, "7"));
    assert_null(m.params);
}

static void a_message_without_id_is_a_notification(void **state)
{
    struct rpc_message m =
        accept("{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{}}");

    (void)state;
    assert_int_equal(m.kind, RPC_NOTIFICATION);
    assert_non_null(m.params);
}

static void a_message_without_method_is_a_response(void **state)
{
    (void)state;
    assert_int_equal(
        accept("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}").kind,
        RPC_RESPONSE);
    refuse("{\"jsonrpc\":\"2.0\",\"id\":1}", RPC_INVALID_REQUEST, "'method'");
}

static void malformed_messages_are_refused_with_their_code(void **state)
{
    (void)state;
    refuse("{", RPC_PARSE_ERROR, "");
    refuse("", RPC_PARSE_ERROR, "");
    refuse("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
           RPC_INVALID_REQUEST, "batches");
    refuse("3", RPC_INVALID_REQUEST, "object");
    refuse("{\"id\":1,\"method\":\"x\"}", RPC_INVALID_REQUEST, "'jsonrpc'");
    refuse("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"x\"}",
           RPC_INVALID_REQUEST, "'jsonrpc'");
    refuse("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":4}", RPC_INVALID_REQUEST,
           "'method'");
    refuse("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":[]}",
           RPC_INVALID_REQUEST, "'params'");
}

static void an_id_is_a_string_or_a_whole_number(void **state)
{
    static const char *const bad[] = {"null", "1.5", "1e3", "true",
                                      "[]",   "{}",  "1.0"};
    char text[100];

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        (void)snprintf(text, sizeof(text),
                       "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"x\"}",
                       bad[i]);
        refuse(text, RPC_INVALID_REQUEST, "'id'");
    }
    assert_true(str_is(
        accept("{\"jsonrpc\":\"2.0\",\"id\":-12,\"method\":\"x\"}").id.text,
        "-12"));
}

static void a_refused_message_keeps_the_id_that_could_be_read(void **state)
{
    struct rpc_message m;
    struct error e = {0};
    enum rpc_code code;

    (void)state;
    assert_int_equal(rpc_parse(STR("{\"id\":\"a\",\"method\":\"x\"}"), &arena,
                               &m, &code, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(m.id.type, JSON_STRING);
    assert_true(str_is(m.id.text, "a"));
}

static void a_number_and_a_string_are_two_ids(void **state)
{
    struct rpc_id number = {JSON_NUMBER, STR("1")};
    struct rpc_id string = {JSON_STRING, STR("1")};

    (void)state;
    assert_false(rpc_id_eq(number, string));
    assert_true(rpc_id_eq(number, number));
}

static void answers_are_written_as_json_rpc(void **state)
{
    struct buf out;
    struct jsonw w;

    (void)state;
    buf_init(&out, 1000);
    jsonw_init(&w, &out);
    rpc_begin_result(&w, (struct rpc_id){JSON_STRING, STR("a\"b")});
    jsonw_u64(&w, 3);
    rpc_end(&w);
    assert_string_equal(out.p,
                        "{\"jsonrpc\":\"2.0\",\"id\":\"a\\\"b\",\"result\":3}");
    buf_reset(&out);
    rpc_write_error(&w, (struct rpc_id){.type = JSON_NULL}, -32700, "no");
    assert_string_equal(out.p, "{\"jsonrpc\":\"2.0\",\"error\":"
                               "{\"code\":-32700,\"message\":\"no\"}}");
    buf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_has_method_and_id),
        cmocka_unit_test(a_message_without_id_is_a_notification),
        cmocka_unit_test(a_message_without_method_is_a_response),
        cmocka_unit_test(malformed_messages_are_refused_with_their_code),
        cmocka_unit_test(an_id_is_a_string_or_a_whole_number),
        cmocka_unit_test(a_refused_message_keeps_the_id_that_could_be_read),
        cmocka_unit_test(a_number_and_a_string_are_two_ids),
        cmocka_unit_test(answers_are_written_as_json_rpc),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
