/*
 * The JSON tree of a base: GET, PUT and DELETE of a value, PATCH with an edit,
 * POST with a question. The tools of server/tools/data_tools.h do it.
 *
 * An answer has the tree's version as its ETag; If-Match holds a write against
 * it: what was changed since is 412.
 */
#include "server/rest/call.h"
#include "server/rest/call_tool.h"
#include "server/rest/routes.h"

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

/* "*": whatever it is, but there must be something, which is then held against
 * what was seen of it here. */
static enum err put_present(struct json_object *arguments,
                            const struct api_call *call, struct error *e)
{
    const struct json *edit = &arguments->root;
    struct json_object look;
    struct json *seen = NULL;
    struct str json;
    enum err rc;

    json_object_init(&look, call->a);
    if (json_object_member(&look, edit, "base", "base", e) ||
        json_object_member(&look, edit, "pointer", "pointer", e))
        return e->code;
    rc = call_tool(call, &spec_get_context_data, &look.root, &json, e);
    if (rc == ERR_NOT_FOUND)
        *call->problem = 412;
    if (!rc)
        rc = json_parse(json, &json_answer_limits, call->a, &seen, e);
    return rc ? rc
              : json_object_member(arguments, seen, "version", "if_version", e);
}

/* "12" or W/"12" or 12, of which the tree's version is the number. */
static enum err put_if_match(struct json_object *arguments,
                             const struct api_call *call, struct error *e)
{
    struct str given = str_trim(httpd_header(call->request, "If-Match"));
    uint64_t version;

    if (!given.p)
        return OK;
    if (str_is(given, "*"))
        return put_present(arguments, call, e);
    if (str_starts(given, STR("W/")))
        given = str_slice(given, 2, given.n);
    if (given.n >= 2 && given.p[0] == '"' && given.p[given.n - 1] == '"')
        given = str_slice(given, 1, given.n - 1);
    if (str_parse_u64(given, INT64_MAX, &version, e))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "If-Match must be the ETag of a reply, such as \"12\"");
    return json_object_u64(arguments, "if_version", version, e);
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
    struct json_object arguments;

    if (call_tool_query(call, &arguments, e) ||
        call_tool(call, call->route->tool, &arguments.root, json, e))
        return e->code;
    return put_tag(call, *json, e);
}

enum err api_data_put(const struct api_call *call, struct str *json,
                      struct error *e)
{
    struct json_object x;
    enum err rc = call_tool_query(call, &x, e);

    if (!rc)
        rc = json_object_value(&x, "value", call->body, e);
    if (!rc)
        rc = put_if_match(&x, call, e);
    if (!rc)
        rc = call_tool(call, call->route->tool, &x.root, json, e);
    return finish_edit(call, rc, json, e);
}

enum err api_data_delete(const struct api_call *call, struct str *json,
                         struct error *e)
{
    struct json_object x;
    enum err rc = call_tool_query(call, &x, e);

    if (!rc)
        rc = put_if_match(&x, call, e);
    if (!rc)
        rc = call_tool(call, call->route->tool, &x.root, json, e);
    return finish_edit(call, rc, json, e);
}

static const struct tool_spec *tool_of(struct str operation)
{
    if (str_is(operation, "create"))
        return &spec_create_data;
    return str_is(operation, "update") ? &spec_update_data : &spec_delete_data;
}

/* What the tools take of the body, under the same names. */
static enum err read_edit(const struct api_call *call, struct json_object *x,
                          struct error *e)
{
    json_object_init(x, call->a);
    if (json_object_member(x, call->body, "base", "base", e) ||
        json_object_member(x, call->body, "pointer", "pointer", e) ||
        json_object_member(x, call->body, "value", "value", e))
        return e->code;
    return put_if_match(x, call, e);
}

enum err api_data_patch(const struct api_call *call, struct str *json,
                        struct error *e)
{
    const struct str operation = json_text(json_find(call->body, "operation"));
    const struct json *value = json_find(call->body, "value");
    struct json_object x;
    enum err rc;

    if (!value != str_is(operation, "delete"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'create' and 'update' need a value, 'delete' has "
                         "none");
    rc = read_edit(call, &x, e);
    if (!rc)
        rc = call_tool(call, tool_of(operation), &x.root, json, e);
    if (rc == ERR_CONFLICT && str_is(operation, "create"))
        return rc;
    return finish_edit(call, rc, json, e);
}
