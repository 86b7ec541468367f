#include "server/serve/http_serve.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/memory_available.h"
#include "base/principal.h"
#include "base/stdio/stop.h"
#include "knowledge/jobs/jobs.h"
#include "server/auth/http_auth.h"
#include "server/httpd/claim.h"
#include "server/mcp/mcp_http.h"
#include "server/rest/api.h"
#include "server/rest/readiness.h"
#include "server/serve/request_log.h"
#include "server/tools/asking.h"
#include "server/tools/call_state.h"
#include "server/web_assets/page.h"
#include "store/catalog/pins.h"

#include <errno.h>
#include <poll.h>

#define PER_CLIENT  128 /* that come from elsewhere */
#define TIMEOUT_S   30
#define MAX_UPLOAD  (UINT64_C(2) << 30)
#define UPLOADS     16
#define ARENA_BYTES ((size_t)512 << 20) /* as of one `quarry ask` */
#define PURGE_MS    (10 * 60 * 1000)
#define PROBE_BYTES ((size_t)1 << 20)

#define LEAST_MEMORY (UINT64_C(256) << 20) /* less answers hardly anything */

struct server {
    const struct http_serve_options *o;
    struct api api;
    struct readiness readiness;
    struct mcp_http *mcp;
    struct asking asking;
    struct call_state call_state; /* of MCP */
    struct call_state paging; /* the same without counting reads: programs may
                               read the same as often as they like */
    struct http_auth *auth;
    /* Set before anybody can come, taken away after all have gone; the
     * thread of `auth` looks at it at any time. */
    _Atomic(struct httpd *) httpd;
};

/* ---- one request ---- */

static bool is_mcp(struct str path)
{
    return str_is(path, "/mcp") || str_starts(path, STR("/mcp/"));
}

/* What an exposure is called is in the path; nothing else is a part of the
 * address. */
static enum err check_address(const struct httpd_request *r, struct error *e)
{
    return r->arguments
               ? error_set(e, ERR_VALIDATION_FAILED,
                           "MCP takes no query parameters; an exposure is "
                           "/mcp/NAME")
               : OK;
}

/* What follows /mcp/ is the name of an exposure. */
static void handle_mcp(struct server *s, const struct authenticated *g,
                       const struct httpd_request *r,
                       const struct error *refusal, struct arena *a,
                       struct httpd_reply *out)
{
    struct tool_context served = {.tables = s->api.tables,
                                  .grant = &g->caller.grant,
                                  .asking = &s->asking,
                                  .session = httpd_header(r, "Mcp-Session-Id"),
                                  .call_state = &s->call_state,
                                  .window_bytes = TOOL_WINDOW_BYTES,
                                  .answer_bytes = TOOL_ANSWER_MAX_BYTES};
    const struct mcp_caller who = {.context = &served,
                                   .grant = served.grant,
                                   .key = g->caller.key,
                                   .principal = g->principal.key,
                                   .is_public = g->caller.is_public,
                                   .place = g->caller.grant.exposure};
    struct error e;

    if (!refusal && check_address(r, &e))
        refusal = &e;
    mcp_http_handle(s->mcp, &who, r, refusal, a, out);
}

/* To the interface that the path belongs to; a refusal has its format. */
static void dispatch(struct server *s, const struct authenticated *g,
                     const struct httpd_request *r, const struct error *refusal,
                     struct arena *a, struct httpd_reply *out)
{
    if (is_mcp(r->path)) {
        handle_mcp(s, g, r, refusal, a, out);
        return;
    }
    /* The page is the same for everybody, and asks for a token itself. */
    if ((!refusal || refusal->code == ERR_UNAUTHORIZED) && page_reply(r, out))
        return;
    api_handle(&s->api, &g->caller.grant, r, refusal, a, out);
}

/* Its owner may have lost the token since it was authenticated. */
static enum err claim(struct server *s, const struct authenticated *g,
                      const struct httpd_request *r, struct error *e)
{
    httpd_claim(r, g->caller.key);
    return http_auth_is_open(s->auth, g->caller.key)
               ? OK
               : error_set(e, ERR_UNAUTHORIZED, "the token was revoked");
}

