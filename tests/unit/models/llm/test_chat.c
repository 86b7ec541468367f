#include "models/llm/chat.h"

#include "models/http_client/endpoint_fixture.h"

#include <string.h>

#define SCHEMA "{\"type\":\"object\"}"

static const struct chat_prompt prompt = {
    .system = {"You plan queries over the secret table.", 39},
    .turn = {{CHAT_ASKER, {"How many orders?", 16}},
             {CHAT_MODEL, {"{\"kind\":1}", 10}},
             {CHAT_ASKER, {"No such column.", 15}}},
    .n = 3,
    .schema = {SCHEMA, sizeof(SCHEMA) - 1}};

/* The answer to one reply, as text; empty: it refused. */
static enum err ask(const char *prefix, struct fake_reply reply,
                    struct str *answer)
{
    const struct endpoint_options how = options();
    const struct json *root = NULL;
    struct chat *c = NULL;
    struct str body;
    struct jsonw w;
    struct buf b;
    struct buf text;
    enum err rc;

    err = (struct error){0};
    *answer = (struct str){0};
    serve(&reply, 1);
    assert_int_equal(chat_open(spec(prefix, ""), &how, &c, &err), OK);
    buf_init(&b, CHAT_BODY_BYTES);
    chat_write(c, &prompt, &b);
    assert_int_equal(buf_finish(&b, &body, &err), OK);
    rc = chat_ask(c, body, &prompt, &arena, &root, &err);
    if (!rc && root) {
        buf_init(&text, CHAT_BODY_BYTES);
        jsonw_init(&w, &text);
        json_write(root, &w);
        assert_int_equal(buf_finish(&text, &body, &err), OK);
        assert_int_equal(str_dup(body, &arena, answer, &err), OK);
        buf_release(&text);
    }
    buf_release(&b);
    chat_close(c);
    fake_stop(&server);
    return rc;
}

static enum err ask_with(const char *prefix, const char *body,
                         struct str *answer)
{
    return ask(prefix, (struct fake_reply){200, NULL, str_from(body), 0},
               answer);
}

static void check_sent(const char *want)
{
    if (!str_eq(server.body, str_from(want)))
        fail_msg("%.*s", STR_FMT(server.body));
}

static void openai_is_asked_for_a_strict_shape(void **state)
{
    struct str answer;

    (void)state;
    write_key("127.0.0.1", KEY, 0600);
    assert_int_equal(
        ask_with("openai:",
                 "{\"id\":\"c-1\",\"object\":\"chat.completion\",\"choices\":[{"
                 "\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":"
                 "\"{\\\"kind\\\":\\\"sql\\\"}\",\"refusal\":null},"
                 "\"finish_reason\":\"stop\"}],\"usage\":{\"total_tokens\":9}}",
                 &answer),
        OK);
    assert_true(str_is(answer, "{\"kind\":\"sql\"}"));
    assert_int_equal(strncmp(server.head, "POST /v1/chat/completions ", 26), 0);
    assert_true(fake_saw(&server, "Authorization: Bearer " KEY "\r\n"));
    check_sent("{\"model\":\"tiny\",\"messages\":[{\"role\":\"system\","
               "\"content\":\"You plan queries over the secret table.\"},"
               "{\"role\":\"user\",\"content\":\"How many orders?\"},"
               "{\"role\":\"assistant\",\"content\":\"{\\\"kind\\\":1}\"},"
               "{\"role\":\"user\",\"content\":\"No such column.\"}],"
               "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{"
               "\"name\":\"answer\",\"strict\":true,\"schema\":" SCHEMA "}}}");
}

