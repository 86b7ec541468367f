/*
 * export.h - exports a query's rows as a CSV file or a workbook (table_export).
 */
#ifndef ENGINE_EXPORT_EXPORT_H
#define ENGINE_EXPORT_EXPORT_H

#include "base/jsonw.h"
#include "engine/duck/duck.h"

struct export_request {
    struct str sql;         /* one SELECT that the gate let through */
    struct str format;      /* "csv" or "xlsx" */
    struct str sheet;       /* xlsx only; empty is "Sheet1" */
    struct str target_path; /* only shown in the answer */
    struct str scratch_dir; /* xlsx: for temporary files, none is left */
    int fd;                 /* the target, open for writing, at its start */
};

/*
 * export_run - run the SQL and write its rows in the order they come.
 *
 * in       r     see above; the SQL decides order and columns
 * out      w     target_path, format, sheet (null for csv), row_count,
 *                column_count, warnings[], one object
 * owns     `a` holds what is needed on the way
 * errors   ERR_VALIDATION_FAILED  format, sheet name, or the SQL
 *          ERR_LIMIT              what a sheet cannot hold, with the place
 *          ERR_FILE_WRITE_FAILED  the target or the scratch folder; what the
 *                                 target then holds is to be thrown away
 *          and as duck_query()
 * cost     O(rows); memory of one row, not of the table
 */
MUST_CHECK enum err export_run(struct duck *d, const struct export_request *r,
                               struct arena *a, struct jsonw *w,
                               struct error *e);

#endif
