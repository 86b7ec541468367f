/* pg_error.c - what the server says, in our codes. */
#include "store/pgsql/pg_internal.h"

#include <string.h>

#define SHOWN_BYTES 200

/* The first line of a message, without control characters. */
static const char *first_line(const char *message, char shown[SHOWN_BYTES])
{
    size_t n = 0;

    for (; message && *message && *message != '\n' && n + 1 < SHOWN_BYTES;
         message++)
        shown[n++] = (unsigned char)*message < ' ' ? ' ' : *message;
    shown[n] = 0;
    return shown;
}

bool pg_has_state(const PGresult *r, const char *state)
{
    const char *is = r ? pq.PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;

    return is && strcmp(is, state) == 0;
}

/* SQLSTATEs, of which the first that begins the server's counts. */
static const struct meaning {
    const char *state;
    enum err code;
    bool of_machine;
    const char *format; /* of the database's name, and the server's message */
} meanings[] = {
    {"23505", ERR_CONFLICT, false, "%s: it exists already"},
    {"23503", ERR_CONFLICT, false, "%s: it is still in use"},
    {"23", ERR_CONFLICT, false, "%s: a constraint of the schema failed"},
    {"55P03", ERR_TIMEOUT, true,
     "another program has locked %s for more than 10 s; try again"},
    {"57014", ERR_TIMEOUT, false, "cancelled at %s: %s"},
    {"40", ERR_CONFLICT, false,
     "%s was changed by another program meanwhile; try again"},
    {"3F000", ERR_CONFLICT, false,
     "%s was removed or replaced meanwhile; the change was rolled back"},
    {"53100", ERR_FILE_WRITE_FAILED, true,
     "the disk of the store's server is full; the change of %s was rolled back"},
    {"53", ERR_LIMIT, true, "%s: the store's server has no room: %s"},
    {"25006", ERR_FILE_WRITE_FAILED, true,
     "%s cannot be written: the store's server takes no writes (a standby?)"},
    {"42501", ERR_FILE_WRITE_FAILED, true,
     "%s: the role may not do this in the store: %s"},
    {"22021", ERR_VALIDATION_FAILED, false,
     "%s: a text has a NUL byte or is not UTF-8, which PostgreSQL does not "
     "keep"},
    {"54", ERR_LIMIT, false, "a value is too large for %s: %s"},
    {"58", ERR_FILE_WRITE_FAILED, true, "the disk of %s fails: %s"},
    {"XX001", ERR_FILE_READ_FAILED, false, "%s is damaged: %s"},
    {"XX002", ERR_FILE_READ_FAILED, false, "%s is damaged: %s"},
    {"57P", ERR_TOOL_WORKER_UNAVAILABLE, true,
     "the connection of %s is lost: %s"},
    {"08", ERR_TOOL_WORKER_UNAVAILABLE, true,
     "the connection of %s is lost: %s"},
    {"", ERR_INTERNAL, false, "%s: %s"},
};

static enum err set_by(const struct meaning *m, const char *shown,
                       const char *message, struct error *e)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-extra-args"
    (void)!error_set(e, m->code, m->format, shown, message);
#pragma GCC diagnostic pop
    e->of_machine = m->of_machine;
    return m->code;
}

enum err pg_fail(struct db_schema *s, const PGresult *r, struct error *e)
{
    const char *state = r ? pq.PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    const char *message =
        r ? pq.PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const struct meaning *m = meanings;
    char shown[SHOWN_BYTES];

    if (!message)
        message = pq.PQerrorMessage(s->conn);
    if (!state) /* libpq's own: the connection, or no memory */
        state = pq.PQstatus(s->conn) == CONNECTION_OK ? "" : "08";
    while (strncmp(m->state, state, strlen(m->state)) != 0)
        m++;
    return set_by(m, s->db.shown, first_line(message, shown), e);
}

/* Was it the password? libpq has no other sign of that than that one was used, and that
 * the server said why, whose words follow its severity and two spaces: one that falls
 * meanwhile says nothing. */
enum err pg_cannot_connect(const char *shown, PGconn *conn, struct error *e)
{
    const bool is_refused = pq.PQconnectionNeedsPassword(conn) ||
                            (pq.PQconnectionUsedPassword(conn) &&
                             strstr(pq.PQerrorMessage(conn), ":  "));
    char line[SHOWN_BYTES];
    enum err rc = error_set(
        e, is_refused ? ERR_UNAUTHORIZED : ERR_TOOL_WORKER_UNAVAILABLE,
        "cannot open %s in the store: %s%s", shown,
        first_line(pq.PQerrorMessage(conn), line),
        pq.PQconnectionNeedsPassword(conn)
            ? "; put the password into ~/.pgpass or PGPASSWORD"
            : "");

    e->of_machine = !is_refused;
    return rc;
}
