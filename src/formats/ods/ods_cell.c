/*
 * Rows and cells of a table of OpenDocument.
 *
 * Neither has a place: each comes after the last, and one that repeats is as many
 * as it says. Empty ones, which fill the sheet up to its last row and column, are
 * only counted. What others add is bounded (ODS_MAX_REPEATED_BYTES).
 *
 * Source: OASIS OpenDocument 1.3 part 3, 9.1 (tables), 19.385 (office:value-type),
 * 6.1.2 (white space).
 */
#include "formats/ods/ods_internal.h"
#include "formats/ods/ods_value.h"

#include <string.h>

#define MAX_SPACES 1000u
#define CELL_BYTES ((uint64_t)sizeof(struct tape_cell))
#define FIRST_LEAP 61 /* days before it have other numbers in Excel */

static bool says(const struct xml_element *el, const char *name,
                 const char *value)
{
    const char *text = xml_attr_any(el, name);

    return text && strcmp(text, value) == 0;
}

uint32_t ods_times(const struct xml_element *el, const char *name, uint32_t max)
{
    const char *text = xml_attr_any(el, name);
    struct error ignored;
    uint64_t n;

    if (!text || !text[0])
        return 1;
    if (str_parse_u64(str_from(text), UINT64_MAX, &n, &ignored) != OK ||
        n > max)
        return max;
    return n ? (uint32_t)n : 1;
}

static bool is_hidden(const struct xml_element *el)
{
    return says(el, "visibility", "collapse") ||
           says(el, "visibility", "filter");
}

static uint32_t style_of(const struct ods *o, const struct xml_element *el,
                         const char *name)
{
    return ods_styles_find(&o->styles, xml_attr_any(el, name));
}

/* ---- columns and rows ---- */

void ods_column(struct ods *o, const struct xml_element *el)
{
    const uint32_t n =
        ods_times(el, "number-columns-repeated", REF_MAX_COLUMNS);
    struct ods_columns c = {.style =
                                style_of(o, el, "default-cell-style-name")};
    const uint32_t first = o->columns_seen + 1;

    if (first > REF_MAX_COLUMNS)
        return;
    c.last = n > REF_MAX_COLUMNS - o->columns_seen ? REF_MAX_COLUMNS
                                                   : o->columns_seen + n;
    o->columns_seen = c.last;
    buf_put(&o->columns, &c, sizeof(c));
    if (is_hidden(el))
        sheet_add_hidden_columns(o->w.s, first, c.last);
}

void ods_row_begin(struct ods *o, const struct xml_element *el)
{
    o->rows = ods_times(el, "number-rows-repeated", REF_MAX_ROWS);
    o->row_style = style_of(o, el, "default-cell-style-name");
    o->column = 0;
    sheet_row_begin(&o->w, o->row + 1, is_hidden(el));
}

static enum err count_repeated(struct ods *o, uint64_t bytes, struct error *e)
{
    o->repeated_bytes += bytes;
    return o->repeated_bytes <= ODS_MAX_REPEATED_BYTES
               ? OK
               : error_set(e, ERR_LIMIT,
                           "row %u: the rows and cells that repeat need more "
                           "than %llu MiB",
                           o->row + 1,
                           (unsigned long long)(ODS_MAX_REPEATED_BYTES >> 20));
}

enum err ods_row_end(struct ods *o, struct error *e)
{
    const bool is_empty = o->w.cells.n == 0 && o->w.notes.n == 0;
    const uint64_t bytes = o->w.cells.n + o->w.text.n + CELL_BYTES;
    const uint64_t last = (uint64_t)o->row + o->rows;
    enum err rc = OK;

    if (!is_empty && last > REF_MAX_ROWS)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the sheet has more than %u rows", REF_MAX_ROWS);
    if (!is_empty && count_repeated(o, (o->rows - 1) * bytes, e) != OK)
        return e->code;
    for (uint32_t i = 1; i <= o->rows && !is_empty && !rc; i++) {
        o->w.row = o->row + i;
        rc = sheet_row_end(&o->w, e);
    }
    o->row = last > REF_MAX_ROWS ? REF_MAX_ROWS : (uint32_t)last;
    return rc;
}

/* ---- a cell ---- */

static enum ods_type type_of(const struct xml_element *el)
{
    static const struct {
        const char *name;
        enum ods_type type;
    } types[] = {{"float", ODS_NUMBER},      {"percentage", ODS_PERCENT},
                 {"currency", ODS_CURRENCY}, {"date", ODS_DATE},
                 {"time", ODS_TIME},         {"boolean", ODS_BOOLEAN},
                 {"string", ODS_STRING},     {"error", ODS_ERROR}};
    enum ods_type found = ODS_NONE;

