/* csv_header.h - detects whether a table has a header, and of how many rows. */
#ifndef FORMATS_CSV_CSV_HEADER_H
#define FORMATS_CSV_CSV_HEADER_H

#include "formats/csv/csv_layout.h"

/*
 * csv_header_find - set l->header_rows, _assumed and l->rows; l->columns,
 * l->usual and l->start are known.
 *
 * in       cells  room for CSV_SAMPLE_CELLS
 */
void csv_header_find(struct str text, enum csv_header declared,
                     struct csv_cell *cells, struct csv_layout *l);

#endif
