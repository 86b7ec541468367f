/* Streams of both makers, as they come over the wire, and broken ones. */
#include "models/llm/chat.h"

#include "models/http_client/endpoint_fixture.h"

#include <string.h>

#define EVENTS "Content-Type: text/event-stream\r\n"

#define CHUNK(delta, why)                                                  \
    "data: {\"id\":\"chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT\",\"object\":" \
    "\"chat.completion.chunk\",\"created\":1741569952,\"model\":\"tiny\"," \
    "\"service_tier\":\"default\",\"system_fingerprint\":\"fp_1\","        \
    "\"choices\":[{\"index\":0,\"delta\":" delta ",\"logprobs\":null,"     \
    "\"finish_reason\":" why "}]}\n\n"
#define FIRST \
    CHUNK("{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}", "null")
#define PIECE(text) CHUNK("{\"content\":\"" text "\"}", "null")
#define USAGE                                                               \
    "data: {\"object\":\"chat.completion.chunk\",\"choices\":[],\"usage\":" \
    "{\"prompt_tokens\":9,\"completion_tokens\":4}}\n\n"
#define DONE "data: [DONE]\n\n"

#define START                                                               \
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{" \
    "\"id\":\"msg_01\",\"type\":\"message\",\"role\":\"assistant\","        \
    "\"content\":[],\"model\":\"tiny\",\"stop_reason\":null,"               \
    "\"stop_sequence\":null,\"usage\":{\"input_tokens\":472,"               \
    "\"output_tokens\":2}}}\n\nevent: ping\ndata: {\"type\": \"ping\"}\n\n"
#define TEXT_BLOCK                                                          \
    "event: content_block_start\ndata: {\"type\":\"content_block_start\","  \
    "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"  \
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\","  \
    "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Okay,\"}}\n" \
    "\nevent: content_block_stop\ndata: {\"type\":\"content_block_stop\","  \
    "\"index\":0}\n\n"
#define TOOL_BLOCK                                                             \
    "event: content_block_start\ndata: {\"type\":\"content_block_start\","     \
    "\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_1\"," \
    "\"name\":\"answer\",\"input\":{}}}\n\n"
#define INPUT(json)                                                          \
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\","   \
    "\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":" \
    "\"" json "\"}}\n\n"
#define BLOCK_STOP                                                       \
    "event: content_block_stop\ndata: {\"type\":\"content_block_stop\"," \
    "\"index\":1}\n\n"
#define STOP(why)                                                              \
    "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{"      \
    "\"stop_reason\":\"" why "\",\"stop_sequence\":null},\"usage\":{"          \
    "\"output_tokens\":89}}\n\nevent: message_stop\ndata: {\"type\":\"message" \
    "_stop\"}\n\n"

static struct buf heard;
static size_t enough; /* so many bytes */

static bool receive(void *ctx, struct str text)
{
    (void)ctx;
    buf_put_str(&heard, text);
    return heard.n < enough;
}

/* The member "kind" of the answer; empty if there is none. */
static enum err ask(const char *prefix, struct fake_reply reply,
                    struct str *kind)
{
    const struct chat_prompt prompt = {
        .system = STR("You plan queries over the secret table."),
        .turn = {{CHAT_ASKER, STR("How many orders?")}},
        .n = 1,
        .schema = STR("{\"type\":\"object\"}"),
        .stream = true,
        .to = {NULL, receive}};
    struct endpoint_options how = options();
    const struct json *root = NULL;
    struct chat *c = NULL;
    struct str body;
    struct buf b;
    enum err rc;

    err = (struct error){0};
    how.timeout_ms = 300;
    buf_reset(&heard);
    serve(&reply, 1);
    assert_int_equal(chat_open(spec(prefix, ""), &how, &c, &err), OK);
    buf_init(&b, CHAT_BODY_BYTES);
    chat_write(c, &prompt, &b);
    assert_int_equal(buf_finish(&b, &body, &err), OK);
    rc = chat_ask(c, body, &prompt, &arena, &root, &err);
    *kind = json_text(json_find(root, "kind"));
    assert_null(strstr(err.msg, "secret"));
    buf_release(&b);
    chat_close(c);
    fake_stop(&server);
    return rc;
}

static enum err ask_events(const char *prefix, const char *events,
                           struct str *kind)
{
    return ask(prefix, (struct fake_reply){200, EVENTS, str_from(events), 0},
               kind);
}

static void chat_completions_arrive_piece_by_piece(void **state)
{
    struct str kind;

    (void)state;
    assert_int_equal(ask_events("openai:",
                                FIRST PIECE("{\\\"kind\\\":") PIECE("\\\"s")
                                    PIECE("ql\\\"}") CHUNK("{}", "\"stop\"")
                                        USAGE DONE,
                                &kind),
                     OK);
    assert_true(str_is(kind, "sql"));
    assert_true(str_is(buf_str(&heard), "{\"kind\":\"sql\"}"));
    assert_true(str_find(server.body, STR(",\"stream\":true,")) <
                server.body.n);
    assert_true(fake_saw(&server, "Accept: text/event-stream"));
}

static void messages_arrive_where_they_are_of_the_shape(void **state)
{
    struct str kind;

    (void)state;
    assert_int_equal(ask_events("anthropic:",
                                START TEXT_BLOCK TOOL_BLOCK INPUT("") INPUT(
                                    "{\\\"kind\\\": \\\"s") INPUT("ql\\\"}")
                                    BLOCK_STOP STOP("tool_use"),
                                &kind),
                     OK);
    assert_true(str_is(kind, "sql"));
    assert_true(str_is(buf_str(&heard), "{\"kind\": \"sql\"}"));
    assert_true(str_find(server.body, STR(",\"stream\":true,")) <
                server.body.n);
}

static void what_does_not_stream_arrives_in_one_piece(void **state)
{
    const struct fake_reply reply = {
        200, "Content-Type: application/json\r\n",
        STR("{\"choices\":[{\"message\":{\"content\":\"{\\\"kind\\\":"
            "\\\"sql\\\"}\"},\"finish_reason\":\"stop\"}]}"),
        0};
    struct str kind;

    (void)state;
    assert_int_equal(ask("openai:", reply, &kind), OK);
    assert_true(str_is(kind, "sql"));
    assert_true(str_is(buf_str(&heard), "{\"kind\":\"sql\"}"));
}

static void a_refusal_in_a_stream_is_no_answer(void **state)
{
    struct str kind;

    (void)state;
    assert_int_equal(ask_events("openai:",
                                FIRST CHUNK("{\"refusal\":\"I can't\"}", "null")
                                    CHUNK("{}", "\"stop\"") DONE,
                                &kind),
                     OK);
    assert_int_equal(kind.n, 0);
    assert_int_equal(
        ask_events("openai:", FIRST CHUNK("{}", "\"content_filter\"") DONE,
                   &kind),
        OK);
    assert_int_equal(
        ask_events("anthropic:", START TEXT_BLOCK STOP("refusal"), &kind), OK);
    assert_int_equal(kind.n, 0);
    assert_int_equal(heard.n, 0);
}

static void a_stream_that_ends_too_early_is_an_error(void **state)
{
    const char *const openai = FIRST PIECE("{\\\"kind\\\":");
    const char *const anthropic = START TOOL_BLOCK INPUT("{\\\"kind\\\":");
    struct fake_reply cut = {200, EVENTS, str_from(openai), FAKE_CUT};
    struct str kind;

    (void)state;
    assert_int_equal(ask_events("openai:", openai, &kind),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_non_null(strstr(err.msg, "broke off"));
    assert_int_equal(ask_events("anthropic:", anthropic, &kind),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(ask("openai:", cut, &kind), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(server.requests, 1);
    cut.way = FAKE_STALLS;
    assert_int_equal(ask("openai:", cut, &kind), ERR_TIMEOUT);
    cut.way = FAKE_SILENT;
    assert_int_equal(ask("anthropic:", cut, &kind), ERR_TIMEOUT);
}

static void an_answer_that_becomes_too_long_is_an_error(void **state)
{
    struct str kind;

    (void)state;
    assert_int_equal(
        ask_events("openai:",
                   FIRST PIECE("{\\\"k") CHUNK("{}", "\"length\"") DONE, &kind),
        ERR_LIMIT);
    assert_int_equal(
        ask_events("anthropic:",
                   START TOOL_BLOCK INPUT("{\\\"k") STOP("max_tokens"), &kind),
        ERR_LIMIT);
}

static void a_failure_in_a_stream_has_its_kind(void **state)
{
    static const struct {
        const char *prefix;
        const char *events;
        enum err want;
    } cases[] = {
        {"anthropic:",
         START "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":"
               "\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n",
         ERR_RATE_LIMITED},
        {"anthropic:",
         START "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":"
               "\"api_error\",\"message\":\"Internal server error\"}}\n\n",
         ERR_TOOL_WORKER_UNAVAILABLE},
        {"openai:",
         FIRST "data: {\"error\":{\"message\":\"The server had an error\","
               "\"type\":\"server_error\",\"param\":null,\"code\":null}}\n\n",
         ERR_TOOL_WORKER_UNAVAILABLE},
        {"openai:",
         "data: {\"error\":{\"message\":\"slow down\",\"type\":\"requests\","
         "\"code\":\"rate_limit_exceeded\"}}\n\n",
         ERR_RATE_LIMITED},
        {"openai:",
         "data: {\"error\":{\"message\":\"no\",\"code\":\"invalid_api_key\""
         "}}\n\n",
         ERR_UNAUTHORIZED},
    };
    struct str kind;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        assert_int_equal(ask_events(cases[i].prefix, cases[i].events, &kind),
                         cases[i].want);
        assert_non_null(strstr(err.msg, "failed while answering: "));
    }
    assert_int_equal(
        ask_events("openai:",
                   "data: {\"error\":{\"message\":\"cannot take 'You plan "
                   "queries over the secret table.'\"}}\n\n",
                   &kind),
        ERR_TOOL_WORKER_UNAVAILABLE);
}

static void what_is_no_event_of_an_answer_is_an_error(void **state)
{
    static const char *const bad[] = {
        "data: {\"choices\":[{\"delta\":{\"content\":\"x\n\n",
        "data: secret\n\n", "data: []\n\n", "data: {\"a\":1}\n\n"};
    struct str kind;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        assert_int_equal(ask_events("openai:", bad[i], &kind),
                         ERR_TOOL_WORKER_UNAVAILABLE);
        assert_int_equal(ask_events("anthropic:", bad[i], &kind),
                         ERR_TOOL_WORKER_UNAVAILABLE);
    }
    assert_int_equal(ask_events("openai:", "", &kind),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_equal(ask("openai:",
                         (struct fake_reply){200, "Content-Type: text/html\r\n",
                                             STR("<p>secret</p>"), 0},
                         &kind),
                     ERR_TOOL_WORKER_UNAVAILABLE);
}

static void what_is_no_json_at_the_end_goes_back_to_the_model(void **state)
{
    struct str kind;

    (void)state;
    assert_int_equal(
        ask_events(
            "openai:", FIRST PIECE("Sure! secret") CHUNK("{}", "\"stop\"") DONE,
            &kind),
        ERR_VALIDATION_FAILED);
    assert_int_equal(
        ask_events("anthropic:", START TEXT_BLOCK STOP("end_turn"), &kind),
        ERR_VALIDATION_FAILED);
}

static void streams_without_end_and_lines_without_end_are_cut_off(void **state)
{
    static char line[400000];
    struct fake_reply reply = {200, EVENTS, {line, sizeof(line)}, 0};
    struct str kind;

    (void)state;
    memset(line, 'x', sizeof(line));
    assert_int_equal(ask("openai:", reply, &kind), ERR_LIMIT);
    reply = (struct fake_reply){200, EVENTS, STR(PIECE("word ")), FAKE_ENDLESS};
    assert_int_equal(ask("openai:", reply, &kind), ERR_LIMIT);
    reply.body = STR("event: ping\ndata: {\"type\":\"ping\"}\n\n");
    assert_int_equal(ask("anthropic:", reply, &kind), ERR_LIMIT);
}

/* Never silent, never at its end: the bound of the whole ends it. */
static void a_stream_that_trickles_ends_with_its_time(void **state)
{
    const struct fake_reply reply = {200, EVENTS, STR(PIECE("a")),
                                     FAKE_TRICKLES};
    struct str kind;

    (void)state;
    assert_int_equal(ask("openai:", reply, &kind), ERR_TIMEOUT);
    assert_true(heard.n > 1);
}

static void who_has_read_enough_ends_the_answer(void **state)
{
    const struct fake_reply reply = {200, EVENTS, STR(PIECE("word ")),
                                     FAKE_ENDLESS};
    struct str kind;

    (void)state;
    enough = 20;
    assert_int_equal(ask("openai:", reply, &kind), OK);
    enough = SIZE_MAX;
    assert_int_equal(kind.n, 0);
    assert_true(heard.n >= 20);
}

static void a_busy_endpoint_is_reported_before_the_stream(void **state)
{
    const struct fake_reply busy = {
        429, "Retry-After: 3000\r\n",
        STR("{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\","
            "\"message\":\"This request would exceed your rate limit\"}}"),
        0};
    struct str kind;

    (void)state;
    assert_int_equal(ask("anthropic:", busy, &kind), ERR_RATE_LIMITED);
    assert_non_null(strstr(err.msg, "try again in 3000 s"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ENDPOINT_TEST(chat_completions_arrive_piece_by_piece),
        ENDPOINT_TEST(messages_arrive_where_they_are_of_the_shape),
        ENDPOINT_TEST(what_does_not_stream_arrives_in_one_piece),
        ENDPOINT_TEST(a_refusal_in_a_stream_is_no_answer),
        ENDPOINT_TEST(a_stream_that_ends_too_early_is_an_error),
        ENDPOINT_TEST(an_answer_that_becomes_too_long_is_an_error),
        ENDPOINT_TEST(a_failure_in_a_stream_has_its_kind),
        ENDPOINT_TEST(what_is_no_event_of_an_answer_is_an_error),
        ENDPOINT_TEST(what_is_no_json_at_the_end_goes_back_to_the_model),
        ENDPOINT_TEST(streams_without_end_and_lines_without_end_are_cut_off),
        ENDPOINT_TEST(a_stream_that_trickles_ends_with_its_time),
        ENDPOINT_TEST(who_has_read_enough_ends_the_answer),
        ENDPOINT_TEST(a_busy_endpoint_is_reported_before_the_stream),
    };
    int failed;

    enough = SIZE_MAX;
    buf_init(&heard, 4 << 20);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_release(&heard);
    return failed;
}
