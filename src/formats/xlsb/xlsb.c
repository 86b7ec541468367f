/*
 * Binary workbooks: the parts of an .xlsx, each as records instead of XML.
 *
 * Source: [MS-XLSB] 2.1.7 (parts), 2.4 (records).
 */
#include "formats/xlsb/xlsb.h"

#include "base/little_endian.h"
#include "base/mem.h"
#include "formats/xlsb/xlsb_internal.h"

#include <string.h>

#define PART      "xl/workbook.bin"
#define LIST_HEAD 64u        /* bytes of a table before its names */
#define SEVERAL   UINT32_MAX /* sheets; no workbook has so many */

static bool fits(const struct workbook_file *f)
{
    return f->package && unzip_has(f->package, STR(PART));
}

/* ---- the list of sheets ---- */

static enum err read_sheet_entry(struct xlsb *x, struct error *e)
{
    const unsigned char *head = xlsb_take(&x->r, 8, e);
    struct workbook_sheet s = {0};
    struct str text;

    if (!head)
        return e->code;
    s.state = workbook_state_of(head[0] & 3);
    if (xlsb_text(&x->r, &text, e) != OK)
        return e->code;
    workbook_set_part(&s, part_relation_find(&x->relations, text));
    if (xlsb_text(&x->r, &text, e) != OK ||
        str_dup(text, &x->f->a, &s.name, e) != OK)
        return e->code;
    buf_put(&x->sheets, &s, sizeof(s));
    return OK;
}

/* Which sheet each index of names means. */
static enum err read_links(struct xlsb *x, struct error *e)
{
    const unsigned char *p = xlsb_take(&x->r, 4, e);
    uint32_t n;

    if (!p)
        return e->code;
    n = load32(p);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t sheet;

        p = xlsb_take(&x->r, 12, e);
        if (!p)
            return e->code;
        sheet = load32(p + 4) == load32(p + 8) ? load32(p + 4) : SEVERAL;
        buf_put(&x->links, &sheet, sizeof(sheet));
    }
    return OK;
}

/* The cells that a formula is, if it is nothing but them. */
static bool read_area(const struct xlsb *x, const unsigned char *p,
                      struct workbook_name *out)
{
    const struct workbook_sheet *sheets =
        (const struct workbook_sheet *)(const void *)x->sheets.p;
    const size_t link = load16(p + 1);
    uint32_t sheet;

    if (p[0] != XLSB_AREA_3D || (link + 1) * sizeof(sheet) > x->links.n)
        return false;
    memcpy(&sheet, x->links.p + link * sizeof(sheet), sizeof(sheet));
    if (sheet >= x->sheets.n / sizeof(*sheets))
        return false;
    out->sheet = sheets[sheet].name;
    out->range.first =
        (struct ref){load32(p + 3) + 1, (load16(p + 11) & 0x3fff) + 1};
    out->range.last =
        (struct ref){load32(p + 7) + 1, (load16(p + 13) & 0x3fff) + 1};
    return out->range.first.row >= 1 && out->range.last.row <= REF_MAX_ROWS &&
           out->range.first.row <= out->range.last.row &&
           out->range.first.column <= out->range.last.column;
}

static enum err read_name(struct xlsb *x, struct error *e)
{
    const unsigned char *p = xlsb_take(&x->r, 9, e);
    struct workbook_name name = {0};
    uint32_t flags;
    struct str text;

    if (!p)
        return e->code;
    flags = load32(p);
    if (xlsb_text(&x->r, &text, e) != OK ||
        str_dup(text, &x->f->a, &name.name, e) != OK)
        return e->code;
    if (flags & (XLSB_NAME_HIDDEN | XLSB_NAME_BUILT_IN) ||
        str_starts(name.name, STR("_xl")))
        return OK;
    p = xlsb_take(&x->r, 4, e);
    if (!p)
        return e->code;
    if (load32(p) != XLSB_AREA_BYTES)
        return OK;
    p = xlsb_take(&x->r, XLSB_AREA_BYTES, e);
    if (!p)
        return e->code;
    if (read_area(x, p, &name))
        buf_put(&x->names, &name, sizeof(name));
    return OK;
}

