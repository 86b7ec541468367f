/* head.h - tells titles and header rows among the first rows of a block. */
#ifndef FORMATS_XLSX_HEAD_H
#define FORMATS_XLSX_HEAD_H

#include "formats/xlsx/cell_grid.h"

#define HEAD_ROWS       64u /* that are looked at */
#define HEAD_TITLE_ROWS 20u /* a block of more is no title */
#define HEAD_MAX_HEADER 5u

enum head_mode { HEAD_AUTO, HEAD_YES, HEAD_NO };

/* A kind that a tape does not know: an integer that could be a year. */
#define HEAD_KIND_YEAR ((uint8_t)0x20)

/* The kinds of the first cells; the tape's, or HEAD_KIND_YEAR. */
struct head {
    const size_t *at; /* at[rows] in sheet.rows */
    size_t rows, width;
    uint32_t first;   /* the column of kinds[0] */
    uint8_t *kinds;   /* kinds[rows * width] */
    uint16_t *merged; /* columns of a merge that begins there, in it */
    uint32_t *styles;
    bool *
        distinct; /* distinct[rows]: no two cells of the row are alike, and it has few */
};

/* What they are, in this order; the rest is data. */
struct head_parts {
    size_t title;  /* rows */
    size_t header; /* rows; 0: there is none */
    bool assumed;  /* nothing speaks for the header, and nothing against it */
    bool units;    /* the header's last row has them */
};

/*
 * head_look - read the kinds of rows.
 *
 * in       area    for its columns
 *          h       h->at[h->rows] in sheet.rows, ascending, at most HEAD_ROWS
 * out      h       the rest of it; lives in `a`, borrows h->at
 */
MUST_CHECK enum err head_look(struct grid *g, const struct grid_area *area,
                              struct arena *a, struct head *h, struct error *e);

/*
 * head_part - where title, header and data are.
 *
 * - Rows of one cell above the header are a title.
 * - The row of an auto filter is the header. Else a row of words over numbers
 *   or dates is; a row of words over words is assumed to be.
 * - Rows of labels over that, with merged cells or gaps, are a part of it:
 *   "2024" over "Q1" is the column "2024 Q1". So is a row under it of words in
 *   columns of numbers alone: units.
 *
 * in       filter  row of the sheet; 0: none
 */
struct head_parts head_part(const struct head *h, const struct grid *g,
                            uint32_t filter, enum head_mode mode);

/*
 * head_labels - the names of columns, joined over the header's rows.
 *
 * out      labels  labels[width] of `h`, in `a`; empty where there is none
 */
MUST_CHECK enum err head_labels(const struct head *h, struct grid *g,
                                const struct head_parts *p, struct arena *a,
                                struct str *labels, struct error *e);

/* Is `row` words over something else, by more columns than not? */
bool head_has_own(const struct head *h, size_t row);

/* Words, years and dates only, and a word among them. */
bool head_all_labels(const struct head *h, size_t row);

/* Is there anything but text? */
bool head_has_other(const struct head *h, size_t row);

/* The cells of a row. */
size_t head_filled(const struct head *h, size_t row);

/* The kind of a cell, TAPE_EMPTY where there is none. */
static inline uint8_t head_kind(const struct head *h, size_t row, size_t column)
{
    return h->kinds[row * h->width + column];
}

#endif
