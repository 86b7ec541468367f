/*
 * From a request to its handler, and to its reply.
 *
 * Who may speak to the server at all is decided before (serve/door.h). A body
 * must be declared as JSON, which a page of another origin cannot do without
 * being asked first.
 */
#include "api/api.h"

#include "api/problem.h"
#include "toolsets/table_tools.h"

#include <string.h>

/* A handler of ours, or a tool of the table tools, by its name. */
static const struct route {
    const char *method;
    const char *path;
    api_route *run;
    const char *tool;
} routes[] = {
    {"GET", "/healthz", api_health, NULL},
    {"POST", "/v1/ask", api_ask, NULL},
    {"POST", "/v1/tables/map", NULL, "table_get_map"},
    {"POST", "/v1/tables/describe", NULL, "table_describe"},
    {"POST", "/v1/tables/stats", NULL, "table_stats"},
    {"POST", "/v1/tables/rows", NULL, "table_read_rows"},
    {"POST", "/v1/tables/query", NULL, "table_query"},
};

/* ---- what is asked ---- */

/* Is what stands before the parameters this type? */
static bool is_json(struct str type)
{
    struct str media = str_trim(str_slice(type, 0, str_find_char(type, ';')));

    return str_eq_nocase(media, STR("application/json"));
}

/* ---- routes ---- */

static const struct route *find(const struct httpd_request *r, bool *path)
{
    *path = false;
    for (size_t i = 0; i < sizeof(routes) / sizeof(routes[0]); i++) {
        if (!str_is(r->path, routes[i].path))
            continue;
        *path = true;
        if (str_is(r->method, routes[i].method))
            return &routes[i];
    }
    return NULL;
}

static const char *allowed(struct str path)
{
    for (size_t i = 0; i < sizeof(routes) / sizeof(routes[0]); i++)
        if (str_is(path, routes[i].path))
            return routes[i].method;
    return "";
}

/* The route, or what is wrong with the request and its status. */
static const struct route *admit(const struct httpd_request *r,
                                 unsigned *status, struct error *e)
{
    const struct route *route;
    bool path;

    *status = 0;
    route = find(r, &path);
    if (!route && !path) {
        (void)error_set(e, ERR_NOT_FOUND, "there is no such path here");
    } else if (!route) {
        *status = 405;
        (void)error_set(e, ERR_VALIDATION_FAILED, "this path takes %s",
                        allowed(r->path));
    } else if (str_is(r->method, "POST") && !is_json(r->content_type)) {
        *status = 415;
        (void)error_set(e, ERR_VALIDATION_FAILED,
                        "a body is JSON, with Content-Type: application/json");
        return NULL;
    }
    return route;
}

static enum err run(const struct route *route, const struct api *api,
                    const struct httpd_request *r, struct arena *a,
                    struct str *json, struct error *e)
{
    const struct served served = {.tables = api->tables, .grant = &grant_local};
    struct api_call call = {&served, NULL, r->gone, a};
    struct json *body = NULL;

    if (str_is(r->method, "POST") &&
        json_parse(r->body, &json_default_limits, a, &body, e))
        return e->code;
    call.body = body;
    if (route->run)
        return route->run(&call, json, e);
    return tool_call(
        &(struct tool_use){toolset_find(&table_tools, str_from(route->tool)),
                           (void *)&served, body, r->gone},
        a, json, e);
}

static void put_header(struct httpd_reply *out, const char *name,
                       const char *value)
{
    BUG_ON(out->headers == HTTPD_MAX_HEADERS);
    out->header[out->headers++] = (struct httpd_header){name, value};
}

void api_handle(void *ctx, const struct httpd_request *r,
                const struct error *refusal, struct arena *a,
                struct httpd_reply *out)
{
    const struct api *api = ctx;
    struct error e = {0};
    unsigned status = 0;
    const struct route *route = NULL;

    *out =
        (struct httpd_reply){.status = 200, .content_type = "application/json"};
    put_header(out, "X-Content-Type-Options", "nosniff");
    put_header(out, "Cache-Control", "no-store");
    if (refusal)
        e = *refusal;
    else
        route = admit(r, &status, &e);
    if (route && run(route, api, r, a, &out->body, &e) == OK)
        return;
    if (status == 405)
        put_header(out, "Allow", allowed(r->path));
    problem_reply(&e, status, a, out);
}
