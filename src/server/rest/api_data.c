/*
 * The JSON tree of a base: GET, PUT and DELETE of a value, PATCH with an edit,
 * POST with a question. The tools of server/tools/data_tools.h do it.
 *
 * An answer has the tree's version as its ETag; If-Match holds a write against
 * it: what was changed since is 412.
 */
#include "server/rest/call.h"
#include "server/rest/call_tool.h"

#define TAG_BYTES 32

static enum err put_tag(const struct api_call *call, struct str json,
                        struct error *e)
{
    struct json *answer = NULL;
    const struct json *version;
    struct str tag;

    if (json_parse(json, &json_answer_limits, call->a, &answer, e))
        return e->code;
    version = json_find(answer, "version");
    if (!version)
        return OK;
    if (str_printf(call->a, &tag, e, "\"%.*s\"", STR_FMT(version->text)))
        return e->code;
    httpd_put_header(call->reply, "ETag", tag.p);
    return OK;
}

/* What the tools have in common: the base, and where in its tree. */
static void begin(struct tool_arguments *x, const struct api_call *call)
{
    tool_arguments_init(x);
    if (str_is(call->request->method, "PATCH")) {
        json_write_member(call->body, "base", "base", &x->w);
        json_write_member(call->body, "pointer", "pointer", &x->w);
        return;
    }
    tool_arguments_put_query(x, call, "base");
    tool_arguments_put_query(x, call, "pointer");
}

/* "*": whatever it is, but there must be something, which is then held against
 * what was seen of it here. */
static enum err put_present(struct tool_arguments *x,
                            const struct api_call *call, struct error *e)
{
    struct tool_arguments look;
    struct json *seen = NULL;
    struct str json;
    enum err rc;

    begin(&look, call);
    rc = tool_arguments_call(&look, OK, call, "get_context_data", &json, e);
    if (rc == ERR_NOT_FOUND)
        *call->problem = 412;
    if (!rc)
        rc = json_parse(json, &json_answer_limits, call->a, &seen, e);
    if (!rc)
        json_write_member(seen, "version", "if_version", &x->w);
    return rc;
}

/* "12" or W/"12" or 12, of which the tree's version is the number. */
static enum err put_if_match(struct tool_arguments *x,
                             const struct api_call *call, struct error *e)
{
    struct str given = str_trim(httpd_header(call->request, "If-Match"));
    uint64_t version;

    if (!given.p)
        return OK;
    if (str_is(given, "*"))
        return put_present(x, call, e);
    if (str_starts(given, STR("W/")))
        given = str_slice(given, 2, given.n);
    if (given.n >= 2 && given.p[0] == '"' && given.p[given.n - 1] == '"')
        given = str_slice(given, 1, given.n - 1);
    if (str_parse_u64(given, INT64_MAX, &version, e))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "If-Match must be the ETag of a reply, such as \"12\"");
    jsonw_member_u64(&x->w, "if_version", version);
    return OK;
}

/* What was changed since the version that was seen is no conflict of names. */
static enum err finish_edit(const struct api_call *call, enum err rc,
                            const struct str *json, struct error *e)
{
    if (rc == ERR_CONFLICT && httpd_header(call->request, "If-Match").p)
        *call->problem = 412;
    return rc ? rc : put_tag(call, *json, e);
}

enum err api_data_get(const struct api_call *call, struct str *json,
                      struct error *e)
{
    struct tool_arguments x;
    enum err rc;

    begin(&x, call);
    rc = tool_arguments_put_number(&x, call, "as_of", e);
    rc = tool_arguments_call(&x, rc, call, "get_context_data", json, e);
    return rc ? rc : put_tag(call, *json, e);
}

enum err api_data_schema(const struct api_call *call, struct str *json,
                         struct error *e)
{
    struct tool_arguments x;
    enum err rc;

    begin(&x, call);
    rc = tool_arguments_put_number(&x, call, "as_of", e);
    return tool_arguments_call(&x, rc, call, "get_data_schema", json, e);
}

enum err api_data_put(const struct api_call *call, struct str *json,
                      struct error *e)
{
    struct tool_arguments x;
    enum err rc;

    begin(&x, call);
    jsonw_key(&x.w, "value");
    json_write(call->body, &x.w);
    rc = put_if_match(&x, call, e);
    rc = tool_arguments_call(&x, rc, call, "update_data", json, e);
    return finish_edit(call, rc, json, e);
}

enum err api_data_delete(const struct api_call *call, struct str *json,
                         struct error *e)
{
    struct tool_arguments x;
    enum err rc;

    begin(&x, call);
    rc = put_if_match(&x, call, e);
    rc = tool_arguments_call(&x, rc, call, "delete_data", json, e);
    return finish_edit(call, rc, json, e);
}

static const char *tool_of(struct str operation)
{
    if (str_is(operation, "create"))
        return "create_data";
    return str_is(operation, "update") ? "update_data" : "delete_data";
}

enum err api_data_patch(const struct api_call *call, struct str *json,
                        struct error *e)
{
    const struct str operation = json_text(json_find(call->body, "operation"));
    const struct json *value = json_find(call->body, "value");
    struct tool_arguments x;
    enum err rc;

    if (!value != str_is(operation, "delete"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'create' and 'update' need a value, 'delete' has "
                         "none");
    begin(&x, call);
    json_write_member(call->body, "value", "value", &x.w);
    rc = put_if_match(&x, call, e);
    rc = tool_arguments_call(&x, rc, call, tool_of(operation), json, e);
    if (rc == ERR_CONFLICT && str_is(operation, "create"))
        return rc;
    return finish_edit(call, rc, json, e);
}
