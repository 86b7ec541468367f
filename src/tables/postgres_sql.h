/*
 * postgres_sql.h - SQL of the engine's dialect as PostgreSQL's.
 *
 * What specs are compiled to (ask/spec) is translated, and what else is written with the
 * same words; anything else is refused, so that nothing means another thing on the
 * server. It is also what keeps other functions from being called there.
 */
#ifndef TABLES_POSTGRES_SQL_H
#define TABLES_POSTGRES_SQL_H

#include "base/buf.h"

/* The condition of a QUALIFY, where it stays in the result as its last column. As
 * engine/postgres/postgres_query.c names it. */
#define POSTGRES_SQL_KEPT "quarry_kept"

/*
 * postgres_sql_write - translate a query.
 *
 * in       sql   one SELECT, with or without WITH
 * out      out   appended
 * errors   ERR_VALIDATION_FAILED  something in it is not translated; the message has it
 * cost     O(bytes * depth)
 */
MUST_CHECK enum err postgres_sql_write(struct str sql, struct buf *out,
                                       struct error *e);

/* Is it of the rows behind a figure, as ask/spec/behind.h writes it? */
bool postgres_sql_is_behind(struct str sql);

/* Does a query count rows in their order, as row_number() OVER () does? */
bool postgres_sql_numbers(struct str sql);

/* Does SQL name a table or column so: "events" in double quotes, or the bare word? */
bool postgres_sql_names(struct str sql, struct str name);

#endif