/* Removing a base may revoke the caller's own token; it still gets a reply. */
static bool takes_away(const struct httpd_request *r)
{
    return str_is(r->method, "DELETE");
}

/* A result made from a base that was removed meanwhile is discarded. */
static void reply(struct server *s, const struct authenticated *g,
                  const struct httpd_request *r, const struct error *refusal,
                  struct arena *a, struct httpd_reply *out)
{
    const struct httpd_reply fresh = *out;
    struct error e;

    dispatch(s, g, r, refusal, a, out);
    if (!refusal && !takes_away(r) && http_auth_check(s->auth, g, &e)) {
        *out = fresh;
        dispatch(s, g, r, &e, a, out);
    }
}

static void handle(void *ctx, const struct httpd_request *r,
                   const struct error *refusal, struct arena *a,
                   struct httpd_reply *out)
{
    struct server *s = ctx;
    struct authenticated g = AUTHENTICATED_NONE;
    struct error e = {0};
    struct base_pins pins;
    struct request_log log;

    *out = (struct httpd_reply){0};
    request_log_begin(&log, r, a, out);
    if (refusal) {
        e = *refusal;
    } else if (http_auth_is_preflight(r)) {
        http_auth_reply_preflight(s->auth, r, a, out);
        request_log_end(&log, r, (struct str){0}, out);
        return;
    } else if (http_authenticate(s->auth, r, &g, &e) == OK) {
        (void)!claim(s, &g, r, &e);
    }
    base_pins_begin(&pins);
    if (!e.code)
        (void)!grant_expect_bases(&g.caller.grant, &e);
    principal_set(g.principal);
    http_auth_put_headers(s->auth, r, &e, a, out);
    reply(s, &g, r, e.code ? &e : NULL, a, out);
    principal_set(PRINCIPAL_NONE);
    base_pins_end(&pins);
    request_log_end(&log, r, g.caller.grant.id, out);
    authenticated_release(&g);
}

/* Answered where all clients are read: it waits for nothing, and says that they
 * are served even when every thread works. */
static bool is_quick(const struct httpd_request *r)
{
    return str_is(r->path, "/healthz");
}

/* No part of an upload is read if its sender may not write. */
static enum httpd_way admit(void *ctx, const struct httpd_request *r,
                            struct arena *a, struct httpd_reply *out)
{
    struct server *s = ctx;
    struct authenticated g = AUTHENTICATED_NONE;
    struct error e = {0};
    bool refused;

    if (is_quick(r)) {
        handle(ctx, r, NULL, a, out);
        return HTTPD_REPLY;
    }
    if (!api_is_upload(r))
        return HTTPD_QUEUE;
    refused = http_authenticate(s->auth, r, &g, &e) ||
              grant_check_right(&g.caller.grant, RIGHT_WRITE, &e);
    authenticated_release(&g);
    if (!refused)
        return HTTPD_UPLOAD;
    *out = (struct httpd_reply){0};
    http_auth_put_headers(s->auth, r, &e, a, out);
    api_handle(&s->api, &g.caller.grant, r, &e, a, out);
    return HTTPD_REPLY;
}

/* A request that is not authenticated is refused early. */
static enum httpd_kind classify(void *ctx, const struct httpd_request *r,
                                struct principal *who)
{
    struct server *s = ctx;
    const struct principal principal = http_auth_principal(s->auth, r);

    if (!principal.key)
        return HTTPD_QUICK;
    *who = principal;
    return (is_mcp(r->path) ? mcp_http_is_slow(r) : api_is_slow(r))
               ? HTTPD_SLOW
               : HTTPD_QUICK;
}

static bool may_go_on(void *auth, uint64_t owner)
{
    return http_auth_is_open(auth, owner);
}

/* Somebody lost a token: what runs for them ends. */
static void on_change(void *server)
{
    struct server *s = server;
    struct httpd *h = atomic_load(&s->httpd);

    if (!h)
        return;
    mcp_http_sweep(s->mcp, may_go_on, s->auth);
    httpd_drop(h, may_go_on, s->auth);
}

/* ---- may it start? ---- */

static enum err check_sandbox(struct tables *t, struct error *e)
{
    struct arena a;
    struct json *ready = NULL;
    struct str text;
    enum err rc;

