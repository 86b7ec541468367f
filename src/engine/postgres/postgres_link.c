#include "engine/postgres/postgres_link.h"

#include "base/mem.h"
#include "store/pgsql/libpq.h"

#include <string.h>

#define SHOWN_BYTES 480

struct postgres_link {
    PGconn *conn;
};

/* ---- errors ---- */

/* The first line of a message to to[max], without a control character: its bytes. */
static size_t put_line(const char *message, char *to, size_t max)
{
    size_t n = 0;

    for (; message && *message && *message != '\n' && n < max; message++)
        to[n++] = (unsigned char)*message < ' ' ? ' ' : *message;
    return n;
}

static struct str first_line(const char *message, char shown[SHOWN_BYTES])
{
    return str_trim((struct str){shown, put_line(message, shown, SHOWN_BYTES)});
}

/* Classes of SQLSTATE whose messages name objects and settings, never a value. */
static bool may_show(const char *state)
{
    static const char *const classes[] = {"08", "0A", "25", "28", "3D", "3F",
                                          "42", "53", "54", "55", "57", "58"};

    return str_in((struct str){state, 2}, classes, COUNT_OF(classes));
}

static enum err lost(struct postgres_link *l, struct error *e)
{
    char shown[SHOWN_BYTES];

    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "the connection to the server is lost: %.*s",
                     STR_FMT(first_line(PQerrorMessage(l->conn), shown)));
}

static enum err refused(struct postgres_link *l, const PGresult *r,
                        struct error *e)
{
    const char *state = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    char shown[SHOWN_BYTES];

    if (!state || strlen(state) != 5)
        return lost(l, e);
    if (strcmp(state, "57014") == 0)
        return error_set(e, ERR_TIMEOUT,
                         "the server needs longer than it may take; allow it "
                         "more with --timeout");
    if (strcmp(state, "55P03") == 0)
        return error_set(e, ERR_TIMEOUT,
                         "a table is locked by another session; try again");
    if (!may_show(state))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the server fails with SQLSTATE %s", state);
    return error_set(
        e, ERR_FILE_READ_FAILED, "the server fails with SQLSTATE %s: %.*s",
        state,
        STR_FMT(
            first_line(PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY), shown)));
}

/* ---- the connection ---- */

/* Notices are the server's texts, and nobody's to read here. */
static void ignore_notice(void *ctx, const PGresult *notice)
{
    (void)ctx;
    (void)notice;
}

/*
 * A line for each address that was tried ("localhost" may have two): the first may not
 * answer, and the second say why. Hints follow a tab and are left out.
 */
static struct str each_line(const char *message, char shown[SHOWN_BYTES])
{
    size_t n = 0;

    while (*message && n + 2 < SHOWN_BYTES) {
        if (*message != '\t' && *message != '\n') {
            if (n > 0) {
                shown[n++] = ';';
                shown[n++] = ' ';
            }
            n += put_line(message, shown + n, SHOWN_BYTES - n);
        }
        message += strcspn(message, "\n");
        message += *message == '\n';
    }
    return str_trim((struct str){shown, n});
}

/* Was it the password? libpq has no other sign of that. */
static enum err cannot_connect(PGconn *conn, struct error *e)
{
    const bool is_refused =
        PQconnectionNeedsPassword(conn) || PQconnectionUsedPassword(conn);
    char shown[SHOWN_BYTES];

    return error_set(
        e, is_refused ? ERR_UNAUTHORIZED : ERR_TOOL_WORKER_UNAVAILABLE,
        "%.*s%s", STR_FMT(each_line(PQerrorMessage(conn), shown)),
        PQconnectionNeedsPassword(conn)
            ? "; put the password into ~/.pgpass or PGPASSWORD"
            : "");
}

enum err postgres_link_open(const struct postgres_option *list, size_t n,
                            struct postgres_link **out, struct error *e)
{
    const char *names[POSTGRES_MAX_OPTIONS + 1] = {NULL};
    const char *values[POSTGRES_MAX_OPTIONS + 1] = {NULL};
    struct postgres_link *l = mem_new(sizeof(*l), e);

    if (!l)
        return e->code;
    BUG_ON(n > POSTGRES_MAX_OPTIONS);
    for (size_t i = 0; i < n; i++) {
        names[i] = list[i].name;
        values[i] = list[i].value;
    }
    l->conn = PQconnectdbParams(names, values, 0);
    if (PQstatus(l->conn) != CONNECTION_OK) {
        (void)!cannot_connect(l->conn, e);
        postgres_link_close(l);
        return e->code;
    }
    (void)PQsetNoticeReceiver(l->conn, ignore_notice, NULL);
    *out = l;
    return OK;
}

void postgres_link_close(struct postgres_link *l)
{
    if (!l)
        return;
    PQfinish(l->conn);
    mem_free(l);
}

