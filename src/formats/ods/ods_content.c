/*
 * content.xml of an OpenDocument spreadsheet, read twice: for the list of its
 * sheets, styles, names and declared tables, and for the cells of one sheet.
 *
 *     automatic-styles > style, date-style, ...
 *     spreadsheet > table > table-column, table-row > table-cell > p
 *                 > named-expressions > named-range
 *                 > database-ranges > database-range
 *
 * Columns and rows may be inside of groups and headers. In a cell paragraphs are
 * its text; comments, shapes and tables in it are left out, and so is what
 * changed (tracked-changes).
 */
#include "formats/ods/ods_internal.h"
#include "formats/ods/ods_value.h"

#include <string.h>

#define MAX_ADDRESS 1024u

enum element {
    OTHER,
    LEFT_OUT,
    TABLE,
    COLUMN,
    ROW,
    CELL,
    PARAGRAPH,
    IN_TEXT, /* of a paragraph */
    IN_CELL, /* lists of paragraphs */
    NAMED_RANGE,
    DATABASE_RANGE
};

static const struct {
    const char *name;
    enum element element;
} names[] = {{"table", TABLE},
             {"table-column", COLUMN},
             {"table-row", ROW},
             {"table-cell", CELL},
             {"covered-table-cell", CELL},
             {"named-range", NAMED_RANGE},
             {"database-range", DATABASE_RANGE},
             {"tracked-changes", LEFT_OUT},
             {"shapes", LEFT_OUT},
             {"forms", LEFT_OUT},
             {"dde-links", LEFT_OUT},
             {"scenario", LEFT_OUT},
             {"data-pilot-tables", LEFT_OUT}};

static bool is_one_of(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

/* What an element is in a cell. */
static enum element in_cell(const char *name)
{
    static const char *const lists[] = {"list", "list-item", "list-header",
                                        "section"};

    if (strcmp(name, "p") == 0 || strcmp(name, "h") == 0)
        return PARAGRAPH;
    return is_one_of(name, lists, COUNT_OF(lists)) ? IN_CELL : LEFT_OUT;
}

/* In a paragraph all is text but what hangs on it. */
static enum element in_text(const struct xml_element *el)
{
    static const char *const other[] = {"annotation", "annotation-end", "note",
                                        "ruby-text"};

    if (is_one_of(el->name, other, COUNT_OF(other)) ||
        str_find(el->space, STR("drawing")) < el->space.n)
        return LEFT_OUT;
    return IN_TEXT;
}

static enum element element_of(const struct ods *o,
                               const struct xml_element *el)
{
    const int above = o->open.n ? o->open.kind[o->open.n - 1] : OTHER;

    switch (above) {
    case CELL:
    case IN_CELL: return in_cell(el->name);
    case PARAGRAPH:
    case IN_TEXT: return in_text(el);
    default: break;
    }
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (strcmp(names[i].name, el->name) == 0)
            return names[i].element;
    return OTHER;
}

/* ---- the list of sheets ---- */

static enum err list_table(struct ods *o, const struct xml_element *el,
                           struct error *e)
{
    const char *name = xml_attr_any(el, "name");
    struct workbook_sheet s = {.state = WORKBOOK_VISIBLE};

    if (!name)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "a sheet of the workbook has no name");
    if (ods_styles_hides(&o->styles, xml_attr_any(el, "style-name")))
        s.state = WORKBOOK_HIDDEN;
    if (str_dup(str_from(name), &o->f->a, &s.name, e) != OK)
        return e->code;
    buf_put(&o->sheets, &s, sizeof(s));
    return OK;
}

/* A range of one sheet, which stays; false: it is none. */
static bool address_of(const struct xml_element *el, const char *attribute,
                       char room[MAX_ADDRESS], struct str *sheet,
                       struct ref_range *range)
{
    const char *text = xml_attr_any(el, attribute);

    return text && strlen(text) <= MAX_ADDRESS &&
           ods_read_address(str_from(text), room, sheet, range);
}

static enum err list_name(struct ods *o, const struct xml_element *el,
                          struct error *e)
{
    const char *name = xml_attr_any(el, "name");
    struct workbook_name n = {0};
    char room[MAX_ADDRESS];

