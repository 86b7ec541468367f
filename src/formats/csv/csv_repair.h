/*
 * csv_repair.h - pads, repairs or rejects a record that is not a valid row.
 *
 * Where its quotes are well formed, each cell keeps its characters and the
 * column that the delimiters give it. Cells are added at the end (null), empty
 * ones after the last column are left out, and anything else sets the record
 * aside: it is never cut, joined or shifted to make it fit.
 *
 * Where a quote is broken the delimiters alone do not say where cells end. Then
 * the line is read with its quotes taken loosely, and as letters; the first of
 * these that gives every column a cell which fits it is the row. Short lines
 * right after one that neither can read may be the rest of its cell, and
 * are set aside with it.
 */
#ifndef FORMATS_CSV_CSV_REPAIR_H
#define FORMATS_CSV_CSV_REPAIR_H

#include "formats/csv/csv_profile.h"

enum csv_outcome {
    CSV_PADDED, /* a row whose last cells are missing */
    CSV_REPAIRED,
    CSV_REJECTED,
    CSV_LONE, /* rejected: one cell stands alone, as in a footer */
    CSV_COMMENT,
    CSV_HEADER, /* it says the header again, as pages of a report do */
    CSV_STARVED /* the window must move on; nothing was taken */
};

struct csv_repairer {
    const struct csv_dialect *dialect;
    struct str comment; /* what begins a comment line; empty: nothing */
    struct csv_profile profile;
    struct csv_cell *cells; /* cells[room] */
    size_t room;
    uint64_t torn; /* counts.records after a broken line; 0: there is none */
};

struct csv_repair {
    enum csv_outcome outcome;
    size_t cells;       /* of the record, empty ones at its end too */
    const char *reason; /* static */
    struct str text;    /* of the line or record, in the window */
};

/*
 * csv_repair_open - room to work in.
 *
 * in       profile  of the good rows
 * errors   ERR_LIMIT
 */
MUST_CHECK enum err csv_repair_open(struct csv_repairer *rep, struct arena *a,
                                    struct error *e);

/*
 * csv_repair_next - take the record at which a reader stopped as damaged.
 *
 * out      row  row[columns] when padded or repaired
 */
void csv_repair_next(struct csv_repairer *rep, struct csv_reader *r,
                     struct csv_cell *row, struct csv_repair *out);

#endif
