/*
 * region.h - where in a sheet its table is: a sheet is paper, and what stands
 * on it may have a title, notes, a header of several rows, and other tables.
 */
#ifndef SHEETS_REGION_H
#define SHEETS_REGION_H

#include "sheets/sheet.h"

#define REGION_MAX_HEADER_ROWS 5u
#define REGION_MAX_BLOCKS      1000u /* of those left out that are listed */

enum region_header { REGION_HEADER_AUTO, REGION_HEADER_YES, REGION_HEADER_NO };

/* Rows without an empty one between them. */
struct region_block {
    size_t from, to; /* in sheet.rows: [from, to) */
    uint16_t first, last;
    uint16_t widest; /* most cells of a row */
    uint64_t cells;
};

struct region {
    struct region_block *left_out; /* before and after the table, in order */
    size_t left_out_n;             /* those listed */
    uint64_t left_out_total;
    size_t title_from, title_to;   /* rows of the table's block above it */
    size_t header_from, header_to; /* rows; equal: there is no header */
    size_t data_from, data_to;
    bool header_assumed; /* nothing speaks for it, and nothing against it */
    uint32_t first_column;
    size_t columns;     /* 0: the sheet is empty */
    struct str *header; /* header[columns], joined over its rows; NULL: none */
};

/*
 * region_find - the first table of a sheet.
 *
 * - Blocks of rows are parted by empty rows. A block of at most one cell a
 *   row, or a short one of two, before a wider one is a title and left out.
 * - Rows of one cell above the header are a title too.
 * - A block of words right above a block that has other things under them is
 *   its header, in spite of the empty row.
 * - The row of an auto filter is the header. Else a row of words over numbers
 *   or dates is; a row of words over words is assumed to be.
 * - Rows of labels over that, with merged cells or gaps, are a part of it:
 *   "2024" over "Q1" is the column "2024 Q1".
 *
 * in       strings  of the workbook
 * out      out      lives in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err region_find(const struct sheet *s,
                                const struct strings *strings,
                                enum region_header mode, struct arena *a,
                                struct region *out, struct error *e);

/* A row of the sheet, which borrows `room`; room is a buf of TAPE_MAX_ROW. */
MUST_CHECK enum err region_row(const struct sheet *s, size_t i,
                               struct buf *room, struct tape_row *row,
                               struct error *e);

/* The text of a cell; borrows the row or the strings. */
struct str region_text(const struct strings *strings,
                       const struct tape_row *row,
                       const struct tape_cell *cell);

#endif
