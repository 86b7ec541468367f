#include "server/rest/routes.h"

#include "server/tools/base_tools.h"

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

/* Who asks for the head alone is answered as who asks for all; libmicrohttpd
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

const char *route_schema(const struct route *r)
{
    if (!r->tool)
        return r->body;
    return toolset_find(&base_tools, str_from(r->tool))->input_schema;
}

const char *route_answer(const struct route *r)
{
    const char *tool = r->gives_as ? r->gives_as : r->tool;

    return tool ? toolset_find(&base_tools, str_from(tool))->output_schema
                : r->gives;
}

const char *route_capability(const struct route *r)
{
    return r->tool ? r->tool : r->as;
}

const struct route_argument *route_exposure(const struct route *r)
{
    static const struct route_argument exposure = {
        "exposure", "string", "Ask through this exposure.", false};
    const char *capability = route_capability(r);

    return capability && *capability ? &exposure : NULL;
}
