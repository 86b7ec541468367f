#include "cli/doctor_home.h"

#include "base/fs.h"
#include "base/json.h"
#include "cli/config_args.h"
#include "cli/home_args.h"
#include "cli/listen_args.h"
#include "server/auth/auth_store.h"
#include "server/httpd/httpd.h"
#include "store/catalog/databases.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#define LOW_BYTES  (UINT64_C(2) << 30)  /* an upload may have as many */
#define FULL_BYTES (UINT64_C(64) << 20) /* of which an upload leaves as many */
#define LIST_BYTES ((size_t)64 << 20)
#define MIB        (UINT64_C(1) << 20)

/* A look at one home. */
struct look {
    struct cli *c;
    struct doctor_findings *out;
    struct home home;
    struct config config;
    struct listen_place place;
    bool is_served; /* a server looks after the home */
    size_t open;    /* valid tokens and public exposures */
};

PRINTF_LIKE(4)
static void find(struct look *k, const char *name, enum doctor_state state,
                 const char *fmt, ...)
{
    struct doctor_finding *f = &k->out->list[k->out->n];
    va_list args;

    BUG_ON(k->out->n == DOCTOR_MAX_FINDINGS);
    *f = (struct doctor_finding){.name = name, .state = state};
    va_start(args, fmt);
    (void)vsnprintf(f->text, sizeof(f->text), fmt, args);
    va_end(args);
    k->out->n++;
}

static void fail(struct look *k, const char *name, const struct error *e)
{
    find(k, name, DOCTOR_FAIL, "%s", e->msg);
    k->out->list[k->out->n - 1].code = e->code;
}

/* ---- the home ---- */

static void look_at_home(struct look *k)
{
    struct stat st = {0};

    if (stat(k->home.path, &st) == 0 && (st.st_mode & (S_IRWXG | S_IRWXO)))
        find(k, "home", DOCTOR_WARN,
             "others on this machine can look into %s; 'chmod 700' shuts them "
             "out",
             k->home.shown);
    else
        find(k, "home", DOCTOR_OK, "%s, %s", k->home.shown,
             k->is_served ? "which a server looks after now"
                          : "which no server looks after now");
}

static void look_at_disk(struct look *k)
{
    struct statvfs disk;
    uint64_t bytes;

    if (statvfs(k->home.path, &disk)) {
        find(k, "disk", DOCTOR_WARN, "its free space is unknown");
        return;
    }
    bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
    if (bytes < FULL_BYTES)
        fail(k, "disk",
             &(struct error){.code = ERR_FILE_WRITE_FAILED,
                             .msg = "full: nothing more can be added"});
    else
        find(k, "disk", bytes < LOW_BYTES ? DOCTOR_WARN : DOCTOR_OK,
             "%llu MiB are free%s", (unsigned long long)(bytes / MIB),
             bytes < LOW_BYTES ? ", less than one upload may have" : "");
}

/* False: what depends on it cannot be checked. */
static bool look_at_config(struct look *k)
{
    struct error e = {0};

    if (config_args_load(k->c, &k->config, &e) ||
        listen_args_read(k->c, config_text(&k->config, CONFIG_LISTEN),
                         &k->place, &e)) {
        fail(k, "config", &e);
        return false;
    }
    find(k, "config", DOCTOR_OK, "can be read; 'quarry config' shows it");
    return true;
}

/* ---- the store ---- */

/* False: what is in it cannot be checked. */
static bool look_at_store(struct look *k)
{
    struct registry r = REGISTRY_NONE;
    struct base_entry *list;
    struct error e = {0};
    size_t n = 0;
    enum err rc = registry_open(&k->home, &k->c->arena, &r, &e);

    if (!rc)
        rc = registry_list(&r, &k->c->arena, &list, &n, &e);
    registry_close(&r);
    if (rc)
        fail(k, "store", &e);
    else
        find(k, "store", DOCTOR_OK,
             "it answers, this folder is its own, and it has %zu base%s", n,
             n == 1 ? "" : "s");
    return !rc;
}

static void drop(struct look *k, struct db *d, const struct str *left, size_t n)
{
    struct error e = {0};
    enum err rc = OK;
    size_t i = 0;

    while (i < n && !(rc = databases_drop_base(d, left[i], &e)))
        i++;
    if (rc)
        fail(k, "left", &e);
    else
        find(k, "left", DOCTOR_OK,
             "%zu schema%s of no base removed, which killed programs left", n,
             n == 1 ? "" : "s");
}

static void report_left(struct look *k, const struct str *left, size_t n)
{
    find(k, "left", DOCTOR_WARN,
         "%zu schema%s of no base, such as quarry_%.*s, which killed programs "
         "left; 'quarry doctor --drop-left' removes them",
         n, n == 1 ? "" : "s", STR_FMT(left[0]));
}

/* What programs left in the store that died while they created or removed a base. */
static void look_at_left(struct look *k)
{
    struct registry r = REGISTRY_NONE;
    struct str *left = NULL;
    struct error e = {0};
    size_t n = 0;
    enum err rc = registry_open(&k->home, &k->c->arena, &r, &e);

    if (!rc)
        rc = databases_list_left(r.db, &k->c->arena, &left, &n, &e);
    if (rc)
        fail(k, "left", &e);
    else if (n > 0 && args_has(&k->c->args, OPT_DROP_LEFT))
        drop(k, r.db, left, n);
    else if (n > 0)
        report_left(k, left, n);
    registry_close(&r);
}

