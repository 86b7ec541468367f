#include "formats/xlsx/sheet_fill.h"

#include "base/little_endian.h"
#include "base/text/date.h"
#include "formats/xlsx/date_serial.h"
#include "formats/xlsx/numeral.h"
#include "formats/xlsx/rich.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sheet_row_note {
    uint32_t column;
    enum sheet_note what;
};

void sheet_fill_init(struct sheet_fill *w, struct sheet *s,
                     const struct sheet_context *c)
{
    *w = (struct sheet_fill){.s = s, .c = c};
    buf_init(&w->cells, REF_MAX_COLUMNS * sizeof(struct tape_cell) * 2);
    buf_init(&w->text, TAPE_MAX_ROW);
    buf_init(&w->notes, REF_MAX_COLUMNS * sizeof(struct sheet_row_note) * 2);
}

void sheet_fill_release(struct sheet_fill *w)
{
    buf_release(&w->cells);
    buf_release(&w->text);
    buf_release(&w->notes);
}

/* ---- rows ---- */

void sheet_row_begin(struct sheet_fill *w, uint32_t row, bool is_hidden)
{
    w->row = row;
    w->is_hidden = is_hidden;
    w->is_unordered = false;
    w->formulas = 0;
    buf_reset(&w->cells);
    buf_reset(&w->text);
    buf_reset(&w->notes);
}

static int by_column(const void *a, const void *b)
{
    const struct tape_cell *x = a;
    const struct tape_cell *y = b;

    return (x->column > y->column) - (x->column < y->column);
}

/* Cells by column, each column once. */
static enum err order_cells(struct sheet_fill *w, struct tape_row *row,
                            struct error *e)
{
    if (!w->is_unordered)
        return OK;
    qsort(row->cells, row->n, sizeof(*row->cells), by_column);
    for (uint32_t i = 1; i < row->n; i++)
        if (row->cells[i].column == row->cells[i - 1].column) {
            w->at = (struct ref){w->row, row->cells[i].column};
            return sheet_bad_cell(w, "occurs twice", e);
        }
    return OK;
}

/* Memory ends before these lists do: what they cannot keep is only counted. */
static void keep_notes(struct sheet_fill *w)
{
    struct sheet_row_note note;

    w->s->formulas += w->formulas;
    for (size_t i = 0; i + sizeof(note) <= w->notes.n; i += sizeof(note)) {
        struct sheet_places *places;
        struct ref at;

        memcpy(&note, w->notes.p + i, sizeof(note));
        places = &w->s->notes[note.what];
        at = (struct ref){w->row, note.column};
        if (places->total++ < SHEET_MAX_NOTES)
            buf_put(&places->list, &at, sizeof(at));
    }
}

enum err sheet_row_end(struct sheet_fill *w, struct error *e)
{
    struct str cells;
    struct tape_row row = {.row = w->row, .hidden = w->is_hidden};
    struct sheet_row listed = {.row = w->row, .hidden = w->is_hidden};

    keep_notes(w);
    if (buf_finish(&w->cells, &cells, e) != OK ||
        buf_finish(&w->text, &row.text, e) != OK)
        return error_set(e, ERR_LIMIT, "row %u holds too much", w->row);
    if (cells.n == 0)
        return OK;
    row.n = (uint32_t)(cells.n / sizeof(*row.cells));
    row.cells = (struct tape_cell *)(void *)w->cells.p;
    if (order_cells(w, &row, e) != OK)
        return e->code;
    listed.first = row.cells[0].column;
    listed.last = row.cells[row.n - 1].column;
    listed.cells = (uint16_t)row.n;
    for (uint32_t i = 0; i < row.n; i++)
        listed.kinds |= (uint16_t)(1u << row.cells[i].kind);
    w->s->cells += row.n;
    if (tape_put(&w->s->tape, &row, &listed.at, e) != OK)
        return e->code;
    buf_put(&w->s->row_list, &listed, sizeof(listed));
    return OK;
}

static int by_row(const void *a, const void *b)
{
    const struct sheet_row *x = a;
    const struct sheet_row *y = b;

    return (x->row > y->row) - (x->row < y->row);
}

enum err sheet_finish(struct sheet *s, struct error *e)
{
    struct str list;
    bool is_ordered = true;