static void anthropic_is_offered_one_tool_which_is_the_answer(void **state)
{
    struct str answer;

    (void)state;
    write_key("127.0.0.1", KEY, 0600);
    assert_int_equal(
        ask_with("anthropic:",
                 "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":"
                 "\"assistant\",\"content\":[{\"type\":\"text\",\"text\":"
                 "\"Here it is\"},{\"type\":\"tool_use\",\"id\":\"toolu_1\","
                 "\"name\":\"answer\",\"input\":{\"kind\":\"sql\"}}],"
                 "\"stop_reason\":\"tool_use\",\"usage\":{}}",
                 &answer),
        OK);
    assert_true(str_is(answer, "{\"kind\":\"sql\"}"));
    assert_int_equal(strncmp(server.head, "POST /v1/messages ", 18), 0);
    assert_true(fake_saw(&server, "x-api-key: " KEY "\r\n"));
    assert_true(fake_saw(&server, "anthropic-version: 2023-06-01\r\n"));
    assert_false(fake_saw(&server, "Authorization:"));
    check_sent("{\"model\":\"tiny\",\"max_tokens\":4096,\"system\":\"You plan "
               "queries over the secret table.\",\"messages\":[{\"role\":"
               "\"user\",\"content\":\"How many orders?\"},{\"role\":"
               "\"assistant\",\"content\":\"{\\\"kind\\\":1}\"},{\"role\":"
               "\"user\",\"content\":\"No such column.\"}],\"tools\":[{"
               "\"name\":\"answer\",\"description\":\"Give the answer.\","
               "\"input_schema\":" SCHEMA "}],\"tool_choice\":{\"type\":"
               "\"tool\",\"name\":\"answer\"}}");
}

static void a_refusal_is_no_answer_and_no_error(void **state)
{
    struct str answer;

    (void)state;
    assert_int_equal(
        ask_with("openai:",
                 "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":"
                 "\"I can't\"},\"finish_reason\":\"stop\"}]}",
                 &answer),
        OK);
    assert_int_equal(answer.n, 0);
    assert_int_equal(ask_with("openai:",
                              "{\"choices\":[{\"message\":{\"content\":\"\"},"
                              "\"finish_reason\":\"content_filter\"}]}",
                              &answer),
                     OK);
    assert_int_equal(answer.n, 0);
    assert_int_equal(
        ask_with("anthropic:", "{\"content\":[],\"stop_reason\":\"refusal\"}",
                 &answer),
        OK);
    assert_int_equal(answer.n, 0);
}

static void an_answer_that_was_cut_is_an_error(void **state)
{
    struct str answer;

    (void)state;
    assert_int_equal(
        ask_with("openai:",
                 "{\"choices\":[{\"message\":{\"content\":\"{\\\"a\\\":\"},"
                 "\"finish_reason\":\"length\"}]}",
                 &answer),
        ERR_LIMIT);
    assert_int_equal(ask_with("anthropic:",
                              "{\"content\":[{\"type\":\"tool_use\",\"input\":"
                              "{}}],\"stop_reason\":\"max_tokens\"}",
                              &answer),
                     ERR_LIMIT);
}

static void what_is_no_json_is_reported_without_its_text(void **state)
{
    struct str answer;

    (void)state;
    assert_int_equal(
        ask_with("openai:",
                 "{\"choices\":[{\"message\":{\"content\":\"SELECT secret\"},"
                 "\"finish_reason\":\"stop\"}]}",
                 &answer),
        ERR_VALIDATION_FAILED);
    assert_null(strstr(err.msg, "secret"));
    assert_int_equal(
        ask_with("anthropic:",
                 "{\"content\":[{\"type\":\"text\",\"text\":\"secret\"}],"
                 "\"stop_reason\":\"end_turn\"}",
                 &answer),
        ERR_VALIDATION_FAILED);
    assert_null(strstr(err.msg, "secret"));
}

