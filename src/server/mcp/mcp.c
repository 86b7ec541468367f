/*
 * mcp.c - dispatches methods to handlers.
 *
 * Each request says in `_meta` which revision it speaks, or belongs to the
 * session (server/mcp/mcp_version.h), whose revision is agreed in initialize:
 * the client's, when we speak it, else our newest of that era; the client then
 * stays or leaves. Between initialize and the notification
 * `initialized` a client should only ping; one that calls early harms nobody
 * and is answered.
 *
 * Errors follow SEP-1303 (2025-11-25): what is wrong with the arguments of a
 * tool is a result with isError, which a model sees and can correct; JSON-RPC
 * errors are for what a client program got wrong.
 *
 * Source: modelcontextprotocol.io/specification/2025-11-25, basic/lifecycle,
 * basic/utilities/cancellation, server/tools; 2026-07-28, server/discover.
 */
#include "server/mcp/mcp.h"

#include "base/log.h"
#include "server/mcp/mcp_call.h"
#include "server/mcp/mcp_lists.h"
#include "server/mcp/mcp_reads.h"

/* A message and its tree; the largest message is 16 MiB. */
#define MESSAGE_ARENA_BYTES ((size_t)64 * 1024 * 1024)

/* What is written here is our own lists and errors; calls have their own. */
#define ANSWER_BYTES ((size_t)40 * 1024 * 1024)

#define META(name) "io.modelcontextprotocol/" name

/* One message on its way through its handler. */
struct exchange {
    const struct mcp *mcp;
    struct mcp_incoming *in;
    enum mcp_era era;
    const struct mcp_sink *sink;
    struct jsonw *w; /* where a handler writes its result */
};

/* Failures become JSON-RPC errors with err_rpc_code(). */
typedef enum err handle_request(struct exchange *x, struct error *e);

/* ---- sessions ---- */

void mcp_session_init(struct mcp_session *s)
{
    *s = (struct mcp_session){.phase = MCP_NEW};
    atomic_init(&s->level, MCP_SILENT);
    server_requests_init(&s->server_requests);
}

void mcp_session_release(struct mcp_session *s)
{
    server_requests_release(&s->server_requests);
}

static enum err submit(void *ctx, struct call *call, struct error *e)
{
    return calls_submit(ctx, call, e);
}

static void cancel(void *ctx, struct rpc_id id)
{
    calls_cancel(ctx, id);
}

struct mcp_runner mcp_runner_of(struct calls *calls)
{
    return (struct mcp_runner){submit, cancel, calls};
}

/* ---- errors ---- */

void mcp_send_error(const struct mcp_sink *sink, struct rpc_id id, int code,
                    const char *message)
{
    struct buf out;
    struct jsonw w;

    buf_init(&out, ANSWER_BYTES);
    jsonw_init(&w, &out);
    rpc_write_error(&w, id, code, message);
    sink->send(sink->ctx, code, &out);
    buf_release(&out);
}

void mcp_send_unknown_version(const struct mcp_sink *sink, struct rpc_id id,
                              struct str version)
{
    struct jsonw w;
    struct buf out;

    buf_init(&out, ANSWER_BYTES);
    jsonw_init(&w, &out);
    rpc_begin_error(&w, id, RPC_UNSUPPORTED_VERSION,
                    "this server does not speak that revision");
    jsonw_key(&w, "data");
    mcp_version_write_unknown(version, &w);
    rpc_end_error(&w);
    sink->send(sink->ctx, RPC_UNSUPPORTED_VERSION, &out);
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

/* ---- what is answered at once ---- */

static enum err on_initialize(struct exchange *x, struct error *e)
{
    const struct json *params = x->in->message.params;
    struct mcp_session *s = x->mcp->session;
    enum err err = OK;

