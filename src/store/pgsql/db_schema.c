#include "store/pgsql/db_schema.h"

#include "base/mem.h"
#include "base/str.h"
#include "store/database/db_pool.h"
#include "store/pgsql/pg_internal.h"

#include <stdio.h>
#include <string.h>

#define SERVER_LEAST 140000
#define SQL_BYTES    2048
#define STORE_BYTES  4096 /* a URL and a schema */

static const struct db_driver driver; /* at the end */

/* ---- statements without arguments ---- */

enum err pg_exec(struct db_schema *s, const char *sql, PGresult **rows,
                 struct error *e)
{
    PGresult *r = pq.PQexec(s->conn, sql);
    const ExecStatusType status = pq.PQresultStatus(r);

    *rows = r;
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
               ? OK
               : pg_fail(s, r, e);
}

bool pg_reconnect(struct db_schema *s)
{
    struct error ignored;

    if (pq.PQstatus(s->conn) == CONNECTION_OK)
        return false;
    pq.PQreset(s->conn);
    s->n_kept = 0;
    return pq.PQstatus(s->conn) == CONNECTION_OK && !pg_set_up(s, &ignored);
}

enum err pg_exec_first(struct db_schema *s, const char *sql, PGresult **rows,
                       struct error *e)
{
    enum err rc = pg_exec(s, sql, rows, e);

    if (!rc || !pg_reconnect(s))
        return rc;
    pq.PQclear(*rows);
    return pg_exec(s, sql, rows, e);
}

static enum err run(struct db_schema *s, const char *sql, struct error *e)
{
    PGresult *r = NULL;
    enum err rc = pg_exec(s, sql, &r, e);

    pq.PQclear(r);
    return rc;
}

/* ---- the session ---- */

/* What the operator set to wait for more than the disk stays. A client that is gone
 * without a word must not hold the lock of a writer for hours. */
enum err pg_set_up(struct db_schema *s, struct error *e)
{
    char sql[SQL_BYTES];

    (void)snprintf(
        sql, sizeof(sql),
        "SET search_path = \"%s\", quarry_sql, pg_catalog;"
        "SET client_min_messages = error;"
        "SET standard_conforming_strings = on;"
        "SET extra_float_digits = 1;"
        "SET bytea_output = 'hex';"
        "SET jit = off;"
        "SET lock_timeout = %d;"
        "SET statement_timeout = 0;"
        "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5;"
        "SET tcp_keepalives_count = 3;"
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') IN ('off', 'local')",
        s->schema, DB_BUSY_MS);
    return run(s, sql, e) ? e->code : pg_listen(s, e);
}

static void ignore_notice(void *ctx, const PGresult *notice)
{
    (void)ctx;
    (void)notice;
}

static bool is_local(const char *host)
{
    return !host || !*host || *host == '/' || strcmp(host, "localhost") == 0 ||
           strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0;
}

/* Of another machine the certificate is checked, unless the URL decides. */
static enum err choose_tls(const char *store, const char **mode,
                           struct error *e)
{
    PQconninfoOption *list =
        pq.PQconninfoParse(store, NULL); /* why not may quote
                                                            the password */
    bool is_remote = false;
    bool is_said = false;

    *mode = NULL;
    if (!list)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the store is not a URL of PostgreSQL: "
                         "postgres://USER@HOST/DATABASE");
    for (const PQconninfoOption *o = list; o->keyword; o++) {
        if (strcmp(o->keyword, "sslmode") == 0 && o->val)
            is_said = true;
        if (strcmp(o->keyword, "host") == 0)
            is_remote = !is_local(o->val);
    }
    pq.PQconninfoFree(list);
    if (is_remote && !is_said)
        *mode = "verify-full";
    return OK;
}

/* Later ones count more: what is after the URL is not its to say. */
static enum err connect(struct db_schema *s, const char *store, struct error *e)
{
    static const char *const names[] = {
        "connect_timeout",  "keepalives_idle",
        "tcp_user_timeout", "dbname",
        "client_encoding",  "fallback_application_name",
        "sslmode",          NULL};
    const char *values[COUNT_OF(names)] = {"10",   "10",     "20000", store,
                                           "UTF8", "quarry", NULL,    NULL};
    enum err rc = choose_tls(store, &values[6], e);