static void an_answer_in_a_block_of_markdown_is_taken(void **state)
{
    static const char *const bodies[] = {
        "{\"choices\":[{\"message\":{\"content\":\"Here:\\n```json\\n"
        "{\\\"a\\\":7}\\n```\\nDone.\"},\"finish_reason\":\"stop\"}]}",
        "{\"choices\":[{\"message\":{\"content\":\"```\\n{\\\"a\\\":7}"
        "\\n```\"},\"finish_reason\":\"stop\"}]}"};
    static const char *const wrong[] = {"```", "```json", "``` ```",
                                        "```\\n```"};
    struct str answer;
    struct str body;

    (void)state;
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        assert_int_equal(ask_with("openai:", bodies[i], &answer), OK);
        assert_true(str_is(answer, "{\"a\":7}"));
    }
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        assert_int_equal(
            str_printf(&arena, &body, &err,
                       "{\"choices\":[{\"message\":{\"content\":\"%s\"},"
                       "\"finish_reason\":\"stop\"}]}",
                       wrong[i]),
            OK);
        assert_int_equal(ask_with("openai:", body.p, &answer),
                         ERR_VALIDATION_FAILED);
    }
}

static void another_shape_is_the_endpoints_fault(void **state)
{
    static const char *const bodies[] = {"{}", "[]", "{\"choices\":{}}",
                                         "{\"content\":\"x\"}",
                                         "{\"choices\":[7]}"};
    struct str answer;

    (void)state;
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        assert_int_equal(ask_with("openai:", bodies[i], &answer),
                         ERR_TOOL_WORKER_UNAVAILABLE);
        assert_int_equal(ask_with("anthropic:", bodies[i], &answer),
                         ERR_TOOL_WORKER_UNAVAILABLE);
    }
}

static void a_failure_does_not_repeat_the_prompt(void **state)
{
    const struct fake_reply reply = {
        400, NULL,
        STR("{\"error\":{\"message\":\"cannot take 'You plan queries over the "
            "secret table.'\"}}"),
        0};
    struct str answer;

    (void)state;
    assert_int_equal(ask("openai:", reply, &answer),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_null(strstr(err.msg, "secret"));
    assert_non_null(strstr(err.msg, "status 400"));
}

static void a_makers_own_key_goes_to_its_own_host_alone(void **state)
{
    struct str answer;

    (void)state;
    assert_int_equal(setenv("ANTHROPIC_API_KEY", KEY, 1), 0);
    assert_int_equal(setenv("OPENAI_API_KEY", KEY, 1), 0);
    assert_int_equal(
        ask_with("anthropic:", "{\"content\":[],\"stop_reason\":\"refusal\"}",
                 &answer),
        OK);
    assert_false(fake_saw(&server, "x-api-key:"));
    assert_int_equal(unsetenv("ANTHROPIC_API_KEY"), 0);
    assert_int_equal(unsetenv("OPENAI_API_KEY"), 0);
}

static void a_provider_is_one_of_two(void **state)
{
    static const char *const bad[] = {"",
                                      "gpt",
                                      "openai:",
                                      "openai:x",
                                      "claude:x@http://h/v1",
                                      "anthropic:@http://h/v1"};

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_int_equal(chat_check(str_from(bad[i]), &err),
                         ERR_VALIDATION_FAILED);
    assert_int_equal(
        chat_check(STR("openai:qwen3:8b@http://localhost:11434/v1"), &err), OK);
    assert_int_equal(
        chat_check(STR("anthropic:claude@https://api.anthropic.com/v1"), &err),
        OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ENDPOINT_TEST(openai_is_asked_for_a_strict_shape),
        ENDPOINT_TEST(anthropic_is_offered_one_tool_which_is_the_answer),
        ENDPOINT_TEST(a_refusal_is_no_answer_and_no_error),
        ENDPOINT_TEST(an_answer_that_was_cut_is_an_error),
        ENDPOINT_TEST(what_is_no_json_is_reported_without_its_text),
        ENDPOINT_TEST(an_answer_in_a_block_of_markdown_is_taken),
        ENDPOINT_TEST(another_shape_is_the_endpoints_fault),
        ENDPOINT_TEST(a_failure_does_not_repeat_the_prompt),
        ENDPOINT_TEST(a_makers_own_key_goes_to_its_own_host_alone),
        cmocka_unit_test(a_provider_is_one_of_two),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
