/* xlsb_internal.h - what the files of the module share; private to them. */
#ifndef FORMATS_XLSB_XLSB_INTERNAL_H
#define FORMATS_XLSB_XLSB_INTERNAL_H

#include "formats/xlsb/xlsb_records.h"
#include "formats/xlsx/sheet_fill.h"
#include "formats/xlsx/workbook_format.h"

#define XLSB_AREA_3D       0x3bu /* of a formula: cells of a sheet */
#define XLSB_AREA_BYTES    15u
#define XLSB_NAME_HIDDEN   0x01u
#define XLSB_NAME_BUILT_IN 0x20u

enum xlsb_type {
    XLSB_ROW = 0,
    XLSB_BLANK = 1,
    XLSB_RK = 2,
    XLSB_ERROR = 3,
    XLSB_BOOLEAN = 4,
    XLSB_REAL = 5,
    XLSB_TEXT = 6,
    XLSB_SHARED_TEXT = 7,
    XLSB_FORMULA_TEXT = 8,
    XLSB_FORMULA_REAL = 9,
    XLSB_FORMULA_BOOLEAN = 10,
    XLSB_FORMULA_ERROR = 11,
    XLSB_NEXT_BLANK = 12, /* without column, right of the cell before; and so on
                             up to */
    XLSB_NEXT_SHARED_TEXT = 18,
    XLSB_STRING = 19,
    XLSB_NAME = 39,
    XLSB_FORMAT = 44,
    XLSB_STYLE = 47,
    XLSB_COLUMNS = 60,
    XLSB_RICH_TEXT = 62,
    XLSB_PROPERTIES = 153,
    XLSB_SHEET = 156,
    XLSB_FILTER = 161,
    XLSB_MERGE = 176,
    XLSB_LIST = 343,
    XLSB_EXTERN_SHEET = 362,
    XLSB_CELL_STYLES = 617,
    XLSB_CELL_STYLES_END = 618
};

struct xlsb {
    struct workbook_file *f;
    struct xlsb_records r;
    struct part_relations relations;
    struct buf sheets; /* of struct workbook_sheet */
    struct buf names;  /* of struct workbook_name */
    struct buf links;  /* of uint32_t: the sheet that an index of names means */
    struct buf formats; /* of struct style_format */
    struct buf styles;  /* of uint32_t, a format for each style */
    bool has_strings;   /* they were read */

    /* The sheet that is read. */
    struct sheet_fill w;
    bool in_row;
    uint32_t last_column;
    uint32_t cell; /* what its record is, with a column or without */
};

/* All cells of the part that was begun. */
MUST_CHECK enum err xlsb_sheet_read(struct xlsb *x, struct error *e);

/* First and last row, first and last column, four bytes each; false: they are none of
 * a sheet. */
bool xlsb_range(const unsigned char *p, struct ref_range *range);

#endif
