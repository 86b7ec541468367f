/*
 * GET /openapi.json: the routes as OpenAPI 3.1 has them, made from the table
 * that requests are dispatched with (routes_table.c), so the two cannot differ.
 *
 * `x-example` is a path with its arguments which, sent to a server over the
 * bases of tests/http with the example body, is answered as the document says.
 */
#include "server/rest/call.h"
#include "server/rest/reply_schemas.h"
#include "server/rest/routes.h"

#define DOCUMENT_BYTES ((size_t)4 << 20)

/* A method's name as its key: "get". */
static void put_method(struct jsonw *w, const char *method)
{
    char name[16] = {0};

    for (size_t i = 0; method[i] && i + 1 < sizeof(name); i++)
        name[i] = (char)(method[i] - 'A' + 'a');
    jsonw_key_str(w, str_from(name));
}

static void put_path_parameters(struct jsonw *w, struct str path)
{
    size_t from;

    while ((from = str_find_char(path, '{')) < path.n) {
        const size_t to = str_find_char(path, '}');

        jsonw_begin_object(w);
        jsonw_member_str(w, "name", str_slice(path, from + 1, to));
        jsonw_member_cstr(w, "in", "path");
        jsonw_member_bool(w, "required", true);
        jsonw_member_raw(w, "schema", STR("{\"type\":\"string\"}"));
        jsonw_end_object(w);
        path = str_slice(path, to + 1, path.n);
    }
}

static void put_argument(struct jsonw *w, const struct argument *x)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "name", x->name);
    jsonw_member_cstr(w, "in", "query");
    if (x->is_required)
        jsonw_member_bool(w, "required", true);
    jsonw_key(w, "schema");
    argument_write_type(x, w);
    argument_write_description(x, w);
    jsonw_end_object(w);
}

static void put_parameters(struct jsonw *w, const struct route *r)
{
    struct route_query query;

    route_query(r, &query);
    jsonw_key(w, "parameters");
    jsonw_begin_array(w);
    put_path_parameters(w, str_from(r->path));
    for (size_t i = 0; i < query.n; i++)
        put_argument(w, query.arguments[i]);
    jsonw_end_array(w);
}

static void put_body_schema(struct jsonw *w, const struct route *r)
{
    jsonw_key(w, "schema");
    if (route_body(r))
        argument_write_schema(route_body(r), w);
    else
        jsonw_raw(w, STR("{\"description\":\"Any JSON value.\"}"));
}

static void put_body(struct jsonw *w, const struct route *r)
{
    const char *sent = route_sent(r);

    if (!route_takes_body(r))
        return;
    jsonw_key(w, "requestBody");
    jsonw_begin_object(w);
    jsonw_member_bool(w, "required", true);
    jsonw_key(w, "content");
    jsonw_begin_object(w);
    jsonw_key(w, r->is_form ? "multipart/form-data" : "application/json");
    jsonw_begin_object(w);
    put_body_schema(w, r);
    if (sent)
        jsonw_member_raw(w, "example", str_from(sent));
    jsonw_end_object(w);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

static void put_content(struct jsonw *w, const char *type, struct str schema)
{
    jsonw_key(w, "content");
    jsonw_begin_object(w);
    jsonw_key(w, type);
    jsonw_begin_object(w);
    jsonw_member_raw(w, "schema", schema);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

static void put_accepted(struct jsonw *w)
{
    jsonw_key(w, "202");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "description", "A job, after which to ask again.");
    put_content(w, "application/json", str_from(answers_job));
    jsonw_end_object(w);
}

static void put_responses(struct jsonw *w, const struct route *r)
{
    const char *answer = route_answer(r);
    const struct str schema =
        answer ? str_from(answer) : STR("{\"type\":\"string\"}");

    jsonw_key(w, "responses");
    jsonw_begin_object(w);
    jsonw_key(w, r->status == 201 ? "201" : r->status == 202 ? "202" : "200");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "description", r->summary);
    put_content(w, r->content_type ? r->content_type : "application/json",
                schema);
    jsonw_end_object(w);
    if (r->may_wait)
        put_accepted(w);
    jsonw_key(w, "default");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "$ref", "#/components/responses/problem");
    jsonw_end_object(w);
    jsonw_end_object(w);
}

static void put_operation(struct jsonw *w, const struct route *r)
{
    put_method(w, r->method);
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "operationId", r->id);
    jsonw_member_cstr(w, "summary", r->summary);
    if (route_is_tool(r))
        jsonw_member_cstr(w, "description", r->tool->description);
    put_parameters(w, r);
    put_body(w, r);
    put_responses(w, r);
    if (r->example)
        jsonw_member_cstr(w, "x-example", r->example);
    jsonw_end_object(w);
}

static bool was_put(size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (str_is(str_from(routes[k].path), routes[i].path))
            return true;
    return false;
}

static void put_paths(struct jsonw *w)
{
    jsonw_key(w, "paths");
    jsonw_begin_object(w);
    for (size_t i = 0; i < n_routes; i++) {
        if (was_put(i))
            continue;
        jsonw_key_str(w, str_from(routes[i].path));
        jsonw_begin_object(w);
        for (size_t k = i; k < n_routes; k++)
            if (str_is(str_from(routes[k].path), routes[i].path))
                put_operation(w, &routes[k]);
        jsonw_end_object(w);
    }
    jsonw_end_object(w);
}

static const char problem[] =
    "{\"problem\":{\"description\":\"A problem document (RFC "
    "9457): 400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 500, 503, "
    "504.\",\"content\":{\"application/problem+json\":{\"schema\":{\"type\":"
    "\"object\",\"required\":[\"type\",\"title\",\"status\",\"detail\","
    "\"code\"],\"properties\":{\"type\":{\"type\":\"string\"},\"title\":"
    "{\"type\":\"string\"},\"status\":{\"type\":\"integer\"},\"detail\":"
    "{\"type\":\"string\"},\"code\":{\"type\":\"string\"},\"line\":{\"type\":"
    "\"integer\"},\"column\":{\"type\":\"integer\"},\"offset\":{\"type\":"
    "\"integer\"}}}}}}}";

static void put_components(struct jsonw *w)
{
    jsonw_key(w, "components");
    jsonw_begin_object(w);
    jsonw_member_raw(w, "responses", STR(problem));
    jsonw_member_raw(
        w, "securitySchemes",
        STR("{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"}}"));
    jsonw_key(w, "schemas");
    jsonw_begin_object(w);
    for (size_t i = 0; i < answers_n_parts; i++)
        jsonw_member_raw(w, answers_parts[i].name,
                         str_from(answers_parts[i].schema));
    jsonw_end_object(w);
    jsonw_end_object(w);
}

enum err api_openapi(const struct api_call *call, struct str *json,
                     struct error *e)
{
    struct jsonw w;
    struct buf b;

    buf_init(&b, DOCUMENT_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "openapi", "3.1.0");
    jsonw_key(&w, "info");
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "title", "Quarry");
    jsonw_member_cstr(&w, "version", QUARRY_VERSION);
    jsonw_member_cstr(
        &w, "description",
        "Questions over tables and pages, answered with their sources.");
    jsonw_end_object(&w);
    jsonw_member_raw(&w, "security", STR("[{},{\"token\":[]}]"));
    put_paths(&w);
    put_components(&w);
    jsonw_end_object(&w);
    return call_finish(call, &b, json, e);
}
