/*
 * The records of a worksheet: rows, cells by row and column, and what their
 * formulas gave when the workbook was saved.
 *
 * Charts in a sheet have their records in it, from a BEGIN to an END of their own.
 *
 * Source: [MS-XLS] 2.1.7.20.5 (worksheet), 2.4.127 (Formula), 2.5.133 (FormulaValue).
 */
#include "formats/xls/xls_internal.h"

#include "base/little_endian.h"

#include <string.h>

#define MAX_COLUMNS  256u
#define ROW_HIDDEN   0x20u
#define CELL_BYTES   6u /* row, column, style */
#define TICK_RECORDS 4096u

static enum err too_short(const struct xls *x, struct error *e)
{
    return biff_bad(&x->b, "is shorter than its kind is", e);
}

/* ---- rows ---- */

static enum err end_row(struct xls *x, struct error *e)
{
    if (!x->in_row)
        return OK;
    x->in_row = false;
    return sheet_row_end(&x->w, e);
}

/* A formula that was to be a text and has none. */
static void stop_waiting(struct xls *x)
{
    if (x->waits)
        sheet_put_nothing(&x->w);
    x->waits = false;
}

/* The cell at the row and column of `p`, with the style of `style`. */
static enum err begin_cell(struct xls *x, const unsigned char *p,
                           uint32_t column, const unsigned char *style,
                           struct error *e)
{
    const uint32_t row = load16(p);

    stop_waiting(x);
    if (column >= MAX_COLUMNS)
        return biff_bad(&x->b, "has a cell right of any sheet", e);
    if (!x->in_row || x->w.row != row + 1) {
        if (end_row(x, e) != OK)
            return e->code;
        sheet_row_begin(&x->w, row + 1, x->hidden[row / 8] >> row % 8 & 1);
        x->in_row = true;
        x->last_column = 0;
    }
    x->w.at = (struct ref){row + 1, column + 1};
    x->w.is_unordered |= column + 1 <= x->last_column;
    x->last_column = column + 1;
    x->w.style = load16(style);
    x->w.formula = false;
    return OK;
}

/* Of a record that is one cell. */
static enum err begin_one(struct xls *x, size_t bytes, struct error *e)
{
    const unsigned char *p = x->b.p;

    if (x->b.n < CELL_BYTES + bytes)
        return too_short(x, e);
    return begin_cell(x, p, load16(p + 2), p + 4, e);
}

/* ---- cells ---- */

/* A number of eight bytes. */
static enum err put_number(struct xls *x, const unsigned char *p,
                           struct error *e)
{
    return sheet_put_double(&x->w, double_of_bits(load64(p)),
                            sheet_class(&x->w), e);
}

static enum err read_number(struct xls *x, struct error *e)
{
    const unsigned char *value = x->b.p + CELL_BYTES;

    if (begin_one(x, 8, e) != OK)
        return e->code;
    return put_number(x, value, e);
}

static enum err read_rk(struct xls *x, struct error *e)
{
    if (begin_one(x, 4, e) != OK)
        return e->code;
    return sheet_put_rk(&x->w, load32(x->b.p + CELL_BYTES), e);
}

/* Cells side by side: style and number of each, and the last column. */
static enum err read_rks(struct xls *x, struct error *e)
{
    const unsigned char *p = x->b.p;
    uint32_t column;

    if (x->b.n < 6)
        return too_short(x, e);
    column = load16(p + 2);
    for (size_t at = 4; at + 6 <= x->b.n - 2; at += 6, column++)
        if (begin_cell(x, p, column, p + at, e) != OK ||
            sheet_put_rk(&x->w, load32(p + at + 2), e) != OK)
            return e->code;
    return OK;
}

static enum err read_shared(struct xls *x, struct error *e)
{
    if (begin_one(x, 4, e) != OK)
        return e->code;
    return sheet_put_shared(&x->w, load32(x->b.p + CELL_BYTES), e);
}

static enum err read_label(struct xls *x, struct error *e)
{
    struct str text;

    if (begin_one(x, 3, e) != OK)
        return e->code;
    x->b.next = CELL_BYTES;
    if (xls_read_text(x, 2, &text, e) != OK)
        return e->code;
    sheet_put_text(&x->w, text);
    return OK;
}

static enum err read_boolean(struct xls *x, struct error *e)
{
    const unsigned char *value = x->b.p + CELL_BYTES;

