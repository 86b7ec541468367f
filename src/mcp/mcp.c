/*
 * mcp.c - from method to handler.
 *
 * Each request says in `_meta` which revision it speaks, or belongs to the
 * session (mcp/mcp_version.h), whose revision is agreed in initialize: the
 * client's, when we speak it, else our newest of that era; the client then stays
 * or leaves. Between initialize and the notification
 * `initialized` a client should only ping; one that calls early harms nobody
 * and is answered.
 *
 * Errors follow SEP-1303 (2025-11-25): what is wrong with the arguments of a
 * tool is a result with isError, which a model sees and can mend; JSON-RPC
 * errors are for what a client program got wrong.
 *
 * Source: modelcontextprotocol.io/specification/2025-11-25, basic/lifecycle,
 * basic/utilities/cancellation, server/tools; 2026-07-28, server/discover.
 */
#include "mcp/mcp.h"

#include "base/log.h"
#include "mcp/mcp_call.h"
#include "mcp/mcp_lists.h"

/* A message and its tree; the largest message is 16 MiB. */
#define MESSAGE_ARENA_BYTES ((size_t)64 * 1024 * 1024)

/* What is written here is our own lists and errors; calls have their own. */
#define ANSWER_BYTES ((size_t)40 * 1024 * 1024)

/* One message on its way through its handler. */
struct exchange {
    struct mcp *mcp;
    struct rpc_message message;
    enum mcp_era era;
    struct arena arena; /* the message; a call takes it over */
    const struct mcp_sink *sink;
    struct jsonw *w; /* where a handler writes its result */
};

/* Failures become JSON-RPC errors with err_rpc_code(). */
typedef enum err handle_request(struct exchange *x, struct error *e);

void mcp_init(struct mcp *m, const struct toolset *tools, struct calls *calls)
{
    *m = (struct mcp){.tools = tools, .calls = calls};
}

static void send(const struct mcp_sink *sink, struct buf *out)
{
    sink->send(sink->ctx, out);
}

static void send_error(const struct mcp_sink *sink, struct rpc_id id, int code,
                       const char *message)
{
    struct buf out;
    struct jsonw w;

    buf_init(&out, ANSWER_BYTES);
    jsonw_init(&w, &out);
    rpc_write_error(&w, id, code, message);
    send(sink, &out);
    buf_release(&out);
}

static enum err need(const struct json *params, const char *key,
                     enum json_type type, const char *type_name,
                     struct error *e)
{
    const struct json *j = json_find(params, key);

    if (!j || j->type != type)
        return error_set(e, ERR_VALIDATION_FAILED, "'%s' must be %s", key,
                         type_name);
    return OK;
}

static enum err on_initialize(struct exchange *x, struct error *e)
{
    const struct json *params = x->message.params;
    enum err err = OK;

    if (x->mcp->phase != MCP_NEW)
        return error_set(e, ERR_CONFLICT,
                         "this session is initialized already");
    err = need(params, "protocolVersion", JSON_STRING, "a string", e);
    if (!err)
        err = need(params, "capabilities", JSON_OBJECT, "an object", e);
    if (!err)
        err = need(params, "clientInfo", JSON_OBJECT, "an object", e);
    if (err)
        return err;
    x->mcp->version = mcp_version_agree(json_find(params, "protocolVersion"));
    x->mcp->phase = MCP_READY;
    mcp_lists_write_initialized(x->w, x->mcp->version, x->mcp->tools);
    return OK;
}

static enum err on_ping(struct exchange *x, struct error *e)
{
    (void)e;
    jsonw_begin_object(x->w);
    jsonw_end_object(x->w);
    return OK;
}

