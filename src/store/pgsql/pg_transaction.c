/*
 * pg_transaction.c - BEGIN, COMMIT, ROLLBACK and savepoints (store/database/db.h).
 *
 * A writer locks the row of `shape` first and reads at READ COMMITTED: each of its
 * statements sees all that was committed, and no other writer commits meanwhile, so
 * what it read stays so. A reader has one snapshot, REPEATABLE READ, from its first
 * statement on.
 */
#include "store/pgsql/pg_internal.h"

#include <stdio.h>
#include <string.h>

#define LOCK_ROW "SELECT retired FROM shape FOR UPDATE"

bool pg_is_in_transaction(const struct db_schema *s)
{
    const PGTransactionStatusType t = pq.PQtransactionStatus(s->conn);

    return t != PQTRANS_IDLE && t != PQTRANS_UNKNOWN; /* of one that is lost */
}

static void roll_back(struct db_schema *s)
{
    if (pq.PQstatus(s->conn) == CONNECTION_OK && pg_is_in_transaction(s))
        pq.PQclear(pq.PQexec(s->conn, "ROLLBACK"));
    s->is_unsynced = false;
}

static enum err gone(const struct db_schema *s, struct error *e)
{
    return error_set(e, ERR_CONFLICT,
                     "%s was removed or replaced meanwhile; the change was "
                     "rolled back",
                     s->db.shown);
}

/* Begin, with the lock; `sql` ends with LOCK_ROW. */
static enum err begin_locked(struct db_schema *s, const char *sql,
                             PGresult **failed, struct error *e)
{
    PGresult *r = NULL;
    enum err rc = pg_exec_first(s, sql, &r, e);

    *failed = NULL;
    if (!rc && (pq.PQntuples(r) != 1 || *pq.PQgetvalue(r, 0, 0) == 't'))
        rc = gone(s, e);
    if (rc && pg_has_state(r, "42P01")) /* `shape` was dropped */
        rc = gone(s, e);
    if (rc)
        roll_back(s);
    *failed = r;
    return rc;
}

enum err pg_begin_write(struct db *d, struct error *e)
{
    PGresult *r;
    enum err rc = begin_locked(
        schema_of(d), "BEGIN ISOLATION LEVEL READ COMMITTED;" LOCK_ROW, &r, e);

    pq.PQclear(r);
    return rc;
}

enum err pg_begin_read(struct db *d, struct error *e)
{
    PGresult *r = NULL;
    enum err rc = pg_exec_first(
        schema_of(d), "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", &r, e);

    pq.PQclear(r);
    return rc;
}

enum err pg_begin_unsynced(struct db *d, int wait_ms, bool *begun,
                           struct error *e)
{
    struct db_schema *s = schema_of(d);
    char sql[256];
    PGresult *r;
    enum err rc;

    (void)snprintf(sql, sizeof(sql),
                   "BEGIN ISOLATION LEVEL READ COMMITTED;"
                   "SET LOCAL synchronous_commit = off;"
                   "SET LOCAL lock_timeout = %d;" LOCK_ROW,
                   wait_ms > 0 ? wait_ms : 1);
    rc = begin_locked(s, sql, &r, e);
    *begun = !rc;
    if (pg_has_state(r, "55P03"))
        rc = OK;
    pq.PQclear(r);
    return rc;
}

/* A transaction in which a statement failed is rolled back by COMMIT, and that is no
 * error to the server: its answer says which of the two it was. */
static enum err commit(struct db_schema *s, struct error *e)
{
    PGresult *r = NULL;
    enum err rc = pg_exec(s, "COMMIT", &r, e);

    if (!rc && strcmp(pq.PQcmdStatus(r), "COMMIT") != 0) {
        rc = error_set(e, ERR_INTERNAL, "the change of %s was rolled back",
                       s->db.shown);
    } else if (rc == ERR_TOOL_WORKER_UNAVAILABLE) {
        rc = error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                       "the connection of %s was lost while a change was being "
                       "committed: look whether it is there, then try again",
                       s->db.shown);
        e->of_machine = true;
    }
    pq.PQclear(r);
    return rc;
}

enum err pg_end(struct db *d, enum err rc, struct error *e)
{
    struct db_schema *s = schema_of(d);

    if (!rc)
        rc = commit(s, e);
    if (rc)
        roll_back(s);
    return rc;
}

static enum err run(struct db *d, const char *sql, struct error *e)
{
    PGresult *r = NULL;
    enum err rc = pg_exec(schema_of(d), sql, &r, e);

    pq.PQclear(r);
    return rc;
}

enum err pg_savepoint_begin(struct db *d, struct error *e)
{
    return run(d, "SAVEPOINT part", e);
}

enum err pg_savepoint_end(struct db *d, enum err rc, struct error *e)
{
    return run(d,
               rc ? "ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part"
                  : "RELEASE SAVEPOINT part",
               e);
}
