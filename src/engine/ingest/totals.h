/*
 * totals.h - detects which rows of a table are sums of others, and so are
 * counted twice in a sum over the column.
 *
 *     totals_init -> totals_add for each row, in order -> totals_end
 */
#ifndef ENGINE_INGEST_TOTALS_H
#define ENGINE_INGEST_TOTALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOTALS_MAX_COLUMNS 64u
#define TOTALS_SHOWN       20u /* rows that are named */
#define TOTALS_LEVELS      3u

/* What was added since the last total of a level, or of one above it. */
struct totals_level {
    double sum[TOTALS_MAX_COLUMNS];
    uint64_t parts[TOTALS_MAX_COLUMNS]; /* numbers that are not 0 */
    uint64_t values[TOTALS_MAX_COLUMNS];
    uint64_t rows;
};

struct totals_row {
    const double *value; /* value[columns], NaN: there is none */
    size_t filled;       /* cells of any type */
};

struct totals_found {
    uint64_t row;     /* from 1 */
    uint64_t columns; /* bit i: column i adds up */
    bool sure;        /* else only beside others, */
    bool big;         /* or at the end and of three digits */
    bool certain;     /* it adds up where that is hardly chance */
};

struct totals {
    size_t columns; /* numbers, at most TOTALS_MAX_COLUMNS */
    uint64_t rows;
    struct totals_level level[TOTALS_LEVELS]; /* rows that are not totals */
    struct totals_level all;                  /* with those that are */
    double size[TOTALS_MAX_COLUMNS];          /* of all rows, without signs */
    double again[TOTALS_MAX_COLUMNS];         /* of the totals, likewise */
    double first[TOTALS_MAX_COLUMNS];         /* of the first row */
    double end[TOTALS_MAX_COLUMNS];           /* of the last one with numbers */
    uint64_t end_row;
    uint64_t filled;             /* cells of rows that are none */
    struct totals_found waiting; /* the last row, if nothing follows it */
    struct totals_found list[TOTALS_SHOWN];
    uint64_t found; /* in all; list has the first of them */
    uint64_t mask;  /* the columns of all of them */
    bool lenient;
    bool halved;   /* the last row is half of the rows above it */
    bool is_small; /* and of so small numbers that it may be by chance */
    bool closed;   /* the last row is the total of all that are none */
    size_t widest,
        widest_total; /* cells of a row with numbers, and of a total */
};

/* With nothing found. */
void totals_init(struct totals *t, size_t columns);

/*
 * totals_init_again - after one whose totals_end() left it `halved`: rows above
 * the last one are totals, and sums of two rows are enough to tell them.
 * It is right when it is `closed` in the end.
 */
void totals_init_again(struct totals *t, size_t columns);

/* The next row. */
void totals_add(struct totals *t, const struct totals_row *row);

/* All rows were added: forget what does not hold without a row after it. */
void totals_end(struct totals *t);

/*
 * totals_are_certain - is each of them a total even if nothing calls it one? Few numbers
 * below 100 in one column add up by chance often enough.
 */
bool totals_are_certain(const struct totals *t);

/* After totals_init_again(): are its totals to be believed, beside those before? */
bool totals_are_better(const struct totals *again, const struct totals *before);

/* Which part of a column's sum is counted again, the most of all columns. */
double totals_share(const struct totals *t);

#endif