static enum err read_list(struct xlsb *x, struct error *e)
{
    bool is_there = true;
    enum err rc = xlsb_start(&x->r, STR(PART), e);

    while (!rc && is_there) {
        rc = xlsb_next(&x->r, &is_there, e);
        if (rc || !is_there)
            break;
        if (x->r.type == XLSB_SHEET)
            rc = read_sheet_entry(x, e);
        else if (x->r.type == XLSB_EXTERN_SHEET)
            rc = read_links(x, e);
        else if (x->r.type == XLSB_NAME)
            rc = read_name(x, e);
        else if (x->r.type == XLSB_PROPERTIES)
            x->f->w.date1904 = x->r.n > 0 && x->r.p[0] & 1;
    }
    return rc;
}

/* ---- styles and texts ---- */

static enum err read_format(struct xlsb *x, struct error *e)
{
    const unsigned char *p = xlsb_take(&x->r, 2, e);
    struct str code;

    if (!p || xlsb_text(&x->r, &code, e) != OK)
        return e->code;
    return styles_add_format(&x->formats, load16(p), code, &x->f->a, e);
}

static enum err read_style(struct xlsb *x, struct error *e)
{
    const unsigned char *p = xlsb_take(&x->r, 4, e);
    uint32_t format;

    if (!p)
        return e->code;
    format = load16(p + 2);
    buf_put(&x->styles, &format, sizeof(format));
    return OK;
}

static enum err read_styles(struct xlsb *x, struct error *e)
{
    const struct part_relation *rel =
        part_relation_of_type(&x->relations, STR("styles"));
    bool is_there = rel && unzip_has(x->f->package, rel->target);
    bool is_of_cells = false;
    enum err rc = is_there ? xlsb_start(&x->r, rel->target, e) : OK;

    while (!rc && is_there) {
        rc = xlsb_next(&x->r, &is_there, e);
        if (rc || !is_there)
            break;
        if (x->r.type == XLSB_CELL_STYLES || x->r.type == XLSB_CELL_STYLES_END)
            is_of_cells = x->r.type == XLSB_CELL_STYLES;
        else if (x->r.type == XLSB_FORMAT)
            rc = read_format(x, e);
        else if (x->r.type == XLSB_STYLE && is_of_cells)
            rc = read_style(x, e);
    }
    return rc ? rc
              : styles_make(&x->formats, &x->styles, &x->f->a, &x->f->styles,
                            e);
}

/* The shared texts, once. */
static enum err read_strings(struct xlsb *x, struct error *e)
{
    const struct part_relation *rel =
        part_relation_of_type(&x->relations, STR("sharedStrings"));
    bool is_there =
        !x->has_strings && rel && unzip_has(x->f->package, rel->target);
    const size_t budget_bytes = x->f->strings.a.budget_bytes;
    enum err rc = is_there ? xlsb_start(&x->r, rel->target, e) : OK;

    while (!rc && is_there) {
        struct str text;

        rc = xlsb_next(&x->r, &is_there, e);
        if (rc || !is_there || x->r.type != XLSB_STRING)
            continue;
        if (!xlsb_take(&x->r, 1, e) || xlsb_text(&x->r, &text, e) != OK)
            rc = e->code;
        else
            rc = strings_add(&x->f->strings, text, e);
    }
    x->has_strings = rc == OK;
    if (rc) {
        strings_release(&x->f->strings);
        strings_init(&x->f->strings, budget_bytes);
    }
    return rc;
}

/* ---- the format ---- */

static enum err open_workbook(struct workbook_file *f, struct error *e)
{
    struct xlsb *x = mem_new(sizeof(*x), e);