    arena_init(&a, PROBE_BYTES);
    rc = tables_probe_worker(t, &a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, &a, &ready, e);
    if (!rc && !json_is_true(json_find(ready, "sandbox_whole")))
        rc = error_set(
            e, ERR_TOOL_WORKER_UNAVAILABLE,
            "this kernel lacks Landlock or seccomp, which serving other "
            "machines requires; 'quarry doctor' says more");
    arena_release(&a);
    return rc;
}

/* Other machines can connect: they must be authenticated, and what they send must
 * be walled in. */
static enum err check_open(const struct http_serve_options *o,
                           const struct http_auth *d, struct error *e)
{
    if (!http_auth_has_tokens(d))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'%s' can be reached from other machines, and there is no token "
            "for them; create one with 'quarry token create'",
            o->address);
    if (!o->tls_cert)
        log_warn(
            "serve",
            "tokens are sent unencrypted; use --tls-cert, or a proxy with TLS "
            "in front");
    return check_sandbox(o->tables, e);
}

/* ---- from start to end ---- */

/* `c` lives as long as the server. */
static void use_config(struct server *s, const struct config *c)
{
    http_auth_configure(s->auth, c);
    asking_set_config(&s->asking, c);
}

/* What was decided when the server began. */
static const enum config_id fixed[] = {
    CONFIG_LISTEN,       CONFIG_PROXIES,         CONFIG_THREADS,
    CONFIG_SLOW_THREADS, CONFIG_WORKERS,         CONFIG_MAX_QUEUED,
    CONFIG_MEMORY,       CONFIG_MAX_CONNECTIONS, CONFIG_RETRIEVAL_MODE};

static void warn_of_fixed(const struct server *s, const struct config *c)
{
    for (size_t i = 0; i < COUNT_OF(fixed); i++)
        if (!str_eq(config_text(c, fixed[i]),
                    config_text(s->o->config, fixed[i])))
            log_warn(
                "serve",
                "'%s' changed; the new value is used from the next start on",
                config_name(fixed[i]));
}

static void reload_config(struct server *s)
{
    const struct config *c = NULL;
    struct error e = {0};

    if (s->o->reload(s->o->ctx, &c, &e)) {
        log_error("serve", "the configuration stays as it was: %s", e.msg);
        return;
    }
    use_config(s, c);
    warn_of_fixed(s, c);
    log_info("serve", "read the configuration again");
}

static void reload_tls(struct server *s)
{
    const char *cert = NULL;
    const char *key = NULL;
    struct error e = {0};

    if (!s->o->tls_cert)
        return;
    if (s->o->reload_tls(s->o->ctx, &cert, &key, &e) ||
        httpd_set_tls(atomic_load(&s->httpd), cert, key, &e))
        log_error("serve", "the certificate stays as it was: %s", e.msg);
    else
        log_info("serve", "read the certificate again");
}

static void wait_for_end(struct server *s, const struct stop *stop)
{
    struct pollfd fds[] = {{.fd = stop->fd, .events = POLLIN},
                           {.fd = stop->reload_fd, .events = POLLIN},
                           {.fd = s->readiness.wake_fd, .events = POLLIN}};

    while (!(fds[0].revents & POLLIN)) {
        if (poll(fds, COUNT_OF(fds), PURGE_MS) < 0 && errno != EINTR)
            return;
        if (fds[2].revents & POLLIN)
            readiness_look(&s->readiness);
        query_log_purge(s->asking.log);
        if (!(fds[1].revents & POLLIN))
            continue;
        stop_clear_reload(stop);
        http_auth_refresh(s->auth);
        reload_config(s);
        reload_tls(s);
    }
}

static enum err read_proxies(const struct config *c, struct arena *a,
                             struct httpd_options *out, struct error *e)
{
    struct str *list = NULL;
    const char **proxies;
    size_t n = 0;

    if (config_list(c, CONFIG_PROXIES, a, &list, &n, e))
        return e->code;
    proxies = arena_alloc_array(a, n, sizeof(*proxies), e);
    if (!proxies)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        proxies[i] = str_cstr(list[i], a, e);
        if (!proxies[i])
            return e->code;
    }
    out->proxies = proxies;
    out->n_proxies = n;
    if (n > 0)
        out->max_per_client = 0; /* all come from the same few */
    return OK;
}

