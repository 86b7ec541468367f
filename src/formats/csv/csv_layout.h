/*
 * csv_layout.h - finds the table in a text: the lines before it, its header,
 * its width and the shape of its rows.
 */
#ifndef FORMATS_CSV_CSV_LAYOUT_H
#define FORMATS_CSV_CSV_LAYOUT_H

#include "formats/csv/csv_profile.h"

enum csv_header {
    CSV_HEADER_AUTO,
    CSV_HEADER_YES,   /* one row or more */
    CSV_HEADER_ONE,   /* one row */
    CSV_HEADER_SHOWN, /* only what is of another kind than the rows below it */
    CSV_HEADER_NO
};

struct csv_layout_options {
    char delimiter; /* NUL: decide */
    enum csv_header header;
};

struct csv_layout {
    struct csv_dialect dialect;
    struct str comment;        /* what begins a comment line; empty: nothing */
    size_t columns;            /* cells of a row; 0: the text has no record */
    size_t usual;              /* what most rows have, at most `columns` */
    size_t header_rows;        /* 0: none */
    size_t header_cells;       /* of its first row */
    bool header_assumed;       /* and only because nothing speaks against it */
    const char *header_reason; /* the header was repaired; NULL: it was not */
    size_t start; /* offset of the header, or of the first row without one */
    size_t again_rows; /* of these, which say the first again; and where */
    size_t again, again_end;
    size_t rows; /* offset of what comes after the header */
    size_t
        other_line; /* where below it another table seems to begin; 0: nowhere */
    size_t
        aligned_lines; /* that runs of spaces part, which are not told apart */
    struct csv_profile profile; /* of the good rows of the sample */
};

/*
 * csv_layout_find - by the first 256 KiB of a text.
 *
 * Before the table may be titles, comments and blank lines. The width is that
 * of the header, as rows may lack cells at their end, and never less than that
 * of most records. Where the header does not say it and many records are
 * longer, it is that of the longest.
 *
 * A first line "sep=;" is the delimiter, where none is declared.
 *
 * out      l  its profile lives in `a`
 * errors   ERR_LIMIT  `a` is full, or over CSV_MAX_COLUMNS
 */
MUST_CHECK enum err csv_layout_find(struct str text,
                                    const struct csv_layout_options *o,
                                    struct arena *a, struct csv_layout *l,
                                    struct error *e);

/*
 * csv_layout_names - the header's cells, those of several rows joined.
 *
 * out      whole  whole[l->columns]: all that is written above the column
 *          names  names[l->columns]: the same without repetition
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err csv_layout_names(struct str text,
                                     const struct csv_layout *l,
                                     struct arena *a, struct str *whole,
                                     struct str *names, struct error *e);

#endif
