/* sql_names.h - what SQL calls the tables of several files. */
#ifndef ASK_JOINS_SQL_NAMES_H
#define ASK_JOINS_SQL_NAMES_H

#include "ask/link/table_schema.h"
#include "base/buf.h"

/* Tables of one query. */
#define JOIN_MAX_TABLES 8

/*
 * join_sql_names - names as engine/query/catalog.h gives them.
 *
 * Tables of one file have their own names; of several files, the first also
 * called data, those of the files, where a name that is taken gets _2, _3, ...
 *
 * in       tables  tables[n] of the schema, in the order of the query's files
 * out      names   names[n]
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err join_sql_names(const struct ask_schema *s,
                                   const size_t *tables, size_t n,
                                   struct arena *a, struct str *names,
                                   struct error *e);

/* Are all tables of one file? */
bool join_is_one_file(const struct ask_schema *s, const size_t *tables,
                      size_t n);

/*
 * join_sql_with - a statement with these named queries before it.
 *
 * A WITH of its own goes on from them.
 *
 * in       with  NAME AS (...), ..., without the word WITH
 * out      out   in `a`
 */
MUST_CHECK enum err join_sql_with(struct str with, struct str sql,
                                  struct arena *a, struct str *out,
                                  struct error *e);

#endif
