/* cmd_serve.c - the bases of a home over HTTP. */
#include "cli/cli.h"

#include "base/log.h"
#include "cli/browser.h"
#include "cli/config_args.h"
#include "cli/home_args.h"
#include "mcp/fixtures.h"
#include "mcp/mcp_call.h"
#include "serve/http_serve.h"

#define PEM_BYTES ((size_t)256 * 1024)

struct listen {
    struct cli *c;
    const char *address;
    bool brackets; /* [::1]:7480 */
    bool is_tls;
    bool opens; /* a browser, once it is ready */
    uint16_t port;
};

/* "127.0.0.1:7480", "[::1]:7480". */
static enum err read_listen(struct cli *c, struct str given, struct listen *out,
                            struct error *e)
{
    struct str digits = str_after_last(given, ':');
    struct str address =
        str_slice(given, 0, given.n > digits.n ? given.n - digits.n - 1 : 0);
    struct error ignored;
    uint64_t port;

    out->brackets =
        str_starts(address, STR("[")) && str_ends(address, STR("]"));
    if (out->brackets)
        address = str_slice(address, 1, address.n - 1);
    if (address.n == 0 || str_parse_u64(digits, UINT16_MAX, &port, &ignored))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--listen is ADDRESS:PORT, as 127.0.0.1:7480 or "
                         "[::1]:7480; port 0 takes one that is free");
    out->port = (uint16_t)port;
    out->address = str_cstr(address, &c->arena, e);
    return out->address ? OK : e->code;
}

static enum err address_of(const struct listen *l, uint16_t port,
                           struct str *url, struct error *e)
{
    return str_printf(&l->c->arena, url, e, "%s://%s%s%s:%u",
                      l->is_tls ? "https" : "http", l->brackets ? "[" : "",
                      l->address, l->brackets ? "]" : "", port);
}

/* Now, not with the rest of the output at the end: scripts wait for it. Where
 * no browser is, the server is of use all the same. */
static enum err say_ready(void *ctx, uint16_t port, struct error *e)
{
    const struct listen *l = ctx;
    struct error why = {0};
    struct str url;

    if (address_of(l, port, &url, e))
        return e->code;
    buf_printf(&l->c->out, "listening on %s\n", url.p);
    if (l->opens && browser_open(url.p, &why))
        buf_printf(&l->c->out, "%s\n", why.msg);
    return cli_flush(l->c, e);
}

static enum err read_pem(struct cli *c, enum cli_option option,
                         const char **out, struct error *e)
{
    const char *path = str_cstr(c->args.value[option], &c->arena, e);
    struct str text;

    if (!path || fs_read_file(path, path, PEM_BYTES, &c->arena, &text, e))
        return e->code;
    *out = text.p;
    return OK;
}

/* As load_again(); a server that has TLS keeps it. */
static enum err load_tls_again(void *ctx, const char **cert, const char **key,
                               struct error *e)
{
    const struct listen *l = ctx;

    if (read_pem(l->c, OPT_TLS_CERT, cert, e))
        return e->code;
    return read_pem(l->c, OPT_TLS_KEY, key, e);
}

static enum err read_tls(struct cli *c, struct http_serve_options *o,
                         struct error *e)
{
    if (args_has(&c->args, OPT_TLS_CERT) != args_has(&c->args, OPT_TLS_KEY))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--tls-cert and --tls-key go together");
    if (!args_has(&c->args, OPT_TLS_CERT))
        return OK;
    if (read_pem(c, OPT_TLS_CERT, &o->tls_cert, e) ||
        read_pem(c, OPT_TLS_KEY, &o->tls_key, e))
        return e->code;
    return OK;
}

static enum err use_log(const struct config *config, struct arena *a,
                        struct error *e)
{
    const char *name = str_cstr(config_text(config, CONFIG_LOG_LEVEL), a, e);
    enum log_level level;

    if (!name)
        return e->code;
    if (log_level_of(name, &level))
        log_set_level(level);
    log_set_format(str_is(config_text(config, CONFIG_LOG_FORMAT), "json")
                       ? LOG_JSON
                       : LOG_TEXT);
    return OK;
}

/* The main thread alone loads, so the arena has one user. */
static enum err load_config(struct cli *c, const struct config **out,
                            struct error *e)
{
    struct config *config = arena_alloc(&c->arena, sizeof(*config), e);

    if (!config || config_args_load(c, config, e) ||
        use_log(config, &c->arena, e))
        return e->code;
    *out = config;
    return OK;
}

static enum err load_again(void *ctx, const struct config **out,
                           struct error *e)
{
    const struct listen *l = ctx;

    return load_config(l->c, out, e);
}

static enum err serve_home(struct cli *c, struct http_serve_options *o,
                           struct error *e)
{
    struct home h;
    enum err rc = home_args_open(c, &h, e);

    if (rc)
        return rc;
    o->home = &h; /* cppcheck-suppress autoVariables; for this call */
    c->options.only_bases = true;
    c->options.progress = (struct table_progress){.report = mcp_call_progress};
    c->options.cancel = NULL; /* a signal ends the server, not its calls */
    rc = tables_new(&c->options, &o->tables, e);
    if (!rc)
        rc = http_serve(o, e);
    tables_free(o->tables);
    return rc;
}

static enum err serve(struct cli *c, struct listen *listen, struct error *e)
{
    struct http_serve_options o = {.offer = &mcp_offer_bases,
                                   .ready = say_ready,
                                   .reload = load_again,
                                   .reload_tls = load_tls_again,
                                   .ctx = listen,
                                   .stop = c->options.cancel};
    enum err rc = load_config(c, &o.config, e);

    if (!rc)
        rc = read_listen(c, config_text(o.config, CONFIG_LISTEN), listen, e);
    if (!rc)
        rc = read_tls(c, &o, e);
    if (rc)
        return rc;
    listen->is_tls = o.tls_cert != NULL;
    o.address = listen->address;
    o.port = listen->port;
    if (args_has(&c->args, OPT_FIXTURES))
        o.offer = &mcp_offer_fixtures_of_bases;
    return serve_home(c, &o, e);
}

enum err cmd_serve(struct cli *c, struct error *e)
{
    struct listen listen = {.c = c};

    return serve(c, &listen, e);
}

/* Where the address is taken, most likely by a server that was begun before,
 * its page is opened. */
enum err cmd_open(struct cli *c, struct error *e)
{
    struct listen listen = {.c = c, .opens = true};
    enum err rc = serve(c, &listen, e);
    struct error ignored = {0};
    struct str url;

    if (rc != ERR_CONFLICT || address_of(&listen, listen.port, &url, &ignored))
        return rc;
    buf_printf(&c->out, "a server is running already: %s\n", url.p);
    return browser_open(url.p, e);
}
