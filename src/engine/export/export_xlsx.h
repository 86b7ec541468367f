/*
 * export_xlsx.h - writes a table as a workbook with one sheet.
 *
 * Cells have types: numbers of at most 15 digits, dates and times with a
 * format, booleans, text that is never a formula. The header row is bold and
 * stays in view. What a workbook cannot hold exactly becomes text and is
 * counted; a text that no cell can hold is refused. Same table, same bytes.
 */
#ifndef ENGINE_EXPORT_EXPORT_XLSX_H
#define ENGINE_EXPORT_EXPORT_XLSX_H

#include "engine/export/export_cell.h"

struct export_xlsx;

struct export_xlsx_options {
    struct str scratch_dir; /* temporary files go there, none is left behind */
    struct str sheet;
    const struct export_column *columns; /* columns[n], borrowed */
    size_t n;
    struct export_changes *changes; /* borrowed, counted up */
};

/*
 * export_xlsx_open - start a workbook and write its header row.
 *
 * out      x      the caller's; ends with export_xlsx_close()
 * owns     `a` holds x itself, the library what it writes
 * errors   ERR_VALIDATION_FAILED   the sheet name
 *          ERR_LIMIT               too many columns, a name too long for a cell
 *          ERR_FILE_WRITE_FAILED   the scratch folder
 */
MUST_CHECK enum err export_xlsx_open(const struct export_xlsx_options *o,
                                     struct arena *a, struct export_xlsx **x,
                                     struct error *e);

/*
 * export_xlsx_row - the next row.
 *
 * in       cells  cells[n], in column order
 * errors   ERR_LIMIT  too many rows, or a text too long; row and column named
 */
MUST_CHECK enum err export_xlsx_row(struct export_xlsx *x,
                                    const struct export_cell *cells,
                                    struct error *e);

/*
 * export_xlsx_finish - put the workbook together and copy it to `fd`.
 *
 * errors   ERR_FILE_WRITE_FAILED  scratch folder or `fd`; nothing is valid
 *          ERR_LIMIT              the sheet's text is over 4 GiB
 */
MUST_CHECK enum err export_xlsx_finish(struct export_xlsx *x, int fd,
                                       struct error *e);

/* Free and remove temporary files, finished or not; NULL is allowed. */
void export_xlsx_close(struct export_xlsx *x);

#endif
