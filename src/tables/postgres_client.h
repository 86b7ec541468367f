/* postgres_client.h - calls of quarry-postgres, which talks to a server. */
#ifndef TABLES_POSTGRES_CLIENT_H
#define TABLES_POSTGRES_CLIENT_H

#include "tables/postgres_url.h"
#include "tables/tables_internal.h"

/*
 * postgres_client_call - start it, have it connect, ask one thing of it.
 *
 * in       s      its path is an address
 *          request  as engine/postgres/postgres_worker.h reads it
 * out      reply  a JSON object in `a`
 * errors   ERR_UNAUTHORIZED, ERR_FORBIDDEN, ERR_TIMEOUT, ERR_TOOL_WORKER_UNAVAILABLE;
 *          of the request
 */
MUST_CHECK enum err postgres_client_call(struct tables *t,
                                         const struct table_source *s,
                                         const struct worker_request *request,
                                         struct arena *a, struct str *reply,
                                         struct error *e);

#endif
