#include "server/mcp/rpc.h"

/* An identifier is digits, as MCP narrows JSON-RPC: 1.0 and 1e3 are none. */
static bool is_whole(struct str s)
{
    size_t i = s.n && s.p[0] == '-' ? 1 : 0;

    if (i == s.n)
        return false;
    for (; i < s.n; i++)
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
    return true;
}

bool rpc_id_read(const struct json *j, struct rpc_id *id)
{
    *id = (struct rpc_id){.type = JSON_NULL};
    if (!j || (j->type != JSON_STRING && j->type != JSON_NUMBER))
        return false;
    if (j->type == JSON_NUMBER && !is_whole(j->text))
        return false;
    *id = (struct rpc_id){.type = j->type, .text = j->text};
    return true;
}

bool rpc_id_eq(struct rpc_id a, struct rpc_id b)
{
    return a.type == b.type && str_eq(a.text, b.text);
}

void rpc_id_write(struct jsonw *w, struct rpc_id id)
{
    if (id.type == JSON_STRING)
        jsonw_str(w, id.text);
    else if (id.type == JSON_NUMBER)
        jsonw_raw(w, id.text);
    else
        jsonw_null(w);
}

static enum err read_params(const struct json *root, struct rpc_message *m,
                            struct error *e)
{
    m->params = json_find(root, "params");
    if (m->params && m->params->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'params' must be an object");
    return OK;
}

/* A message without a method answers one; anything else is malformed. */
static enum err read_response(const struct json *root, struct rpc_message *m,
                              struct error *e)
{
    if (!json_find(root, "result") && !json_find(root, "error"))
        return error_set(e, ERR_VALIDATION_FAILED, "'method' is missing");
    m->kind = RPC_RESPONSE;
    return OK;
}

static enum err read_message(const struct json *root, struct rpc_message *m,
                             struct error *e)
{
    const struct json *id = json_find(root, "id");
    const struct json *method = json_find(root, "method");
    bool has_id = rpc_id_read(id, &m->id);

    if (!json_is(json_find(root, "jsonrpc"), "2.0"))
        return error_set(e, ERR_VALIDATION_FAILED, "'jsonrpc' must be \"2.0\"");
    if (!method)
        return read_response(root, m, e);
    if (method->type != JSON_STRING)
        return error_set(e, ERR_VALIDATION_FAILED, "'method' must be a string");
    if (id && !has_id)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'id' must be a string or a whole number");
    m->kind = has_id ? RPC_REQUEST : RPC_NOTIFICATION;
    m->method = method->text;
    return read_params(root, m, e);
}

enum err rpc_parse(struct str text, struct arena *a, struct rpc_message *m,
                   enum rpc_code *code, struct error *e)
{
    struct json *root = NULL;
    enum err err;

    *m = (struct rpc_message){.kind = RPC_REQUEST};
    *code = RPC_PARSE_ERROR;
    err = json_parse(text, &json_default_limits, a, &root, e);
    if (err)
        return err;
    *code = RPC_INVALID_REQUEST;
    if (root->type == JSON_ARRAY)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "batches are not part of this protocol version; "
                         "send one message per line");
    if (root->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a message must be an object");
    return read_message(root, m, e);
}

static void begin(struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "jsonrpc", "2.0");
}

static void write_id(struct jsonw *w, struct rpc_id id)
{
    jsonw_key(w, "id");
    rpc_id_write(w, id);
}

void rpc_begin_result(struct jsonw *w, struct rpc_id id)
{
    begin(w);
    write_id(w, id);
    jsonw_key(w, "result");
}

void rpc_begin_notification(struct jsonw *w, const char *method)
{
    begin(w);
    jsonw_member_cstr(w, "method", method);
    jsonw_key(w, "params");
}

void rpc_begin_request(struct jsonw *w, uint64_t id, const char *method)
{
    begin(w);
    jsonw_member_u64(w, "id", id);
    jsonw_member_cstr(w, "method", method);
    jsonw_key(w, "params");
}

void rpc_end(struct jsonw *w)
{
    jsonw_end_object(w);
}

void rpc_begin_error(struct jsonw *w, struct rpc_id id, int code,
                     const char *message)
{
    begin(w);
    if (id.type != JSON_NULL)
        write_id(w, id);
    jsonw_key(w, "error");
    jsonw_begin_object(w);
    jsonw_member_i64(w, "code", code);
    jsonw_member_cstr(w, "message", message);
}

void rpc_end_error(struct jsonw *w)
{
    jsonw_end_object(w);
    rpc_end(w);
}

void rpc_write_error(struct jsonw *w, struct rpc_id id, int code,
                     const char *message)
{
    rpc_begin_error(w, id, code, message);
    rpc_end_error(w);
}
