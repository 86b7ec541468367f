/*
 * Workbooks of Excel 97 to 2003: records (biff.h) in a stream of a compound file
 * (ole.h), those of the workbook and then those of each sheet.
 *
 * Read by hand and not by a library: the program that reads has no paths, which is
 * what libfreexl opens, and what it reads is hostile.
 *
 * Source: [MS-XLS] 2.1.
 */
#include "formats/xls/xls.h"

#include "base/mem.h"
#include "formats/package/package_kind.h"
#include "formats/xls/xls_internal.h"
#include "formats/xlsx/rich.h"

#include <string.h>

static bool fits(const struct workbook_file *f)
{
    return !f->package && package_is_xls(f->fd);
}

static enum err find_stream(struct xls *x, struct error *e)
{
    struct arena *a = &x->f->a;
    enum err rc;

    x->b.window = arena_alloc(a, BIFF_WINDOW_BYTES, e);
    if (!x->b.window)
        return e->code;
    rc = ole_find(x->f->fd, "Workbook", a, &x->b.stream, e);
    return rc == ERR_NOT_FOUND
               ? error_set(e, ERR_FILE_READ_FAILED,
                           "the workbook is in a format older than Excel 97; "
                           "open it and save it as .xlsx or .csv")
               : rc;
}

static enum err open_workbook(struct workbook_file *f, struct error *e)
{
    struct xls *x = mem_new(sizeof(*x), e);

    if (!x)
        return e->code;
    *x = (struct xls){.f = f};
    f->state = x;
    buf_init(&x->text, RICH_MAX_BYTES);
    buf_init(&x->sheets, WORKBOOK_MAX_SHEETS * sizeof(struct workbook_sheet));
    buf_init(&x->names, WORKBOOK_MAX_NAMES * sizeof(struct workbook_name));
    buf_init(&x->filters, WORKBOOK_MAX_NAMES * sizeof(struct workbook_name));
    buf_init(&x->formats, STYLES_MAX * sizeof(struct style_format));
    buf_init(&x->styles, STYLES_MAX * sizeof(uint32_t));
    buf_init(&x->links, WORKBOOK_MAX_NAMES * sizeof(uint16_t));
    if (find_stream(x, e) != OK || xls_globals_read(x, e) != OK)
        return e->code;
    return workbook_keep(&f->w, &x->sheets, &x->names, &f->a, e);
}

static void take_filter(const struct xls *x, struct str sheet, struct sheet *s)
{
    struct workbook_name name;

    for (size_t i = 0; i + sizeof(name) <= x->filters.n; i += sizeof(name)) {
        memcpy(&name, x->filters.p + i, sizeof(name));
        if (str_eq(name.sheet, sheet))
            s->filter = name.range;
    }
}

static enum err read_sheet(struct workbook_file *f, size_t i, struct sheet *s,
                           struct error *e)
{
    struct xls *x = f->state;
    const struct sheet_context c = {.strings = &f->strings,
                                    .styles = &f->styles,
                                    .date1904 = f->w.date1904};
    enum err rc;

    x->b.at = f->w.sheets[i].start;
    sheet_fill_init(&x->w, s, &c);
    take_filter(x, f->w.sheets[i].name, s);
    rc = xls_sheet_read(x, e);
    sheet_fill_release(&x->w);
    return rc;
}

static void close_workbook(struct workbook_file *f)
{
    struct xls *x = f->state;

    if (!x)
        return;
    buf_release(&x->text);
    buf_release(&x->sheets);
    buf_release(&x->names);
    buf_release(&x->filters);
    buf_release(&x->formats);
    buf_release(&x->styles);
    buf_release(&x->links);
    mem_free(x);
    f->state = NULL;
}

const struct workbook_format xls_format = {.name = "xls",
                                           .fits = fits,
                                           .open = open_workbook,
                                           .read_sheet = read_sheet,
                                           .close = close_workbook};
