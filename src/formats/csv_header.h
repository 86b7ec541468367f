/* csv_header.h - whether a table has a header, of how many rows. */
#ifndef FORMATS_CSV_HEADER_H
#define FORMATS_CSV_HEADER_H

#include "formats/csv_layout.h"

#define CSV_HEADER_OTHER_MAX ((size_t)256)

/*
 * csv_header_find - set l->header_rows, _assumed and l->rows; l->columns and
 * l->start are known.
 *
 * in       cells  room for CSV_SAMPLE_CELLS
 */
void csv_header_find(struct str text, enum csv_header declared,
                     struct csv_cell *cells, struct csv_layout *l);

/*
 * csv_header_split - is the line, cut by this dialect, a header of so many
 * columns? All its cells must be words, none empty.
 */
bool csv_header_split(struct str line, const struct csv_dialect *d,
                      struct csv_cell *cells, size_t columns);

#endif
