/*
 * sqlite_table.h - reads one table of a SQLite database: types, rows. Private to
 * ingest_sqlite.c.
 */
#ifndef ENGINE_INGEST_SQLITE_TABLE_H
#define ENGINE_INGEST_SQLITE_TABLE_H

#include "engine/ingest/ingest_internal.h"
#include "engine/sqlite_file/sqlite_file.h"

/* What is known of a column, beside in->names and in->types. */
struct sqlite_seen {
    uint64_t kinds[SQLITE_CELL_KINDS];
    uint64_t first_row[SQLITE_CELL_KINDS];
    uint64_t empty_texts; /* not counted as texts */
    uint64_t repaired;    /* texts that were no UTF-8, or had a NUL byte */
    uint64_t wide_row;    /* the first with an integer that no double holds */
    bool binary;          /* a number of over 15 digits */
    struct str declared;  /* its type in the schema */
};

struct sqlite_table {
    struct ingest *in;
    struct sqlite_file *file;
    const struct sqlite_object *object;
    struct sqlite_seen *seen; /* seen[in->columns] */
    struct sqlite_keys keys;  /* that it declares */
    struct arena batch;       /* texts of the rows in in->cells */
    uint64_t repaired_rows;
    uint64_t text_bytes;
};

/*
 * sqlite_table_decide - look at every row: names and types, into t->in.
 *
 * out      t->seen lives in t->in->a; sqlite_table_release() in every case
 * errors   as sqlite_rows_open() and sqlite_rows_next(); ERR_LIMIT
 */
MUST_CHECK enum err sqlite_table_decide(struct sqlite_table *t,
                                        struct error *e);

/* All rows into in->append; errors as sqlite_rows_next() and
 * ingest_append_rows(). */
MUST_CHECK enum err sqlite_table_append(struct sqlite_table *t,
                                        struct error *e);

/* Give back what it holds; `in` is the caller's. */
void sqlite_table_release(struct sqlite_table *t);

#endif
