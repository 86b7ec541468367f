#include "server/auth/http_auth.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "server/auth/rate_limits.h"

#include <string.h>

#define MCP STR("/mcp/")

struct http_auth {
    struct http_auth_options o;
    struct token_cache *access;
    struct rate_limits *limits;
    _Atomic(const struct config *) config;
};

/* ---- open and close ---- */

enum err http_auth_open(const struct http_auth_options *o,
                        struct http_auth **out, struct error *e)
{
    const struct rate_limit none[LIMIT_KINDS] = {{0}};
    struct token_cache_options access = {o->home, o->changed, o->ctx};
    struct http_auth *d = mem_new(sizeof(*d), e);

    *out = NULL;
    if (!d)
        return e->code;
    d->o = *o;
    if (token_cache_open(&access, &d->access, e) ||
        rate_limits_new(none, &d->limits, e)) {
        http_auth_close(d);
        return e->code;
    }
    *out = d;
    return OK;
}

void http_auth_close(struct http_auth *d)
{
    if (!d)
        return;
    token_cache_close(d->access);
    rate_limits_free(d->limits);
    mem_free(d);
}

void http_auth_shut(struct http_auth *d)
{
    if (d)
        token_cache_stop_watching(d->access);
}

bool http_auth_has_tokens(const struct http_auth *d)
{
    return token_cache_has_any(d->access);
}

void http_auth_configure(struct http_auth *d, const struct config *c)
{
    const struct rate_limit limits[LIMIT_KINDS] = {
        [LIMIT_TOKEN] = {(uint32_t)config_number(c, CONFIG_TOKEN_REQUESTS), 60},
        [LIMIT_ADDRESS] = {(uint32_t)config_number(c, CONFIG_ADDRESS_REQUESTS),
                           60},
        [LIMIT_QUESTION] = {(uint32_t)config_number(c, CONFIG_PUBLIC_QUESTIONS),
                            3600}};

    rate_limits_set(d->limits, limits);
    atomic_store(&d->config, c);
}

void http_auth_refresh(struct http_auth *d)
{
    token_cache_refresh(d->access);
}

bool http_auth_is_open(struct http_auth *d, uint64_t owner)
{
    return token_cache_is_open(d->access, owner);
}

enum err http_auth_check(struct http_auth *d, const struct authenticated *g,
                         struct error *e)
{
    return !g->caller.snapshot || token_cache_holds(d->access, &g->caller)
               ? OK
               : error_set(e, ERR_CONFLICT,
                           "a base was removed or replaced while this was "
                           "answered; ask again");
}

/* ---- which server is meant ---- */

/* "localhost:7480" without its port and without the brackets of IPv6. */
static struct str name_of(struct str host)
{
    size_t end = host.n;

    while (end > 0 && host.p[end - 1] >= '0' && host.p[end - 1] <= '9')
        end--;
    if (end > 0 && host.p[end - 1] == ':')
        host = str_slice(host, 0, end - 1);
    return str_starts(host, STR("[")) && str_ends(host, STR("]"))
               ? str_slice(host, 1, host.n - 1)
               : host;
}

static bool is_listed(struct str list, struct str name)
{
    while (list.n > 0) {
        size_t comma = str_find_char(list, ',');

        if (name.n && str_eq_nocase(str_trim(str_slice(list, 0, comma)), name))
            return true;
        list = str_slice(list, comma + 1, list.n);
    }
    return false;
}

