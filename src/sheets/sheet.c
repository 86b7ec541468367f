/*
 * The XML of a worksheet:
 *
 *     worksheet > sheetData > row r= > c r= s= t= > v, f, is > ...
 *               > cols > col         > mergeCells > mergeCell
 *
 * A cell's value is read when its element ends, a row goes to the tape when
 * its own does. Depth alone tells what an element is, as each has its place;
 * whatever else stands there is passed over.
 *
 * Source: ECMA-376 part 1, 18.3.1 (elements), 18.18.11 (types of cells).
 */
#include "sheets/sheet.h"

#include "sheets/numeral.h"
#include "sheets/rich.h"
#include "sheets/serial.h"
#include "text/date.h"

#include <stdlib.h>
#include <string.h>

enum section { SECTION_OTHER, SECTION_DATA, SECTION_MERGES, SECTION_COLUMNS };

enum type {
    TYPE_NUMBER,
    TYPE_SHARED,
    TYPE_TEXT, /* the text of a formula */
    TYPE_INLINE,
    TYPE_BOOLEAN,
    TYPE_ERROR,
    TYPE_DATE
};

enum inside { INSIDE_NOTHING, INSIDE_VALUE, INSIDE_ITEM };

struct reading {
    struct sheet *s;
    const struct sheet_context *c;
    unsigned depth;
    enum section section;

    bool in_row, row_numbered, row_hidden, unordered;
    uint32_t row, last_column;
    struct buf cells; /* of struct tape_cell */
    struct buf text;  /* of the row's cells */

    bool in_cell, formula, has_value;
    struct ref at;
    uint32_t style;
    enum type type;
    enum inside inside;
    struct rich item;
    struct buf value;
};

void sheet_init(struct sheet *s, size_t memory_bytes, int spill_fd,
                uint64_t spill_max)
{
    *s = (struct sheet){0};
    tape_init(&s->tape, memory_bytes, spill_fd, spill_max);
    buf_init(&s->row_list, REF_MAX_ROWS * sizeof(struct sheet_row));
    buf_init(&s->merges, SHEET_MAX_MERGES * sizeof(struct ref_range));
    buf_init(&s->hidden_columns, SHEET_MAX_NOTES * sizeof(struct ref_range));
    for (size_t i = 0; i < SHEET_NOTES; i++)
        buf_init(&s->notes[i].list, SHEET_MAX_NOTES * sizeof(struct ref));
}

void sheet_release(struct sheet *s)
{
    tape_release(&s->tape);
    buf_release(&s->row_list);
    buf_release(&s->merges);
    buf_release(&s->hidden_columns);
    for (size_t i = 0; i < SHEET_NOTES; i++)
        buf_release(&s->notes[i].list);
}

/* Memory ends before these lists do: what they cannot keep is only counted. */
static void note(struct reading *r, enum sheet_note what)
{
    struct sheet_places *places = &r->s->notes[what];

    if (places->total++ < SHEET_MAX_NOTES)
        buf_put(&places->list, &r->at, sizeof(r->at));
}

static enum err bad_cell(const struct reading *r, const char *what,
                         struct error *e)
{
    char name[REF_NAME_BYTES];

    ref_name(r->at, name);
    return error_set(e, ERR_FILE_READ_FAILED, "cell %s %s", name, what);
}

static enum type type_of(const char *t, bool *known)
{
    static const struct {
        const char *name;
        enum type type;
    } types[] = {{"n", TYPE_NUMBER},  {"s", TYPE_SHARED},
                 {"str", TYPE_TEXT},  {"inlineStr", TYPE_INLINE},
                 {"b", TYPE_BOOLEAN}, {"e", TYPE_ERROR},
                 {"d", TYPE_DATE}};

    *known = true;
    if (!t)
        return TYPE_NUMBER;
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (strcmp(t, types[i].name) == 0)
            return types[i].type;
    *known = false;
    return TYPE_NUMBER;
}

static bool small_number(const char *text, uint32_t max, uint32_t *out)
{
    uint64_t value = 0;

    if (!*text)
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return false;
        value = value * 10 + (uint64_t)(*text - '0');
        if (value > max)
            return false;
    }
    *out = (uint32_t)value;
    return true;
}

