/* export_sheet.h - the limits of a worksheet, independent of the library. */
#ifndef ENGINE_EXPORT_EXPORT_SHEET_H
#define ENGINE_EXPORT_EXPORT_SHEET_H

#include "engine/export/export_cell.h"

#define SHEET_MAX_TEXT    32767   /* UTF-16 units a cell holds */
#define SHEET_MAX_ROWS    1048575 /* under the header */
#define SHEET_MAX_COLUMNS 16384
#define SHEET_MAX_DIGITS  15 /* significant digits a number cell keeps */

/*
 * export_sheet_check_name - may a sheet be called so?
 *
 * in       name   UTF-8
 * errors   ERR_VALIDATION_FAILED  empty, over 31 UTF-16 units, one of
 *                                 [ ] : * ? / \ or a control character, an
 *                                 apostrophe at an end, or "History"
 * source   the limits of Excel; LibreOffice is wider
 */
MUST_CHECK enum err export_sheet_check_name(struct str name, struct error *e);

/* The length of well-formed UTF-8 in UTF-16 units, as Excel counts. */
size_t export_sheet_text_units(struct str text);

/* Columns of a fixed-width screen for the first line; wide characters are 2. */
size_t export_sheet_text_width(struct str text);

/*
 * export_sheet_put_text - append text as an XLSX string must be written.
 *
 * NUL and the two code points that XML forbids become _xHHHH_, and a text
 * that looks like such an escape gets its underscore escaped, so that it reads
 * back as it was. The library escapes the other control characters.
 *
 * source   ECMA-376 part 1, 22.4.2.4 (ST_Xstring)
 */
void export_sheet_put_text(struct buf *out, struct str text);

/* Significant digits of a decimal number's text; trailing zeros of a fraction
 * do not count. */
size_t export_sheet_digits(struct str number);

/*
 * export_sheet_serial - a date or time as the number a workbook holds.
 *
 * in       type    EXPORT_DATE, EXPORT_TIME or EXPORT_TIMESTAMP
 *          cell    its ticks
 * out      serial  days since 1899-12-30, in the 1900 date system
 * returns  false when it is endless, before 1900-03-01 (where Excel believes
 *          in a 29 February 1900), after 9999-12-31, or 24:00
 */
bool export_sheet_serial(enum export_type type, const struct export_cell *cell,
                         double *serial);

#endif