    if (rc)
        return rc;
    s->conn = pq.PQconnectdbParams(names, values, 1);
    if (pq.PQstatus(s->conn) != CONNECTION_OK)
        return pg_cannot_connect(s->db.shown, s->conn, e);
    if (pq.PQserverVersion(s->conn) < SERVER_LEAST)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "the store's server is older than PostgreSQL 14");
    (void)pq.PQsetNoticeReceiver(s->conn, ignore_notice, NULL);
    return pg_set_up(s, e);
}

/* ---- the schema ---- */

/* Is the schema there, and has quarry_sql what this program needs? Texts are UTF-8, and
 * a database of another encoding would not keep them all. */
static enum err look(struct db_schema *s, bool *is_there, bool *has_functions,
                     struct error *e)
{
    char sql[SQL_BYTES];
    PGresult *r = NULL;
    enum err rc;

    (void)snprintf(sql, sizeof(sql),
                   "SELECT to_regclass('\"%s\".shape') IS NOT NULL, %s,"
                   " current_setting('server_encoding') = 'UTF8'",
                   s->schema, pg_functions_there);
    rc = pg_exec_first(s, sql, &r, e); /* it may be one that was kept */
    *is_there = !rc && *pq.PQgetvalue(r, 0, 0) == 't';
    *has_functions = !rc && *pq.PQgetvalue(r, 0, 1) == 't';
    if (!rc && *pq.PQgetvalue(r, 0, 2) != 't')
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "the database of the store must have the encoding "
                       "UTF8");
    pq.PQclear(r);
    return rc;
}

/* CREATE ... IF NOT EXISTS of two programs at once may fail, so they wait here. */
static enum err make(struct db_schema *s, struct error *e)
{
    char sql[SQL_BYTES];
    enum err rc = run(
        s, "BEGIN; SELECT pg_advisory_xact_lock(hashtext('quarry store'))", e);

    (void)snprintf(sql, sizeof(sql),
                   "CREATE SCHEMA IF NOT EXISTS \"%s\";"
                   "CREATE TABLE IF NOT EXISTS \"%s\".shape("
                   " version BIGINT NOT NULL, retired BOOLEAN NOT NULL);"
                   "INSERT INTO \"%s\".shape SELECT 0, false"
                   " WHERE NOT EXISTS (SELECT 1 FROM \"%s\".shape);"
                   "DO $$ BEGIN EXECUTE format('COMMENT ON SCHEMA \"%s\" IS"
                   " %%L', coalesce(obj_description("
                   "'\"%s\"'::regnamespace, 'pg_namespace'), now()::text));"
                   " END $$",
                   s->schema, s->schema, s->schema, s->schema, s->schema,
                   s->schema);
    if (!rc)
        rc = pg_functions_make(s, e);
    if (!rc)
        rc = run(s, sql, e);
    return pg_end(&s->db, rc, e);
}

static enum err open_schema(struct db_schema *s, enum db_mode mode,
                            struct error *e)
{
    bool is_there = false;
    bool has_functions = false;
    enum err rc = look(s, &is_there, &has_functions, e);

    if (!rc && !is_there && mode == DB_EXISTING)
        rc = error_set(e, ERR_NOT_FOUND, "%s does not exist in the store",
                       s->db.shown);
    return rc || (is_there && has_functions) ? rc : make(s, e);
}

static void schema_close(struct db *d)
{
    struct db_schema *s = schema_of(d);

    if (s->conn)
        pq.PQfinish(s->conn);
    mem_free(d->kept_as);
    mem_free(s);
}

/* *out is set unless there is no memory, and closed by the caller. */
static enum err connect_new(const char *store, const char *schema,
                            const char *shown, struct db **out, struct error *e)
{
    struct db_schema *s = mem_new(sizeof(*s), e);

    if (!s)
        return e->code;
    *out = &s->db;
    s->db.driver = &driver;
    s->db.shown = shown;
    BUG_ON(strlen(schema) >= sizeof(s->names));
    (void)snprintf(s->names, sizeof(s->names), "%s", schema);
    s->schema = s->names;
    return connect(s, store, e);
}

