/*
 * postgres_session.c - what is asked of the server before any table is read.
 *
 * Two layers keep the data as it is: the transaction is READ ONLY, and the role may
 * not write. The first alone is a promise of this program; the second is one of the
 * server, which also holds for functions that views call. A role that may write is
 * refused, so that nobody relies on the first by accident.
 *
 * search_path holds pg_catalog alone, so that no object of the database can stand in
 * for a function that these statements name; tables are named with their schema.
 */
#include "engine/postgres/postgres_session.h"

#include "base/buf.h"

#include <inttypes.h>
#include <stdio.h>

#define SQL_BYTES 512
#define LOCK_MS   2000
#define IDLE_MS   60000
#define TRY_PART  8 /* of the time, for what may fail */
#define CHECK_LEAST \
    140000 /* the version that has client_connection_check_interval */
#define SERVER_LEAST 120000

static const char *const settings[] = {
    "SET LOCAL search_path = pg_catalog",
    "SET LOCAL standard_conforming_strings = on", /* a backslash is one */
    "SET LOCAL TimeZone = 'UTC'",
    "SET LOCAL DateStyle = 'ISO, YMD'",
    "SET LOCAL IntervalStyle = 'postgres'",
    "SET LOCAL extra_float_digits = 1",
    "SET LOCAL synchronize_seqscans = off", /* rows in the order of the table */
    "SET LOCAL row_security = on",
};

static const char names_sql[] =
    "SELECT current_database(), current_user, "
    "current_setting('server_version'), "
    "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"'), "
    "coalesce(host(inet_server_addr()), 'local socket') || ':' || "
    "coalesce(inet_server_port()::text, current_setting('port')), "
    "concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = "
    "current_database()), (SELECT oid FROM pg_roles WHERE rolname = "
    "current_user), pg_postmaster_start_time(), txid_current_snapshot(), "
    "pg_last_wal_replay_lsn())";

/* The first thing that the role may change. Roles that it is a member of without their
 * rights count, as it can take them with SET ROLE. */
static const char writable_sql[] =
    "WITH roles AS (SELECT oid, rolname, rolsuper, rolcreaterole, rolcreatedb "
    "FROM pg_roles WHERE pg_has_role(oid, 'MEMBER')) "
    "SELECT what FROM ("
    "SELECT 1 AS place, 'everything: ' || rolname || ' is a superuser' AS what "
    "FROM roles WHERE rolsuper "
    "UNION ALL SELECT 2, 'roles or databases, as ' || rolname "
    "FROM roles WHERE rolcreaterole OR rolcreatedb "
    "UNION ALL SELECT 3, 'files or programs of the server, as ' || rolname "
    "FROM roles WHERE rolname IN ('pg_write_server_files', "
    "'pg_execute_server_program', 'pg_write_all_data') "
    "UNION ALL SELECT 4, 'the table ' || n.nspname || '.' || c.relname "
    "FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, roles r "
    "WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') "
    "AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' "
    "AND (has_table_privilege(r.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') "
    "OR has_any_column_privilege(r.oid, c.oid, 'INSERT, UPDATE')) "
    "UNION ALL SELECT 5, 'the schema ' || n.nspname "
    "FROM pg_namespace n, roles r WHERE n.nspname NOT LIKE 'pg\\_%' "
    "AND has_schema_privilege(r.oid, n.oid, 'CREATE') "
    "UNION ALL SELECT 6, 'the database, in new schemas' FROM roles r "
    "WHERE has_database_privilege(r.oid, current_database(), 'CREATE')"
    ") found ORDER BY place, what LIMIT 1";

static enum err set_number(struct postgres_session *s, const char *name,
                           uint64_t value, struct error *e)
{
    char sql[SQL_BYTES];

    (void)snprintf(sql, sizeof(sql), "SET LOCAL %s = %" PRIu64, name, value);
    return postgres_link_exec(s->link, sql, e);
}

static enum err set_limits(struct postgres_session *s, struct error *e)
{
    enum err rc = set_number(s, "statement_timeout", s->timeout_ms, e);

    if (!rc)
        rc = set_number(s, "lock_timeout", LOCK_MS, e);
    if (!rc)
        rc = set_number(s, "idle_in_transaction_session_timeout", IDLE_MS, e);
    if (!rc && postgres_link_version(s->link) >= CHECK_LEAST)
        rc = set_number(s, "client_connection_check_interval", LOCK_MS, e);
    for (size_t i = 0; i < COUNT_OF(settings) && !rc; i++)
        rc = postgres_link_exec(s->link, settings[i], e);
    return rc;
}

static enum err look_around(struct postgres_session *s, struct arena *a,
                            struct error *e)
{
    struct str *const out[] = {&s->database, &s->role,   &s->version,
                               &s->snapshot, &s->server, &s->mark};
    struct postgres_rows rows = POSTGRES_ROWS_NONE;
    enum err rc =
        postgres_link_query(s->link, names_sql, (int)COUNT_OF(out), &rows, e);

    if (!rc && rows.n != 1)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the server does not say what it is");
    for (size_t i = 0; i < COUNT_OF(out) && !rc; i++)
        rc = str_dup(postgres_rows_text(&rows, 0, (int)i), a, out[i], e);
    postgres_rows_close(&rows);
    return rc;
}

static enum err check_role(struct postgres_session *s, struct arena *a,
                           struct error *e)
{
    struct postgres_rows rows = POSTGRES_ROWS_NONE;
    enum err rc = postgres_link_query(s->link, writable_sql, 1, &rows, e);

    if (!rc && rows.n > 0)
        rc = str_dup(postgres_rows_text(&rows, 0, 0), a, &s->may_write, e);
    postgres_rows_close(&rows);
    if (rc || s->may_write.n == 0 || s->allows_writable)
        return rc;
    return error_set(
        e, ERR_FORBIDDEN,
        "the role '%.*s' may change %.*s; take a role that may only "
        "read, or allow this one with --allow-writable-role",
        STR_FMT(s->role), STR_FMT(s->may_write));
}

enum err postgres_session_begin(struct postgres_session *s, struct arena *a,
                                struct error *e)
{
    enum err rc;

    if (postgres_link_version(s->link) < SERVER_LEAST)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the server is older than PostgreSQL 12");
    rc = postgres_link_exec(
        s->link, "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        e);
    if (!rc)
        rc = set_limits(s, e);
    if (!rc)
        rc = look_around(s, a, e);
    return rc ? rc : check_role(s, a, e);
}

void postgres_session_write(const struct postgres_session *s, struct jsonw *w)
{
    jsonw_member_str(w, "address", s->server);
    jsonw_member_str(w, "database", s->database);
    jsonw_member_str(w, "role", s->role);
    jsonw_member_bool(w, "role_may_write", s->may_write.n > 0);
    jsonw_member_str(w, "version", s->version);
    jsonw_member_str(w, "snapshot", s->snapshot);
    jsonw_member_cstr(w, "tls", postgres_link_tls(s->link));
}

enum err postgres_session_try(struct postgres_session *s, struct error *e)
{
    const enum err rc = postgres_link_exec(s->link, "SAVEPOINT part", e);

    return rc ? rc
              : set_number(s, "statement_timeout", s->timeout_ms / TRY_PART, e);
}

enum err postgres_session_tried(struct postgres_session *s, enum err rc,
                                struct error *e)
{
    return postgres_link_exec(
        s->link, rc ? "ROLLBACK TO SAVEPOINT part" : "RELEASE SAVEPOINT part",
        e);
}
