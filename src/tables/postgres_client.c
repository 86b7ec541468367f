/*
 * postgres_client.c - the password is in the address, in the environment or in a file, and
 * what is known of it goes to quarry-postgres over its socket: a command line and an
 * environment can be read by others.
 */
#include "tables/postgres_client.h"

#include "base/jsonw.h"

#include <stdlib.h>
#include <string.h>

#define PROGRAM      "quarry-postgres"
#define MEMORY_BYTES ((uint64_t)512 << 20)
#define ASSIGN_BYTES ((size_t)64 * 1024)
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
    jsonw_member_bool(&w, "allow_writable_role",
                      t->o.allow_writable_role || u->allows_writable);
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

enum err postgres_client_call(struct tables *t, const struct table_source *s,
                              const struct worker_request *request,
                              struct arena *a, struct str *reply,
                              struct error *e)
{
    struct worker_task task = {.program = PROGRAM,
                               .memory_bytes = MEMORY_BYTES,
                               .address_bytes = MEMORY_BYTES,
                               .request = request,
                               .n = 1};
    struct postgres_url u;
    struct buf assigned;
    enum err rc = postgres_url_parse(s->path, a, &u, e);

    if (rc)
        return rc;
    buf_init(&assigned, ASSIGN_BYTES);
    rc = encode(t, s, &u, &assigned, &task.assigned, e);
    if (!rc)
        rc = worker_pool_run(t->pool, &task, a, reply, e);
    forget(&assigned);
    if (!rc && (json_check(*reply, e) || !str_starts(*reply, STR("{"))))
        rc = error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                       "what is said of the server is not valid");
    if (rc)
        error_wrap(e, "'%.*s'", STR_FMT(u.shown));
    return rc;
}
