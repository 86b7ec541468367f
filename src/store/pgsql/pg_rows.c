/*
 * pg_rows.c - statements with arguments, and the rows of queries.
 *
 * The rows of a query are all read before the first is given, since a connection does
 * one thing at a time, and the code above runs other statements between two rows. Those of
 * a large one are a cursor of the server, in its transaction, and read some at a time.
 * A statement that writes outside a transaction gets one of its own, with the writer's
 * lock, as SQLite does it.
 */
#include "base/str.h"
#include "store/pgsql/pg_internal.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 40
#define FETCH_ROWS   256 /* of a large query, at a time */
#define LARGE_BYTES  ((size_t)256 * 1024)
#define POLL_MS      20 /* between two looks at the flag of db_cancel.h */

/* What libpq wants of arguments, which it borrows. */
struct pg_values {
    const char *list[PG_MAX_ARGS];
    int bytes[PG_MAX_ARGS];
    int is_binary[PG_MAX_ARGS];
    char numbers[PG_MAX_ARGS][NUMBER_BYTES];
};

static enum err put_value(struct pg_values *v, size_t i,
                          const struct db_value *from, struct error *e)
{
    char *number = v->numbers[i];

    v->list[i] = number;
    switch (from->type) {
    case DB_INTEGER:
        (void)snprintf(number, NUMBER_BYTES, "%" PRId64, from->integer);
        break;
    case DB_REAL:
        (void)snprintf(number, NUMBER_BYTES, "%.17g", from->real);
        break;
    case DB_TEXT: /* the server's form of a text is its bytes */
    case DB_BLOB:
        if (from->bytes.n > INT32_MAX)
            return error_set(e, ERR_LIMIT, "a value is too large");
        v->list[i] = from->bytes.p ? from->bytes.p : "";
        v->bytes[i] = (int)from->bytes.n;
        v->is_binary[i] = 1;
        break;
    case DB_NULL: v->list[i] = NULL; break;
    }
    return OK;
}

/* Wait for the answer; when the flag is set, the server stops, and says so. */
static void wait_for_answer(struct db_schema *s)
{
    bool is_asked = false;

    while (pq.PQisBusy(s->conn)) {
        struct pollfd f = {.fd = pq.PQsocket(s->conn), .events = POLLIN};

        if (poll(&f, 1, POLL_MS) > 0 && !pq.PQconsumeInput(s->conn))
            return;
        if (!is_asked && db_is_cancelled(&s->db)) {
            PGcancel *c = pq.PQgetCancel(s->conn);
            char why[256];

            (void)pq.PQcancel(c, why, sizeof(why));
            pq.PQfreeCancel(c);
            is_asked = true;
        }
    }
}

static PGresult *send(struct db_schema *s, const struct pg_statement *p,
                      const struct pg_values *v, size_t n)
{
    char name[PG_NAME_BYTES];
    PGresult *r = NULL;

    pg_statement_name(s, p, name);
    if (!pq.PQsendQueryPrepared(s->conn, name, (int)n, v->list, v->bytes,
                                v->is_binary, p->is_binary))
        return NULL;
    for (
        ;
        ;) { /* the last answer, which is the only one, but for a lost connection */
        PGresult *next;

        if (s->db.cancel)
            wait_for_answer(s);
        next = pq.PQgetResult(s->conn);
        if (!next)
            return r;
        pq.PQclear(r);
        r = next;
    }
}

static enum err run(struct db_rows *rows, const char *sql, struct db_args args,
                    struct error *e)
{
    struct db_schema *s = schema_of(rows->d);
    struct pg_values v = {.list = {NULL}};
    struct pg_statement *p = NULL;
    PGresult *r;
    enum err rc = pg_prepare(s, sql, args, &p, e);

    for (size_t i = 0; i < args.n && !rc; i++)
        rc = put_value(&v, i, &args.list[i], e);
    if (rc)
        return rc;
    r = send(s, p, &v, args.n);
    rows->cursor = r;
    rows->status = p->is_binary;
    if (pq.PQresultStatus(r) != PGRES_COMMAND_OK &&
        pq.PQresultStatus(r) != PGRES_TUPLES_OK)
        return pg_fail(s, r, e);
    s->changes = strtoll(pq.PQcmdTuples(r), NULL, 10);
    return OK;
}

/* Of an answer that failed nothing is kept. */
static enum err run_or_nothing(struct db_rows *rows, const char *sql,
                               struct db_args args, struct error *e)
{
    enum err rc = run(rows, sql, args, e);

    if (rc) {
        pq.PQclear(rows->cursor);
        rows->cursor = NULL;
    }
    return rc;
}

