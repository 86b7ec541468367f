/*
 * profile_column.h - what the passes of a profile collect, and their queries.
 * Private to profile*.c.
 *
 * What goes out is kept as JSON text in the profile's arena; an empty text is
 * null.
 */
#ifndef ENGINE_PROFILE_PROFILE_COLUMN_H
#define ENGINE_PROFILE_PROFILE_COLUMN_H

#include "base/jsonw.h"
#include "engine/query/catalog.h"

#define PROFILE_SAMPLES 5u
#define PROFILE_COMMON  10u
#define PROFILE_BATCH   48u /* columns that one statement reads */

enum profile_kind {
    PROFILE_EXACT, /* whole numbers and decimals */
    PROFILE_FLOAT,
    PROFILE_STRING,
    PROFILE_BOOLEAN,
    PROFILE_ORDERED, /* dates, times, intervals */
    PROFILE_OTHER    /* no order that means something */
};

struct profile_column {
    const struct catalog_column *from;
    enum profile_kind kind;
    struct str sql; /* the column as an expression */

    uint64_t values; /* that are not null */
    uint64_t distinct;
    uint64_t bytes;      /* strings: of all */
    uint64_t not_finite; /* floats: NaN and infinities */
    uint64_t true_count; /* booleans */

    struct str min, max;
    struct str min_length, max_length;
    struct str sum, mean, stddev;
    struct str quartiles[3];

    struct str samples[PROFILE_SAMPLES];
    uint64_t sample_rows[PROFILE_SAMPLES]; /* their rowid */
    size_t sample_count;

    struct str common; /* [{"value":...,"count":...},...] */
    struct str dictionary;
    bool dictionary_complete;
};

struct profile {
    struct duck *d;
    struct arena *a; /* what goes out */
    const struct catalog_table *table;
    struct profile_column *columns; /* columns[table->column_count] */
    size_t text_bytes;              /* longer texts are cut to this */
    size_t dictionary_bytes;        /* left for dictionaries */
    struct buf sql;                 /* the statement at hand */
    struct buf cell;                /* the cell at hand */
};

/* Where the batch of columns that begins at `from` ends; there are `n`. */
size_t profile_batch_end(size_t from, size_t n);

/*
 * profile_query - run what p->sql holds, which is then empty again.
 *
 * out      r    the caller's
 * errors   as duck_query(); a value out of range is ERR_VALIDATION_FAILED
 */
MUST_CHECK enum err profile_query(struct profile *p, struct duck_result **r,
                                  struct error *e);

/* As profile_query(), where exactly one row comes; `c` holds it and borrows `r`. */
MUST_CHECK enum err profile_query_row(struct profile *p, struct duck_result **r,
                                      struct duck_chunk *c, struct error *e);

/* A cell as JSON in p->cell, until the next; null is null; long texts are
 * cut. */
MUST_CHECK enum err profile_show(struct profile *p, const struct duck_vector *v,
                                 size_t row, struct str *json, struct error *e);

/* As profile_show(), in p->a, to stay; empty for null. */
MUST_CHECK enum err profile_keep(struct profile *p, const struct duck_vector *v,
                                 size_t row, struct str *out, struct error *e);

/* A text as a JSON string into `w`, cut to p->text_bytes with an ellipsis. */
void profile_write_text(const struct profile *p, struct str text,
                        struct jsonw *w);

#endif