    /* LibreOffice adds one of its own, which alone knows errors. */
    for (const char **a = el->attrs; *a; a += 2) {
        const char *local = strrchr(a[0], '|');

        if (strcmp(local ? local + 1 : a[0], "value-type") != 0)
            continue;
        for (size_t i = 0; i < COUNT_OF(types); i++)
            if (strcmp(a[1], types[i].name) == 0 &&
                (found == ODS_NONE || types[i].type == ODS_ERROR))
                found = types[i].type;
    }
    return found;
}

/* The style of a cell without one: its row's, else its column's. */
static uint32_t usual_style(const struct ods *o, uint32_t column)
{
    const struct ods_columns *c =
        (const struct ods_columns *)(const void *)o->columns.p;
    const size_t n = o->columns.n / sizeof(*c);
    size_t from = 0, to = n;

    if (o->row_style != SHEET_NO_STYLE)
        return o->row_style;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (c[middle].last < column)
            from = middle + 1;
        else
            to = middle;
    }
    return from < n ? c[from].style : SHEET_NO_STYLE;
}

static void add_merge(struct ods *o, const struct xml_element *el)
{
    const uint32_t columns =
        ods_times(el, "number-columns-spanned", REF_MAX_COLUMNS);
    const uint32_t rows = ods_times(el, "number-rows-spanned", REF_MAX_ROWS);
    struct ref_range range = {.first = {o->row + 1, o->column + 1}};

    if ((columns == 1 && rows == 1) || range.first.column > REF_MAX_COLUMNS ||
        range.first.row > REF_MAX_ROWS)
        return;
    range.last.column = columns > REF_MAX_COLUMNS - o->column
                            ? REF_MAX_COLUMNS
                            : o->column + columns;
    range.last.row =
        rows > REF_MAX_ROWS - o->row ? REF_MAX_ROWS : o->row + rows;
    sheet_add_merge(o->w.s, &range);
}

void ods_cell_begin(struct ods *o, const struct xml_element *el)
{
    static const char *const values[] = {
        [ODS_NUMBER] = "value",        [ODS_PERCENT] = "value",
        [ODS_CURRENCY] = "value",      [ODS_DATE] = "date-value",
        [ODS_TIME] = "time-value",     [ODS_BOOLEAN] = "boolean-value",
        [ODS_STRING] = "string-value", [ODS_ERROR] = "string-value"};
    struct ods_cell *c = &o->cell;
    const char *value;

    buf_reset(&c->value);
    buf_reset(&c->text);
    c->has_text = false;
    c->type = type_of(el);
    c->repeated = ods_times(el, "number-columns-repeated", REF_MAX_COLUMNS);
    value = values[c->type] ? xml_attr_any(el, values[c->type]) : NULL;
    c->has_value = value != NULL;
    buf_puts(&c->value, value ? value : "");
    o->w.formula = xml_attr_any(el, "formula") != NULL;
    o->w.style = SHEET_NO_STYLE;
    if (c->type != ODS_NONE)
        o->w.style = style_of(o, el, "style-name");
    if (c->type != ODS_NONE && !xml_attr_any(el, "style-name"))
        o->w.style = usual_style(o, o->column + 1);
    add_merge(o, el);
}

/* A number of days, whose format says what it is of. */
static enum err put_days(struct ods *o, double days, struct error *e)
{
    enum format_class format = sheet_class(&o->w);

    if (o->cell.type == ODS_DATE && format < FORMAT_DATE)
        format = FORMAT_DATE;
    else if (o->cell.type == ODS_TIME &&
             (format < FORMAT_DATE || format == FORMAT_DATE || days < 0 ||
              days >= REF_MAX_ROWS))
        format = days >= 0 && days < 1 ? FORMAT_TIME : FORMAT_DURATION;
    return sheet_put_double(&o->w, days, format, e);
}

static enum err put_date(struct ods *o, struct str value, struct error *e)
{
    double days;

    if (ods_read_date(value, &days) && days >= FIRST_LEAP)
        return put_days(o, days, e);
    sheet_put_iso(&o->w, value);
    return OK;
}

static enum err put_time(struct ods *o, struct str value, struct error *e)
{
    double days;

    if (ods_read_duration(value, &days))
        return put_days(o, days, e);
    sheet_put_iso(&o->w, value);
    return OK;
}

static enum err put_boolean(struct ods *o, struct str value, struct error *e)
{
    const bool yes = str_is(value, "true") || str_is(value, "1");

