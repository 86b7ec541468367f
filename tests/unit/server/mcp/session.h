/*
 * session.h - a session without a transport, for tests: messages go in as
 * text, answers are kept as lines, and calls run at once. Its tools are of
 * the test, so that nothing of the tables is linked.
 */
#ifndef SERVER_MCP_SESSION_H
#define SERVER_MCP_SESSION_H

#include "server/mcp/mcp.h"
#include "server/mcp/mcp_call.h"

#include <signal.h>
#include <string.h>

#define INITIALIZE(version)                                                \
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{" \
    "\"protocolVersion\":\"" version "\",\"capabilities\":{},"             \
    "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}"

struct session {
    struct calls calls;
    struct mcp_session state;
    struct mcp mcp;
    struct buf sent; /* answers, a line each */
};

static inline void session_keep(void *ctx, int what, struct buf *message)
{
    struct session *s = ctx;

    (void)what;
    buf_put_str(&s->sent, buf_str(message));
    buf_put_char(&s->sent, '\n');
}

/* Answers with its arguments' count, fails, or tells progress, as asked. */
static inline enum err session_echo(void *context, const struct json *arguments,
                                    const atomic_bool *cancel, struct arena *a,
                                    struct str *json, struct error *e)
{
    (void)context;
    (void)cancel;
    return str_printf(a, json, e, "{\"n\":%zu}", arguments->count);
}

static inline enum err session_fail(void *context, const struct json *arguments,
                                    const atomic_bool *cancel, struct arena *a,
                                    struct str *json, struct error *e)
{
    (void)context;
    (void)arguments;
    (void)cancel;
    (void)a;
    (void)json;
    return error_at(e, ERR_VALIDATION_FAILED, (struct srcpos){2, 5, 30},
                    "no column 'x'");
}

static inline enum err session_slow(void *context, const struct json *arguments,
                                    const atomic_bool *cancel, struct arena *a,
                                    struct str *json, struct error *e)
{
    mcp_call_progress(NULL, 10, 100);
    mcp_call_progress(NULL, 10, 100);
    return session_echo(context, arguments, cancel, a, json, e);
}

static inline enum err session_big(void *context, const struct json *arguments,
                                   const atomic_bool *cancel, struct arena *a,
                                   struct str *json, struct error *e)
{
    size_t n = (size_t)6 * 1024 * 1024; /* three times as much in a line */
    char *p = arena_alloc(a, n, e);

    (void)context;
    (void)arguments;
    (void)cancel;
    if (!p)
        return e->code;
    memset(p, '"', n);
    *json = (struct str){p, n};
    return OK;
}

/* The process is asked to end while the call runs. */
static inline enum err session_end(void *context, const struct json *arguments,
                                   const atomic_bool *cancel, struct arena *a,
                                   struct str *json, struct error *e)
{
    (void)raise(SIGTERM);
    return session_echo(context, arguments, cancel, a, json, e);
}

#define SESSION_RESULT "{\"type\":\"object\"}"

static const struct tool_spec session_echo_spec = {
    .name = "echo",
    .title = "Echo",
    .description = "Counts.",
    .arguments = {{.name = "a", .type = ARGUMENT_INTEGER}},
    .result = SESSION_RESULT};
static const struct tool_spec session_fail_spec = {.name = "fail",
                                                   .title = "Fail",
                                                   .description = "Fails.",
                                                   .result = SESSION_RESULT,
                                                   .writes = true};
static const struct tool_spec session_slow_spec = {.name = "slow",
                                                   .title = "Slow",
                                                   .description = "Tells.",
                                                   .result = SESSION_RESULT};
static const struct tool_spec session_big_spec = {.name = "big",
                                                  .title = "Big",
                                                  .description =
                                                      "Is too large.",
                                                  .result = SESSION_RESULT};
static const struct tool_spec session_end_spec = {.name = "end",
                                                  .title = "End",
                                                  .description = "Ends.",
                                                  .result = SESSION_RESULT};

static const struct tool session_tool_list[] = {
    {&session_echo_spec, session_echo}, {&session_fail_spec, session_fail},
    {&session_slow_spec, session_slow}, {&session_big_spec, session_big},
    {&session_end_spec, session_end},
};

static const struct toolset session_tools = {
    .instructions = "Use them.", .tools = session_tool_list, .n = 5};

static const struct mcp_capabilities session_offer = {.tools = &session_tools,
                                                      .prompts = &mcp_prompts};

static inline void session_init(struct session *s)
{
    struct error e = {0};

    assert_int_equal(calls_init(&s->calls, mcp_call_run, NULL, 0, &e), OK);
    mcp_session_init(&s->state);
    s->mcp = (struct mcp){.offer = &session_offer,
                          .grant = &grant_local,
                          .session = &s->state,
                          .runner = mcp_runner_of(&s->calls)};
    buf_init(&s->sent, 1 << 20);
}

static inline void session_release(struct session *s)
{
    calls_release(&s->calls);
    mcp_session_release(&s->state);
    buf_release(&s->sent);
}

/* What is answered to one message; "" when nothing is. */
static inline const char *session_ask(struct session *s, const char *text)
{
    const struct mcp_sink sink = {session_keep, s};

    buf_reset(&s->sent);
    mcp_receive(&s->mcp, str_from(text), &sink);
    return s->sent.p ? s->sent.p : "";
}

/* The same after initialize. */
static inline const char *session_ask_ready(struct session *s, const char *text)
{
    if (s->state.phase == MCP_NEW)
        (void)session_ask(s, INITIALIZE("2025-11-25"));
    return session_ask(s, text);
}

#endif