enum err pg_query(struct db_rows *rows, const char *sql, struct db_args args,
                  struct error *e)
{
    struct db_schema *s = schema_of(rows->d);
    enum err rc;

    if (pg_is_in_transaction(s))
        return run_or_nothing(rows, sql, args, e);
    if (pg_writes(sql)) {
        rc = pg_begin_write(rows->d, e);
        return rc ? rc : pg_end(rows->d, run_or_nothing(rows, sql, args, e), e);
    }
    rc = run_or_nothing(rows, sql, args, e);
    return rc && pg_reconnect(s) ? run_or_nothing(rows, sql, args, e) : rc;
}

/* The next rows of a cursor; what fails is seen in pg_finish(). */
static void fetch(struct db_rows *r)
{
    char sql[64];

    (void)snprintf(sql, sizeof(sql), "FETCH %d FROM large%u", FETCH_ROWS,
                   r->portal);
    pq.PQclear(r->cursor);
    r->cursor = pq.PQexec(schema_of(r->d)->conn, sql);
    r->row = 0;
}

/* Bytes come as the server has them, and so does all the rest. */
enum err pg_query_large(struct db_rows *r, const char *sql, struct error *e)
{
    struct db_schema *s = schema_of(r->d);
    PGresult *declared = NULL;
    struct str text, statement;
    struct arena a;
    enum err rc;

    if (!pg_is_in_transaction(s))
        return pg_query(r, sql, DB_NO_ARGS, e);
    arena_init(&a, LARGE_BYTES);
    rc = pg_translate(sql, &a, &text, e);
    if (!rc)
        rc = str_printf(&a, &statement, e,
                        "DECLARE large%u BINARY NO SCROLL CURSOR FOR %s",
                        ++s->portals, text.p);
    if (!rc)
        rc = pg_exec(s, statement.p, &declared, e);
    pq.PQclear(declared);
    arena_release(&a);
    if (rc)
        return rc;
    r->portal = s->portals;
    r->status = true;
    fetch(r);
    return OK;
}

bool pg_next(struct db_rows *r)
{
    if (r->portal && r->row == FETCH_ROWS)
        fetch(r);
    return r->cursor && r->row++ < pq.PQntuples(r->cursor);
}

/* A number of the server's form: its first byte is the highest. */
static int64_t from_server(const char *p, int n)
{
    uint64_t v = (n > 0 && (*p & 0x80)) ? UINT64_MAX : 0;

    for (int i = 0; i < n; i++)
        v = v << 8 | (uint8_t)p[i];
    return (int64_t)v;
}

int64_t pg_column_int(const struct db_rows *r, int i)
{
    const char *p = pq.PQgetvalue(r->cursor, r->row - 1, i);
    const Oid type = pq.PQftype(r->cursor, i);

    if (r->status && type != PG_TEXT)
        return from_server(p, pq.PQgetlength(r->cursor, r->row - 1, i));
    if (type == PG_BOOL)
        return *p == 't';
    if (type == PG_FLOAT8)
        return (int64_t)strtod(p, NULL);
    return strtoll(p, NULL, 10);
}

double pg_column_real(const struct db_rows *r, int i)
{
    const char *p = pq.PQgetvalue(r->cursor, r->row - 1, i);
    double v;
    int64_t bits;

    if (!r->status)
        return strtod(p, NULL);
    bits = from_server(p, pq.PQgetlength(r->cursor, r->row - 1, i));
    if (pq.PQftype(r->cursor, i) != PG_FLOAT8)
        return (double)bits;
    memcpy(&v, &bits, sizeof(v));
    return v;
}

struct str pg_column_text(const struct db_rows *r, int i)
{
    return (struct str){pq.PQgetvalue(r->cursor, r->row - 1, i),
                        (size_t)pq.PQgetlength(r->cursor, r->row - 1, i)};
}

bool pg_column_is_null(const struct db_rows *r, int i)
{
    return pq.PQgetisnull(r->cursor, r->row - 1, i);
}

enum err pg_finish(struct db_rows *r, enum err rc, struct error *e)
{
    struct db_schema *s = schema_of(r->d);
    char sql[64];

    if (!rc && r->portal && pq.PQresultStatus(r->cursor) != PGRES_TUPLES_OK)
        rc = pg_fail(s, r->cursor, e);
    if (r->cursor)
        pq.PQclear(r->cursor);
    r->cursor = NULL;
    if (r->portal && !rc) { /* else it goes with its transaction */
        (void)snprintf(sql, sizeof(sql), "CLOSE large%u", r->portal);
        pq.PQclear(pq.PQexec(s->conn, sql));
    }
    r->portal = 0;
    return rc;
}
