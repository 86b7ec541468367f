/*
 * source_postgres.c - from postgres://reader@host/shop to bytes that are read as tables.
 *
 * The server's answers are parsed by quarry-postgres, which has its one connection and
 * nothing else, and its copy by the worker. What is known of the password goes to the
 * former over its socket: a command line and an environment can be read by others.
 */
#include "tables/source_postgres.h"

#include "base/jsonw.h"
#include "tables/postgres_url.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM      "quarry-postgres"
#define UNNAMED      "postgres" /* the file that has the copy */
#define SHOWN        "a copy of the database"
#define MEMORY_BYTES ((uint64_t)512 << 20)
#define ASSIGN_BYTES ((size_t)64 * 1024)
#define REPLY_BYTES  ((size_t)64 * 1024)
#define MARGIN_MS    1000 /* that the server has less time than the call */
#define LEAST_MS     1000
#define MOST_MS      (UINT64_C(24) * 3600 * 1000)

static void put(struct jsonw *w, const char *name, const char *value)
{
    if (value && *value)
        jsonw_member_cstr(w, name, value);
}

/* The password is in the address, in the environment, or in a file that libpq reads:
 * PGPASSFILE or ~/.pgpass. */
static void put_credentials(const struct tables *t,
                            const struct postgres_url *u, struct str url,
                            struct jsonw *w)
{
    const struct table_password *known = t->o.passwords;
    const char *home = getenv("HOME");
    const char *file = getenv("PGPASSFILE");
    struct buf path;

    for (size_t i = 0; i < t->o.n_passwords; i++)
        if (str_eq(known[i].url, url)) {
            jsonw_member_str(w, "password", known[i].password);
            return;
        }
    if (postgres_url_find(u, "password"))
        return;
    if (getenv("PGPASSWORD")) {
        put(w, "password", getenv("PGPASSWORD"));
        return;
    }
    buf_init(&path, ASSIGN_BYTES);
    if (!file && home)
        buf_printf(&path, "%s/.pgpass", home);
    put(w, "passfile", file ? file : path.p);
    buf_release(&path);
}

/* What libpq is told, and nothing that it would find out by itself. */
static void put_options(const struct tables *t, const struct postgres_url *u,
                        struct str url, struct jsonw *w)
{
    jsonw_key(w, "options");
    jsonw_begin_object(w);
    for (size_t i = 0; i < u->n; i++)
        put(w, u->list[i].name, u->list[i].value);
    put_credentials(t, u, url, w);
    if (!postgres_url_find(u, "user"))
        put(w, "user", getenv("PGUSER"));
    if (!postgres_url_find(u, "connect_timeout"))
        put(w, "connect_timeout", "10");
    put(w, "client_encoding", "UTF8");
    put(w, "application_name", "quarry");
    put(w, "gssencmode", "disable");
    jsonw_end_object(w);
}

/* The server ends a statement before this call gives up, and says so. */
static uint64_t statement_ms(const struct table_source *s)
{
    const uint64_t ms = s->timeout_ms ? s->timeout_ms : TABLE_QUERY_MS;

    if (ms < LEAST_MS + MARGIN_MS)
        return LEAST_MS;
    return ms < MOST_MS ? ms - MARGIN_MS : MOST_MS;
}

static enum err encode(const struct tables *t, const struct table_source *s,
                       const struct postgres_url *u, struct buf *b,
                       struct str *out, struct error *e)
{
    struct jsonw w;

    buf_put_char(b, ',');
    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    put_options(t, u, s->path, &w);
    jsonw_member_u64(&w, "timeout_ms", statement_ms(s));
    jsonw_member_bool(&w, "allow_writable_role", t->o.allow_writable_role);
    jsonw_end_object(&w);
    /* members of an object that the pool begins: without its braces */
    if (b->n > 2) {
        b->p[1] = ' ';
        b->p[b->n - 1] = ' ';
    }
    return buf_finish(b, out, e);
}

/* Not kept in memory longer than it takes to send it. */
static void forget(struct buf *b)
{
    if (b->p)
        explicit_bzero(b->p, b->n);
    buf_release(b);
}

static enum err copy(struct tables *t, const struct table_source *s,
                     const struct postgres_url *u, struct arena *a,
                     struct source *src, struct error *e)
{
    const struct wire_wait wait = source_wait(t, s, DEFAULT_INGEST_MS);
    const struct worker_request request = {
        .payload = STR("{\"op\":\"copy\"}"), .fd = src->fd, .wait = wait};
    struct worker_task task = {.program = PROGRAM,
                               .memory_bytes = MEMORY_BYTES,
                               .address_bytes = MEMORY_BYTES,
                               .request = &request,
                               .n = 1};
    struct buf assigned;
    enum err rc;

    buf_init(&assigned, ASSIGN_BYTES);
    rc = encode(t, s, u, &assigned, &task.assigned, e);
    if (!rc)
        rc = worker_pool_run(t->pool, &task, a, &src->server, e);
    forget(&assigned);
    if (!rc && (src->server.n > REPLY_BYTES || json_check(src->server, e) ||
                !str_starts(src->server, STR("{"))))
        rc = error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                       "what is said of the server is not valid");
    if (rc)
        error_wrap(e, "'%.*s'", STR_FMT(u->shown));
    return rc;
}

static enum err identify(struct source *src, struct error *e)
{
    uint8_t digest[HASH_BYTES];

    if (lseek(src->fd, 0, SEEK_SET) != 0 || fstat(src->fd, &src->st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", SHOWN, errno, e);
    if (hash_fd(src->fd, SHOWN, digest, e))
        return e->code;
    hash_hex(digest, src->sha256);
    memcpy(src->identity, src->sha256, sizeof(src->identity));
    src->bytes = src->st.st_size;
    return OK;
}

enum err source_postgres_open(struct tables *t, const struct table_source *s,
                              struct arena *a, struct source *src,
                              struct error *e)
{
    struct postgres_url u;
    const char *path;
    enum err rc;

    if (!t->o.may_connect || t->root)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "a database of a server is asked from the command line "
            "only: quarry ask, quarry table");
    rc = postgres_url_parse(s->path, a, &u, e);
    if (rc)
        return rc;
    src->name = u.shown;
    src->table = u.database;
    path = fs_join(t->home.build, UNNAMED, a, e);
    rc = path ? fs_open_unnamed(path, SHOWN, &src->fd, e) : e->code;
    if (!rc)
        rc = copy(t, s, &u, a, src, e);
    return rc ? rc : identify(src, e);
}

enum err source_postgres_describe(const struct source *src, struct str map,
                                  struct arena *a, struct str *out,
                                  struct error *e)
{
    *out = map;
    if (!str_ends(map, STR("}}"))) /* as ours end */
        return OK;
    return str_printf(a, out, e, "%.*s,\"server\":%.*s}}", (int)map.n - 2,
                      map.p, STR_FMT(src->server));
}