/* One past a cell or row that has no place of its own. */
static bool next_place(uint32_t *last, uint32_t max)
{
    return ++*last <= max;
}

static enum err row_start(struct reading *r, const struct xml_element *el,
                          struct error *e)
{
    const char *number = xml_attr(el, "r");

    r->in_row = true;
    r->row_numbered = number != NULL;
    r->row_hidden = xml_attr_true(el, "hidden");
    r->unordered = false;
    r->last_column = 0;
    buf_reset(&r->cells);
    buf_reset(&r->text);
    if (number ? !small_number(number, REF_MAX_ROWS, &r->row) || r->row == 0
               : !next_place(&r->row, REF_MAX_ROWS))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a row has a number that no sheet has");
    return OK;
}

/* Where the cell is: its own word, else one after the last. */
static enum err find_place(struct reading *r, const char *name, struct error *e)
{
    if (!name) {
        r->at = (struct ref){r->row, r->last_column + 1};
        if (r->at.column > REF_MAX_COLUMNS)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "row %u has more than %u columns", r->row,
                             REF_MAX_COLUMNS);
    } else if (!ref_parse(str_from(name), &r->at)) {
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a cell of row %u has a place that no sheet has",
                         r->row);
    }
    if (!r->row_numbered) {
        r->row = r->at.row;
        r->row_numbered = true;
    }
    if (r->at.row != r->row)
        return bad_cell(r, "stands in a row of another number", e);
    if (r->at.column <= r->last_column)
        r->unordered = true;
    r->last_column = r->at.column;
    return OK;
}

static enum err cell_start(struct reading *r, const struct xml_element *el,
                           struct error *e)
{
    const char *style = NULL;
    const char *type = NULL;
    const char *place = NULL;
    bool known;

    for (const char **a = el->attrs; *a; a += 2) {
        if (a[0][0] == '\0' || a[0][1] != '\0')
            continue;
        if (a[0][0] == 'r')
            place = a[1];
        else if (a[0][0] == 's')
            style = a[1];
        else if (a[0][0] == 't')
            type = a[1];
    }
    if (find_place(r, place, e) != OK)
        return e->code;
    r->in_cell = true;
    r->formula = r->has_value = false;
    r->style = 0;
    buf_reset(&r->value);
    rich_begin(&r->item);
    r->type = type_of(type, &known);
    if (!known)
        return bad_cell(r, "is of a type that no workbook has", e);
    if (style && !small_number(style, UINT32_MAX, &r->style))
        return bad_cell(r, "has a style that is no number", e);
    return OK;
}

static void put_cell(struct reading *r, enum tape_kind kind, unsigned flags,
                     struct str text)
{
    struct tape_cell cell = {.column = (uint16_t)r->at.column,
                             .kind = (uint8_t)kind,
                             .flags = (uint8_t)flags,
                             .style = r->style,
                             .n = (uint32_t)text.n,
                             .at = (uint32_t)r->text.n};

    buf_put_str(&r->text, text);
    buf_put(&r->cells, &cell, sizeof(cell));
}

/* A cell that has nothing to read, and may yet have something to report. */
static void put_nothing(struct reading *r)
{
    if (!r->formula)
        return;
    note(r, SHEET_NOTE_UNCACHED);
    put_cell(r, TAPE_EMPTY, SHEET_UNCACHED, STR(""));
}

static void put_text(struct reading *r, struct str text)
{
    if (text.n)
        put_cell(r, TAPE_TEXT, 0, text);
    else
        note(r, SHEET_NOTE_EMPTY_TEXT);
}

static enum err put_shared(struct reading *r, struct str text, struct error *e)
{
    uint64_t index;
    struct error ignored;
    struct tape_cell cell = {.column = (uint16_t)r->at.column,
                             .kind = TAPE_TEXT,
                             .flags = TAPE_SHARED,
                             .style = r->style};

    if (str_parse_u64(text, UINT32_MAX, &index, &ignored) != OK ||
        index >= r->c->strings->n)
        return bad_cell(r, "refers to a text that the workbook does not have",
                        e);
    if (strings_get(r->c->strings, (size_t)index).n == 0) {
        note(r, SHEET_NOTE_EMPTY_TEXT);
        return OK;
    }
    cell.n = (uint32_t)index;
    buf_put(&r->cells, &cell, sizeof(cell));
    return OK;
}

