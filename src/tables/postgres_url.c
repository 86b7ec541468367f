#include "tables/postgres_url.h"

#include "base/percent.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ADDRESS_BYTES ((size_t)4096)
#define SYSTEM_ROOTS  "/etc/ssl/certs/ca-certificates.crt"
#define OWN_ROOTS     ".postgresql/root.crt"
#define WRITABLE      "allow_writable_role"

/* What an address may say after '?'. */
static const char *const known[] = {
    "host",   "port",   "sslmode",         "sslrootcert",         "sslcert",
    "sslkey", "sslcrl", "connect_timeout", "target_session_attrs"};

/* Where the rest of an address begins; 0: it is none. */
static size_t scheme_bytes(struct str url)
{
    static const char *const schemes[] = {"postgres://", "postgresql://"};

    for (size_t i = 0; i < COUNT_OF(schemes); i++)
        if (str_starts(url, str_from(schemes[i])))
            return strlen(schemes[i]);
    return 0;
}

bool postgres_url_fits(struct str path)
{
    return scheme_bytes(path) > 0;
}

const char *postgres_url_find(const struct postgres_url *u, const char *name)
{
    for (size_t i = 0; i < u->n; i++)
        if (strcmp(u->list[i].name, name) == 0)
            return u->list[i].value;
    return NULL;
}

/* ---- the parts ---- */

/* "user:password@host:port/database?parameters#tables", all but the scheme. */
struct parts {
    struct str user, password, host, port, database, parameters, only;
};

static struct str cut(struct str *text, char at)
{
    const size_t end = str_find_char(*text, at);
    const struct str first = str_slice(*text, 0, end);

    *text = str_slice(*text, end + 1, text->n);
    return first;
}

/* "host", "host:5432", "[::1]:5432" */
static void split_host(struct str text, struct parts *p)
{
    if (str_starts(text, STR("["))) {
        const size_t end = str_find_char(text, ']');

        p->host = str_slice(text, 1, end);
        p->port = str_slice(text, end + 2, text.n);
        return;
    }
    p->host = cut(&text, ':');
    p->port = text;
}

/* The last '@' before the path: a password may have others, written carelessly. */
static size_t find_at(struct str authority)
{
    size_t at = authority.n;

    while (at > 0 && authority.p[at - 1] != '@')
        at--;
    return at;
}

/* Where the tables begin: after the last '@', as a password may have a '#'. */
static size_t find_tables(struct str url)
{
    const size_t at = find_at(url);

    return at + str_find_char(str_slice(url, at, url.n), '#');
}

static struct parts split(struct str url)
{
    struct parts p = {.only = str_slice(url, find_tables(url) + 1, url.n)};
    struct str rest = str_slice(url, scheme_bytes(url), find_tables(url));
    struct str before = cut(&rest, '?');
    struct str authority = cut(&before, '/');
    const size_t at = find_at(authority);
    struct str user = str_slice(authority, 0, at ? at - 1 : 0);

    p.parameters = rest;
    p.database = before;
    split_host(str_slice(authority, at, authority.n), &p);
    p.user = cut(&user, ':');
    p.password = user;
    return p;
}

/* ---- parameters ---- */

static enum err decode(struct str raw, struct arena *a, const char **out,
                       struct error *e)
{
    char *to = arena_alloc(a, raw.n + 1, e);
    size_t n = 0;

    if (!to)
        return e->code;
    if (percent_decode(raw, to, &n) != raw.n || memchr(to, '\0', n))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the address of the database is not valid: '%%' is "
                         "followed by no two hexadecimal digits");
    to[n] = '\0';
    *out = to;
    return OK;
}

static enum err add(struct postgres_url *u, const char *name, struct str raw,
                    struct arena *a, struct error *e)
{
    const char *value;

    if (raw.n == 0 || postgres_url_find(u, name))
        return OK;
    if (decode(raw, a, &value, e))
        return e->code;
    BUG_ON(u->n == COUNT_OF(u->list));
    u->list[u->n++] = (struct postgres_parameter){name, value};
    return OK;
}

static const char *known_name(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (str_is(name, known[i]))
            return known[i];
    return NULL;
}

static enum err add_parameters(struct postgres_url *u, struct str text,
                               struct arena *a, struct error *e)
{
    enum err rc = OK;

    while (text.n > 0 && !rc) {
        struct str value = cut(&text, '&');
        const struct str name = cut(&value, '=');

        if (str_is(name, "password"))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "a password is not given as a parameter; put it "
                             "into ~/.pgpass or PGPASSWORD");
        if (str_is(name, WRITABLE)) {
            u->allows_writable = str_is(value, "yes");
            continue;
        }
        if (!known_name(name))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "the address of the database has a parameter that "
                             "is not known: '%.*s'",
                             STR_FMT(name));
        rc = add(u, known_name(name), value, a, e);
    }
    return rc;
}

/* ---- TLS ---- */

/* This machine, where nobody is between. */
static bool is_local(const char *host)
{
    const struct str name = str_from(host);

    return name.n == 0 || host[0] == '/' || host[0] == '@' ||
           str_is(name, "localhost") || str_starts(name, STR("127.")) ||
           str_is(name, "::1");
}

static bool is_verified(const char *mode)
{
    return mode && str_starts(str_from(mode), STR("verify-"));
}

static void add_value(struct postgres_url *u, const char *name,
                      const char *value)
{
    BUG_ON(u->n == COUNT_OF(u->list));
    u->list[u->n++] = (struct postgres_parameter){name, value};
}

