/*
 * postgres_copy.h - copies the tables of a database into one file, a bundle, for
 * engine/ingest/ingest_postgres.h to read.
 *
 *     %quarry-postgres 00000000000000001234\n     where the catalog begins
 *     rows of the first table, as COPY writes them; of the second; ...
 *     {"tables":[{"name",...,"at","bytes","rows","columns":[...],"keys":[...]}],
 *      "left_out":[{"name","view","reason"}]}
 *
 * The same content is the same bytes, whenever it is copied, so that what is made of it
 * is found again by its hash.
 */
#ifndef ENGINE_POSTGRES_POSTGRES_COPY_H
#define ENGINE_POSTGRES_POSTGRES_COPY_H

#include "engine/postgres/postgres_catalog.h"

/* What is copied at most. Of a table that has more rows a sample is, which is marked as
 * one by "sampled_of", about how many it has; it is asked on the server. */
struct postgres_limits {
    uint64_t table_rows;
    uint64_t all_bytes;
    double plan_cost; /* as the server estimates it for all rows of a table */
    struct str which; /* of the tables (postgres_which.h); empty: all */
};

#define POSTGRES_SAMPLE_ROWS UINT64_C(20000)
#define POSTGRES_TABLE_ROWS  UINT64_C(1000000)
#define POSTGRES_ALL_BYTES   (UINT64_C(256) << 20)
#define POSTGRES_PLAN_COST   1e7

struct postgres_copied {
    size_t tables;
    size_t left_out;
    uint64_t rows;
    uint64_t bytes;
};

/*
 * postgres_copy_all - tables and views into an empty file.
 *
 * in       fd     for writing; borrowed
 * out      done   how much it was
 * errors   as postgres_link_query(); ERR_FILE_WRITE_FAILED, ERR_LIMIT
 *          ERR_NOT_FOUND  there is no table that the role may read
 */
MUST_CHECK enum err postgres_copy_all(struct postgres_session *s,
                                      const struct postgres_limits *limits,
                                      int fd, struct arena *a,
                                      struct postgres_copied *done,
                                      struct error *e);

#endif