static enum format_class class_of(const struct reading *r)
{
    return r->style < r->c->styles->n ? r->c->styles->list[r->style].class
                                      : FORMAT_NUMBER;
}

static void put_plain_number(struct reading *r, const struct numeral *number,
                             enum format_class class)
{
    unsigned flags = (class == FORMAT_PERCENT ? SHEET_PERCENT : 0) |
                     (class == FORMAT_CURRENCY ? SHEET_CURRENCY : 0) |
                     (number->binary ? SHEET_BINARY : 0);

    put_cell(r, TAPE_NUMBER, flags, (struct str){number->text, number->n});
}

static void put_serial(struct reading *r, const struct numeral *number,
                       enum format_class class)
{
    static const enum tape_kind kinds[] = {
        [SERIAL_DATE] = TAPE_DATE,    [SERIAL_DATETIME] = TAPE_DATETIME,
        [SERIAL_TIME] = TAPE_TIME,    [SERIAL_DURATION] = TAPE_DURATION,
        [SERIAL_PHANTOM] = TAPE_TEXT,
    };
    struct serial s;

    serial_read(numeral_value((struct str){number->text, number->n}), class,
                r->c->date1904, &s);
    if (s.kind == SERIAL_NUMBER) {
        note(r, SHEET_NOTE_NO_DATE);
        put_plain_number(r, number, FORMAT_NUMBER);
        return;
    }
    if (s.kind == SERIAL_PHANTOM)
        note(r, SHEET_NOTE_PHANTOM_DAY);
    else if (s.day_zero)
        note(r, SHEET_NOTE_DAY_ZERO);
    put_cell(r, kinds[s.kind], 0, (struct str){s.text, s.n});
}

static enum err put_number(struct reading *r, struct str text, struct error *e)
{
    enum format_class class = class_of(r);
    struct numeral number;

    if (!numeral_read(text, &number))
        return bad_cell(r, "is said to be a number and is none", e);
    if (class >= FORMAT_DATE)
        put_serial(r, &number, class);
    else
        put_plain_number(r, &number, class);
    return OK;
}

/* "2024-03-01T00:00:00" under a format of dates is a date. */
static void put_iso(struct reading *r, struct str text)
{
    struct date_shape shape;
    char copy[40];

    if (text.n >= sizeof(copy) || !date_scan(text, &shape) ||
        (shape.orders && !(shape.orders & DATE_YMD))) {
        put_text(r, text);
        return;
    }
    memcpy(copy, text.p, text.n);
    if (!shape.orders) {
        put_cell(r, TAPE_TIME, 0, text);
    } else if (!shape.time) {
        put_cell(r, TAPE_DATE, 0, text);
    } else if (class_of(r) == FORMAT_DATE && text.n == 19 &&
               memcmp(copy + 11, "00:00:00", 8) == 0) {
        put_cell(r, TAPE_DATE, 0, str_slice(text, 0, 10));
    } else {
        copy[10] = copy[10] == 'T' ? ' ' : copy[10];
        put_cell(r, TAPE_DATETIME, 0, (struct str){copy, text.n});
    }
}

static enum err put_boolean(struct reading *r, struct str text, struct error *e)
{
    bool yes = str_is(text, "1") || str_is(text, "true");

    if (!yes && !str_is(text, "0") && !str_is(text, "false"))
        return bad_cell(r, "is said to be true or false and is neither", e);
    put_cell(r, TAPE_BOOLEAN, 0, yes ? STR("true") : STR("false"));
    return OK;
}

/* The value of <v>, by the cell's type. */
static enum err put_value(struct reading *r, struct str value, struct error *e)
{
    struct str text = str_trim(value);

    if (r->type == TYPE_TEXT) {
        value.n = rich_unescape(r->value.p, value.n);
        put_text(r, value);
        return OK;
    }
    if (text.n == 0) {
        put_nothing(r);
        return OK;
    }
    switch (r->type) {
    case TYPE_NUMBER: return put_number(r, text, e);
    case TYPE_SHARED: return put_shared(r, text, e);
    case TYPE_BOOLEAN: return put_boolean(r, text, e);
    case TYPE_DATE: put_iso(r, text); return OK;
    case TYPE_ERROR:
        note(r, SHEET_NOTE_ERROR);
        put_cell(r, TAPE_ERROR, 0, text);
        return OK;
    default: put_text(r, value); return OK;
    }
}

