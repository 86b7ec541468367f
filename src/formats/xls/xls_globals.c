/*
 * The records before those of the sheets: their names and places, number formats and
 * which each style has, the shared texts, names of ranges, how dates count.
 *
 * Source: [MS-XLS] 2.1.7.20.3 (globals), 2.4.28 (BoundSheet8), 2.4.265 (SST),
 * 2.4.126 (Format), 2.4.353 (XF), 2.4.150 (Lbl), 2.4.105 (ExternSheet).
 */
#include "formats/xls/xls_internal.h"

#include "base/little_endian.h"

#include <string.h>

#define VERSION_8     0x0600u
#define AREA_3D       0x3bu /* of a formula: cells of a sheet */
#define AREA_BYTES    11u
#define NAME_HEAD     14u
#define NAME_BUILT_IN 0x20u
#define NAME_HIDDEN   0x01u
#define FILTER_NAME   0x0du
#define COLUMN_BITS   0x3fffu
#define SEVERAL       0xffffu /* sheets; no workbook has so many */

enum err xls_begin(struct xls *x, struct error *e)
{
    if (biff_next(&x->b, e) != OK)
        return e->code;
    if (x->b.type != BIFF_BEGIN || x->b.n < 4)
        return biff_bad(&x->b, "should begin a part of it and does not", e);
    if (load16(x->b.p) != VERSION_8)
        return error_set(
            e, ERR_FILE_READ_FAILED,
            "the workbook is in a format older than Excel 97; open "
            "it and save it as .xlsx or .csv");
    return OK;
}

enum err xls_read_text(struct xls *x, unsigned size, struct str *text,
                       struct error *e)
{
    unsigned char head[3] = {0};

    if (biff_take(&x->b, head, size + 1, e) != OK)
        return e->code;
    buf_reset(&x->text);
    if (biff_text(&x->b, size == 1 ? head[0] : load16(head), head[size] & 1,
                  &x->text, e) != OK)
        return e->code;
    return buf_finish(&x->text, text, e);
}

static enum err read_sheet(struct xls *x, struct error *e)
{
    unsigned char head[6];
    struct workbook_sheet s;
    struct str name = {0};

    if (biff_take(&x->b, head, sizeof(head), e) != OK ||
        xls_read_text(x, 1, &name, e) != OK)
        return e->code;
    s = (struct workbook_sheet){.start = load32(head),
                                .state = workbook_state_of(head[4] & 3),
                                .kind = head[5] == 0   ? WORKBOOK_WORKSHEET
                                        : head[5] == 2 ? WORKBOOK_CHART
                                                       : WORKBOOK_OTHER};
    if (str_dup(name, &x->f->a, &s.name, e) != OK)
        return e->code;
    buf_put(&x->sheets, &s, sizeof(s));
    return OK;
}

static enum err read_format(struct xls *x, struct error *e)
{
    unsigned char id[2];
    struct str code = {0};

    if (biff_take(&x->b, id, sizeof(id), e) != OK ||
        xls_read_text(x, 2, &code, e) != OK)
        return e->code;
    return styles_add_format(&x->formats, load16(id), code, &x->f->a, e);
}

static enum err read_style(struct xls *x, struct error *e)
{
    unsigned char head[4];
    uint32_t format;

    if (biff_take(&x->b, head, sizeof(head), e) != OK)
        return e->code;
    format = load16(head + 2);
    buf_put(&x->styles, &format, sizeof(format));
    return OK;
}

/* A shared text: its characters, and what is passed over, runs of fonts and
 * phonetic text. */
static enum err read_string(struct xls *x, struct error *e)
{
    unsigned char head[3], more[4];
    uint64_t after = 0;
    struct str text;

    if (biff_take(&x->b, head, sizeof(head), e) != OK)
        return e->code;
    if (head[2] & 0x08) {
        if (biff_take(&x->b, more, 2, e) != OK)
            return e->code;
        after = (uint64_t)4 * load16(more);
    }
    if (head[2] & 0x04) {
        if (biff_take(&x->b, more, 4, e) != OK)
            return e->code;
        after += load32(more);
    }
    buf_reset(&x->text);
    if (biff_text(&x->b, load16(head), head[2] & 1, &x->text, e) != OK ||
        biff_pass(&x->b, after, e) != OK ||
        buf_finish(&x->text, &text, e) != OK)
        return e->code;
    return strings_add(&x->f->strings, text, e);
}

enum err xls_tick(struct xls *x, struct error *e)
{
    const struct part_tick *t = &x->f->tick;

    return t->call ? t->call(t->ctx, x->b.at, x->b.stream.size, e) : OK;
}

