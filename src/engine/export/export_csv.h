/*
 * export_csv.h - writes a table as CSV: RFC 4180, UTF-8 without byte-order
 * mark, CR LF.
 *
 * Reading the file back gives the same table: a null is an empty field, an
 * empty text is "". What a spreadsheet would run is neutralised and counted.
 */
#ifndef ENGINE_EXPORT_EXPORT_CSV_H
#define ENGINE_EXPORT_EXPORT_CSV_H

#include "engine/export/export_cell.h"
#include "engine/export/export_out.h"

struct export_csv {
    struct export_out *out;              /* borrowed */
    const struct export_column *columns; /* columns[n], borrowed */
    size_t n;
    struct export_changes *changes; /* borrowed, counted up */
};

/*
 * export_csv_header - the line of column names; call once, first.
 *
 * errors   as export_out_drain()
 */
MUST_CHECK enum err export_csv_header(struct export_csv *c, struct error *e);

/*
 * export_csv_row - one line.
 *
 * in       cells   cells[c->n], in column order
 * errors   as export_out_drain()
 */
MUST_CHECK enum err export_csv_row(struct export_csv *c,
                                   const struct export_cell *cells,
                                   struct error *e);

#endif
