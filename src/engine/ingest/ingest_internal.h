/* ingest_internal.h - what ingest*.c share; private to them. */
#ifndef ENGINE_INGEST_INGEST_INTERNAL_H
#define ENGINE_INGEST_INGEST_INTERNAL_H

#include "engine/duck/duck_append.h"
#include "engine/ingest/ingest.h"
#include "engine/ingest/ingest_aside.h"
#include "engine/ingest/ingest_blanks.h"
#include "engine/ingest/ingest_encoding.h"
#include "engine/ingest/ingest_rows.h"
#include "engine/ingest/ingest_source.h"
#include "formats/csv/column.h"
#include "formats/csv/column_name.h"
#include "formats/csv/csv_layout.h"
#include "formats/csv/csv_repair.h"

struct totals;
struct ingest_place;

#define INGEST_CATALOG "ingest" /* the new file while it is attached */
#define INGEST_TABLE   "data"   /* the one table of a delimited file */

#define INGEST_MAX_COLUMNS ((size_t)10000)
#define INGEST_BATCH_CELLS ((size_t)64 * 1024)

/* One ingestion; all of it lives in the arena. */
struct ingest {
    struct duck *duck;
    const struct ingest_request *request;
    struct arena *a;
    struct ingest_source source;
    struct ingest_guessed guessed;
    struct csv_layout layout;
    struct str header; /* its line; empty: a row may say the same */
    struct csv_repairer repairer;
    struct ingest_aside aside;
    uint64_t lines_before;   /* the first row */
    uint64_t blank_before;   /* of those */
    uint64_t header_lines;   /* of those */
    uint64_t first_rejected; /* where, in bytes of the text */
    bool hopeless;           /* too many are rejected for a table */
    uint64_t rejected_last;  /* since the last row, of one cell each */
    size_t columns_dropped;  /* at the end: without name and value */
    const char *table;       /* its name in SQL, not quoted */
    size_t columns;
    size_t least_columns; /* fewer are no table */
    size_t width; /* cells of a row in cells[], >= columns; 0: columns */
    struct str *whole_names;      /* whole_names[width], as written */
    struct str *short_names;      /* the same without repetition */
    struct column_name *names;    /* names[columns] */
    struct column_evidence *seen; /* seen[columns] */
    struct column_type *types;    /* types[columns], once decided */
    struct csv_cell *cells;       /* cells[batch_rows * width] */
    uint64_t batch_bytes;         /* of text that these rows are */
    size_t batch_rows;
    uint64_t rows;
    struct csv_counts counts; /* of a pass */
    struct ingest_marks marks;
    struct duck_append *append;
    const size_t *places;    /* places[columns] in `append`, INGEST_LEFT_OUT for
                             some; NULL: all in their order */
    uint64_t appended_bytes; /* since `append` was opened */
    const struct totals *totals; /* rows that are sums; NULL: none */
    struct ingest_blanks blanks;
    const struct ingest_place *place; /* NULL: of no PDF */
};

#define INGEST_LEFT_OUT SIZE_MAX

/* Where a column is appended to. */
static inline size_t ingest_place(const struct ingest *in, size_t col)
{
    return in->places ? in->places[col] : col;
}

/* The SQL type: "BIGINT", "DECIMAL(18,2)"; lives in `text`. */
void ingest_sql_type(const struct column_type *t, char text[32]);

/* ERR_CONFLICT: the two passes did not see the same. */
enum err ingest_changed(struct error *e);

/* How many cells a row has in in->cells. */
static inline size_t ingest_stride(const struct ingest *in)
{
    return in->width ? in->width : in->columns;
}

/* Rows of `width` cells that are read at once, at most a chunk of the
 * engine. */
static inline size_t ingest_batch_rows(size_t width)
{
    size_t rows = INGEST_BATCH_CELLS / width;

    if (rows > DUCK_CHUNK_ROWS)
        rows = DUCK_CHUNK_ROWS;
    return rows ? rows : 1;
}

