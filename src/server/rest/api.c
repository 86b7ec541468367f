/*
 * From a request to its handler, and to its reply.
 *
 * Whether a client may use the server at all is decided before
 * (server/auth/http_auth.h). A body must be declared as JSON, which a page
 * of another origin cannot do without being asked first, or come from no
 * browser.
 */
#include "server/rest/api.h"

#include "base/utf8.h"
#include "server/rest/arguments.h"
#include "server/rest/call_tool.h"
#include "server/rest/problem.h"
#include "server/tool_registry/argument_check.h"

/* Is what comes before the parameters this type? */
static bool is_media(struct str type, struct str wanted)
{
    struct str media = str_trim(str_slice(type, 0, str_find_char(type, ';')));

    return str_eq_nocase(media, wanted);
}

static bool is_json(struct str type)
{
    return is_media(type, STR("application/json"));
}

/* `curl -d` declares whatever it sends so. A browser, which does that of forms,
 * says where they come from: those are refused, also from the page's own. */
static bool is_plain_client(const struct httpd_request *r)
{
    return is_media(r->content_type,
                    STR("application/x-www-form-urlencoded")) &&
           !r->origin.n && !httpd_header(r, "Sec-Fetch-Site").p;
}

static bool is_form(struct str type)
{
    return is_media(type, STR("multipart/form-data"));
}

/* A part that came percent-encoded may hold anything. */
static bool is_clean(struct str path)
{
    for (size_t i = 0; i < path.n; i++)
        if ((unsigned char)path.p[i] < ' ')
            return false;
    return utf8_valid_prefix(path) == path.n;
}

/* Sends a body: a page of another origin cannot declare it as JSON without
 * being asked first. */
static bool has_wrong_body(const struct httpd_request *r,
                           const struct route *route)
{
    if (route->is_form)
        return !is_form(r->content_type);
    return (route_takes_body(route) || r->body.n > 0 || r->content_type.n) &&
           !is_json(r->content_type) && !is_plain_client(r);
}

static const struct route *refuse(struct error *e, enum err code,
                                  const char *why)
{
    (void)error_set(e, code, "%s", why);
    return NULL;
}

/* The route, or what is wrong with the request and its status. */
static const struct route *admit(const struct httpd_request *r,
                                 struct str parameter[API_MAX_PARAMETERS],
                                 unsigned *status, struct error *e)
{
    const struct route *route;
    bool has_path;

    *status = 0;
    if (!is_clean(r->path))
        return refuse(e, ERR_VALIDATION_FAILED,
                      "a path is UTF-8 without control characters");
    route = route_find(r->method, r->path, parameter, &has_path);
    if (!route && !has_path)
        return refuse(e, ERR_NOT_FOUND, "there is no such path here");
    *status = 405;
    if (!route)
        return refuse(e, ERR_VALIDATION_FAILED,
                      "this path takes another method: see Allow");
    *status = 415;
    if (has_wrong_body(r, route))
        return refuse(e, ERR_VALIDATION_FAILED,
                      route->is_form ? "files are sent as multipart/form-data"
                                     : "a body is JSON, with Content-Type: "
                                       "application/json");
    *status = 0;
    return route;
}

static enum err read_body(const struct route *route, struct api_call *call,
                          struct error *e)
{
    const struct argument *list = route_body(route);
    struct json *body = NULL;

    if (!route_takes_body(route))
        return OK;
    if (route->is_form)
        return arguments_check_form(list, call->request, e);
    if (json_parse(call->request->body, &json_default_limits, call->a, &body,
                   e))
        return e->code;
    call->body = body;
    if (!list || route_is_tool(route)) /* which checks what it is called with */
        return OK;
    return route->checks_body ? argument_check_names(list, body, e)
                              : argument_check(list, body, e);
}

static enum err run(const struct route *route, struct api_call *call,
                    struct str *json, struct error *e)
{
    struct json_object query;

    if (route->run)
        return route->run(call, json, e);
    if (call->body)
        return call_tool(call, route->tool, call->body, json, e);
    if (call_tool_query(call, &query, e))
        return e->code;
    return call_tool(call, route->tool, &query.root, json, e);
}

/* Whose tools are limited gets to what these are, and nothing else. */
static enum err check_reach(const struct route *route, const struct grant *g,
                            struct error *e)
{
    struct str tool;

    if (route->is_open)
        return OK;
    if (!route->tool)
        return g->tools.all
                   ? OK
                   : error_set(e, ERR_NOT_FOUND, "there is no such path here");
    tool = str_from(route->tool->name);
    if (grant_check_tool(g, tool, e))
        return e->code;
    if (grant_find_bound(g, tool)) /* a part of it has no route */
        return error_set(e, ERR_NOT_FOUND, "there is no such path here");
    return grant_spend(g, e);
}

static enum err serve(struct api_call *call, struct error *e)
{
    const struct route *route =
        admit(call->request, call->parameter, call->problem, e);

    call->route = route;
    if (!route || check_reach(route, call->served->grant, e) ||
        arguments_check(route, call->request, e) || read_body(route, call, e))
        return e->code;
    if (route->status)
        call->reply->status = route->status;
    return run(route, call, &call->reply->body, e);
}

bool api_is_upload(const struct httpd_request *r)
{
    struct str parameter[API_MAX_PARAMETERS];
    bool has_path;
    const struct route *route =
        route_find(r->method, r->path, parameter, &has_path);

    return route && route->is_form && is_form(r->content_type);
}

bool api_is_slow(const struct httpd_request *r)
{
    struct str parameter[API_MAX_PARAMETERS];
    bool has_path;
    const struct route *route =
        route_find(r->method, r->path, parameter, &has_path);

    return route && !route->is_quick;
}

void api_handle(const struct api *api, const struct grant *grant,
                const struct httpd_request *r, const struct error *refusal,
                struct arena *a, struct httpd_reply *out)
{
    const struct tool_context served = {.tables = api->tables,
                                        .grant = grant,
                                        .asking = api->asking,
                                        .call_state = api->call_state};
    struct error e = {0};
    unsigned status = 0;
    struct api_call call = {.api = api,
                            .served = &served,
                            .request = r,
                            .reply = out,
                            .problem = &status,
                            .gone = r->gone,
                            .a = a};

    out->status = 200; /* headers may be there already */
    out->content_type = "application/json";
    httpd_put_header(out, "X-Content-Type-Options", "nosniff");
    httpd_put_header(out, "Cache-Control", "no-store");
    if (refusal) {
        e = *refusal;
        if (e.code == ERR_RATE_LIMITED && !e.retry_s)
            status = 503; /* the server has too much to do, not the caller */
    } else if (serve(&call, &e) == OK) {
        return;
    }
    if (status == 405)
        httpd_put_header(out, "Allow", route_methods(r->path, a));
    problem_reply(&e, status, a, out);
}