static enum err read_strings(struct xls *x, struct error *e)
{
    unsigned char head[8];
    uint32_t n;

    if (biff_take(&x->b, head, sizeof(head), e) != OK)
        return e->code;
    n = load32(head + 4);
    for (uint32_t i = 0; i < n; i++)
        if (read_string(x, e) != OK || (i % 1024 == 0 && xls_tick(x, e) != OK))
            return e->code;
    return OK;
}

/* Which sheet each index means, of this workbook or another: names of others do
 * not matter, as their ranges are not here. */
static enum err read_links(struct xls *x, struct error *e)
{
    unsigned char head[2], link[6];
    uint32_t n;

    if (biff_take(&x->b, head, sizeof(head), e) != OK)
        return e->code;
    n = load16(head);
    for (uint32_t i = 0; i < n; i++) {
        uint16_t sheet;

        if (biff_take(&x->b, link, sizeof(link), e) != OK)
            return e->code;
        sheet = load16(link + 2) == load16(link + 4)
                    ? (uint16_t)load16(link + 2)
                    : SEVERAL;
        buf_put(&x->links, &sheet, sizeof(sheet));
    }
    return OK;
}

/* The cells that a formula is, if it is nothing but them. */
static bool read_area(const struct xls *x, const unsigned char *p, size_t n,
                      struct workbook_name *out)
{
    const struct workbook_sheet *sheets =
        (const struct workbook_sheet *)(const void *)x->sheets.p;
    uint16_t sheet;
    size_t link;

    if (n != AREA_BYTES || p[0] != AREA_3D)
        return false;
    link = load16(p + 1);
    if ((link + 1) * sizeof(sheet) > x->links.n)
        return false;
    memcpy(&sheet, x->links.p + link * sizeof(sheet), sizeof(sheet));
    if ((size_t)sheet >= x->sheets.n / sizeof(*sheets))
        return false;
    out->sheet = sheets[sheet].name;
    out->range.first =
        (struct ref){load16(p + 3) + 1, (load16(p + 7) & COLUMN_BITS) + 1};
    out->range.last =
        (struct ref){load16(p + 5) + 1, (load16(p + 9) & COLUMN_BITS) + 1};
    return out->range.first.row <= out->range.last.row &&
           out->range.first.column <= out->range.last.column;
}

static enum err read_name(struct xls *x, struct error *e)
{
    struct workbook_name name = {0};
    unsigned char head[NAME_HEAD], flags, area[AREA_BYTES];
    bool is_filter;
    uint32_t n;

    if (biff_take(&x->b, head, sizeof(head), e) != OK ||
        biff_take(&x->b, &flags, 1, e) != OK)
        return e->code;
    n = load16(head + 4);
    buf_reset(&x->text);
    if (n != AREA_BYTES ||
        biff_text(&x->b, head[3], flags & 1, &x->text, e) != OK ||
        biff_take(&x->b, area, sizeof(area), e) != OK)
        return n == AREA_BYTES ? e->code : OK;
    is_filter = (head[0] & NAME_BUILT_IN) && x->text.n == 1 &&
                x->text.p[0] == (char)FILTER_NAME;
    if (((head[0] & (NAME_BUILT_IN | NAME_HIDDEN)) && !is_filter) ||
        !read_area(x, area, sizeof(area), &name))
        return OK;
    if (buf_dup(&x->text, &x->f->a, &name.name, e) != OK)
        return e->code;
    buf_put(is_filter ? &x->filters : &x->names, &name, sizeof(name));
    return OK;
}

static enum err read_record(struct xls *x, struct error *e)
{
    switch (x->b.type) {
    case BIFF_ENCRYPTION:
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the workbook is encrypted with a password; open it "
                         "and save it without one");
    case BIFF_SHEET: return read_sheet(x, e);
    case BIFF_FORMAT: return read_format(x, e);
    case BIFF_STYLE: return read_style(x, e);
    case BIFF_STRINGS: return read_strings(x, e);
    case BIFF_EXTERN_SHEET: return read_links(x, e);
    case BIFF_NAME: return read_name(x, e);
    case BIFF_DATE_MODE:
        x->f->w.date1904 = x->b.n >= 2 && load16(x->b.p) == 1;
        return OK;
    default: return OK;
    }
}

enum err xls_globals_read(struct xls *x, struct error *e)
{
    enum err rc = xls_begin(x, e);

    while (!rc) {
        rc = biff_next(&x->b, e);
        if (!rc && x->b.type == BIFF_EOF)
            break;
        if (!rc)
            rc = read_record(x, e);
    }
    return rc ? rc
              : styles_make(&x->formats, &x->styles, &x->f->a, &x->f->styles,
                            e);
}