    if (s->phase != MCP_NEW)
        return error_set(e, ERR_CONFLICT,
                         "this session is initialized already");
    err = need(params, "protocolVersion", JSON_STRING, "a string", e);
    if (!err)
        err = need(params, "capabilities", JSON_OBJECT, "an object", e);
    if (!err)
        err = need(params, "clientInfo", JSON_OBJECT, "an object", e);
    if (err)
        return err;
    s->version = mcp_version_agree(json_find(params, "protocolVersion"));
    s->can = mcp_can_read(json_find(params, "capabilities"));
    s->phase = MCP_READY;
    mcp_lists_write_initialized(x->w, s->version, x->mcp->offer);
    return OK;
}

static enum err write_nothing(struct exchange *x)
{
    jsonw_begin_object(x->w);
    jsonw_end_object(x->w);
    return OK;
}

static enum err on_ping(struct exchange *x, struct error *e)
{
    (void)e;
    return write_nothing(x);
}

static enum err on_set_level(struct exchange *x, struct error *e)
{
    enum mcp_level level;

    if (need(x->in->message.params, "level", JSON_STRING, "a string", e) ||
        mcp_level_read(json_find(x->in->message.params, "level"), &level, e))
        return e->code;
    atomic_store(&x->mcp->session->level, (int)level);
    return write_nothing(x);
}

/* Nothing that is offered with subscriptions ever changes; so there is nothing
 * to remember. */
static enum err on_subscribe(struct exchange *x, struct error *e)
{
    if (need(x->in->message.params, "uri", JSON_STRING, "a string", e))
        return e->code;
    return write_nothing(x);
}

/* Lists that are compiled in have one page. */
static enum err refuse_cursor(const struct exchange *x, struct error *e)
{
    if (json_find(x->in->message.params, "cursor"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'cursor' is not valid: the list has one page");
    return OK;
}

static enum err on_tools_list(struct exchange *x, struct error *e)
{
    if (refuse_cursor(x, e))
        return e->code;
    mcp_lists_write_tools(x->w, x->era, x->mcp->offer, x->mcp->grant);
    return OK;
}

static enum err on_prompts_list(struct exchange *x, struct error *e)
{
    if (refuse_cursor(x, e))
        return e->code;
    mcp_lists_write_prompts(x->w, x->era, x->mcp->offer->prompts);
    return OK;
}

static enum err on_templates_list(struct exchange *x, struct error *e)
{
    if (refuse_cursor(x, e))
        return e->code;
    mcp_lists_write_templates(x->w, x->era, x->mcp->offer->resources);
    return OK;
}

static enum err on_discover(struct exchange *x, struct error *e)
{
    (void)e;
    mcp_lists_write_discovered(x->w, x->mcp->offer);
    return OK;
}

/* ---- what may take its time ---- */

static const struct json no_arguments = {.type = JSON_OBJECT};

/* What a request says of its client, or the session does. */
static enum err read_client(const struct exchange *x, struct call *call,
                            struct error *e)
{
    const struct json *meta = json_find(x->in->message.params, "_meta");

    (void)rpc_id_read(json_find(meta, "progressToken"), &call->progress_token);
    if (x->era == MCP_SESSION) {
        call->level = (enum mcp_level)atomic_load(&x->mcp->session->level);
        call->can = x->mcp->session->can;
        call->server_requests = &x->mcp->session->server_requests;
        return OK;
    }
    call->can = mcp_can_read(json_find(meta, META("clientCapabilities")));
    return mcp_level_read(json_find(meta, META("logLevel")), &call->level, e);
}

/* Its answer comes later, maybe from another thread. */
static enum err begin(struct exchange *x, struct call *call, struct error *e)
{
    enum err err;

    call->id = x->in->message.id;
    call->era = x->era;
    call->sink = *x->sink;
    call->params = x->in->message.params;
    call->offer = x->mcp->offer;
    if (read_client(x, call, e))
        return e->code;
    call->arena = x->in->arena;
    err = x->mcp->runner.begin(x->mcp->runner.ctx, call, e);
    x->in->arena = call->arena;
    return err;
}

static mcp_answer *find_speaker(const struct mcp_capabilities *offer,
                                struct str name)
{
    for (size_t i = 0; i < offer->n_protocol_tools; i++)
        if (str_is(name, offer->protocol_tools[i].name))
            return offer->protocol_tools[i].answer;
    return NULL;
}

static enum err on_tools_call(struct exchange *x, struct error *e)
{
    const struct json *params = x->in->message.params;
    const struct json *arguments = json_find(params, "arguments");
    struct str name = json_text(json_find(params, "name"));
    struct call call = {0};

    if (need(params, "name", JSON_STRING, "a string", e) ||
        (arguments && need(params, "arguments", JSON_OBJECT, "an object", e)))
        return e->code;
    call.arguments = arguments ? arguments : &no_arguments;
    call.answer = find_speaker(x->mcp->offer, name);
    if (!call.answer) {
        call.tool = toolset_reach(x->mcp->offer->tools, x->mcp->grant, name,
                                  &call.bound);
        call.answer = call.tool ? mcp_call_tool : NULL;
        call.is_catalog = call.tool && call.tool->spec->is_catalog;
    }
    if (!call.answer)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "unknown tool '%.*s'; tools/list names them",
                         name.n < 60 ? (int)name.n : 60, name.n ? name.p : "");
    if (grant_spend(x->mcp->grant, e))
        return e->code;
    return begin(x, &call, e);
}

static enum err on_resources_list(struct exchange *x, struct error *e)
{
    return begin(
        x, &(struct call){.answer = mcp_reads_list, .is_catalog = true}, e);
}

/* What is read is as much as what a tool answers. */
static enum err on_resources_read(struct exchange *x, struct error *e)
{
    if (grant_spend(x->mcp->grant, e))
        return e->code;
    return begin(x, &(struct call){.answer = mcp_reads_resource}, e);
}

static enum err on_prompts_get(struct exchange *x, struct error *e)
{
    if (grant_spend(x->mcp->grant, e))
        return e->code;
    return begin(x, &(struct call){.answer = mcp_reads_prompt}, e);
}

static enum err on_complete(struct exchange *x, struct error *e)
{
    return begin(
        x, &(struct call){.answer = mcp_reads_completion, .is_catalog = true},
        e);
}

/* ---- which ---- */

enum need_of_offer { ALWAYS_THERE, WITH_RESOURCES, WITH_PROMPTS, WITH_UPDATES };

static const struct method {
    const char *name;
    handle_request *handle;
    bool of[2];   /* eras that have it */
    bool always;  /* also before initialize */
    bool answers; /* later, by itself */
    enum need_of_offer needs;
} methods[] = {
    {"initialize", on_initialize, {true, false}, true, false, ALWAYS_THERE},
    {"ping", on_ping, {true, false}, true, false, ALWAYS_THERE},
    {"server/discover", on_discover, {false, true}, true, false, ALWAYS_THERE},
    {"logging/setLevel",
     on_set_level,
     {true, false},
     false,
     false,
     ALWAYS_THERE},
    {"tools/list", on_tools_list, {true, true}, false, false, ALWAYS_THERE},
    {"tools/call", on_tools_call, {true, true}, false, true, ALWAYS_THERE},
    {"resources/list",
     on_resources_list,
     {true, true},
     false,
     true,
     WITH_RESOURCES},
    {"resources/templates/list",
     on_templates_list,
     {true, true},
     false,
     false,
     WITH_RESOURCES},
    {"resources/read",
     on_resources_read,
     {true, true},
     false,
     true,
     WITH_RESOURCES},
    {"resources/subscribe",
     on_subscribe,
     {true, false},
     false,
     false,
     WITH_UPDATES},
    {"resources/unsubscribe",
     on_subscribe,
     {true, false},
     false,
     false,
     WITH_UPDATES},
    {"prompts/list", on_prompts_list, {true, true}, false, false, WITH_PROMPTS},
    {"prompts/get", on_prompts_get, {true, true}, false, true, WITH_PROMPTS},
    {"completion/complete",
     on_complete,
     {true, true},
     false,
     true,
     WITH_PROMPTS},
};

static bool is_offered(const struct mcp_capabilities *o,
                       enum need_of_offer what)
{
    switch (what) {
    case WITH_RESOURCES: return o->resources;
    case WITH_PROMPTS: return o->prompts;
    case WITH_UPDATES: return o->subscribes;
    default: return true;
    }
}

static const struct method *find_method(const struct exchange *x)
{
    for (size_t i = 0; i < COUNT_OF(methods); i++)
        if (str_is(x->in->message.method, methods[i].name))
            return methods[i].of[x->era] &&
                           is_offered(x->mcp->offer, methods[i].needs)
                       ? &methods[i]
                       : NULL;
    return NULL;
}

static void answer(struct exchange *x, const struct method *method)
{
    const struct rpc_id id = x->in->message.id;
    struct error e = {0};
    struct buf out;
    struct jsonw w;
    enum err err;

    buf_init(&out, ANSWER_BYTES);
    jsonw_init(&w, &out);
    x->w = &w; /* cppcheck-suppress autoVariables; for this call */
    if (!method->answers)
        rpc_begin_result(&w, id);
    err = method->handle(x, &e);
    if (err) {
        mcp_send_error(x->sink, id, err_rpc_code(err), e.msg);
    } else if (!method->answers) {
        rpc_end(&w);
        x->sink->send(x->sink->ctx, MCP_RESULT, &out);
    }
    buf_release(&out);
}

static void on_request(struct exchange *x)
{
    const struct rpc_message *message = &x->in->message;
    const struct method *method;
    bool known = true;
    struct error e = {0};
    enum err rc = mcp_version_read(message->params, &x->era, &known, &e);

    if (rc) {
        mcp_send_error(x->sink, message->id, err_rpc_code(rc), e.msg);
        return;
    }
    if (!known) {
        mcp_send_unknown_version(x->sink, message->id,
                                 mcp_version_named(message->params));
        return;
    }
    method = find_method(x);
    if (!method)
        mcp_send_error(x->sink, message->id, RPC_METHOD_NOT_FOUND,
                       x->era == MCP_STATELESS
                           ? "no such method in this revision; server/discover "
                             "says what there is"
                           : "no such method; the capabilities that initialize "
                             "answers say what there is");
    else if (x->era == MCP_SESSION && x->mcp->session->phase == MCP_NEW &&
             !method->always)
        mcp_send_error(x->sink, message->id, RPC_INVALID_REQUEST,
                       "the session is not initialized; send initialize first");
    else
        answer(x, method);
}

/* What we do not know needs no reply, as JSON-RPC says of notifications. */
static void on_notification(const struct exchange *x)
{
    const struct rpc_message *message = &x->in->message;
    struct rpc_id id;

    if (str_is(message->method, "notifications/cancelled") &&
        rpc_id_read(json_find(message->params, "requestId"), &id))
        x->mcp->runner.cancel(x->mcp->runner.ctx, id);
}

/* ---- messages ---- */

bool mcp_read(struct str text, struct mcp_incoming *in,
              const struct mcp_sink *sink)
{
    enum rpc_code code = RPC_PARSE_ERROR;
    struct error e = {0};

    *in = (struct mcp_incoming){.text = text};
    arena_init(&in->arena, MESSAGE_ARENA_BYTES);
    if (rpc_parse(text, &in->arena, &in->message, &code, &e) == OK)
        return true;
    log_warn("mcp", "refused a message: %s", e.msg);
    mcp_send_error(sink, in->message.id, code, e.msg);
    return false;
}

void mcp_carry_out(const struct mcp *m, struct mcp_incoming *in,
                   const struct mcp_sink *sink)
{
    struct exchange x = {.mcp = m, .in = in, .sink = sink};

    if (in->message.kind == RPC_REQUEST)
        on_request(&x);
    else if (in->message.kind == RPC_NOTIFICATION)
        on_notification(&x);
    else
        (void)server_requests_reply(&m->session->server_requests,
                                    in->message.id.text, in->text);
}

void mcp_receive(const struct mcp *m, struct str text,
                 const struct mcp_sink *sink)
{
    struct mcp_incoming in;

    if (mcp_read(text, &in, sink))
        mcp_carry_out(m, &in, sink);
    arena_release(&in.arena);
}

void mcp_receive_too_long(size_t max_bytes, const struct mcp_sink *sink)
{
    const struct rpc_id unread = {.type = JSON_NULL};
    struct error e = {0};

    (void)error_set(&e, ERR_LIMIT, "a message has at most %zu bytes",
                    max_bytes);
    mcp_send_error(sink, unread, RPC_INVALID_REQUEST, e.msg);
}
