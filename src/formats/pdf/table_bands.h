/*
 * table_bands.h - what is in which row and column of a ruled grid, and rows of it
 * that are several. Private to the module.
 */
#ifndef FORMATS_PDF_TABLE_BANDS_H
#define FORMATS_PDF_TABLE_BANDS_H

#include "formats/pdf/table.h"

/* The column at x: the first or last where it is outside. */
size_t table_column_at(const struct table_grid *g, float x);

/* Those of a word; rows of the grid: it is not in it. */
size_t table_column_of(const struct table_grid *g, const struct pdf_word *w);
size_t table_row_of(const struct table_grid *g, const struct pdf_word *w);

/* What is in row r is at[first[r]], ..., at[first[r + 1] - 1], in its order. */
struct table_by_row {
    uint32_t *at, *first;
};

/*
 * table_sort_by_row - numbers 0, ..., n - 1 by their rows.
 *
 * in       row  row[n]; where it is `rows`, in none
 * out      out  lives in `scratch`
 * errors   ERR_LIMIT  `scratch` is full
 */
MUST_CHECK enum err table_sort_by_row(const uint32_t *row, size_t n,
                                      size_t rows, struct arena *scratch,
                                      struct table_by_row *out,
                                      struct error *e);

/*
 * table_divide_bands - bands of several rows as these rows.
 *
 * in       w  of the page
 * errors   ERR_LIMIT  `scratch` is full
 * cost     O(words + boxes)
 */
MUST_CHECK enum err table_divide_bands(struct table_grid *g,
                                       const struct table_words *w,
                                       struct arena *scratch, struct error *e);

#endif