    if (!name || o->names.n / sizeof(n) >= WORKBOOK_MAX_NAMES ||
        !address_of(el, "cell-range-address", room, &n.sheet, &n.range))
        return OK;
    if (str_dup(n.sheet, &o->f->a, &n.sheet, e) != OK ||
        str_dup(str_from(name), &o->f->a, &n.name, e) != OK)
        return e->code;
    buf_put(&o->names, &n, sizeof(n));
    return OK;
}

static bool says(const struct xml_element *el, const char *name,
                 const char *value)
{
    const char *text = xml_attr_any(el, name);

    return text && strcmp(text, value) == 0;
}

static enum err list_object(struct ods *o, const struct xml_element *el,
                            struct error *e)
{
    const char *name = xml_attr_any(el, "name");
    struct ods_object d = {.o.header_rows =
                               !says(el, "contains-header", "false")};
    char room[MAX_ADDRESS];

    if (o->objects.n / sizeof(d) >= WORKBOOK_MAX_NAMES ||
        !address_of(el, "target-range-address", room, &d.sheet, &d.o.range))
        return OK;
    d.is_filter = !name || strncmp(name, "__Anonymous", 11) == 0;
    if (d.is_filter && !says(el, "display-filter-buttons", "true"))
        return OK;
    if (str_dup(d.sheet, &o->f->a, &d.sheet, e) != OK ||
        str_dup(str_from(name ? name : ""), &o->f->a, &d.o.name, e) != OK)
        return e->code;
    buf_put(&o->objects, &d, sizeof(d));
    return OK;
}

static enum err list(struct ods *o, enum element element,
                     const struct xml_element *el, struct error *e)
{
    switch (element) {
    case TABLE: return list_table(o, el, e);
    case NAMED_RANGE: return list_name(o, el, e);
    case DATABASE_RANGE: return list_object(o, el, e);
    default: return OK;
    }
}

/* ---- the cells of a sheet ---- */

static void begin_table(struct ods *o)
{
    o->is_wanted = o->next++ == o->wanted;
    o->row = o->column = o->columns_seen = 0;
    buf_reset(&o->columns);
}

static void begin(struct ods *o, enum element element,
                  const struct xml_element *el)
{
    if (element == TABLE)
        begin_table(o);
    if (!o->is_wanted)
        return;
    switch (element) {
    case COLUMN: ods_column(o, el); break;
    case ROW: ods_row_begin(o, el); break;
    case CELL: ods_cell_begin(o, el); break;
    case PARAGRAPH: ods_paragraph_begin(o); break;
    case IN_TEXT:
        if (strcmp(el->name, "s") == 0)
            ods_spaces(o, el);
        else if (strcmp(el->name, "tab") == 0)
            ods_char(o, '\t');
        else if (strcmp(el->name, "line-break") == 0)
            ods_char(o, '\n');
        break;
    default: break;
    }
}

static enum err on_start(void *ctx, const struct xml_element *el,
                         struct error *e)
{
    struct ods *o = ctx;
    enum element element = o->open.skipped ? LEFT_OUT : element_of(o, el);

    if (o->is_listing && ods_styles_start(&o->styles, el, e) != OK)
        return e->code;
    if (!open_elements_begin(&o->open, (int)element, element == LEFT_OUT))
        return OK;
    if (o->is_listing)
        return list(o, element, el, e);
    begin(o, element, el);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct ods *o = ctx;
    int element;

    if (o->is_listing && ods_styles_end(&o->styles, e) != OK)
        return e->code;
    if (!open_elements_end(&o->open, &element) || !o->is_wanted)
        return OK;
    switch (element) {
    case ROW: return ods_row_end(o, e);
    case CELL: return ods_cell_end(o, e);
    case TABLE:
        o->is_wanted = false;
        xml_pause(o->reader);
        return OK;
    default: return OK;
    }
}

static enum err on_text(void *ctx, struct str text, struct error *e)
{
    struct ods *o = ctx;
    const int above = o->open.n ? o->open.kind[o->open.n - 1] : OTHER;

    (void)e;
    if (o->is_listing)
        ods_styles_text(&o->styles, text);
    else if (o->is_wanted && !o->open.skipped &&
             (above == PARAGRAPH || above == IN_TEXT))
        ods_text(o, text);
    return OK;
}

const struct xml_handler ods_content = {
    .start = on_start, .end = on_end, .text = on_text};
