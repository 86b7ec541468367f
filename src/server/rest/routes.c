#include "server/rest/routes.h"

#define ALLOW_BYTES 256

/* Does a path fit a pattern? The parts in braces are kept. */
static bool fits(struct str pattern, struct str path,
                 struct str parameter[API_MAX_PARAMETERS])
{
    size_t n = 0;

    while (pattern.n > 0) {
        const size_t to = str_find_char(str_slice(pattern, 1, pattern.n), '/');
        const struct str want = str_slice(pattern, 1, to + 1);
        const struct str got = str_slice(
            path, 1, 1 + str_find_char(str_slice(path, 1, path.n), '/'));

        if (!str_starts(path, STR("/")))
            return false;
        if (!str_starts(want, STR("{"))) {
            if (!str_eq(want, got))
                return false;
        } else if (got.n == 0 || n == API_MAX_PARAMETERS) {
            return false;
        } else {
            parameter[n++] = got;
        }
        pattern = str_slice(pattern, to + 1, pattern.n);
        path = str_slice(path, got.n + 1, path.n);
    }
    return path.n == 0;
}

static bool is_get(const struct route *r)
{
    return str_eq(str_from(r->method), STR("GET"));
}

/* HEAD is answered as GET; libmicrohttpd
 * leaves the body out. */
static bool takes(const struct route *r, struct str method)
{
    return str_is(method, r->method) || (is_get(r) && str_is(method, "HEAD"));
}

const struct route *route_find(struct str method, struct str path,
                               struct str parameter[API_MAX_PARAMETERS],
                               bool *has_path)
{
    *has_path = false;
    for (size_t i = 0; i < n_routes; i++) {
        if (!fits(str_from(routes[i].path), path, parameter))
            continue;
        *has_path = true;
        if (takes(&routes[i], method))
            return &routes[i];
    }
    return NULL;
}

const char *route_methods(struct str path, struct arena *a)
{
    struct str parameter[API_MAX_PARAMETERS];
    struct error ignored;
    struct str text = {0};
    struct buf b;

    buf_init(&b, ALLOW_BYTES);
    for (size_t i = 0; i < n_routes; i++) {
        if (fits(str_from(routes[i].path), path, parameter))
            buf_printf(&b, "%s%s%s", b.n ? ", " : "", routes[i].method,
                       is_get(&routes[i]) ? ", HEAD" : "");
    }
    if (buf_dup(&b, a, &text, &ignored))
        text = STR("");
    buf_release(&b);
    return str_bytes(text);
}

bool route_is_tool(const struct route *r)
{
    return !r->run;
}

const struct argument *route_body(const struct route *r)
{
    return route_is_tool(r) && !r->of_tool[0] ? r->tool->arguments : r->body;
}

bool route_takes_body(const struct route *r)
{
    return route_body(r) || r->takes_any;
}

const char *route_sent(const struct route *r)
{
    return route_is_tool(r) && route_takes_body(r) ? r->tool->example : r->sent;
}

const char *route_answer(const struct route *r)
{
    const struct tool_spec *tool = r->gives_as ? r->gives_as : r->tool;

    return r->gives || !tool ? r->gives : tool->result;
}

void route_query(const struct route *r, struct route_query *out)
{
    static const struct argument exposure = {.name = "exposure",
                                             .type = ARGUMENT_TEXT,
                                             .description =
                                                 "Ask through this exposure."};

    out->n = 0;
    for (const struct argument *x = r->query; x->name; x++)
        out->arguments[out->n++] = x;
    for (size_t i = 0; r->of_tool[i]; i++)
        out->arguments[out->n++] =
            argument_find(r->tool->arguments, str_from(r->of_tool[i]));
    if (r->tool)
        out->arguments[out->n++] = &exposure;
}

const struct argument *route_argument(const struct route *r, struct str name)
{
    struct route_query query;

    route_query(r, &query);
    for (size_t i = 0; i < query.n; i++)
        if (str_is(name, query.arguments[i]->name))
            return query.arguments[i];
    return NULL;
}