static enum err serve_until(struct server *s, const struct stop *stop,
                            struct arena *a, struct error *e)
{
    const struct http_serve_options *o = s->o;
    struct httpd_options server = {
        .address = o->address,
        .port = o->port,
        .tls_cert = o->tls_cert,
        .tls_key = o->tls_key,
        .admit = admit,
        .classify = classify,
        .handle = handle,
        .ctx = s,
        .threads = (unsigned)config_number(o->config, CONFIG_THREADS),
        .slow_threads = (unsigned)config_number(o->config, CONFIG_SLOW_THREADS),
        .max_connections =
            (unsigned)config_number(o->config, CONFIG_MAX_CONNECTIONS),
        .max_per_client = httpd_is_loopback(o->address) ? 0 : PER_CLIENT,
        .max_queued = (unsigned)config_number(o->config, CONFIG_MAX_QUEUED),
        .timeout_s = TIMEOUT_S,
        .max_body = API_MAX_BODY,
        .max_upload = MAX_UPLOAD,
        .max_uploads = UPLOADS,
        .upload_folder = jobs_folder(s->api.jobs),
        .arena_bytes = ARENA_BYTES};
    struct httpd *h = NULL;
    uint16_t port = 0;
    enum err rc = read_proxies(o->config, a, &server, e);

    if (!rc)
        rc = httpd_start(&server, &h, &port, e);
    if (rc)
        return rc;
    atomic_store(&s->httpd, h);
    rc = o->ready(o->ctx, port, e);
    if (!rc)
        wait_for_end(s, stop);
    return rc;
}

static enum err open_http_auth(struct server *s, struct error *e)
{
    const struct http_auth_options auth = {.home = s->o->home,
                                           .address = s->o->address,
                                           .is_local =
                                               httpd_is_loopback(s->o->address),
                                           .changed = on_change,
                                           .ctx = s};
    enum err rc = http_auth_open(&auth, &s->auth, e);

    if (!rc)
        rc = query_log_open(s->o->home, &s->asking.log, e);
    if (rc)
        return rc;
    use_config(s, s->o->config);
    return auth.is_local ? OK : check_open(s->o, s->auth, e);
}

/* Half is for worker processes, what the libraries hold, and the system. */
static void limit_memory(const struct config *c)
{
    uint64_t bytes = config_number(c, CONFIG_MEMORY) << 20;
    uint64_t half = memory_available() / 2;

    if (!bytes)
        bytes = half > LEAST_MEMORY ? half : LEAST_MEMORY;
    mem_set_budget((size_t)bytes);
}

enum err http_serve(const struct http_serve_options *o, struct error *e)
{
    struct server s = {.o = o, .api = {.tables = o->tables}};
    struct arena a;
    struct stop stop;
    enum err rc = stop_open(&stop, e);

    if (rc)
        return rc;
    stop_watch_reload(&stop);
    if (o->stop && atomic_load(o->stop))
        stop_raise(stop.fd);
    limit_memory(o->config);
    arena_init(&a, PROBE_BYTES);
    s.api.asking = &s.asking;
    s.api.readiness = &s.readiness;
    rc = readiness_open(&s.readiness, o->tables, e);
    if (!rc)
        rc = call_state_open(&s.call_state, NULL,
                             e); /* jobs look after indexes */
    s.paging = (struct call_state){.pages = s.call_state.pages,
                                   .queries = s.call_state.queries};
    s.api.call_state = &s.paging;
    if (!rc)
        rc = open_http_auth(&s, e);
    if (!rc)
        rc = jobs_open(o->tables, &s.api.jobs, e);
    if (!rc)
        rc = mcp_http_new(o->offer, o->home, &s.mcp, e);
    if (!rc)
        rc = serve_until(&s, &stop, &a, e);
    http_auth_shut(s.auth); /* its thread looks at the server no more */
    httpd_stop(atomic_load(&s.httpd));
    mcp_http_free(s.mcp);
    jobs_close(s.api.jobs);
    http_auth_close(s.auth);
    query_log_close(s.asking.log);
    call_state_close(&s.call_state);
    readiness_close(&s.readiness);
    arena_release(&a);
    stop_close(&stop);
    return rc;
}
