/* db_large.h - queries of more rows than should be in memory at once. */
#ifndef STORE_DATABASE_DB_LARGE_H
#define STORE_DATABASE_DB_LARGE_H

#include "store/database/db.h"

/*
 * db_query_large - as db_query(), of more rows than should be in memory at once.
 *
 * A server gives them some at a time within a transaction, and else all at once, as it does
 * those of db_query(). Its columns are integers, texts and bytes.
 */
MUST_CHECK enum err db_query_large(struct db *d, const char *sql,
                                   struct db_rows *r, struct error *e);

#endif