    if (begin_one(x, 2, e) != OK)
        return e->code;
    if (value[1])
        sheet_put_error_code(&x->w, value[0]);
    else
        sheet_put_boolean(&x->w, value[0] != 0);
    return OK;
}

static enum err read_formula(struct xls *x, struct error *e)
{
    const unsigned char *value = x->b.p + CELL_BYTES;

    if (begin_one(x, 8, e) != OK)
        return e->code;
    x->w.formula = true;
    x->w.formulas++;
    if (load16(value + 6) != 0xffff)
        return put_number(x, value, e);
    switch (value[0]) {
    case 0: x->waits = true; break;
    case 1: sheet_put_boolean(&x->w, value[2] != 0); break;
    case 2: sheet_put_error_code(&x->w, value[2]); break;
    default: sheet_put_text(&x->w, STR("")); break;
    }
    return OK;
}

/* The text that the formula before it gave. */
static enum err read_string(struct xls *x, struct error *e)
{
    struct str text;

    if (!x->waits)
        return OK;
    x->waits = false;
    if (xls_read_text(x, 2, &text, e) != OK)
        return e->code;
    sheet_put_text(&x->w, text);
    return OK;
}

/* ---- the rest ---- */

static void read_row(struct xls *x)
{
    const unsigned char *p = x->b.p;

    if (x->b.n >= 14 && load16(p + 12) & ROW_HIDDEN)
        x->hidden[load16(p) / 8] |= (unsigned char)(1u << load16(p) % 8);
}

static void read_columns(struct xls *x)
{
    const unsigned char *p = x->b.p;

    if (x->b.n >= 10 && p[8] & 1 && load16(p) < MAX_COLUMNS &&
        load16(p) <= load16(p + 2))
        sheet_add_hidden_columns(x->w.s, load16(p) + 1,
                                 load16(p + 2) < MAX_COLUMNS ? load16(p + 2) + 1
                                                             : MAX_COLUMNS);
}

static void read_merges(struct xls *x)
{
    for (size_t at = 2; at + 8 <= x->b.n; at += 8) {
        const unsigned char *p = x->b.p + at;
        const struct ref_range range = {{load16(p) + 1, load16(p + 4) + 1},
                                        {load16(p + 2) + 1, load16(p + 6) + 1}};

        if (range.first.row <= range.last.row &&
            range.first.column <= range.last.column &&
            range.last.column <= MAX_COLUMNS)
            sheet_add_merge(x->w.s, &range);
    }
}

static enum err read_record(struct xls *x, struct error *e)
{
    switch (x->b.type) {
    case BIFF_NUMBER: return read_number(x, e);
    case BIFF_RK: return read_rk(x, e);
    case BIFF_MULTIPLE_RK: return read_rks(x, e);
    case BIFF_SHARED_LABEL: return read_shared(x, e);
    case BIFF_LABEL:
    case BIFF_RICH_LABEL: return read_label(x, e);
    case BIFF_BOOLEAN_OR_ERROR: return read_boolean(x, e);
    case BIFF_FORMULA:
    case BIFF_FORMULA_3:
    case BIFF_FORMULA_4: return read_formula(x, e);
    case BIFF_STRING: return read_string(x, e);
    case BIFF_ROW: read_row(x); return OK;
    case BIFF_COLUMNS: read_columns(x); return OK;
    case BIFF_MERGES: read_merges(x); return OK;
    default: return OK;
    }
}

enum err xls_sheet_read(struct xls *x, struct error *e)
{
    unsigned depth = 1;
    uint64_t n = 0;
    enum err rc = xls_begin(x, e);

    x->in_row = x->waits = false;
    memset(x->hidden, 0, sizeof(x->hidden));
    while (!rc && depth > 0) {
        rc = biff_next(&x->b, e);
        if (rc)
            break;
        if (x->b.type == BIFF_BEGIN)
            depth++;
        else if (x->b.type == BIFF_EOF)
            depth--;
        else if (depth == 1)
            rc = read_record(x, e);
        if (!rc && ++n % TICK_RECORDS == 0)
            rc = xls_tick(x, e);
    }
    if (rc)
        return rc;
    stop_waiting(x);
    return end_row(x, e) ? e->code : sheet_finish(x->w.s, e);
}