    if (!x)
        return e->code;
    *x = (struct xlsb){.f = f};
    f->state = x;
    buf_init(&x->sheets, WORKBOOK_MAX_SHEETS * sizeof(struct workbook_sheet));
    buf_init(&x->names, WORKBOOK_MAX_NAMES * sizeof(struct workbook_name));
    buf_init(&x->links, WORKBOOK_MAX_NAMES * sizeof(uint32_t));
    buf_init(&x->formats, STYLES_MAX * sizeof(struct style_format));
    buf_init(&x->styles, STYLES_MAX * sizeof(uint32_t));
    if (xlsb_records_init(&x->r, f->package, &f->tick, &f->a, e) != OK ||
        part_relations_read(f->package, STR(PART), &f->a, &x->relations, e) ||
        read_list(x, e) != OK || read_styles(x, e) != OK)
        return e->code;
    return workbook_keep(&f->w, &x->sheets, &x->names, &f->a, e);
}

static enum err read_sheet(struct workbook_file *f, size_t i, struct sheet *s,
                           struct error *e)
{
    struct xlsb *x = f->state;
    const struct str part = f->w.sheets[i].part;
    const struct sheet_context c = {.strings = &f->strings,
                                    .styles = &f->styles,
                                    .date1904 = f->w.date1904};
    enum err rc;

    if (read_strings(x, e) != OK)
        return e->code;
    if (!part.n || !unzip_has(f->package, part))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "its part is not in the workbook");
    sheet_fill_init(&x->w, s, &c);
    rc = xlsb_start(&x->r, part, e);
    if (!rc)
        rc = xlsb_sheet_read(x, e);
    sheet_fill_release(&x->w);
    return rc;
}

/* How many rows of the table are of a kind: no more than a sheet has. */
static uint32_t rows_of(const unsigned char *p)
{
    return load32(p) < REF_MAX_ROWS ? load32(p) : REF_MAX_ROWS;
}

/* A table that a part declares: its range, rows of header and totals, names. */
static enum err read_object(void *ctx, struct str part, struct arena *a,
                            struct declared_table *o, struct error *e)
{
    struct xlsb *x = ctx;
    bool is_there = true;
    const unsigned char *p;
    struct str name, shown;

    if (xlsb_start(&x->r, part, e) != OK || xlsb_next(&x->r, &is_there, e))
        return e->code;
    if (!is_there || x->r.type != XLSB_LIST)
        return OK;
    p = xlsb_take(&x->r, LIST_HEAD, e);
    if (!p || xlsb_text(&x->r, &name, e) != OK ||
        str_dup(name, a, &o->name, e) != OK ||
        xlsb_text(&x->r, &shown, e) != OK)
        return e->code;
    if (!xlsb_range(p, &o->range))
        o->range = (struct ref_range){0};
    o->header_rows = rows_of(p + 24);
    o->totals_rows = rows_of(p + 28);
    return shown.n ? str_dup(shown, a, &o->name, e) : OK;
}

static enum err read_objects(struct workbook_file *f, size_t i, struct arena *a,
                             struct declared_tables *out, struct error *e)
{
    const struct declared_table_reader reader = {read_object, f->state};

    return declared_tables_read(f->package, f->w.sheets[i].part, &reader, a,
                                out, e);
}

static void close_workbook(struct workbook_file *f)
{
    struct xlsb *x = f->state;

    if (!x)
        return;
    xlsb_records_release(&x->r);
    buf_release(&x->sheets);
    buf_release(&x->names);
    buf_release(&x->links);
    buf_release(&x->formats);
    buf_release(&x->styles);
    mem_free(x);
    f->state = NULL;
}

const struct workbook_format xlsb_format = {.name = "xlsb",
                                            .fits = fits,
                                            .open = open_workbook,
                                            .read_sheet = read_sheet,
                                            .read_objects = read_objects,
                                            .close = close_workbook};
