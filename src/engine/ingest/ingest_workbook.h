/* ingest_workbook.h - reads the sheets of a workbook into tables. */
#ifndef ENGINE_INGEST_INGEST_WORKBOOK_H
#define ENGINE_INGEST_INGEST_WORKBOOK_H

#include "engine/ingest/ingest.h"

/*
 * ingest_workbook - make the file `r->database` with a table a worksheet, each
 * under the sheet's name, in the workbook's order.
 *
 * A cell keeps the type that it has in the workbook: a text of digits stays
 * text, a number that needs more than 15 digits is a double. A column whose
 * cells have several types is text. Errors such as #N/A and formulas without a
 * stored value are null and reported with their places.
 *
 * out      w   the map, one object: {"format":"xlsx",...}; its top level
 *              describes the first table
 * errors   as ingest_run(), xlsx_open() and xlsx_sheet_open();
 *          ERR_FILE_READ_FAILED  no sheet has a table
 */
MUST_CHECK enum err ingest_workbook(struct duck *d,
                                    const struct ingest_request *r,
                                    struct arena *a, struct jsonw *w,
                                    struct error *e);

#endif