/* ---- access ---- */

static enum err read_list(struct look *k, struct registry *r,
                          enum err (*write)(struct registry *r, struct jsonw *w,
                                            struct error *e),
                          struct json **out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, LIST_BYTES);
    jsonw_init(&w, &b);
    rc = write(r, &w, e);
    if (!rc)
        rc = json_parse(buf_str(&b), &json_answer_limits, &k->c->arena, out, e);
    buf_release(&b);
    return rc;
}

static size_t count_true(const struct json *list, const char *key)
{
    size_t n = 0;

    for (const struct json *j = list ? list->first : NULL; j; j = j->next)
        n += json_is_true(json_find(j, key));
    return n;
}

static void report_tokens(struct look *k, const struct json *tokens,
                          const struct json *exposures)
{
    const size_t n = tokens ? tokens->count : 0;
    const size_t expired = count_true(tokens, "expired");

    k->open = n - expired + count_true(exposures, "public");
    if (expired)
        find(k, "tokens", DOCTOR_WARN,
             "%zu, of which %zu have expired; 'quarry token list' shows them, "
             "'quarry token revoke' removes them",
             n, expired);
    else
        find(k, "tokens", DOCTOR_OK, "%zu, none has expired", n);
}

static void look_at_tokens(struct look *k)
{
    struct registry r = REGISTRY_NONE;
    struct json *tokens = NULL;
    struct json *exposures = NULL;
    struct error e = {0};
    enum err rc = registry_open(&k->home, &k->c->arena, &r, &e);

    if (!rc)
        rc = read_list(k, &r, token_write_list, &tokens, &e);
    if (!rc)
        rc = read_list(k, &r, exposure_write_list, &exposures, &e);
    registry_close(&r);
    if (rc)
        fail(k, "tokens", &e);
    else
        report_tokens(k, json_find(tokens, "tokens"),
                      json_find(exposures, "exposures"));
}

/* ---- where it listens ---- */

static void look_at_address(struct look *k)
{
    const struct listen_place *p = &k->place;
    struct error e = {0};
    enum err rc = httpd_check_address(p->address, p->port, &e);

    if (rc == ERR_CONFLICT && k->is_served)
        find(k, "listen", DOCTOR_OK,
             "port %u is taken, most likely by the server of this home",
             p->port);
    else if (rc == ERR_CONFLICT)
        fail(k, "listen",
             &(struct error){
                 .code = rc,
                 .msg = "the port is in use by another program; choose another "
                        "with --listen"});
    else if (rc)
        fail(k, "listen", &e);
    else if (!httpd_is_loopback(p->address) && k->open == 0)
        fail(k, "listen",
             &(struct error){
                 .code = ERR_VALIDATION_FAILED,
                 .msg =
                     "other machines can reach the address, and there is no "
                     "token for them; create one with 'quarry token create'"});
    else
        find(k, "listen", DOCTOR_OK, "port %u of %s is free", p->port,
             p->address);
}

/* Others may read what is in it: its key. */
static bool is_open_to_others(struct look *k, enum cli_option option)
{
    struct error ignored;
    const char *path =
        str_cstr(k->c->args.value[option], &k->c->arena, &ignored);
    struct stat st;

    return path && stat(path, &st) == 0 && (st.st_mode & (S_IRGRP | S_IROTH));
}

static void look_at_tls(struct look *k)
{
    const char *cert = NULL;
    const char *key = NULL;
    struct error e = {0};
    enum err rc = listen_args_tls(k->c, &cert, &key, &e);

    if (!rc && cert)
        rc = httpd_check_tls(cert, key, &e);
    if (rc)
        fail(k, "tls", &e);
    else if (!cert && httpd_is_loopback(k->place.address))
        find(k, "tls", DOCTOR_OK, "none, for this machine alone");
    else if (!cert)
        find(k, "tls", DOCTOR_WARN,
             "none: tokens can be read on the way, unless a proxy with TLS "
             "stands before it");
    else if (is_open_to_others(k, OPT_TLS_KEY))
        find(k, "tls", DOCTOR_WARN,
             "others on this machine can read the key; 'chmod 600' shuts them "
             "out");
    else
        find(k, "tls", DOCTOR_OK, "certificate and key belong together");
}

void doctor_home(struct cli *c, bool is_served, struct doctor_findings *out)
{
    struct look k = {.c = c, .out = out, .is_served = is_served};
    struct error e = {0};

    out->n = 0;
    if (home_args_open(c, &k.home, &e)) {
        fail(&k, "home", &e);
        return;
    }
    look_at_home(&k);
    look_at_disk(&k);
    if (!k.home.store || look_at_store(&k)) {
        if (k.home.store)
            look_at_left(&k);
        look_at_tokens(&k);
    }
    if (!look_at_config(&k))
        return;
    look_at_address(&k);
    look_at_tls(&k);
}
