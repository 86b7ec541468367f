/* postgres_which.h - which tables of a database are meant, as a condition of SQL. */
#ifndef ENGINE_POSTGRES_POSTGRES_WHICH_H
#define ENGINE_POSTGRES_POSTGRES_WHICH_H

#include "base/buf.h"
#include "base/json.h"

/*
 * postgres_which_patterns - " AND (...)" for tables of pg_class c in pg_namespace n.
 *
 * in       patterns  "sales.*,orders": names with their schemas, those without are of
 *                    "public"; '*' stands for any characters. Empty: all, and nothing is
 *                    written
 */
void postgres_which_patterns(struct str patterns, struct buf *sql);

/* The same for tables by their very names, the "name" of each of `tables`. */
void postgres_which_names(const struct json *tables, struct buf *sql);

/* How a table is called: without its schema where that is "public". */
#define POSTGRES_WHICH_NAME                                               \
    "(CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || " \
    "c.relname)"

#endif
