/*
 * The XML of a worksheet:
 *
 *     worksheet > sheetData > row r= > c r= s= t= > v, f, is > ...
 *               > cols > col         > mergeCells > mergeCell
 *
 * A cell's value is read when its element ends, a row goes to the tape when
 * its own does. Depth alone tells what an element is, as each has its place;
 * whatever else is there is skipped.
 *
 * Source: ECMA-376 part 1, 18.3.1 (elements), 18.18.11 (types of cells).
 */
#include "formats/xlsx/sheet_internal.h"

#include <stdlib.h>
#include <string.h>

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

static enum sheet_type type_of(const char *t, bool *known)
{
    static const struct {
        const char *name;
        enum sheet_type type;
    } types[] = {{"n", SHEET_TYPE_NUMBER},  {"s", SHEET_TYPE_SHARED},
                 {"str", SHEET_TYPE_TEXT},  {"inlineStr", SHEET_TYPE_INLINE},
                 {"b", SHEET_TYPE_BOOLEAN}, {"e", SHEET_TYPE_ERROR},
                 {"d", SHEET_TYPE_DATE}};

    *known = true;
    if (!t)
        return SHEET_TYPE_NUMBER;
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (strcmp(t, types[i].name) == 0)
            return types[i].type;
    *known = false;
    return SHEET_TYPE_NUMBER;
}

/*
 * What an attribute says; NULL where it is absent or blank. Programs that write
 * through templates leave attributes empty, and every spreadsheet program reads
 * those as their default.
 */
static const char *said(const char *value)
{
    return value && str_trim(str_from(value)).n ? value : NULL;
}

/* Of an attribute that is a number: xsd:unsignedInt may have blanks around it
 * and a plus before it. */