/*
 * ingest_scratch_open - a file beside the database, for writing and reading,
 * gone with its descriptor.
 *
 * errors   ERR_FILE_WRITE_FAILED  it cannot be made; ERR_LIMIT
 * returns  -1 on error, with *e filled; else the caller closes it
 */
MUST_CHECK int ingest_scratch_open(const struct ingest_request *r,
                                   const char *suffix, struct arena *a,
                                   struct error *e);

/* ingest_run() of what is not packed. */
MUST_CHECK enum err ingest_plain(struct duck *d, const struct ingest_request *r,
                                 struct arena *a, struct jsonw *w,
                                 struct error *e);

/* ingest_run() of a delimited text; with fewer columns it is refused. */
MUST_CHECK enum err ingest_delimited(struct duck *d,
                                     const struct ingest_request *r,
                                     size_t least_columns, struct arena *a,
                                     struct jsonw *w, struct error *e);

/*
 * ingest_file_begin - make the new file, laid out for what pass 1 has seen, and
 * begin the one transaction that fills it: the engine then compresses and
 * writes every row group once, where appending commit by commit writes much of
 * it to a log first.
 *
 * errors   ERR_FILE_WRITE_FAILED  it cannot be made
 */
MUST_CHECK enum err ingest_file_begin(const struct ingest *in, struct error *e);

/*
 * ingest_file_end - complete the file, or let go of it when `rc` is an error.
 *
 * returns  `rc` when it is one, with *e as it was; else as
 *          ingest_write_failed()
 */
MUST_CHECK enum err ingest_file_end(const struct ingest *in, enum err rc,
                                    struct error *e);

/* Rows that are compressed at once: the engine holds them until then. */
uint64_t ingest_row_group_rows(const struct ingest *in);

/* The empty table in the attached file. */
MUST_CHECK enum err ingest_create_table(struct ingest *in, struct error *e);

/* in->append on it. */
MUST_CHECK enum err ingest_append_begin(struct ingest *in, struct error *e);

/*
 * ingest_append_rows - put a batch, in->cells, read by the decided types, into
 * the table.
 *
 * errors   ERR_CONFLICT          a cell no longer fits: the file has changed
 *          ERR_LIMIT             no memory
 *          ERR_FILE_WRITE_FAILED the disk is full
 */
MUST_CHECK enum err ingest_append_rows(struct ingest *in, size_t rows,
                                       struct error *e);

/* Hand the last rows over, or drop the appender when `rc` is an error. */
MUST_CHECK enum err ingest_append_end(struct ingest *in, enum err rc,
                                      struct error *e);

/* ERR_TIMEOUT: a stop was requested. */
MUST_CHECK enum err ingest_check_stop(const struct ingest *in, struct error *e);

/*
 * ingest_look - pass 1: every cell once, as evidence in in->seen; in->rows and
 * in->counts.
 *
 * errors   as ingest_run()
 */
MUST_CHECK enum err ingest_look(struct ingest *in, struct error *e);

/* Pass 1 is before rows->row; remember it where that is worth it. */
MUST_CHECK enum err ingest_parts_mark(struct ingest *in,
                                      const struct ingest_rows *rows,
                                      struct error *e);

/*
 * ingest_parts_fill - pass 2: all rows into the table that was created, and
 * what is aside, by as many threads as the request allows and are worth it.
 *
 * errors   as ingest_append_rows()
 */
MUST_CHECK enum err ingest_parts_fill(struct ingest *in, struct error *e);

/*
 * ingest_early_make - the table for the first question, if it is worth its
 * time; types are decided.
 */
MUST_CHECK enum err ingest_early_make(struct ingest *in, struct error *e);

/* ERR_INTERNAL of the engine as what it is while a file is made. */
MUST_CHECK enum err ingest_write_failed(const struct ingest *in,
                                        struct error *e);

#endif
