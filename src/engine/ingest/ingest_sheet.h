/*
 * ingest_sheet.h - reads one worksheet: types, rows, report. Private to
 * ingest_workbook.c.
 */
#ifndef ENGINE_INGEST_INGEST_SHEET_H
#define ENGINE_INGEST_INGEST_SHEET_H

#include "engine/ingest/ingest_internal.h"
#include "formats/xlsx/xlsx.h"

/*
 * sheet_decide - names and types of the open sheet's columns, into `in`.
 *
 * errors   ERR_LIMIT  too many columns, or the arena is full; as
 *                     xlsx_rows_next()
 */
MUST_CHECK enum err sheet_decide(struct ingest *in, struct xlsx *x,
                                 struct error *e);

/* All rows into in->append; errors as ingest_append_rows(). */
MUST_CHECK enum err sheet_append(struct ingest *in, struct xlsx *x,
                                 struct error *e);

/*
 * What the map says of the table: name, index, row_count, column_count,
 * hidden, has_header, columns, chunks, fidelity, caution, one object.
 * `sheet` counts in the workbook, `index` among its tables.
 */
void sheet_write_report(const struct ingest *in, const struct xlsx *x,
                        size_t sheet, size_t index, struct jsonw *w);

#endif
