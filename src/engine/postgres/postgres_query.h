/*
 * postgres_query.h - runs a query on the server, and writes a window of its rows as
 * engine/query/query.h writes one of the engine's.
 */
#ifndef ENGINE_POSTGRES_POSTGRES_QUERY_H
#define ENGINE_POSTGRES_POSTGRES_QUERY_H

#include "engine/postgres/postgres_session.h"

/* Of a plan, as the server estimates it: beyond it a query is not run. */
#define POSTGRES_QUERY_COST 1e8

/*
 * postgres_query_run - explain it, and run it if that is affordable.
 *
 * in       request  {"sql","in_order","is_behind","tables":[{"sql","name"}],"sent",
 *                   "rows_sent","rows","offset","max_bytes"}: a SELECT in the server's dialect over `tables`, each
 *                   with the name that the SQL has for it and the one that a bundle has;
 *                   their rows in the order of a copy, if that matters; of the rows
 *                   behind a figure only the time is limited; `sent` are tables of the
 *                   SQL with their rows, as WITH has them, which are shown without
 * out      w        {"columns","column_types","rows",...,"server_sql","server"}
 * errors   ERR_LIMIT              the plan costs too much, or a row is too large
 *          ERR_NOT_FOUND          a table is gone
 *          ERR_VALIDATION_FAILED  the server refuses the query; as
 *                                 postgres_link_query()
 */
MUST_CHECK enum err postgres_query_run(struct postgres_session *s,
                                       const struct json *request,
                                       struct arena *a, struct jsonw *w,
                                       struct error *e);

#endif
