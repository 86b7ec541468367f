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
    uint32_t row = r->w.row;

    r->in_row = true;
    r->row_numbered = number != NULL;
    r->last_column = 0;
    if (number ? !small_number(number, REF_MAX_ROWS, &row) || row == 0
               : !next_place(&row, REF_MAX_ROWS))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a row has a number outside of any sheet");
    sheet_row_begin(&r->w, row, xml_attr_true(el, "hidden"));
    return OK;
}

/* Where the cell is: its own word, else one after the last. */
static enum err find_place(struct sheet_reading *r, const char *name,
                           struct error *e)
{
    if (!name) {
        r->w.at = (struct ref){r->w.row, r->last_column + 1};
        if (r->w.at.column > REF_MAX_COLUMNS)
            return error_set(e, ERR_FILE_READ_FAILED,
                             "row %u has more than %u columns", r->w.row,
                             REF_MAX_COLUMNS);
    } else if (!ref_parse(str_trim(str_from(name)), &r->w.at)) {
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a cell of row %u has a place outside of any sheet",
                         r->w.row);
    }
    if (!r->row_numbered) {
        r->w.row = r->w.at.row;
        r->row_numbered = true;
    }
    if (r->w.at.row != r->w.row)
        return sheet_bad_cell(&r->w, "is inside a row with a different number",
                              e);
    if (r->w.at.column <= r->last_column)
        r->w.is_unordered = true;
    r->last_column = r->w.at.column;
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
    r->w.formula = r->has_value = false;
    r->w.style = 0;
    buf_reset(&r->value);
    rich_begin(&r->item);
    r->type = type_of(type, &known);
    if (!known)
        return sheet_bad_cell(&r->w, "is of a type that no workbook has", e);
    if (style && !small_number(style, UINT32_MAX, &r->w.style))
        return sheet_bad_cell(&r->w, "has a style that is not a number", e);
    return OK;
}

static enum err cell_end(struct sheet_reading *r, struct error *e)
{
    struct str text;

    r->in_cell = false;
    if (r->w.formula)
        r->w.formulas++;
    if (r->type == SHEET_TYPE_INLINE && !r->has_value) {
        if (rich_finish(&r->item, &text, e) != OK)
            return e->code;
        sheet_put_text(&r->w, text);
        return OK;
    }
    if (!r->has_value) {
        sheet_put_nothing(&r->w);
        return OK;
    }
    if (buf_finish(&r->value, &text, e) != OK)
        return error_set(e, ERR_LIMIT, "a cell of row %u holds too long a text",
                         r->w.row);
    return sheet_put_value(r, text, e);
}

static enum err row_end(struct sheet_reading *r, struct error *e)
{
    r->in_row = false;
    return sheet_row_end(&r->w, e);
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
        !ref_parse_range(str_from(range), &r->w.s->filter))
        r->w.s->filter = (struct ref_range){0};
    return OK;
}

static void on_merge(struct sheet_reading *r, const struct xml_element *el)
{
    const char *text = xml_attr(el, "ref");
    struct ref_range range;

    if (!text || !ref_parse_range(str_from(text), &range))
        return; /* it says nothing about any cell */
    sheet_add_merge(r->w.s, &range);
}

static void on_column(struct sheet_reading *r, const struct xml_element *el)
{
    const char *first = xml_attr(el, "min");
    const char *last = xml_attr(el, "max");
    uint32_t from, to;

    if (xml_attr_true(el, "hidden") && first && last &&
        small_number(first, REF_MAX_COLUMNS, &from) &&
        small_number(last, REF_MAX_COLUMNS, &to))
        sheet_add_hidden_columns(r->w.s, from, to);
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
        r->w.formula = true;
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

enum err sheet_read(struct sheet *s, const struct xml_input *input,
                    const struct sheet_context *c, struct error *e)
{
    struct sheet_reading r = {.in_row = false};
    struct xml_handler h = {
        .start = on_start, .end = on_end, .text = on_text, .ctx = &r};
    enum err rc;

    sheet_fill_init(&r.w, s, c);
    buf_init(&r.value, RICH_MAX_BYTES);
    rich_init(&r.item);
    rc = xml_read(input, &h, e);
    if (!rc)
        rc = sheet_finish(s, e);
    sheet_fill_release(&r.w);
    buf_release(&r.value);
    rich_release(&r.item);
    return rc;
}

const struct ref_range *sheet_merges(const struct sheet *s, size_t *n)
{
    *n = s->merges.n / sizeof(struct ref_range);
    return (const struct ref_range *)(const void *)s->merges.p;
}
