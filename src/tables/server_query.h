/*
 * server_query.h - queries that a server answers, as the copy of its database has only a
 * sample of what they ask about.
 */
#ifndef TABLES_SERVER_QUERY_H
#define TABLES_SERVER_QUERY_H

#include "tables/tables_internal.h"

struct server_query {
    const struct table_source *source; /* its limits are those of the call */
    const struct entries *entries;     /* of the call */
    const struct table_window *window; /* of table_query() */
};

/*
 * server_query_try - run a query on the server if it names a table that is a sample. Rows
 * of files that it names, too, are sent there.
 *
 * out      json    as the worker answers, with "server_sql" and "server"; n == 0: it
 *                  names no such table, and the worker is to be asked
 * errors   ERR_VALIDATION_FAILED  tables of two servers are named, it is not
 *                                 translated, or the server refuses it
 *          ERR_LIMIT  its plan costs too much, a file has more rows than are sent;
 *                     as postgres_client_call()
 */
MUST_CHECK enum err server_query_try(struct tables *t,
                                     const struct server_query *q,
                                     struct arena *a, struct str *json,
                                     struct error *e);

/*
 * server_query_check - refuse what would give the sample of a table for all of it.
 *
 * in       sql   empty: the whole table
 * errors   ERR_VALIDATION_FAILED
 */
MUST_CHECK enum err server_query_check(const struct entries *en, struct str sql,
                                       struct arena *a, struct error *e);

#endif
