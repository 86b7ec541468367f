/*
 * ingest_rows.h - the rows of a text, window by window, including damaged ones,
 * from the start or from a position reached before.
 */
#ifndef ENGINE_INGEST_INGEST_ROWS_H
#define ENGINE_INGEST_INGEST_ROWS_H

#include "engine/ingest/ingest_source.h"
#include "formats/csv/csv.h"

struct ingest;

/* A place between two rows that pass 1 has come by: where a thread can begin. */
struct ingest_mark {
    uint64_t row; /* the next one */
    struct ingest_window window;
    size_t pos;   /* of the reader, in the window */
    bool damaged; /* csv_reader.damaged */
    struct csv_counts counts;
};

struct ingest_marks {
    struct ingest_mark *of; /* of[n], rising */
    size_t n, room;
};

/* A window of a text, and the reader on it. */
struct ingest_rows {
    struct ingest *in;
    struct csv_reader reader;
    uint64_t row;                   /* of the table, of the next one */
    void (*before_move)(void *ctx); /* of the window: its text goes; or NULL */
    void *ctx;
};

/* From the first row on. */
MUST_CHECK enum err ingest_rows_open(struct ingest_rows *rows,
                                     struct ingest *in, struct error *e);

/*
 * ingest_rows_next - the next rows in in->cells; what is not a row is set aside.
 *
 * out      n  0 at the end
 */
MUST_CHECK enum err ingest_rows_next(struct ingest_rows *rows, size_t *n,
                                     struct error *e);

/* Where the next row is; false when there is no way back to it. */
bool ingest_rows_mark(const struct ingest_rows *rows, struct ingest_mark *m);

/*
 * ingest_rows_return - from a mark on, as if all before had been read.
 *
 * errors   ERR_CONFLICT  the file has changed; as ingest_source_move()
 */
MUST_CHECK enum err ingest_rows_return(struct ingest_rows *rows,
                                       struct ingest *in,
                                       const struct ingest_mark *m,
                                       struct error *e);

#endif