static enum err cell_end(struct reading *r, struct error *e)
{
    struct str text;

    r->in_cell = false;
    if (r->formula)
        r->s->formulas++;
    if (r->type == TYPE_INLINE && !r->has_value) {
        if (rich_finish(&r->item, &text, e) != OK)
            return e->code;
        put_text(r, text);
        return OK;
    }
    if (!r->has_value) {
        put_nothing(r);
        return OK;
    }
    if (buf_finish(&r->value, &text, e) != OK)
        return bad_cell(r, "holds too long a text", e);
    return put_value(r, text, e);
}

static int by_column(const void *a, const void *b)
{
    const struct tape_cell *x = a;
    const struct tape_cell *y = b;

    return (x->column > y->column) - (x->column < y->column);
}

/* Cells by column, each column once. */
static enum err order_cells(struct reading *r, struct tape_row *row,
                            struct error *e)
{
    if (!r->unordered)
        return OK;
    qsort(row->cells, row->n, sizeof(*row->cells), by_column);
    for (uint32_t i = 1; i < row->n; i++)
        if (row->cells[i].column == row->cells[i - 1].column) {
            r->at = (struct ref){r->row, row->cells[i].column};
            return bad_cell(r, "occurs twice", e);
        }
    return OK;
}

static enum err row_end(struct reading *r, struct error *e)
{
    struct str cells;
    struct tape_row row = {.row = r->row, .hidden = r->row_hidden};
    struct sheet_row listed = {.row = r->row, .hidden = r->row_hidden};

    r->in_row = false;
    if (buf_finish(&r->cells, &cells, e) != OK ||
        buf_finish(&r->text, &row.text, e) != OK)
        return error_set(e, ERR_LIMIT, "row %u holds too much", r->row);
    if (cells.n == 0)
        return OK;
    row.n = (uint32_t)(cells.n / sizeof(*row.cells));
    row.cells = (struct tape_cell *)(void *)r->cells.p;
    if (order_cells(r, &row, e) != OK)
        return e->code;
    listed.first = row.cells[0].column;
    listed.last = row.cells[row.n - 1].column;
    listed.cells = (uint16_t)row.n;
    r->s->cells += row.n;
    if (tape_put(&r->s->tape, &row, &listed.at, e) != OK)
        return e->code;
    buf_put(&r->s->row_list, &listed, sizeof(listed));
    return OK;
}

static enum section section_of(const char *name)
{
    if (strcmp(name, "sheetData") == 0)
        return SECTION_DATA;
    if (strcmp(name, "mergeCells") == 0)
        return SECTION_MERGES;
    return strcmp(name, "cols") == 0 ? SECTION_COLUMNS : SECTION_OTHER;
}

static enum err section_start(struct reading *r, const struct xml_element *el)
{
    const char *range = xml_attr(el, "ref");

    r->section = section_of(el->name);
    if (strcmp(el->name, "autoFilter") == 0 && range &&
        !ref_parse_range(str_from(range), &r->s->filter))
        r->s->filter = (struct ref_range){0};
    return OK;
}

static void on_merge(struct reading *r, const struct xml_element *el)
{
    const char *text = xml_attr(el, "ref");
    struct ref_range range;

    if (!text || !ref_parse_range(str_from(text), &range))
        return; /* it says nothing about any cell */
    if (r->s->merges_total++ < SHEET_MAX_MERGES)
        buf_put(&r->s->merges, &range, sizeof(range));
}

static void on_column(struct reading *r, const struct xml_element *el)
{
    const char *first = xml_attr(el, "min");
    const char *last = xml_attr(el, "max");
    struct ref_range range = {{1, 0}, {REF_MAX_ROWS, 0}};

    if (xml_attr_true(el, "hidden") && first && last &&
        small_number(first, REF_MAX_COLUMNS, &range.first.column) &&
        small_number(last, REF_MAX_COLUMNS, &range.last.column) &&
        r->s->hidden_columns.n < SHEET_MAX_NOTES * sizeof(range))
        buf_put(&r->s->hidden_columns, &range, sizeof(range));
}

