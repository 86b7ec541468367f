/* sheet_internal.h - what sheet*.c share; private to them. */
#ifndef FORMATS_XLSX_SHEET_INTERNAL_H
#define FORMATS_XLSX_SHEET_INTERNAL_H

#include "formats/xlsx/rich.h"
#include "formats/xlsx/sheet_fill.h"

enum sheet_section {
    SHEET_SECTION_OTHER,
    SHEET_SECTION_DATA,
    SHEET_SECTION_MERGES,
    SHEET_SECTION_COLUMNS
};

enum sheet_type {
    SHEET_TYPE_NUMBER,
    SHEET_TYPE_SHARED,
    SHEET_TYPE_TEXT, /* the text of a formula */
    SHEET_TYPE_INLINE,
    SHEET_TYPE_BOOLEAN,
    SHEET_TYPE_ERROR,
    SHEET_TYPE_DATE
};

enum sheet_inside {
    SHEET_INSIDE_NOTHING,
    SHEET_INSIDE_VALUE,
    SHEET_INSIDE_ITEM
};

struct sheet_reading {
    struct sheet_fill w;
    unsigned depth;
    enum sheet_section section;
    bool in_row, row_numbered;
    uint32_t last_column;

    bool in_cell, has_value;
    enum sheet_type type;
    enum sheet_inside inside;
    struct rich item;
    struct buf value;
};

/*
 * sheet_put_value - the value of <v>, by the cell's type, onto the row.
 *
 * in       value  borrows r->value, which may be changed
 * errors   ERR_FILE_READ_FAILED  no value of that type
 */
MUST_CHECK enum err sheet_put_value(struct sheet_reading *r, struct str value,
                                    struct error *e);

#endif