enum err db_schema_open(const char *store, const char *schema,
                        const char *shown, enum db_mode mode, struct db **out,
                        struct error *e)
{
    char name[STORE_BYTES];
    struct db *d = NULL;
    enum err rc = libpq_load(e);

    *out = NULL;
    if (rc)
        return rc;
    if (snprintf(name, sizeof(name), "%s %s", store, schema) >=
        (int)sizeof(name))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the URL of the store is too long");
    d = db_pool_take(name, NULL, NULL);
    if (!d)
        rc = connect_new(store, schema, shown, &d, e);
    if (!d)
        return rc;
    d->shown = shown;
    if (!rc)
        rc = open_schema(schema_of(d), mode, e);
    if (rc) {
        schema_close(d);
        return rc;
    }
    if (!d->kept_as)
        db_pool_name(d, name);
    *out = d;
    return OK;
}

enum err db_schema_retire(struct db *d, struct error *e)
{
    return run(schema_of(d), "UPDATE shape SET retired = true", e);
}

enum err db_schema_drop(struct db *d, const char *schema, struct error *e)
{
    char sql[SQL_BYTES];

    (void)snprintf(sql, sizeof(sql), "DROP SCHEMA IF EXISTS \"%s\" CASCADE",
                   schema);
    return run(schema_of(d), sql, e);
}

/* ---- what db_driver.h asks for, the rest ---- */

/* What another program did to the session's end shows at its next use, and is mended
 * there. */
static bool schema_is_at_rest(struct db *d)
{
    const struct db_schema *s = schema_of(d);

    return pq.PQstatus(s->conn) == CONNECTION_OK &&
           pq.PQtransactionStatus(s->conn) == PQTRANS_IDLE && !s->channel;
}

/* pg_rows.c looks at the flag while it waits. */
static void schema_watch(struct db *d)
{
    (void)d;
}

static enum err schema_exec(struct db *d, const char *sql, struct error *e)
{
    return run(schema_of(d), sql, e);
}

static int64_t schema_changes(const struct db *d)
{
    return ((const struct db_schema *)d)->changes;
}

static enum err schema_get_shape(struct db *d, int64_t *shape, struct error *e)
{
    return db_get_int(d, "SELECT version FROM shape", DB_NO_ARGS, shape, e);
}

static enum err schema_set_shape(struct db *d, int64_t shape, struct error *e)
{
    return db_run(d, "UPDATE shape SET version = ?1", DB_ARGS(db_int(shape)),
                  e);
}

static enum err schema_size(struct db *d, int64_t *bytes, struct error *e)
{
    return db_get_int(
        d,
        "SELECT CAST(coalesce(sum(pg_total_relation_size(c.oid)), 0) AS BIGINT)"
        " FROM pg_class c WHERE c.relkind = 'r' AND"
        " c.relnamespace = current_schema()::regnamespace",
        DB_NO_ARGS, bytes, e);
}

static const struct db_driver driver = {
    .is_on_server = true,
    .close = schema_close,
    .is_at_rest = schema_is_at_rest,
    .watch = schema_watch,
    .exec = schema_exec,
    .query = pg_query,
    .query_large = pg_query_large,
    .next = pg_next,
    .column_int = pg_column_int,
    .column_real = pg_column_real,
    .column_text = pg_column_text,
    .column_is_null = pg_column_is_null,
    .finish = pg_finish,
    .changes = schema_changes,
    .begin_write = pg_begin_write,
    .begin_read = pg_begin_read,
    .begin_unsynced = pg_begin_unsynced,
    .end = pg_end,
    .savepoint_begin = pg_savepoint_begin,
    .savepoint_end = pg_savepoint_end,
    .get_shape = schema_get_shape,
    .set_shape = schema_set_shape,
    .size = schema_size,
    .check = pg_check,
};
