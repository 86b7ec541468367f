/* pg_listen.c - what other sessions notify of. */
#include "store/pgsql/pg_internal.h"

#include <stdio.h>

enum err pg_listen(struct db_schema *s, struct error *e)
{
    PGresult *r = NULL;
    char sql[128];
    enum err rc;

    if (!s->channel)
        return OK;
    (void)snprintf(sql, sizeof(sql), "LISTEN %s", s->channel);
    rc = pg_exec(s, sql, &r, e);
    pq.PQclear(r);
    return rc;
}

enum err db_schema_listen(struct db *d, const char *channel, struct error *e)
{
    struct db_schema *s = schema_of(d);

    s->channel = channel;
    return pg_listen(s, e);
}

int db_schema_socket(const struct db *d)
{
    const struct db_schema *s = (const struct db_schema *)d;

    return pq.PQstatus(s->conn) == CONNECTION_OK ? pq.PQsocket(s->conn) : -1;
}

bool db_schema_heard(struct db *d)
{
    struct db_schema *s = schema_of(d);
    bool heard = false;
    PGnotify *n;

    (void)pq.PQconsumeInput(
        s->conn); /* what fails shows at the next statement */
    while ((n = pq.PQnotifies(s->conn))) {
        pq.PQfreemem(n);
        heard = true;
    }
    return heard;
}
