/* cmd_serve.c - the bases of a home over HTTP. */
#include "cli/cli.h"

#include "base/log.h"
#include "cli/browser.h"
#include "cli/config_args.h"
#include "cli/home_args.h"
#include "cli/listen_args.h"
#include "server/mcp/fixtures.h"
#include "server/mcp/mcp_call.h"
#include "server/serve/http_serve.h"

struct listen {
    struct cli *c;
    struct listen_place place;
    bool is_tls;
    bool opens; /* a browser, once it is ready */
};

static enum err address_of(const struct listen *l, uint16_t port,
                           struct str *url, struct error *e)
{
    return str_printf(&l->c->arena, url, e, "%s://%s%s%s:%u",
                      l->is_tls ? "https" : "http",
                      l->place.brackets ? "[" : "", l->place.address,
                      l->place.brackets ? "]" : "", port);
}

/* Now, not with the rest of the output at the end: scripts wait for it. Where
 * no browser is, the server is useful anyway. */
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

/* As load_again(); a server that has TLS keeps it. */
static enum err load_tls_again(void *ctx, const char **cert, const char **key,
                               struct error *e)
{
    const struct listen *l = ctx;

    return listen_args_tls(l->c, cert, key, e);
}

static enum err use_log(const struct config *config, struct arena *a,
                        struct error *e)
{
    const char *name = str_cstr(config_text(config, CONFIG_LOG_LEVEL), a, e);
    enum log_level level;

    if (!name)
        return e->code;
    if (log_level_parse(name, &level))
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
    c->options.progress = (struct table_progress){.report = mcp_call_progress,
                                                  .waits = mcp_call_waits};
    c->options.keeps_open = true;
    c->options.workers = (unsigned)config_number(o->config, CONFIG_WORKERS);
    c->options.background_workers = TABLE_BACKGROUND_WORKERS;
    c->options.cancel = NULL; /* a signal ends the server, not its calls */
    rc = tables_new(&c->options, &o->tables, e);
    if (!rc)
        rc = http_serve(o, e);
    tables_free(o->tables);
    return rc;
}

static enum err serve(struct cli *c, struct listen *listen, struct error *e)
{
    struct http_serve_options o = {.offer = &mcp_capabilities_bases,
                                   .ready = say_ready,
                                   .reload = load_again,
                                   .reload_tls = load_tls_again,
                                   .ctx = listen,
                                   .stop = c->options.cancel};
    enum err rc = load_config(c, &o.config, e);

    if (!rc)
        rc = listen_args_read(c, config_text(o.config, CONFIG_LISTEN),
                              &listen->place, e);
    if (!rc)
        rc = listen_args_tls(c, &o.tls_cert, &o.tls_key, e);
    if (rc)
        return rc;
    listen->is_tls = o.tls_cert != NULL;
    o.address = listen->place.address;
    o.port = listen->place.port;
    if (args_has(&c->args, OPT_FIXTURES))
        o.offer = &mcp_capabilities_fixtures_of_bases;
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

    if (rc != ERR_CONFLICT ||
        address_of(&listen, listen.place.port, &url, &ignored))
        return rc;
    buf_printf(&c->out, "a server is running already: %s\n", url.p);
    return browser_open(url.p, e);
}