static enum err on_tools_list(struct exchange *x, struct error *e)
{
    if (json_find(x->message.params, "cursor"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'cursor' is not one of ours: the list has one page");
    mcp_lists_write_tools(x->w, x->era, x->mcp->tools);
    return OK;
}

static enum err on_discover(struct exchange *x, struct error *e)
{
    (void)e;
    mcp_lists_write_discovered(x->w, x->mcp->tools);
    return OK;
}

static const struct json no_arguments = {.type = JSON_OBJECT};

/* Queue the call; its answer comes later, from another thread. */
static enum err on_tools_call(struct exchange *x, struct error *e)
{
    const struct json *params = x->message.params;
    const struct json *arguments = json_find(params, "arguments");
    struct str name = json_text(json_find(params, "name"));
    struct call call = {.id = x->message.id, .era = x->era, .sink = *x->sink};
    enum err err = need(params, "name", JSON_STRING, "a string", e);

    if (!err && arguments)
        err = need(params, "arguments", JSON_OBJECT, "an object", e);
    if (err)
        return err;
    call.tool = toolset_find(x->mcp->tools, name);
    if (!call.tool)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "unknown tool '%.*s'; tools/list names them",
                         name.n < 60 ? (int)name.n : 60, name.n ? name.p : "");
    (void)rpc_id_read(json_find(json_find(params, "_meta"), "progressToken"),
                      &call.progress_token);
    call.arguments = arguments ? arguments : &no_arguments;
    call.arena = x->arena;
    err = calls_submit(x->mcp->calls, &call, e);
    x->arena = call.arena;
    return err;
}

static const struct method {
    const char *name;
    handle_request *handle;
    bool of[2];   /* eras that have it */
    bool always;  /* also before initialize */
    bool answers; /* later, by itself */
} methods[] = {
    {"initialize", on_initialize, {true, false}, true, false},
    {"ping", on_ping, {true, false}, true, false},
    {"server/discover", on_discover, {false, true}, true, false},
    {"tools/list", on_tools_list, {true, true}, false, false},
    {"tools/call", on_tools_call, {true, true}, false, true},
};

static const struct method *find_method(const struct exchange *x)
{
    for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++)
        if (str_is(x->message.method, methods[i].name))
            return methods[i].of[x->era] ? &methods[i] : NULL;
    return NULL;
}

static void answer(struct exchange *x, const struct method *method)
{
    struct error e = {0};
    struct buf out;
    struct jsonw w;
    enum err err;

    buf_init(&out, ANSWER_BYTES);
    jsonw_init(&w, &out);
    x->w = &w; /* cppcheck-suppress autoVariables; for this call */
    if (!method->answers)
        rpc_begin_result(&w, x->message.id);
    err = method->handle(x, &e);
    if (err) {
        send_error(x->sink, x->message.id, err_rpc_code(err), e.msg);
    } else if (!method->answers) {
        rpc_end(&w);
        send(x->sink, &out);
    }
    buf_release(&out);
}

static void refuse_version(const struct exchange *x)
{
    struct jsonw w;
    struct buf out;

    buf_init(&out, ANSWER_BYTES);
    jsonw_init(&w, &out);
    rpc_begin_error(&w, x->message.id, RPC_UNSUPPORTED_VERSION,
                    "this server does not speak that revision");
    jsonw_key(&w, "data");
    mcp_version_write_unknown(x->message.params, &w);
    rpc_end_error(&w);
    send(x->sink, &out);
    buf_release(&out);
}

static void on_request(struct exchange *x)
{
    const struct method *method;
    bool known = true;
    struct error e = {0};
    enum err rc = mcp_version_read(x->message.params, &x->era, &known, &e);

    if (rc) {
        send_error(x->sink, x->message.id, err_rpc_code(rc), e.msg);
        return;
    }
    if (!known) {
        refuse_version(x);
        return;
    }
    method = find_method(x);
    if (!method)
        send_error(x->sink, x->message.id, RPC_METHOD_NOT_FOUND,
                   x->era == MCP_STATELESS
                       ? "no such method; this revision has server/discover, "
                         "tools/list and tools/call"
                       : "no such method; this server has initialize, ping, "
                         "tools/list and tools/call");
    else if (x->era == MCP_SESSION && x->mcp->phase == MCP_NEW &&
             !method->always)
        send_error(x->sink, x->message.id, RPC_INVALID_REQUEST,
                   "the session is not initialized; send initialize first");
    else
        answer(x, method);
}

/* What we do not know needs no reply, as JSON-RPC says of notifications. */
static void on_notification(struct exchange *x)
{
    struct rpc_id id;

    if (str_is(x->message.method, "notifications/cancelled") &&
        rpc_id_read(json_find(x->message.params, "requestId"), &id))
        calls_cancel(x->mcp->calls, id);
}

void mcp_receive(struct mcp *m, struct str text, const struct mcp_sink *sink)
{
    struct exchange x = {.mcp = m, .sink = sink};
    enum rpc_code code = RPC_PARSE_ERROR;
    struct error e = {0};

    arena_init(&x.arena, MESSAGE_ARENA_BYTES);
    if (rpc_parse(text, &x.arena, &x.message, &code, &e)) {
        log_warn("mcp", "refused a message: %s", e.msg);
        send_error(sink, x.message.id, code, e.msg);
    } else if (x.message.kind == RPC_REQUEST) {
        on_request(&x);
    } else if (x.message.kind == RPC_NOTIFICATION) {
        on_notification(&x);
    }
    arena_release(&x.arena);
}

void mcp_receive_too_long(size_t max_bytes, const struct mcp_sink *sink)
{
    const struct rpc_id unread = {.type = JSON_NULL};
    struct error e = {0};

    (void)error_set(&e, ERR_LIMIT, "a message has at most %zu bytes",
                    max_bytes);
    send_error(sink, unread, RPC_INVALID_REQUEST, e.msg);
}