static bool small_number(const char *text, uint32_t max, uint32_t *out)
{
    uint64_t value = 0;
    struct str digits = str_trim(str_from(text));

    if (digits.n > 1 && digits.p[0] == '+')
        digits = str_slice(digits, 1, digits.n);
    if (!digits.n)
        return false;
    for (size_t i = 0; i < digits.n; i++) {
        if (digits.p[i] < '0' || digits.p[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(digits.p[i] - '0');
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

static enum err row_start(struct sheet_reading *r, const struct xml_element *el,
                          struct error *e)
{
    const char *number = said(xml_attr(el, "r"));

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
                         "a row has a number outside of any sheet");
    return OK;
}

/* Where the cell is: its own word, else one after the last. */
static enum err find_place(struct sheet_reading *r, const char *name,
                           struct error *e)
{
    if (!name) {
        r->at = (struct ref){r->row, r->last_column + 1};
        if (r->at.column > REF_MAX_COLUMNS)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "row %u has more than %u columns", r->row,
                             REF_MAX_COLUMNS);
    } else if (!ref_parse(str_trim(str_from(name)), &r->at)) {
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a cell of row %u has a place outside of any sheet",
                         r->row);
    }
    if (!r->row_numbered) {
        r->row = r->at.row;
        r->row_numbered = true;
    }
    if (r->at.row != r->row)
        return sheet_bad_cell(r, "is inside a row with a different number", e);
    if (r->at.column <= r->last_column)
        r->unordered = true;
    r->last_column = r->at.column;
    return OK;
}

static enum err cell_start(struct sheet_reading *r,
                           const struct xml_element *el, struct error *e)
{
    const char *style = NULL;
    const char *type = NULL;
    const char *place = NULL;
    bool known;

    for (const char **a = el->attrs; *a; a += 2) {
        if (a[0][0] == '\0' || a[0][1] != '\0')
            continue;
        if (a[0][0] == 'r')
            place = said(a[1]);
        else if (a[0][0] == 's')
            style = said(a[1]);
        else if (a[0][0] == 't')
            type = said(a[1]);
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
        return sheet_bad_cell(r, "is of a type that no workbook has", e);
    if (style && !small_number(style, UINT32_MAX, &r->style))
        return sheet_bad_cell(r, "has a style that is not a number", e);
    return OK;
}

static enum err cell_end(struct sheet_reading *r, struct error *e)
{
    struct str text;

    r->in_cell = false;
    if (r->formula)
        r->s->formulas++;
    if (r->type == SHEET_TYPE_INLINE && !r->has_value) {
        if (rich_finish(&r->item, &text, e) != OK)
            return e->code;
        sheet_put_text(r, text);
        return OK;
    }
    if (!r->has_value) {
        sheet_put_nothing(r);
        return OK;
    }
    if (buf_finish(&r->value, &text, e) != OK)
        return error_set(e, ERR_LIMIT, "a cell of row %u holds too long a text",
                         r->row);
    return sheet_put_value(r, text, e);
}

static int by_column(const void *a, const void *b)
{
    const struct tape_cell *x = a;
    const struct tape_cell *y = b;

    return (x->column > y->column) - (x->column < y->column);
}

/* Cells by column, each column once. */
static enum err order_cells(struct sheet_reading *r, struct tape_row *row,
                            struct error *e)
{
    if (!r->unordered)
        return OK;
    qsort(row->cells, row->n, sizeof(*row->cells), by_column);
    for (uint32_t i = 1; i < row->n; i++)
        if (row->cells[i].column == row->cells[i - 1].column) {
            r->at = (struct ref){r->row, row->cells[i].column};
            return sheet_bad_cell(r, "occurs twice", e);
        }
    return OK;
}

static enum err row_end(struct sheet_reading *r, struct error *e)
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
    for (uint32_t i = 0; i < row.n; i++)
        listed.kinds |= (uint16_t)(1u << row.cells[i].kind);
    r->s->cells += row.n;
    if (tape_put(&r->s->tape, &row, &listed.at, e) != OK)
        return e->code;
    buf_put(&r->s->row_list, &listed, sizeof(listed));
    return OK;
}

static enum sheet_section section_of(const char *name)
{
    if (strcmp(name, "sheetData") == 0)
        return SHEET_SECTION_DATA;
    if (strcmp(name, "mergeCells") == 0)
        return SHEET_SECTION_MERGES;
    return strcmp(name, "cols") == 0 ? SHEET_SECTION_COLUMNS
                                     : SHEET_SECTION_OTHER;
}

static enum err section_start(struct sheet_reading *r,
                              const struct xml_element *el)
{
    const char *range = xml_attr(el, "ref");

    r->section = section_of(el->name);
    if (strcmp(el->name, "autoFilter") == 0 && range &&
        !ref_parse_range(str_from(range), &r->s->filter))
        r->s->filter = (struct ref_range){0};
    return OK;
}

static void on_merge(struct sheet_reading *r, const struct xml_element *el)
{
    const char *text = xml_attr(el, "ref");
    struct ref_range range;

    if (!text || !ref_parse_range(str_from(text), &range))
        return; /* it says nothing about any cell */
    if (r->s->merges_total++ < SHEET_MAX_MERGES)
        buf_put(&r->s->merges, &range, sizeof(range));
}

static void on_column(struct sheet_reading *r, const struct xml_element *el)
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

static enum err entry_start(struct sheet_reading *r,
                            const struct xml_element *el, struct error *e)
{
    if (r->section == SHEET_SECTION_DATA && strcmp(el->name, "row") == 0)
        return row_start(r, el, e);
    if (r->section == SHEET_SECTION_MERGES)
        on_merge(r, el);
    else if (r->section == SHEET_SECTION_COLUMNS)
        on_column(r, el);
    return OK;
}

static void value_start(struct sheet_reading *r, const char *name)
{
    if (strcmp(name, "v") == 0) {
        r->inside = SHEET_INSIDE_VALUE;
        r->has_value = true;
    } else if (strcmp(name, "f") == 0) {
        r->formula = true;
    } else if (strcmp(name, "is") == 0) {
        r->inside = SHEET_INSIDE_ITEM;
        rich_begin(&r->item);
    }
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct sheet_reading *r = ctx;

    switch (++r->depth) {
    case 1:
        return strcmp(el->name, "worksheet") == 0
                   ? OK
                   : error_set(e, ERR_FILE_READ_FAILED,
                               "the sheet is not a worksheet");
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
        if (r->inside == SHEET_INSIDE_ITEM)
            rich_start(&r->item, el);
        return OK;
    }
}

static enum err on_end(void *ctx, struct error *e)
{
    struct sheet_reading *r = ctx;

    switch (r->depth--) {
    case 3: return r->in_row ? row_end(r, e) : OK;
    case 4: return r->in_cell ? cell_end(r, e) : OK;
    case 5: r->inside = SHEET_INSIDE_NOTHING; return OK;
    default:
        if (r->inside == SHEET_INSIDE_ITEM)
            rich_end(&r->item);
        return OK;
    }
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct sheet_reading *r = ctx;

    (void)e;
    if (r->inside == SHEET_INSIDE_VALUE && r->depth == 5)
        buf_put_str(&r->value, text);
    else if (r->inside == SHEET_INSIDE_ITEM)
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
    struct sheet_reading r = {.s = s, .c = c};
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
