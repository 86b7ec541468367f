/*
 * sheet_names.h - names the tables of a workbook: the main table of a sheet
 * after the sheet, others after the workbook's own table name, their title or
 * their range.
 */
#ifndef ENGINE_INGEST_SHEET_NAMES_H
#define ENGINE_INGEST_SHEET_NAMES_H

#include "formats/xlsx/xlsx.h"

#define SHEET_RANGE_BYTES (2 * REF_NAME_BYTES + 1)

struct sheet_names {
    struct arena *a;
    struct str *sheets; /* sheets[n]: names of main tables */
    size_t n;
    struct str *others; /* others[others_n] */
    size_t others_n, others_max;
};

/*
 * sheet_names_init - keep the names of all sheets for their main tables.
 *
 * in       max  tables that may get a name
 */
MUST_CHECK enum err sheet_names_init(struct sheet_names *names,
                                     const struct workbook *w, size_t max,
                                     struct arena *a, struct error *e);

/*
 * sheet_names_next - the name of the sheet's open table.
 *
 * in       i  of the sheet; main: its first table
 * errors   ERR_LIMIT  more than `max`
 */
MUST_CHECK enum err sheet_names_next(struct sheet_names *names,
                                     const struct xlsx *x, size_t i, bool main,
                                     struct str *out, struct error *e);

/* "B3:F9" */
void sheet_range_text(struct ref_range r, char text[SHEET_RANGE_BYTES]);

#endif
