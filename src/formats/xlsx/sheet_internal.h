/* sheet_internal.h - what sheet*.c share; private to them. */
#ifndef FORMATS_XLSX_SHEET_INTERNAL_H
#define FORMATS_XLSX_SHEET_INTERNAL_H

#include "formats/xlsx/rich.h"
#include "formats/xlsx/sheet.h"

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
    struct sheet *s;
    const struct sheet_context *c;
    unsigned depth;
    enum sheet_section section;

    bool in_row, row_numbered, row_hidden, unordered;
    uint32_t row, last_column;
    struct buf cells; /* of struct tape_cell */
    struct buf text;  /* of the row's cells */

    bool in_cell, formula, has_value;
    struct ref at;
    uint32_t style;
    enum sheet_type type;
    enum sheet_inside inside;
    struct rich item;
    struct buf value;
};

/* ERR_FILE_READ_FAILED: "cell B3 <what>", of the cell that is read. */
enum err sheet_bad_cell(const struct sheet_reading *r, const char *what,
                        struct error *e);

/* A cell that has nothing to read, and may yet have something to report. */
void sheet_put_nothing(struct sheet_reading *r);

/* A text, which is nothing when it is empty. */
void sheet_put_text(struct sheet_reading *r, struct str text);

/*
 * sheet_put_value - the value of <v>, by the cell's type, onto the row.
 *
 * in       value  borrows r->value, which may be changed
 * errors   ERR_FILE_READ_FAILED  no value of that type
 */
MUST_CHECK enum err sheet_put_value(struct sheet_reading *r, struct str value,
                                    struct error *e);

#endif
