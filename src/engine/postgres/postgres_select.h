/*
 * postgres_select.h - a table as a copy of it has it, in SQL of the server, and what the
 * server expects of a query.
 */
#ifndef ENGINE_POSTGRES_POSTGRES_SELECT_H
#define ENGINE_POSTGRES_POSTGRES_SELECT_H

#include "engine/postgres/postgres_catalog.h"

/* SELECT of all columns that the role may read: time stamps in UTC, types that only the
 * server has as text. */
void postgres_select_write(const struct postgres_table *t, bool is_copy,
                           struct buf *sql);

/* ORDER BY the primary key, in which a copy has the rows; nothing where there is none. */
void postgres_select_order(const struct postgres_table *t, struct buf *sql);

/*
 * postgres_explain - the server's plan of a query, which is not run.
 *
 * out      rows, cost   as it estimates them
 * errors   as postgres_link_query(); ERR_LIMIT
 */
MUST_CHECK enum err postgres_explain(const struct postgres_session *s,
                                     struct str query, struct arena *a,
                                     double *rows, double *cost,
                                     struct error *e);

#endif