/* Whom to trust: as libpq, the file of the user; without it those of the system. */
static enum err add_roots(struct postgres_url *u, struct arena *a,
                          struct error *e)
{
    const char *home = getenv("HOME");
    struct str own = STR("");

    if (home && str_printf(a, &own, e, "%s/" OWN_ROOTS, home))
        return e->code;
    if (own.n && access(own.p, R_OK) == 0)
        add_value(u, "sslrootcert", own.p);
    else if (access(SYSTEM_ROOTS, R_OK) == 0)
        add_value(u, "sslrootcert", SYSTEM_ROOTS);
    return OK;
}

static enum err add_tls(struct postgres_url *u, struct arena *a,
                        struct error *e)
{
    const char *host = postgres_url_find(u, "host");

    if (!postgres_url_find(u, "sslmode") && host && !is_local(host))
        add_value(u, "sslmode", "verify-full");
    return is_verified(postgres_url_find(u, "sslmode")) &&
                   !postgres_url_find(u, "sslrootcert")
               ? add_roots(u, a, e)
               : OK;
}

/* ---- all of it ---- */

static enum err show(const struct parts *p, struct postgres_url *u,
                     struct arena *a, struct error *e)
{
    const bool is_ipv6 = str_find_char(p->host, ':') < p->host.n;
    const char *database = postgres_url_find(u, "dbname");
    const char *host = postgres_url_find(u, "host");

    u->database = str_from(database ? database : host ? host : "postgres");
    return str_printf(a, &u->shown, e, "postgres://%.*s%s%s%.*s%s%s%.*s%s%.*s",
                      STR_FMT(p->user), p->user.n ? "@" : "",
                      is_ipv6 ? "[" : "", STR_FMT(p->host), is_ipv6 ? "]" : "",
                      p->port.n ? ":" : "", STR_FMT(p->port),
                      p->database.n ? "/" : "", STR_FMT(p->database));
}

enum err postgres_url_parse(struct str url, struct arena *a,
                            struct postgres_url *out, struct error *e)
{
    const struct parts p = split(url);
    const char *only = "";
    enum err rc;

    *out = (struct postgres_url){0};
    if (!postgres_url_fits(url) || url.n > ADDRESS_BYTES ||
        memchr(url.p, '\0', url.n))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the address of the database is not valid; write "
                         "postgres://USER@HOST/DATABASE");
    if (str_find_char(p.host, ',') < p.host.n ||
        str_find_char(p.port, ',') < p.port.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the address names several servers; name one");
    rc = add(out, "user", p.user, a, e);
    if (!rc)
        rc = add(out, "password", p.password, a, e);
    if (!rc)
        rc = add(out, "host", p.host, a, e);
    if (!rc)
        rc = add(out, "port", p.port, a, e);
    if (!rc)
        rc = add(out, "dbname", p.database, a, e);
    if (!rc)
        rc = add_parameters(out, p.parameters, a, e);
    if (!rc)
        rc = add_tls(out, a, e);
    if (!rc)
        rc = decode(p.only, a, &only, e);
    if (!rc)
        out->only = str_from(only);
    return rc ? rc : show(&p, out, a, e);
}

/* Files of another folder would be meant elsewhere. */
static enum err check_files(const struct postgres_url *u, struct error *e)
{
    static const char *const files[] = {"sslrootcert", "sslcert", "sslkey",
                                        "sslcrl"};

    for (size_t i = 0; i < COUNT_OF(files); i++) {
        const char *path = postgres_url_find(u, files[i]);

        if (path && path[0] != '/')
            return error_set(e, ERR_VALIDATION_FAILED,
                             "'%s' of an address that is kept is the full path "
                             "of a file",
                             files[i]);
    }
    return OK;
}

enum err postgres_url_keep(struct str url, bool allows_writable,
                           struct arena *a, struct str *out, struct error *e)
{
    const size_t end = find_tables(url);
    const struct str before = str_slice(url, 0, end);
    const struct str tables = str_slice(url, end, url.n);
    const bool has_parameters = str_find_char(before, '?') < before.n;
    struct postgres_url u;
    enum err rc = postgres_url_parse(url, a, &u, e);

    if (!rc && postgres_url_find(&u, "password"))
        rc =
            error_set(e, ERR_VALIDATION_FAILED,
                      "a password is not kept; put it into ~/.pgpass, or where "
                      "PGPASSFILE or PGPASSWORD say, and leave it out of the "
                      "address");
    if (!rc)
        rc = check_files(&u, e);
    if (rc)
        return rc;
    if (!allows_writable || u.allows_writable)
        return str_dup(url, a, out, e);
    return str_printf(a, out, e, "%.*s%c" WRITABLE "=yes%.*s", STR_FMT(before),
                      has_parameters ? '&' : '?', STR_FMT(tables));
}

enum err postgres_url_take_password(char *url, struct arena *a,
                                    struct str *password, struct error *e)
{
    const struct str text = str_from(url);
    const struct parts p = split(text);
    const char *decoded = NULL;
    size_t from, to;

    *password = (struct str){0};
    if (!postgres_url_fits(text) || p.password.n == 0)
        return OK;
    if (decode(p.password, a, &decoded, e))
        return e->code;
    *password = str_from(decoded);
    from = (size_t)(p.password.p - url) - 1; /* with its colon */
    to = from + 1 + p.password.n;
    memmove(url + from, url + to, text.n - to);
    memset(url + text.n - (to - from), 0, to - from);
    return OK;
}
