/*
 * OpenDocument spreadsheets.
 *
 * All sheets are in one part, content.xml. It is read once for what is in it, and
 * then from sheet to sheet: the parser waits at the end of each, so that a workbook
 * of many is not read from its beginning for every one.
 *
 * Source: OASIS OpenDocument 1.3 part 2 (package) and part 3 (schema).
 */
#include "formats/ods/ods.h"

#include "base/mem.h"
#include "formats/ods/ods_internal.h"
#include "formats/package/package_kind.h"
#include "formats/xlsx/rich.h"

#include <string.h>

static bool fits(const struct workbook_file *f)
{
    return f->package &&
           package_is_of_type(f->package, "opendocument.spreadsheet");
}

static enum err on_manifest(void *ctx, const struct xml_element *el,
                            struct error *e)
{
    (void)ctx;
    return strcmp(el->name, "encryption-data") == 0
               ? error_set(e, ERR_FILE_READ_FAILED,
                           "the workbook is encrypted with a password; open it "
                           "and save it without one")
               : OK;
}

static enum err check_manifest(struct workbook_file *f, struct error *e)
{
    const struct xml_handler manifest = {.start = on_manifest};
    const struct str part = STR("META-INF/manifest.xml");

    return unzip_has(f->package, part)
               ? part_read_all(f->package, part, &manifest, &f->tick, e)
               : OK;
}

static enum err on_style_start(void *ctx, const struct xml_element *el,
                               struct error *e)
{
    return ods_styles_start(ctx, el, e);
}

static enum err on_style_end(void *ctx, struct error *e)
{
    return ods_styles_end(ctx, e);
}

static enum err on_style_text(void *ctx, struct str text, struct error *e)
{
    (void)e;
    ods_styles_text(ctx, text);
    return OK;
}

static enum err read_styles(struct ods *o, struct error *e)
{
    const struct xml_handler styles = {.start = on_style_start,
                                       .end = on_style_end,
                                       .text = on_style_text,
                                       .ctx = &o->styles};
    const struct str part = STR("styles.xml");
    enum err rc = OK;

    if (unzip_has(o->f->package, part))
        rc = part_read_all(o->f->package, part, &styles, &o->f->tick, e);
    ods_styles_next_part(&o->styles);
    return rc;
}

static enum err read_list(struct ods *o, struct error *e)
{
    struct xml_handler content = ods_content;
    enum err rc;

    if (!unzip_has(o->f->package, STR("content.xml")))
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the package contains no workbook");
    content.ctx = o;
    o->is_listing = true;
    rc = part_read_all(o->f->package, STR("content.xml"), &content, &o->f->tick,
                       e);
    o->is_listing = false;
    if (rc || workbook_keep(&o->f->w, &o->sheets, &o->names, &o->f->a, e) != OK)
        return e->code;
    return ods_styles_resolve(&o->styles, &o->f->styles, e);
}

static enum err open_workbook(struct workbook_file *f, struct error *e)
{
    struct ods *o = mem_new(sizeof(*o), e);

    if (!o)
        return e->code;
    *o = (struct ods){.f = f};
    f->state = o;
    ods_styles_init(&o->styles, &f->a);
    buf_init(&o->sheets, WORKBOOK_MAX_SHEETS * sizeof(struct workbook_sheet));
    buf_init(&o->names, WORKBOOK_MAX_NAMES * sizeof(struct workbook_name));
    buf_init(&o->objects, WORKBOOK_MAX_NAMES * sizeof(struct ods_object));
    buf_init(&o->columns, REF_MAX_COLUMNS * sizeof(struct ods_columns));
    buf_init(&o->cell.value, RICH_MAX_BYTES);
    buf_init(&o->cell.text, RICH_MAX_BYTES);
    if (check_manifest(f, e) != OK || read_styles(o, e) != OK)
        return e->code;
    return read_list(o, e);
}

static void stop_reading(struct ods *o)
{
    xml_close(o->reader);
    o->reader = NULL;
    o->open = (struct open_elements){0};
    o->next = 0;
}

/* The parser at or before the sheet that is wanted. */
static enum err start_reading(struct ods *o, struct error *e)
{
    struct xml_handler content = ods_content;
    struct xml_input input;

    if (o->reader && o->next <= o->wanted)
        return OK;
    stop_reading(o);
    content.ctx = o;
    if (part_start(&o->stream, o->f->package, STR("content.xml"), &o->f->tick,
                   &input, e) != OK)
        return e->code;
    input.is_all_wanted = true;
    return xml_open(&input, &content, &o->reader, e);
}

static void take_filter(const struct ods *o, struct str name, struct sheet *s)
{
    struct ods_object d;

    for (size_t i = 0; i + sizeof(d) <= o->objects.n; i += sizeof(d)) {
        memcpy(&d, o->objects.p + i, sizeof(d));
        if (d.is_filter && str_eq(d.sheet, name))
            s->filter = d.o.range;
    }
}

static enum err read_sheet(struct workbook_file *f, size_t i, struct sheet *s,
                           struct error *e)
{
    struct ods *o = f->state;
    const struct sheet_context c = {.strings = &f->strings,
                                    .styles = &f->styles};
    bool is_paused = false;
    enum err rc;

    sheet_fill_init(&o->w, s, &c);
    take_filter(o, f->w.sheets[i].name, s);
    o->wanted = i;
    o->is_wanted = false;
    rc = start_reading(o, e);
    if (!rc)
        rc = xml_resume(o->reader, &is_paused, e);
    if (!rc && !is_paused)
        rc = error_set(e, ERR_FILE_READ_FAILED, "it is not in the workbook");
    if (!rc)
        rc = sheet_finish(s, e);
    if (rc)
        stop_reading(o);
    sheet_fill_release(&o->w);
    return rc;
}

static enum err read_objects(struct workbook_file *f, size_t i, struct arena *a,
                             struct declared_tables *out, struct error *e)
{
    const struct ods *o = f->state;
    struct ods_object d;

    *out = (struct declared_tables){0};
    out->list =
        arena_alloc_array(a, DECLARED_TABLES_MAX, sizeof(*out->list), e);
    if (!out->list)
        return e->code;
    for (size_t k = 0;
         k + sizeof(d) <= o->objects.n && out->n < DECLARED_TABLES_MAX;
         k += sizeof(d)) {
        memcpy(&d, o->objects.p + k, sizeof(d));
        if (!d.is_filter && str_eq(d.sheet, f->w.sheets[i].name) &&
            !declared_tables_overlap(out, &d.o.range))
            out->list[out->n++] = d.o;
    }
    return OK;
}

static void close_workbook(struct workbook_file *f)
{
    struct ods *o = f->state;

    if (!o)
        return;
    stop_reading(o);
    ods_styles_release(&o->styles);
    buf_release(&o->sheets);
    buf_release(&o->names);
    buf_release(&o->objects);
    buf_release(&o->columns);
    buf_release(&o->cell.value);
    buf_release(&o->cell.text);
    mem_free(o);
    f->state = NULL;
}

const struct workbook_format ods_format = {.name = "ods",
                                           .fits = fits,
                                           .open = open_workbook,
                                           .read_sheet = read_sheet,
                                           .read_objects = read_objects,
                                           .close = close_workbook};
