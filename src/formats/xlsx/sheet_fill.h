/*
 * sheet_fill.h - puts the rows and cells of a worksheet onto its tape, as any kind of
 * workbook file has them: types by number formats, and what the report must mention.
 *
 *     sheet_fill_init -> sheet_row_begin -> at, style, formula; sheet_put_...
 *                       -> sheet_row_end -> ... -> sheet_finish
 */
#ifndef FORMATS_XLSX_SHEET_FILL_H
#define FORMATS_XLSX_SHEET_FILL_H

#include "formats/xlsx/sheet.h"

#define SHEET_NO_STYLE UINT32_MAX /* of a cell without a number format */

struct sheet_fill {
    struct sheet *s;
    const struct sheet_context *c;
    uint32_t row; /* that is open */
    bool is_hidden;
    bool is_unordered; /* a cell is left of the one before */
    struct buf cells;  /* of struct tape_cell */
    struct buf text;   /* of the row's cells */
    struct buf notes;  /* of struct sheet_row_note */
    uint64_t formulas; /* of the row */

    /* The cell that is put next; set by the reader. */
    struct ref at;
    uint32_t style;
    bool formula;
};

/* No row yet; sheet_fill_release() it. */
void sheet_fill_init(struct sheet_fill *w, struct sheet *s,
                     const struct sheet_context *c);

/* Give the memory back. */
void sheet_fill_release(struct sheet_fill *w);

/* A row without cells; those before it are kept or lost. */
void sheet_row_begin(struct sheet_fill *w, uint32_t row, bool is_hidden);

/*
 * sheet_row_end - the row onto the tape; once more with another w->row, if it repeats.
 *
 * errors   ERR_FILE_READ_FAILED  a cell occurs twice
 *          ERR_LIMIT             memory and file are full
 */
MUST_CHECK enum err sheet_row_end(struct sheet_fill *w, struct error *e);

/* All rows by number, after the last; errors as sheet_row_end(), or a row twice. */
MUST_CHECK enum err sheet_finish(struct sheet *s, struct error *e);

/* Add a merged range; SHEET_MAX_MERGES are kept, all are counted. */
void sheet_add_merge(struct sheet *s, const struct ref_range *range);

/* Add hidden columns, from the first to the last. */
void sheet_add_hidden_columns(struct sheet *s, uint32_t first, uint32_t last);

/* Before a cell is put, for sheet_put_again(). */
struct sheet_mark {
    size_t cells, notes;
};

/* Where the row is. */
struct sheet_mark sheet_mark(const struct sheet_fill *w);

/* Put what was put since the mark once more, at w->at. */
void sheet_put_again(struct sheet_fill *w, struct sheet_mark mark);

/* ERR_FILE_READ_FAILED: "cell B3 <what>", of w->at. */
enum err sheet_bad_cell(const struct sheet_fill *w, const char *what,
                        struct error *e);

/* The class of w->style; FORMAT_NUMBER if it has none. */
enum format_class sheet_class(const struct sheet_fill *w);

/* A cell that has nothing to read, and may yet have something to report. */
void sheet_put_nothing(struct sheet_fill *w);

/* A text, which is nothing when it is empty. */
void sheet_put_text(struct sheet_fill *w, struct str text);

/* A shared text by its index; ERR_FILE_READ_FAILED: there is none. */
MUST_CHECK enum err sheet_put_shared(struct sheet_fill *w, uint64_t index,
                                     struct error *e);

/* A number in decimal text, which is a date or a time in a format of those;
 * ERR_FILE_READ_FAILED: it is no number. */
MUST_CHECK enum err sheet_put_number(struct sheet_fill *w, struct str text,
                                     enum format_class format, struct error *e);

/* The same of a double. */
MUST_CHECK enum err sheet_put_double(struct sheet_fill *w, double value,
                                     enum format_class format, struct error *e);

/* A number of four bytes, of binary files: an integer or the upper half of a double,
 * which may be of hundredths. */
MUST_CHECK enum err sheet_put_rk(struct sheet_fill *w, uint32_t rk,
                                 struct error *e);

/* A date, a time or both in ISO 8601; text if it is none of them. */
void sheet_put_iso(struct sheet_fill *w, struct str text);

/* True or false. */
void sheet_put_boolean(struct sheet_fill *w, bool value);

/* "#N/A" and others. */
void sheet_put_error(struct sheet_fill *w, struct str text);

/* The same by its number in binary files. */
void sheet_put_error_code(struct sheet_fill *w, unsigned code);

#endif