static bool is_any_address(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

static bool is_own_host(const struct http_auth *d, struct str host)
{
    static const char *const names[] = {"localhost", "127.0.0.1", "::1"};
    struct str name = name_of(host);

    if (STR_IN(name, names) || str_is(name, d->o.address) ||
        is_listed(config_text(d->config, CONFIG_HOSTS), name))
        return true;
    /* an address cannot be made to resolve to something else */
    return is_any_address(d->o.address) && httpd_is_address(name);
}

static bool has_proxies(const struct http_auth *d)
{
    return config_text(d->config, CONFIG_PROXIES).n > 0;
}

/* "http://localhost:7480" of "localhost:7480"; behind a proxy we do not know
 * how its client speaks to it. */
static bool is_own_origin(const struct http_auth *d,
                          const struct httpd_request *r)
{
    const struct str schemes[] = {STR("https://"), STR("http://")};

    for (size_t i = 0; i < COUNT_OF(schemes); i++) {
        bool is_https = i == 0;

        if ((is_https == r->is_tls || has_proxies(d)) &&
            str_starts(r->origin, schemes[i]) &&
            str_eq(str_slice(r->origin, schemes[i].n, r->origin.n), r->host))
            return true;
    }
    return false;
}

/* A page of another origin asks. */
static bool is_foreign(const struct http_auth *d, const struct httpd_request *r)
{
    return r->origin.n && !is_own_origin(d, r);
}

static enum err forbid_origin(struct error *e)
{
    return error_set(e, ERR_FORBIDDEN,
                     "pages of this origin may not send requests here");
}

/* NAME of /mcp/NAME, or of /v1/...?exposure=NAME: a preflight has the address
 * and no header of the request that it asks for. Else empty. */
static struct str exposure_of(const struct httpd_request *r)
{
    return str_starts(r->path, MCP) ? str_slice(r->path, MCP.n, r->path.n)
                                    : httpd_query(r, "exposure");
}

/* ---- who it is ---- */

/* Headers that proxies add, each of them not all. */
static bool came_through_proxy(const struct httpd_request *r)
{
    static const char *const names[] = {"X-Forwarded-For",
                                        "Forwarded",
                                        "Via",
                                        "X-Real-IP",
                                        "X-Forwarded-Host",
                                        "X-Forwarded-Proto",
                                        "X-Forwarded-Port",
                                        "X-Forwarded-Server",
                                        "X-Forwarded-Prefix",
                                        "X-Forwarded",
                                        "Forwarded-For",
                                        "X-Client-IP",
                                        "X-Cluster-Client-IP",
                                        "X-Original-For",
                                        "X-Original-Host",
                                        "X-Envoy-External-Address",
                                        "True-Client-IP",
                                        "CF-Connecting-IP",
                                        "Fastly-Client-IP",
                                        "X-Appengine-User-IP",
                                        "X-Azure-ClientIP",
                                        "X-ProxyUser-Ip"};

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (httpd_header(r, names[i]).p)
            return true;
    return false;
}

/* What came through a proxy that is not configured is not from this user, and
 * what a page of another origin asks, listed or not, this user did not ask. */
static bool is_local(const struct http_auth *d, const struct httpd_request *r)
{
    return d->o.is_local && !has_proxies(d) && !is_foreign(d, r) &&
           !came_through_proxy(r);
}

static bool allows_origin(const struct authenticated *g, struct str origin)
{
    for (size_t i = 0; i < g->caller.n_origins; i++)
        if (str_eq(g->caller.origins[i], origin))
            return true;
    return false;
}

/* Whether the server lives is no secret. */
static bool is_open_path(struct str path)
{
    static const char *const paths[] = {"/healthz", "/readyz"};

    return STR_IN(path, paths);
}

static struct credentials credentials_of(const struct http_auth *d,
                                         const struct httpd_request *r)
{
    return (struct credentials){.authorization = r->authorization,
                                .exposure = exposure_of(r),
                                .is_local = is_local(d, r)};
}

static struct principal principal_of(const struct token_caller *v,
                                     uint64_t client)
{
    const uint64_t who[] = {v->key, v->is_public ? client : 0};
    const uint64_t mixed = hash_bytes(who, sizeof(who));

    return (struct principal){.key = mixed ? mixed : 1,
                              .is_anonymous = v->is_public};
}

struct principal http_auth_principal(struct http_auth *d,
                                     const struct httpd_request *r)
{
    const struct credentials k = credentials_of(d, r);
    struct principal principal = PRINCIPAL_NONE;
    struct error ignored;
    struct token_caller v;

    if (token_cache_authenticate(d->access, &k, &v, &ignored))
        return principal;
    principal = principal_of(&v, r->client);
    token_cache_leave(&v);
    return principal;
}

static enum err take(struct http_auth *d, enum limit_kind kind, uint64_t who,
                     struct error *e)
{
    uint32_t wait_s = 0;
    enum err rc =
        rate_limits_take(d->limits, kind, who, clock_ms(), &wait_s, e);

    if (rc)
        e->retry_s = wait_s;
    return rc;
}

static enum err take_question(void *caller, struct error *e)
{
    const struct authenticated *g = caller;

    return take(g->auth, LIMIT_QUESTION, g->client, e);
}

static enum err check_server(const struct http_auth *d,
                             const struct httpd_request *r, struct error *e)
{
    return is_own_host(d, r->host)
               ? OK
               : error_set(
                     e, ERR_FORBIDDEN,
                     "the Host is not a name of this server; its names are "
                     "configured as 'hosts'");
}

enum err http_authenticate(struct http_auth *d, const struct httpd_request *r,
                           struct authenticated *g, struct error *e)
{
    const struct credentials k = credentials_of(d, r);

    *g = (struct authenticated){.auth = d, .client = r->client};
    if (check_server(d, r, e) ||
        (!k.is_local && take(d, LIMIT_ADDRESS, r->client, e)))
        return e->code;
    if (is_open_path(r->path) && !r->origin.n)
        return OK;
    if (token_cache_authenticate(d->access, &k, &g->caller, e))
        return is_foreign(d, r) && !r->authorization.n &&
                       !token_cache_allows_origin(d->access, k.exposure,
                                                  r->origin)
                   ? forbid_origin(e)
                   : e->code;
    g->principal = principal_of(&g->caller, r->client);
    if (take(d, LIMIT_TOKEN, g->caller.key, e))
        return e->code;
    if (is_foreign(d, r) && !allows_origin(g, r->origin))
        return forbid_origin(e);
    if (g->caller.is_public && !k.is_local)
        g->caller.grant.allowance = (struct allowance){take_question, g};
    return OK;
}

void authenticated_release(struct authenticated *g)
{
    token_cache_leave(&g->caller);
    *g = AUTHENTICATED_NONE;
}

/* ---- pages of other origins ---- */

bool http_auth_is_preflight(const struct httpd_request *r)
{
    return str_is(r->method, "OPTIONS") && r->origin.n &&
           httpd_header(r, "Access-Control-Request-Method").p;
}

static void put_origin(struct http_auth *d, const struct httpd_request *r,
                       struct arena *a, struct httpd_reply *out)
{
    struct error ignored;
    const char *origin;

    if (!r->origin.n)
        return;
    httpd_put_header(out, "Vary", "Origin");
    if (!token_cache_allows_origin(d->access, exposure_of(r), r->origin))
        return;
    origin = str_cstr(r->origin, a, &ignored);
    if (origin) {
        httpd_put_header(out, "Access-Control-Allow-Origin", origin);
        httpd_put_header(out, "Access-Control-Expose-Headers",
                         "Mcp-Session-Id, Retry-After, X-Request-Id");
    }
}

void http_auth_put_headers(struct http_auth *d, const struct httpd_request *r,
                           const struct error *e, struct arena *a,
                           struct httpd_reply *out)
{
    put_origin(d, r, a, out);
    if (e->code == ERR_UNAUTHORIZED)
        httpd_put_header(out, "WWW-Authenticate", "Bearer realm=\"quarry\"");
}

void http_auth_reply_preflight(struct http_auth *d,
                               const struct httpd_request *r, struct arena *a,
                               struct httpd_reply *out)
{
    out->status = 204;
    out->content_type = "text/plain";
    put_origin(d, r, a, out);
    if (!token_cache_allows_origin(d->access, exposure_of(r), r->origin)) {
        out->status = 403;
        return;
    }
    httpd_put_header(out, "Access-Control-Allow-Methods",
                     "GET, POST, PUT, PATCH, DELETE");
    httpd_put_header(
        out, "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Accept, If-Match, Last-Event-ID, "
        "Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name");
    httpd_put_header(out, "Access-Control-Max-Age", "600");
}