static enum err entry_start(struct reading *r, const struct xml_element *el,
                            struct error *e)
{
    if (r->section == SECTION_DATA && strcmp(el->name, "row") == 0)
        return row_start(r, el, e);
    if (r->section == SECTION_MERGES)
        on_merge(r, el);
    else if (r->section == SECTION_COLUMNS)
        on_column(r, el);
    return OK;
}

static void value_start(struct reading *r, const char *name)
{
    if (strcmp(name, "v") == 0) {
        r->inside = INSIDE_VALUE;
        r->has_value = true;
    } else if (strcmp(name, "f") == 0) {
        r->formula = true;
    } else if (strcmp(name, "is") == 0) {
        r->inside = INSIDE_ITEM;
        rich_begin(&r->item);
    }
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct reading *r = ctx;

    switch (++r->depth) {
    case 1:
        return strcmp(el->name, "worksheet") == 0
                   ? OK
                   : error_set(e, ERR_FILE_READ_FAILED,
                               "the sheet is no worksheet");
    case 2: return section_start(r, el);
    case 3: return entry_start(r, el, e);
    case 4:
        return r->in_row && strcmp(el->name, "c") == 0 ? cell_start(r, el, e)
                                                       : OK;
    case 5:
        if (r->in_cell)
            value_start(r, el->name);
        return OK;
    default:
        if (r->inside == INSIDE_ITEM)
            rich_start(&r->item, el);
        return OK;
    }
}

static enum err on_end(void *ctx, struct error *e)
{
    struct reading *r = ctx;

    switch (r->depth--) {
    case 3: return r->in_row ? row_end(r, e) : OK;
    case 4: return r->in_cell ? cell_end(r, e) : OK;
    case 5: r->inside = INSIDE_NOTHING; return OK;
    default:
        if (r->inside == INSIDE_ITEM)
            rich_end(&r->item);
        return OK;
    }
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct reading *r = ctx;

    (void)e;
    if (r->inside == INSIDE_VALUE && r->depth == 5)
        buf_put_str(&r->value, text);
    else if (r->inside == INSIDE_ITEM)
        rich_text(&r->item, text);
    return OK;
}

static int by_row(const void *a, const void *b)
{
    const struct sheet_row *x = a;
    const struct sheet_row *y = b;

    return (x->row > y->row) - (x->row < y->row);
}

/* Rows by number, each once. */
static enum err order_rows(struct sheet *s, struct error *e)
{
    struct str list;
    bool ordered = true;

    if (buf_finish(&s->row_list, &list, e) != OK)
        return error_set(e, ERR_LIMIT, "the sheet has too many rows");
    s->rows = (struct sheet_row *)(void *)s->row_list.p;
    s->n = list.n / sizeof(*s->rows);
    for (size_t i = 1; i < s->n; i++)
        ordered = ordered && s->rows[i - 1].row < s->rows[i].row;
    if (ordered)
        return OK;
    qsort(s->rows, s->n, sizeof(*s->rows), by_row);
    for (size_t i = 1; i < s->n; i++)
        if (s->rows[i - 1].row == s->rows[i].row)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "row %u of the sheet occurs twice",
                             s->rows[i].row);
    return OK;
}

enum err sheet_read(struct sheet *s, const struct xml_input *input,
                    const struct sheet_context *c, struct error *e)
{
    struct reading r = {.s = s, .c = c};
    struct xml_handler h = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = &r};
    enum err rc;

    buf_init(&r.cells, REF_MAX_COLUMNS * sizeof(struct tape_cell) * 2);
    buf_init(&r.text, TAPE_MAX_ROW);
    buf_init(&r.value, RICH_MAX_BYTES);
    rich_init(&r.item);
    rc = xml_read(input, &h, e);
    if (!rc)
        rc = tape_flush(&s->tape, e);
    if (!rc)
        rc = order_rows(s, e);
    buf_release(&r.cells);
    buf_release(&r.text);
    buf_release(&r.value);
    rich_release(&r.item);
    return rc;
}

const struct ref_range *sheet_merges(const struct sheet *s, size_t *n)
{
    *n = s->merges.n / sizeof(struct ref_range);
    return (const struct ref_range *)(const void *)s->merges.p;
}
