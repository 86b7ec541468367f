/*
 * ingest.h - reads a file into a table and reports how it was read.
 *
 * Every cell is looked at before a type is chosen, and every row is in the
 * table in the file's order (rowid + 1 is its number), or nothing is: what
 * cannot be read exactly is refused with its place.
 */
#ifndef ENGINE_INGEST_INGEST_H
#define ENGINE_INGEST_INGEST_H

#include "base/jsonw.h"
#include "engine/duck/duck.h"
#include "formats/csv/csv_layout.h"
#include "formats/markup/sections_format.h"

#include <stdatomic.h>

/* Called now and then while the source is read; `total` counts both passes. */
struct ingest_progress {
    void (*report)(void *ctx, uint64_t done_bytes, uint64_t total_bytes);
    void *ctx;
};

/*
 * A table for the first question, made before the whole one: only the columns
 * that `sql` seems to name have values. It has all columns by name, order and
 * type, and a query that needs the value of another one fails.
 */
struct ingest_early {
    struct str sql;           /* only looked through for names, never run;
                                 empty: no such table is wanted */
    struct str database;      /* path of the DuckDB file to make */
    void (*ready)(void *ctx); /* it is there; not called when it is not worth
                                 its time, or for other formats */
    void *ctx;
};

struct ingest_aligned;

struct ingest_request {
    struct str database;             /* path of the DuckDB file to make */
    int fd;                          /* the source, a regular file; borrowed */
    struct str encoding;             /* declared; empty: decide by looking */
    char delimiter;                  /* declared; NUL: decide by looking */
    enum csv_header header;          /* of a text; a workbook decides itself */
    enum sections_format document;   /* a text that its name says is one */
    struct ingest_progress progress; /* report NULL: not wanted */
    struct ingest_early early;
    const atomic_bool *stop; /* set: end with ERR_TIMEOUT; or NULL */
    unsigned threads;        /* of ours; 0: 1 */
    uint64_t part_rows;      /* what a thread reads at once; 0: what is best */
    size_t window_bytes;     /* of the text that is held; 0: what is best */
    uint64_t memory_bytes;   /* that this process may have; 0: not known */
    bool no_views;           /* of a DuckDB database none is run */
    const struct ingest_aligned
        *aligned;            /* what `fd` was before; NULL: itself */
    const char *compression; /* what `fd` was unpacked from: ingest_run() */
};

/*
 * ingest_run - make the file `database` with the table `data`.
 *
 * Cells: an empty one is null, and so is a quoted empty one in a column that
 * is not text; in a text column "" is the empty string. Text keeps its spaces.
 *
 * out      w   the map, one object: {"format":"csv",...,"caution":...}
 * errors   ERR_FILE_READ_FAILED   a byte that does not decode, a row of
 *                                 another width, ...; e->pos has line and
 *                                 column (in characters) from 1, and the
 *                                 offset in bytes of the file
 *          ERR_VALIDATION_FAILED  unknown encoding or delimiter
 *          ERR_FILE_WRITE_FAILED  the disk is full
 *          ERR_LIMIT, ERR_TIMEOUT
 *          On error the new file may be left; the caller throws it away
 */
MUST_CHECK enum err ingest_run(struct duck *d, const struct ingest_request *r,
                               struct arena *a, struct jsonw *w,
                               struct error *e);

#endif
