#include "server/mcp/mcp_request.h"

#include "server/mcp/calls.h"

/* A notification or a request of ours. */
#define ASIDE_BYTES ((size_t)16 * 1024 * 1024)

unsigned mcp_can_read(const struct json *capabilities)
{
    static const struct {
        const char *name;
        enum mcp_can can;
    } names[] = {{"sampling", CAN_SAMPLE},
                 {"elicitation", CAN_ELICIT},
                 {"roots", CAN_LIST_ROOTS}};
    unsigned can = 0;

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const struct json *j = json_find(capabilities, names[i].name);

        if (j && j->type == JSON_OBJECT)
            can |= (unsigned)names[i].can;
    }
    return can;
}

void mcp_request_begin(struct mcp_request *t)
{
    jsonw_begin_object(t->w);
    mcp_version_write_result_type(t->w, t->call->era);
}

void mcp_request_end(struct mcp_request *t)
{
    jsonw_end_object(t->w);
}

enum err mcp_request_fail(struct mcp_request *t, int code, struct str data,
                          struct error *e, const char *message)
{
    t->code = code;
    t->data = data;
    return error_set(e, ERR_VALIDATION_FAILED, "%s", message);
}

/* ---- what goes before the answer ---- */

static void send(const struct mcp_request *t, struct buf *message)
{
    t->call->sink.send(t->call->sink.ctx, MCP_ASIDE, message);
}

void mcp_request_progress(const struct mcp_request *t, uint64_t done,
                          uint64_t total, const char *message)
{
    struct buf out;
    struct jsonw w;

    if (t->call->progress_token.type == JSON_NULL || atomic_load(t->cancel))
        return;
    buf_init(&out, ASIDE_BYTES);
    jsonw_init(&w, &out);
    rpc_begin_notification(&w, "notifications/progress");
    jsonw_begin_object(&w);
    jsonw_key(&w, "progressToken");
    rpc_id_write(&w, t->call->progress_token);
    jsonw_member_u64(&w, "progress", done);
    if (total >= done && total)
        jsonw_member_u64(&w, "total", total);
    if (message)
        jsonw_member_cstr(&w, "message", message);
    jsonw_end_object(&w);
    rpc_end(&w);
    send(t, &out);
    buf_release(&out);
}

bool mcp_request_logs(const struct mcp_request *t, enum mcp_level level)
{
    return level >= t->call->level && !atomic_load(t->cancel);
}

void mcp_request_log(const struct mcp_request *t, enum mcp_level level,
                     struct str data)
{
    struct buf out;
    struct jsonw w;

    if (!mcp_request_logs(t, level))
        return;
    buf_init(&out, ASIDE_BYTES);
    jsonw_init(&w, &out);
    rpc_begin_notification(&w, "notifications/message");
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "level", mcp_level_name(level));
    jsonw_member_cstr(&w, "logger", "quarry");
    jsonw_member_raw(&w, "data", data);
    jsonw_end_object(&w);
    rpc_end(&w);
    send(t, &out);
    buf_release(&out);
}

/* ---- what the client is asked ---- */

static void send_request(const struct mcp_request *t, uint64_t id,
                         const char *method, struct str params)
{
    struct buf out;
    struct jsonw w;

    buf_init(&out, ASIDE_BYTES);
    jsonw_init(&w, &out);
    rpc_begin_request(&w, id, method);
    jsonw_raw(&w, params);
    rpc_end(&w);
    send(t, &out);
    buf_release(&out);
}

static enum err read_reply(struct mcp_request *t, const struct buf *reply,
                           const struct json **result, struct error *e)
{
    struct json *root = NULL;
    struct str text;

    if (buf_finish(reply, &text, e) ||
        json_parse(text, &json_default_limits, t->a, &root, e))
        return e->code;
    *result = json_find(root, "result");
    if (*result)
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "the client rejected the request");
}

enum err mcp_request_ask(struct mcp_request *t, const char *method,
                         struct str params, const struct json **result,
                         struct error *e)
{
    struct server_request ask;
    enum err rc;

    *result = NULL;
    if (!t->call->server_requests)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "requests to the client need a session");
    server_requests_add(t->call->server_requests, &ask);
    send_request(t, ask.id, method, params);
    rc = server_requests_await(t->call->server_requests, &ask, t->cancel, e);
    if (!rc)
        rc = read_reply(t, &ask.reply, result, e);
    buf_release(&ask.reply);
    return rc;
}
