/*
 * csv_split.h - splits a line that is not well formed into cells, by one of
 * several interpretations of its quotes.
 */
#ifndef FORMATS_CSV_CSV_SPLIT_H
#define FORMATS_CSV_CSV_SPLIT_H

#include "formats/csv/csv.h"

enum csv_reading {
    CSV_LOOSE,  /* a quote closes only before a delimiter or the end */
    CSV_LITERAL /* a quote that opens and does not close well is a letter */
};

/*
 * csv_split_line - cut a line at its delimiters. A quoted cell that is well
 * formed is read as RFC 4180 has it, any other by `reading`.
 *
 * in       line  without its end; may hold line ends inside
 *          max   room in cells[]; what does not fit is counted, not kept
 * out      cells  borrow the line
 * returns  cells of the line, at least 1
 */
size_t csv_split_line(struct str line, const struct csv_dialect *d,
                      enum csv_reading reading, struct csv_cell *cells,
                      size_t max);

#endif
