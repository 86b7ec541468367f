/*
 * column_mark.h - words in a column of numbers or dates that are no values of it.
 */
#ifndef FORMATS_CSV_COLUMN_MARK_H
#define FORMATS_CSV_COLUMN_MARK_H

#include "formats/csv/column.h"

/* Are the texts of column `at` of ev[n] no values of it? */
bool column_is_marked(const struct column_evidence *ev, size_t n, size_t at);

/* Cells of a column that say that there is no value: also words for it (NA). */
uint64_t column_no_values(const struct column_evidence *ev, size_t n,
                          size_t at);

#endif
