#include "server/mcp/mcp_call.h"

#include "base/clock.h"
#include "server/mcp/mcp_images.h"
#include "store/catalog/pins.h"

#include <stdio.h>

/* What a call may use: an answer of at most 8 MiB and the way to it. */
#define ANSWER_BYTES ((size_t)256 * 1024 * 1024)

/* The answer twice, once as a string whose every byte may need six. */
#define MESSAGE_BYTES ((size_t)64 * 1024 * 1024)

/* The official TypeScript client takes 10 MiB as a line, and with more it gives
 * up on the server; its head and tail are in the difference. */
#define MESSAGE_MOST ((size_t)10 * 1024 * 1024 - 64 * 1024)

#define LOG_BYTES         ((size_t)4 * 1024)
#define PROGRESS_PAUSE_MS 100
#define WAITS_PAUSE_MS    1000

/* How far a call is; one thread only, so no lock. */
struct progress {
    const struct mcp_request *talk;
    bool reported;
    uint64_t done_bytes;  /* at the last report */
    uint64_t reported_ms; /* of the last report, or of the start */
    uint64_t began_ms;
};

/* The call that this thread runs. */
static _Thread_local struct progress *running;

/* ---- progress ---- */

void mcp_call_progress(void *ctx, uint64_t done_bytes, uint64_t total_bytes)
{
    struct progress *p = running;
    uint64_t now_ms = clock_ms();

    (void)ctx;
    if (!p || (p->reported && (done_bytes <= p->done_bytes ||
                               now_ms - p->reported_ms < PROGRESS_PAUSE_MS)))
        return;
    p->reported = true;
    p->done_bytes = done_bytes;
    p->reported_ms = now_ms;
    mcp_request_progress(p->talk, done_bytes, total_bytes,
                         "reading the file, in bytes");
}

void mcp_call_waits(void *ctx)
{
    struct progress *p = running;
    uint64_t now_ms = clock_ms();
    char message[64];

    (void)ctx;
    if (!p || now_ms - p->reported_ms < WAITS_PAUSE_MS)
        return;
    p->reported = true;
    p->done_bytes++; /* it must grow with every report */
    p->reported_ms = now_ms;
    (void)snprintf(message, sizeof(message), "at work for %llu s",
                   (unsigned long long)((now_ms - p->began_ms) / 1000));
    mcp_request_progress(p->talk, p->done_bytes, 0, message);
}

/* ---- tools ---- */

/* What the answer takes in a message: as it is, and as a text in which quotation
 * marks and backslashes are escaped. */
static size_t message_bytes(struct str json)
{
    size_t n = 2 * json.n;

    for (size_t i = 0; i < json.n; i++)
        n += json.p[i] == '"' || json.p[i] == '\\';
    return n;
}

void mcp_call_write_result(struct mcp_request *t, struct str whole,
                           bool is_error)
{
    struct jsonw *w = t->w;
    struct str json = whole;
    struct error ignored;

    if (!is_error && mcp_images_part(whole, t->a, &json, &ignored))
        json = whole; /* with its images in itself it is as good */

    mcp_request_begin(t);
    jsonw_key(w, "content");
    jsonw_begin_array(w);
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "type", "text");
    jsonw_member_str(w, "text", json);
    jsonw_end_object(w);
    if (json.n < whole.n)
        mcp_images_write(whole, w);
    jsonw_end_array(w);
    if (!is_error)
        jsonw_member_raw(w, "structuredContent", json);
    jsonw_member_bool(w, "isError", is_error);
    mcp_request_end(t);
}

/* A failure goes to the model as a result, so that it can correct itself. */
static void write_failure(struct mcp_request *t, const struct error *failure)
{
    struct buf text;
    struct jsonw w;

    buf_init(&text, MESSAGE_BYTES);
    jsonw_init(&w, &text);
    jsonw_error(&w, failure);
    mcp_call_write_result(t, buf_str(&text), true);
    buf_release(&text);
}