int postgres_link_version(const struct postgres_link *l)
{
    return PQserverVersion(l->conn);
}

const char *postgres_link_tls(const struct postgres_link *l)
{
    return PQsslInUse(l->conn) ? PQsslAttribute(l->conn, "protocol") : NULL;
}

/* ---- statements ---- */

enum err postgres_link_exec(struct postgres_link *l, const char *sql,
                            struct error *e)
{
    PGresult *r = PQexec(l->conn, sql);
    enum err rc = OK;

    if (!r || (PQresultStatus(r) != PGRES_COMMAND_OK &&
               PQresultStatus(r) != PGRES_TUPLES_OK))
        rc = refused(l, r, e);
    PQclear(r);
    return rc;
}

enum err postgres_link_query(struct postgres_link *l, const char *sql,
                             int columns, struct postgres_rows *rows,
                             struct error *e)
{
    PGresult *r = PQexec(l->conn, sql);

    *rows = (struct postgres_rows){.result = r};
    if (!r || PQresultStatus(r) != PGRES_TUPLES_OK)
        return refused(l, r, e);
    if (columns != POSTGRES_ANY_COLUMNS && PQnfields(r) != columns)
        return error_set(
            e, ERR_FILE_READ_FAILED,
            "the server answers with other columns than asked for");
    rows->n = (size_t)PQntuples(r);
    return OK;
}

void postgres_rows_close(struct postgres_rows *rows)
{
    PQclear(rows->result);
    *rows = POSTGRES_ROWS_NONE;
}

int postgres_rows_columns(const struct postgres_rows *rows)
{
    return PQnfields(rows->result);
}

struct str postgres_rows_name(const struct postgres_rows *rows, int column)
{
    return str_from(PQfname(rows->result, column));
}

uint32_t postgres_rows_type(const struct postgres_rows *rows, int column)
{
    return PQftype(rows->result, column);
}

static enum err take_result(struct postgres_link *l, PGresult *r,
                            postgres_take_row *take, void *ctx, struct error *e)
{
    const struct postgres_rows rows = {r, (size_t)PQntuples(r)};

    if (PQresultStatus(r) != PGRES_SINGLE_TUPLE &&
        PQresultStatus(r) != PGRES_TUPLES_OK)
        return refused(l, r, e);
    return take(ctx, &rows, e);
}

enum err postgres_link_stream(struct postgres_link *l, const char *sql,
                              postgres_take_row *take, void *ctx,
                              struct error *e)
{
    enum err rc = OK;

    if (!PQsendQuery(l->conn, sql) || !PQsetSingleRowMode(l->conn))
        return lost(l, e);
    for (PGresult *r = PQgetResult(l->conn); r; r = PQgetResult(l->conn)) {
        if (!rc)
            rc = take_result(l, r, take, ctx, e);
        PQclear(r);
        if (rc)
            break;
    }
    return rc;
}

struct str postgres_rows_text(const struct postgres_rows *rows, size_t row,
                              int column)
{
    return (struct str){PQgetvalue(rows->result, (int)row, column),
                        (size_t)PQgetlength(rows->result, (int)row, column)};
}

bool postgres_rows_is_null(const struct postgres_rows *rows, size_t row,
                           int column)
{
    return PQgetisnull(rows->result, (int)row, column) != 0;
}

static enum err take_all(struct postgres_link *l, postgres_take_line *take,
                         void *ctx, struct error *e)
{
    enum err rc = OK;

    while (!rc) {
        char *line = NULL;
        const int n = PQgetCopyData(l->conn, &line, 0);

        if (n == -1)
            return OK;
        if (n < -1)
            return lost(l, e);
        rc = take(ctx, (struct str){line, (size_t)n}, e);
        PQfreemem(line);
    }
    return rc;
}

/* The end of a COPY says whether it went well; then there is no more. */
static enum err end_copy(struct postgres_link *l, struct error *e)
{
    enum err rc = OK;

    for (PGresult *r = PQgetResult(l->conn); r; r = PQgetResult(l->conn)) {
        if (!rc && PQresultStatus(r) != PGRES_COMMAND_OK)
            rc = refused(l, r, e);
        PQclear(r);
    }
    return rc;
}

enum err postgres_link_copy(struct postgres_link *l, const char *sql,
                            postgres_take_line *take, void *ctx,
                            struct error *e)
{
    PGresult *r = PQexec(l->conn, sql);
    enum err rc = OK;

    if (!r || PQresultStatus(r) != PGRES_COPY_OUT)
        rc = refused(l, r, e);
    PQclear(r);
    if (!rc)
        rc = take_all(l, take, ctx, e);
    return rc ? rc : end_copy(l, e);
}

void postgres_quote(struct buf *sql, struct str name)
{
    buf_put_quoted(sql, '"', name);
}