    if (!yes && !str_is(value, "false") && !str_is(value, "0"))
        return sheet_bad_cell(&o->w,
                              "is said to be true or false and is neither", e);
    sheet_put_boolean(&o->w, yes);
    return OK;
}

/* A formula that gave no text and shows one has failed. */
static bool is_error(const struct ods *o)
{
    return o->cell.type == ODS_ERROR ||
           (o->w.formula && o->cell.type == ODS_STRING && o->cell.has_value &&
            o->cell.value.n == 0 && o->cell.text.n > 0);
}

static void put_text(struct ods *o, struct str value, struct str text)
{
    if (is_error(o))
        sheet_put_error(&o->w, text.n ? text : STR("#"));
    else if (o->cell.type == ODS_STRING && o->cell.has_value)
        sheet_put_text(&o->w, value);
    else if (o->cell.has_text || o->cell.type == ODS_STRING)
        sheet_put_text(&o->w, text);
    else
        sheet_put_nothing(&o->w);
}

static enum err put_value(struct ods *o, struct error *e)
{
    struct str value, text;

    if (buf_finish(&o->cell.value, &value, e) != OK ||
        buf_finish(&o->cell.text, &text, e) != OK)
        return error_set(e, ERR_LIMIT, "a cell of row %u holds too long a text",
                         o->row + 1);
    if (!o->cell.has_value || o->cell.type >= ODS_STRING) {
        put_text(o, value, text);
        return OK;
    }
    value = str_trim(value);
    switch (o->cell.type) {
    case ODS_NUMBER:
        return sheet_put_number(&o->w, value, sheet_class(&o->w), e);
    case ODS_PERCENT: return sheet_put_number(&o->w, value, FORMAT_PERCENT, e);
    case ODS_CURRENCY:
        return sheet_put_number(&o->w, value, FORMAT_CURRENCY, e);
    case ODS_DATE: return put_date(o, value, e);
    case ODS_TIME: return put_time(o, value, e);
    default: return put_boolean(o, value, e);
    }
}

/* Does the cell hold anything to put? */
static bool is_filled(const struct ods *o)
{
    return o->cell.type != ODS_NONE || o->w.formula || o->cell.text.n > 0;
}

enum err ods_cell_end(struct ods *o, struct error *e)
{
    const uint32_t first = o->column + 1;
    const uint64_t last = (uint64_t)o->column + o->cell.repeated;
    const struct sheet_mark mark = sheet_mark(&o->w);

    o->column = last > REF_MAX_COLUMNS ? REF_MAX_COLUMNS : (uint32_t)last;
    if (!is_filled(o))
        return OK;
    if (first > REF_MAX_COLUMNS || last > REF_MAX_COLUMNS)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "row %u has more than %u columns", o->row + 1,
                         REF_MAX_COLUMNS);
    o->w.at = (struct ref){o->row + 1, first};
    if (count_repeated(o, (o->cell.repeated - 1) * CELL_BYTES, e) != OK ||
        put_value(o, e) != OK)
        return e->code;
    o->w.formulas += o->w.formula ? o->cell.repeated : 0;
    for (uint32_t i = first + 1; i <= last; i++) {
        o->w.at.column = i;
        sheet_put_again(&o->w, mark);
    }
    return OK;
}

/* ---- its text ---- */

void ods_paragraph_begin(struct ods *o)
{
    if (o->cell.has_text)
        buf_put_char(&o->cell.text, '\n');
    o->cell.has_text = true;
    o->cell.is_new = true;
    o->cell.is_space = false;
}

static void put_space(struct ods *o)
{
    if (o->cell.is_space)
        buf_put_char(&o->cell.text, ' ');
    o->cell.is_space = false;
    o->cell.is_new = false;
}

void ods_char(struct ods *o, char c)
{
    put_space(o);
    buf_put_char(&o->cell.text, c);
}

void ods_spaces(struct ods *o, const struct xml_element *el)
{
    const uint32_t n = ods_times(el, "c", MAX_SPACES);

    for (uint32_t i = 0; i < n; i++)
        ods_char(o, ' ');
}

/* White space of the file is one space, and none at both ends. */
void ods_text(struct ods *o, struct str text)
{
    while (text.n > 0) {
        size_t n = 0;

        while (n < text.n && !strchr(" \t\r\n", text.p[n]))
            n++;
        if (n > 0) {
            put_space(o);
            buf_put_str(&o->cell.text, str_slice(text, 0, n));
        }
        if (n < text.n)
            o->cell.is_space = !o->cell.is_new;
        text = str_slice(text, n + 1, text.n);
    }
}
