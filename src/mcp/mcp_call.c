#include "mcp/mcp_call.h"

#include "base/clock.h"

/* What a tool may use: its answer of at most 8 MiB and the way to it. */
#define ANSWER_BYTES ((size_t)256 * 1024 * 1024)

/* The answer twice, once as a string whose every byte may need six. */
#define MESSAGE_BYTES ((size_t)64 * 1024 * 1024)

#define PROGRESS_PAUSE_MS 100

/* How far a call is; one thread only, so no lock. */
struct progress {
    const struct call *call;
    const atomic_bool *cancel;
    bool told;
    uint64_t done_bytes; /* when last told */
    uint64_t told_ms;
};

/* The call that this thread runs. */
static _Thread_local struct progress *running;

static bool wants_telling(const struct progress *p, uint64_t done_bytes,
                          uint64_t now_ms)
{
    if (p->call->progress_token.type == JSON_NULL || atomic_load(p->cancel))
        return false;
    return !p->told || (done_bytes > p->done_bytes &&
                        now_ms - p->told_ms >= PROGRESS_PAUSE_MS);
}

static void send_progress(const struct progress *p, uint64_t done_bytes,
                          uint64_t total_bytes)
{
    struct buf out;
    struct jsonw w;

    buf_init(&out, MESSAGE_BYTES);
    jsonw_init(&w, &out);
    rpc_begin_notification(&w, "notifications/progress");
    jsonw_begin_object(&w);
    jsonw_key(&w, "progressToken");
    rpc_id_write(&w, p->call->progress_token);
    jsonw_member_u64(&w, "progress", done_bytes);
    if (total_bytes >= done_bytes && total_bytes)
        jsonw_member_u64(&w, "total", total_bytes);
    jsonw_member_cstr(&w, "message", "reading the file, in bytes");
    jsonw_end_object(&w);
    rpc_end(&w);
    p->call->sink.send(p->call->sink.ctx, &out);
    buf_release(&out);
}

void mcp_call_progress(void *ctx, uint64_t done_bytes, uint64_t total_bytes)
{
    struct progress *p = running;
    uint64_t now_ms = clock_ms();

    (void)ctx;
    if (!p || !wants_telling(p, done_bytes, now_ms))
        return;
    p->told = true;
    p->done_bytes = done_bytes;
    p->told_ms = now_ms;
    send_progress(p, done_bytes, total_bytes);
}

/* The text as a model reads it and, when the tool succeeded, as a program. */
static void write_result(struct buf *out, const struct call *call,
                         struct str json, bool is_error)
{
    struct jsonw w;

    jsonw_init(&w, out);
    rpc_begin_result(&w, call->id);
    jsonw_begin_object(&w);
    mcp_version_write_result_type(&w, call->era);
    jsonw_key(&w, "content");
    jsonw_begin_array(&w);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "type", "text");
    jsonw_member_str(&w, "text", json);
    jsonw_end_object(&w);
    jsonw_end_array(&w);
    if (!is_error)
        jsonw_member_raw(&w, "structuredContent", json);
    jsonw_member_bool(&w, "isError", is_error);
    jsonw_end_object(&w);
    rpc_end(&w);
}

/* A failure goes to the model as a result, so that it can correct itself. */
static void write_failure(struct buf *out, const struct call *call,
                          const struct error *failure)
{
    struct buf text;
    struct jsonw w;

    buf_init(&text, MESSAGE_BYTES);
    jsonw_init(&w, &text);
    jsonw_error(&w, failure);
    write_result(out, call, buf_str(&text), true);
    buf_release(&text);
}

static void write_outcome(struct buf *out, const struct call *call,
                          enum err err, struct str json, struct error *failure)
{
    struct str whole;

    if (!err) {
        write_result(out, call, json, false);
        err = buf_finish(out, &whole, failure);
        if (!err)
            return;
        buf_reset(out);
    }
    write_failure(out, call, failure);
}

void mcp_call_run(void *context, const struct call *call,
                  const atomic_bool *cancel)
{
    struct progress progress = {.call = call, .cancel = cancel};
    const struct tool_use use = {call->tool, context, call->arguments, cancel};
    struct error failure = {0};
    struct str json = {0};
    struct arena a;
    struct buf out;
    enum err err;

    arena_init(&a, ANSWER_BYTES);
    buf_init(&out, MESSAGE_BYTES);
    running = &progress;
    err = tool_call(&use, &a, &json, &failure);
    running = NULL;
    if (!atomic_load(cancel)) { /* a cancelled call gets no answer */
        write_outcome(&out, call, err, json, &failure);
        if (call->answered)
            atomic_store(call->answered, true);
        call->sink.send(call->sink.ctx, &out);
    }
    buf_release(&out);
    arena_release(&a);
}
