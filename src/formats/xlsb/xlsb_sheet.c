/*
 * The records of a worksheet: a row, its cells after it, each with its column.
 *
 * Source: [MS-XLSB] 2.4.741 (BrtRowHdr), 2.5.9 (Cell).
 */
#include "formats/xlsb/xlsb_internal.h"

#include "base/little_endian.h"

#define ROW_HIDDEN 0x10u /* in the byte of flags */

static enum err end_row(struct xlsb *x, struct error *e)
{
    if (!x->in_row)
        return OK;
    x->in_row = false;
    return sheet_row_end(&x->w, e);
}

static enum err begin_row(struct xlsb *x, struct error *e)
{
    const unsigned char *p = xlsb_take(&x->r, 12, e);

    if (!p || end_row(x, e) != OK)
        return e->code;
    if (load32(p) >= REF_MAX_ROWS)
        return xlsb_bad(&x->r, "is a row outside of any sheet", e);
    sheet_row_begin(&x->w, load32(p) + 1, p[11] & ROW_HIDDEN);
    x->in_row = true;
    x->last_column = 0;
    return OK;
}

/* The column of a cell, counted from 0. */
static enum err take_column(struct xlsb *x, bool is_next, uint32_t *column,
                            struct error *e)
{
    const unsigned char *p = is_next ? NULL : xlsb_take(&x->r, 4, e);

    if (!is_next && !p)
        return e->code;
    *column = is_next ? x->last_column : load32(p);
    return *column < REF_MAX_COLUMNS
               ? OK
               : xlsb_bad(&x->r, "has a cell right of any sheet", e);
}

/* The place and style of a cell. */
static enum err begin_cell(struct xlsb *x, struct error *e)
{
    const bool is_next =
        x->r.type >= XLSB_NEXT_BLANK && x->r.type <= XLSB_NEXT_SHARED_TEXT;
    const unsigned char *p;
    uint32_t column = 0;

    if (!x->in_row)
        return xlsb_bad(&x->r, "is a cell of no row", e);
    if (take_column(x, is_next, &column, e) != OK)
        return e->code;
    p = xlsb_take(&x->r, 4, e);
    if (!p)
        return e->code;
    x->cell = is_next ? x->r.type - XLSB_NEXT_BLANK + XLSB_BLANK : x->r.type;
    x->w.at = (struct ref){x->w.row, column + 1};
    x->w.is_unordered |= column + 1 <= x->last_column;
    x->last_column = column + 1;
    x->w.style = load32(p) & 0xffffff;
    x->w.formula =
        x->cell >= XLSB_FORMULA_TEXT && x->cell <= XLSB_FORMULA_ERROR;
    x->w.formulas += x->w.formula;
    return OK;
}

static enum err put_text(struct xlsb *x, struct error *e)
{
    struct str text;

    if (xlsb_text(&x->r, &text, e) != OK)
        return e->code;
    sheet_put_text(&x->w, text);
    return OK;
}

static enum err put_byte(struct xlsb *x, bool is_error, struct error *e)
{
    const unsigned char *p = xlsb_take(&x->r, 1, e);

    if (!p)
        return e->code;
    if (is_error)
        sheet_put_error_code(&x->w, p[0]);
    else
        sheet_put_boolean(&x->w, p[0] != 0);
    return OK;
}

static enum err put_real(struct xlsb *x, struct error *e)
{
    const unsigned char *p = xlsb_take(&x->r, 8, e);

    return p ? sheet_put_double(&x->w, double_of_bits(load64(p)),
                                sheet_class(&x->w), e)
             : e->code;
}

static enum err put_four_bytes(struct xlsb *x, struct error *e)
{
    const unsigned char *p = xlsb_take(&x->r, 4, e);

    if (!p)
        return e->code;
    return x->cell == XLSB_RK ? sheet_put_rk(&x->w, load32(p), e)
                              : sheet_put_shared(&x->w, load32(p), e);
}

static enum err read_cell(struct xlsb *x, struct error *e)
{
    if (begin_cell(x, e) != OK)
        return e->code;
    switch (x->cell) {
    case XLSB_BLANK: return OK;
    case XLSB_RK:
    case XLSB_SHARED_TEXT: return put_four_bytes(x, e);
    case XLSB_ERROR:
    case XLSB_FORMULA_ERROR: return put_byte(x, true, e);
    case XLSB_BOOLEAN:
    case XLSB_FORMULA_BOOLEAN: return put_byte(x, false, e);
    case XLSB_REAL:
    case XLSB_FORMULA_REAL: return put_real(x, e);
    case XLSB_RICH_TEXT:
        if (!xlsb_take(&x->r, 1, e))
            return e->code;
        return put_text(x, e);
    default: return put_text(x, e);
    }
}

/* ---- the rest ---- */

bool xlsb_range(const unsigned char *p, struct ref_range *range)
{
    range->first = (struct ref){load32(p) + 1, load32(p + 8) + 1};
    range->last = (struct ref){load32(p + 4) + 1, load32(p + 12) + 1};
    return range->first.row >= 1 && range->first.column >= 1 &&
           range->first.row <= range->last.row &&
           range->first.column <= range->last.column &&
           range->last.row <= REF_MAX_ROWS &&
           range->last.column <= REF_MAX_COLUMNS;
}

static void read_range(struct xlsb *x)
{
    struct ref_range range;

    if (x->r.n < 16 || !xlsb_range(x->r.p, &range))
        return;
    if (x->r.type == XLSB_MERGE)
        sheet_add_merge(x->w.s, &range);
    else
        x->w.s->filter = range;
}

static void read_columns(struct xlsb *x)
{
    const unsigned char *p = x->r.p;

    if (x->r.n < 18 || !(p[16] & 1) || load32(p) > load32(p + 4) ||
        load32(p + 4) >= REF_MAX_COLUMNS)
        return;
    sheet_add_hidden_columns(x->w.s, load32(p) + 1, load32(p + 4) + 1);
}

static enum err read_record(struct xlsb *x, struct error *e)
{
    switch (x->r.type) {
    case XLSB_ROW: return begin_row(x, e);
    case XLSB_RICH_TEXT: return read_cell(x, e);
    case XLSB_COLUMNS: read_columns(x); return OK;
    case XLSB_MERGE:
    case XLSB_FILTER: read_range(x); return OK;
    default: return x->r.type <= XLSB_NEXT_SHARED_TEXT ? read_cell(x, e) : OK;
    }
}

enum err xlsb_sheet_read(struct xlsb *x, struct error *e)
{
    bool is_there = true;
    enum err rc = OK;

    x->in_row = false;
    while (!rc && is_there) {
        rc = xlsb_next(&x->r, &is_there, e);
        if (!rc && is_there)
            rc = read_record(x, e);
    }
    if (rc || end_row(x, e) != OK)
        return e->code;
    return sheet_finish(x->w.s, e);
}
