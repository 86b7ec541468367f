/* server_tables.h - which tables of a call's files a query names. */
#ifndef TABLES_SERVER_TABLES_H
#define TABLES_SERVER_TABLES_H

#include "tables/tables_internal.h"

struct server_table {
    struct str sql; /* what the query calls it */
    size_t entry;   /* of the call */
    const struct json
        *table;     /* as the map of a server's copy has it; NULL: it is of a
                                  file */
    bool is_sample; /* the copy has not its rows of now */
};

struct server_tables {
    struct server_table *list; /* list[n], of each name one */
    size_t n;
    bool has_sample;
};

/*
 * server_tables_find - those that the SQL names, by the names that
 * engine/query/catalog.h gives; none where no entry is a server's.
 *
 * in       sql  empty: the table that the first entry names
 * out      out  in `a`
 * errors   as fs_read_file() and json_parse() of a map
 */
MUST_CHECK enum err server_tables_find(const struct entries *en, struct str sql,
                                       struct arena *a,
                                       struct server_tables *out,
                                       struct error *e);

/* What the server calls it. */
struct str server_table_name(const struct server_table *t);

#endif
