/*
 * table_rows.h - lines as pieces, and the white between these over many lines.
 * Private to the module.
 */
#ifndef FORMATS_PDF_TABLE_ROWS_H
#define FORMATS_PDF_TABLE_ROWS_H

#include "formats/pdf/table.h"

/* Words that are near each other. */
struct table_piece {
    struct pdf_box box;
    size_t first, last; /* columns */
    bool is_value;      /* has a digit, and no more letters than these */
    bool is_mark;       /* a sign of money or the like, and nothing else */
};

struct table_row {
    struct table_piece *piece; /* piece[n], from left to right */
    size_t n;
    float base, size;
    bool has_several; /* pieces, of which each may be a cell */
    bool is_joined;   /* to the row above */
    uint32_t column;  /* of the page */
};

struct table_run {
    struct table_row *row; /* row[n], from above to below */
    size_t n, several;     /* of them, with more than one piece */
    struct pdf_box box;
    float size;
    float gutter[PDF_TABLE_MAX_COLUMNS]; /* gutter[columns - 1] */
    size_t columns;
};

/* The next word of a line, from left to right; there is room for its piece. */
void table_row_add(struct table_row *row, const struct pdf_word *w);

/* What all rows have together; then the columns of the run, and which of them
 * each piece is in. */
void table_run_measure(struct table_run *run);
void table_run_divide(struct table_run *run);

#endif
