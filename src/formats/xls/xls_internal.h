/* xls_internal.h - what the files of the module share; private to them. */
#ifndef FORMATS_XLS_XLS_INTERNAL_H
#define FORMATS_XLS_XLS_INTERNAL_H

#include "formats/xls/biff.h"
#include "formats/xls/xls.h"
#include "formats/xlsx/sheet_fill.h"

#define XLS_MAX_ROWS 65536u

struct xls {
    struct workbook_file *f;
    struct biff b;
    struct buf text;    /* of what is read now */
    struct buf sheets;  /* of struct workbook_sheet */
    struct buf names;   /* of struct workbook_name */
    struct buf filters; /* the same, of auto filters; no names */
    struct buf formats; /* of struct style_format */
    struct buf styles;  /* of uint32_t, a format for each style */
    struct buf links; /* of uint16_t: the sheet that an index of names means */

    /* The sheet that is read. */
    struct sheet_fill w;
    bool in_row;
    uint32_t last_column;
    bool waits; /* the last formula is a text, which comes in a record */
    unsigned char hidden[XLS_MAX_ROWS / 8]; /* a bit for each row */
};

/* ---- xls_globals.c: what is before the sheets ---- */

/* All of it, into x->f; ERR_FILE_READ_FAILED, ERR_LIMIT. */
MUST_CHECK enum err xls_globals_read(struct xls *x, struct error *e);

/*
 * xls_read_text - a text: how many characters, in `size` bytes, whether each has two
 * bytes, and they.
 *
 * out      text  borrows x->text
 */
MUST_CHECK enum err xls_read_text(struct xls *x, unsigned size,
                                  struct str *text, struct error *e);

/* Between records; an error ends the reading with it. */
MUST_CHECK enum err xls_tick(struct xls *x, struct error *e);

/* BIFF_BEGIN of Excel 97 and later; ERR_FILE_READ_FAILED: it is none. */
MUST_CHECK enum err xls_begin(struct xls *x, struct error *e);

/* ---- xls_sheet.c ---- */

/* All cells of the records from b->at on. */
MUST_CHECK enum err xls_sheet_read(struct xls *x, struct error *e);

#endif