/* Nothing of what was asked for is in it: no cell, no path, no name. */
static void log_call(const struct mcp_request *t, enum err err,
                     uint64_t began_ms, size_t bytes)
{
    enum mcp_level level = err ? MCP_WARNING : MCP_INFO;
    struct buf b;
    struct jsonw w;

    if (!mcp_request_logs(t, level))
        return;
    buf_init(&b, LOG_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "tool", t->call->tool->spec->name);
    jsonw_member_u64(&w, "elapsed_ms", clock_ms() - began_ms);
    if (err)
        jsonw_member_cstr(&w, "code", err_name(err));
    else
        jsonw_member_u64(&w, "answer_bytes", bytes);
    jsonw_end_object(&w);
    mcp_request_log(t, level, buf_str(&b));
    buf_release(&b);
}

enum err mcp_call_tool(struct mcp_request *t, struct error *e)
{
    const struct tool_use use = {.tool = t->call->tool,
                                 .context = t->context,
                                 .arguments = t->call->arguments,
                                 .cancel = t->cancel,
                                 .bound = t->call->bound};
    uint64_t began_ms = clock_ms();
    struct progress progress = {
        .talk = t, .reported_ms = began_ms, .began_ms = began_ms};
    struct error failure = {0};
    struct str json = {0};
    enum err err;

    (void)e;
    running = &progress;
    err = tool_call(&use, t->a, &json, &failure);
    running = NULL;
    if (!err && json.n > MESSAGE_MOST / 3 && message_bytes(json) > MESSAGE_MOST)
        err = error_set(&failure, ERR_LIMIT,
                        "the answer is too large for a message; ask for less: "
                        "fewer columns, fewer rows or a part of it");
    log_call(t, err, began_ms, json.n);
    if (err)
        write_failure(t, &failure);
    else
        mcp_call_write_result(t, json, false);
    return OK;
}

/* ---- any of them ---- */

static void write_error(const struct mcp_request *t, const struct error *e,
                        struct buf *out)
{
    struct jsonw w;
    int code = t->code ? t->code : err_rpc_code(e->code);

    buf_reset(out);
    jsonw_init(&w, out);
    rpc_begin_error(&w, t->call->id, code, e->msg);
    if (t->data.n)
        jsonw_member_raw(&w, "data", t->data);
    rpc_end_error(&w);
}

/* A tool's answer is too large to be sent: the model gets an error, so that it
 * asks for less. */
static void write_too_large(struct mcp_request *t, const struct error *e,
                            struct buf *out)
{
    buf_reset(out);
    jsonw_init(t->w, out);
    rpc_begin_result(t->w, t->call->id);
    write_failure(t, e);
    rpc_end(t->w);
}

/* The answer in `out`; the code of an error, else MCP_RESULT. */
static int answer(struct mcp_request *t, struct buf *out)
{
    struct error e = {0};
    struct str whole;

    rpc_begin_result(t->w, t->call->id);
    if (t->call->answer(t, &e)) {
        write_error(t, &e, out);
        return t->code ? t->code : err_rpc_code(e.code);
    }
    rpc_end(t->w);
    if (buf_finish(out, &whole, &e) == OK)
        return MCP_RESULT;
    if (t->call->tool) {
        write_too_large(t, &e, out);
        return MCP_RESULT;
    }
    write_error(t, &e, out);
    return err_rpc_code(e.code);
}

void mcp_call_run(void *context, const struct call *call,
                  const atomic_bool *cancel)
{
    struct base_pins pins;
    struct jsonw w;
    struct arena a;
    struct buf out;
    struct mcp_request t = {
        .call = call, .context = context, .cancel = cancel, .a = &a, .w = &w};
    int what;

    arena_init(&a, ANSWER_BYTES);
    buf_init(&out, MESSAGE_BYTES);
    jsonw_init(&w, &out);
    base_pins_begin(&pins);
    what = answer(&t, &out);
    base_pins_end(&pins);
    if (!atomic_load(cancel)) { /* a cancelled call gets no answer */
        if (call->answered)
            atomic_store(call->answered, true);
        call->sink.send(call->sink.ctx, what, &out);
    }
    buf_release(&out);
    arena_release(&a);
}