    if (tape_flush(&s->tape, e) != OK)
        return e->code;
    if (buf_finish(&s->row_list, &list, e) != OK)
        return error_set(e, ERR_LIMIT, "the sheet has too many rows");
    s->rows = (struct sheet_row *)(void *)s->row_list.p;
    s->n = list.n / sizeof(*s->rows);
    for (size_t i = 1; i < s->n; i++)
        is_ordered = is_ordered && s->rows[i - 1].row < s->rows[i].row;
    if (is_ordered)
        return OK;
    qsort(s->rows, s->n, sizeof(*s->rows), by_row);
    for (size_t i = 1; i < s->n; i++)
        if (s->rows[i - 1].row == s->rows[i].row)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "row %u of the sheet occurs twice",
                             s->rows[i].row);
    return OK;
}

void sheet_add_merge(struct sheet *s, const struct ref_range *range)
{
    if (s->merges_total++ < SHEET_MAX_MERGES)
        buf_put(&s->merges, range, sizeof(*range));
}

void sheet_add_hidden_columns(struct sheet *s, uint32_t first, uint32_t last)
{
    const struct ref_range range = {{1, first}, {REF_MAX_ROWS, last}};

    if (s->hidden_columns.n < SHEET_MAX_NOTES * sizeof(range))
        buf_put(&s->hidden_columns, &range, sizeof(range));
}

/* ---- cells ---- */

static void note(struct sheet_fill *w, enum sheet_note what)
{
    const struct sheet_row_note one = {w->at.column, what};

    buf_put(&w->notes, &one, sizeof(one));
}

enum err sheet_bad_cell(const struct sheet_fill *w, const char *what,
                        struct error *e)
{
    char name[REF_NAME_BYTES];

    ref_name(w->at, name);
    return error_set(e, ERR_FILE_READ_FAILED, "cell %s %s", name, what);
}

static void put_cell(struct sheet_fill *w, enum tape_kind kind, unsigned flags,
                     struct str text)
{
    struct tape_cell cell = {.column = (uint16_t)w->at.column,
                             .kind = (uint8_t)kind,
                             .flags = (uint8_t)flags,
                             .style = w->style,
                             .n = (uint32_t)text.n,
                             .at = (uint32_t)w->text.n};

    buf_put_str(&w->text, text);
    buf_put(&w->cells, &cell, sizeof(cell));
}

void sheet_put_nothing(struct sheet_fill *w)
{
    if (!w->formula)
        return;
    note(w, SHEET_NOTE_UNCACHED);
    put_cell(w, TAPE_EMPTY, SHEET_UNCACHED, STR(""));
}

void sheet_put_text(struct sheet_fill *w, struct str text)
{
    if (text.n)
        put_cell(w, TAPE_TEXT, 0, text);
    else
        note(w, SHEET_NOTE_EMPTY_TEXT);
}

enum err sheet_put_shared(struct sheet_fill *w, uint64_t index, struct error *e)
{
    struct tape_cell cell = {.column = (uint16_t)w->at.column,
                             .kind = TAPE_TEXT,
                             .flags = TAPE_SHARED,
                             .style = w->style,
                             .n = (uint32_t)index};

    if (index >= w->c->strings->n)
        return sheet_bad_cell(
            w, "refers to a text that the workbook does not have", e);
    if (strings_get(w->c->strings, (size_t)index).n == 0) {
        note(w, SHEET_NOTE_EMPTY_TEXT);
        return OK;
    }
    buf_put(&w->cells, &cell, sizeof(cell));
    return OK;
}

enum format_class sheet_class(const struct sheet_fill *w)
{
    return w->style < w->c->styles->n ? w->c->styles->list[w->style].format
                                      : FORMAT_NUMBER;
}

static void put_plain_number(struct sheet_fill *w, const struct numeral *number,
                             enum format_class format)
{
    unsigned flags = (format == FORMAT_PERCENT ? SHEET_PERCENT : 0) |
                     (format == FORMAT_CURRENCY ? SHEET_CURRENCY : 0) |
                     (number->binary ? SHEET_BINARY : 0);

    put_cell(w, TAPE_NUMBER, flags, (struct str){number->text, number->n});
}

static void put_serial(struct sheet_fill *w, const struct numeral *number,
                       enum format_class format)
{
    static const enum tape_kind kinds[] = {
        [SERIAL_DATE] = TAPE_DATE,    [SERIAL_DATETIME] = TAPE_DATETIME,
        [SERIAL_TIME] = TAPE_TIME,    [SERIAL_DURATION] = TAPE_DURATION,
        [SERIAL_PHANTOM] = TAPE_TEXT,
    };
    struct serial s;

    serial_read(numeral_value((struct str){number->text, number->n}), format,
                w->c->date1904, &s);
    if (s.kind == SERIAL_NUMBER) {
        note(w, SHEET_NOTE_NO_DATE);
        put_plain_number(w, number, FORMAT_NUMBER);
        return;
    }
    if (s.kind == SERIAL_PHANTOM)
        note(w, SHEET_NOTE_PHANTOM_DAY);
    else if (s.day_zero)
        note(w, SHEET_NOTE_DAY_ZERO);
    put_cell(w, kinds[s.kind], 0, (struct str){s.text, s.n});
}

static void put_numeral(struct sheet_fill *w, const struct numeral *number,
                        enum format_class format)
{
    if (format >= FORMAT_DATE)
        put_serial(w, number, format);
    else
        put_plain_number(w, number, format);
}

enum err sheet_put_number(struct sheet_fill *w, struct str text,
                          enum format_class format, struct error *e)
{
    struct numeral number;

    if (!numeral_read(text, &number))
        return sheet_bad_cell(w, "has the type of a number but is not one", e);
    put_numeral(w, &number, format);
    return OK;
}

enum err sheet_put_double(struct sheet_fill *w, double value,
                          enum format_class format, struct error *e)
{
    struct numeral number;

    if (!isfinite(value))
        return sheet_bad_cell(w, "has the type of a number but is not one", e);
    numeral_from_double(value, &number);
    put_numeral(w, &number, format);
    return OK;
}

/* Source: [MS-XLSB] 2.5.123 (RkNumber). */
enum err sheet_put_rk(struct sheet_fill *w, uint32_t rk, struct error *e)
{
    const int64_t whole = (int64_t)(int32_t)rk >> 2;
    const double value =
        rk & 2 ? (double)whole : double_of_bits((uint64_t)(rk & ~3u) << 32);

    return sheet_put_double(w, rk & 1 ? value / 100 : value, sheet_class(w), e);
}

/* "2024-03-01T00:00:00" under a format of dates is a date. */
void sheet_put_iso(struct sheet_fill *w, struct str text)
{
    struct date_shape shape;
    char copy[40];

    if (text.n >= sizeof(copy) || !date_scan(text, &shape) ||
        (shape.orders && !(shape.orders & DATE_YMD))) {
        sheet_put_text(w, text);
        return;
    }
    memcpy(copy, text.p, text.n);
    if (!shape.orders) {
        put_cell(w, TAPE_TIME, 0, text);
    } else if (!shape.time) {
        put_cell(w, TAPE_DATE, 0, text);
    } else if (sheet_class(w) == FORMAT_DATE && text.n == 19 &&
               memcmp(copy + 11, "00:00:00", 8) == 0) {
        put_cell(w, TAPE_DATE, 0, str_slice(text, 0, 10));
    } else {
        copy[10] = copy[10] == 'T' ? ' ' : copy[10];
        put_cell(w, TAPE_DATETIME, 0, (struct str){copy, text.n});
    }
}

void sheet_put_boolean(struct sheet_fill *w, bool value)
{
    put_cell(w, TAPE_BOOLEAN, 0, value ? STR("true") : STR("false"));
}

void sheet_put_error(struct sheet_fill *w, struct str text)
{
    note(w, SHEET_NOTE_ERROR);
    put_cell(w, TAPE_ERROR, 0, text);
}

/* Source: [MS-XLSB] 2.5.97.2 (BErr). */
void sheet_put_error_code(struct sheet_fill *w, unsigned code)
{
    static const struct {
        unsigned code;
        const char *text;
    } errors[] = {{0x00, "#NULL!"}, {0x07, "#DIV/0!"},      {0x0f, "#VALUE!"},
                  {0x17, "#REF!"},  {0x1d, "#NAME?"},       {0x24, "#NUM!"},
                  {0x2a, "#N/A"},   {0x2b, "#GETTING_DATA"}};
    struct str text = STR("#ERROR");

    for (size_t i = 0; i < COUNT_OF(errors); i++)
        if (errors[i].code == code)
            text = str_from(errors[i].text);
    sheet_put_error(w, text);
}

struct sheet_mark sheet_mark(const struct sheet_fill *w)
{
    return (struct sheet_mark){w->cells.n, w->notes.n};
}

void sheet_put_again(struct sheet_fill *w, struct sheet_mark mark)
{
    struct tape_cell cell;
    struct sheet_row_note one;

    if (mark.cells + sizeof(cell) <= w->cells.n) {
        memcpy(&cell, w->cells.p + mark.cells, sizeof(cell));
        cell.column = (uint16_t)w->at.column;
        buf_put(&w->cells, &cell, sizeof(cell));
    }
    if (mark.notes + sizeof(one) <= w->notes.n) {
        memcpy(&one, w->notes.p + mark.notes, sizeof(one));
        note(w, one.what);
    }
}
