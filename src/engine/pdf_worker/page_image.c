#include "engine/pdf_worker/page_image.h"

#include "base/fs.h"
#include "formats/pdf/marks.h"
#include "formats/picture/picture.h"
#include "formats/png/png.h"

#define MIN_DPI 18
#define MAX_DPI 300

static bool is_grey(const struct pdf_bitmap *b)
{
    for (size_t y = 0; y < b->height; y++) {
        const unsigned char *row = b->pixel + y * b->stride;

        for (size_t x = 0; x < b->width; x++, row += b->pixel_bytes)
            if (row[0] != row[1] || row[1] != row[2])
                return false;
    }
    return true;
}

/* In place: what is read is never before what is written. */
static void pack(struct pdf_bitmap *b, struct png_image *out)
{
    unsigned char *to = b->pixel;

    *out = (struct png_image){.width = b->width,
                              .height = b->height,
                              .channels = is_grey(b) ? 1 : 3,
                              .byte = b->pixel};
    for (size_t y = 0; y < b->height; y++) {
        const unsigned char *from = b->pixel + y * b->stride;

        for (size_t x = 0; x < b->width; x++, from += b->pixel_bytes) {
            const unsigned char colour[3] = {from[2], from[1], from[0]};

            for (unsigned i = 0; i < out->channels; i++)
                *to++ = colour[i];
        }
    }
}

/* A page, and what is marked on it. */
struct drawn {
    uint32_t page; /* from 0 */
    uint32_t pages;
    struct pdf_bitmap bitmap;
    struct pdf_marks marks;
};

static void write_answer(const struct drawn *d, struct jsonw *w)
{
    const struct pdf_bitmap *b = &d->bitmap;
    const struct pdf_marks *marks = &d->marks;

    jsonw_begin_object(w);
    jsonw_member_u64(w, "pages", d->pages);
    jsonw_member_u64(w, "page", d->page + 1);
    jsonw_member_u64(w, "width", b->width);
    jsonw_member_u64(w, "height", b->height);
    jsonw_key(w, "boxes");
    jsonw_begin_array(w);
    for (size_t i = 0; i < marks->n; i++) {
        const struct pdf_mark *m = &marks->mark[i];

        jsonw_begin_array(w);
        jsonw_u64(w, m->x);
        jsonw_u64(w, m->y);
        jsonw_u64(w, m->width);
        jsonw_u64(w, m->height);
        jsonw_end_array(w);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}

/* What OCR found is kept in a file; if that is damaged, nothing is marked. */
static enum err mark_scan(const struct pdf_scan *scan, struct str text,
                          struct arena *a, struct drawn *out, struct error *e)
{
    const enum err rc =
        pdf_marks_find_scanned(scan, text, &out->bitmap, a, &out->marks, e);

    if (rc != ERR_FILE_READ_FAILED)
        return rc;
    out->marks.n = 0;
    return OK;
}

static enum err draw_document(const struct page_image_source *source,
                              const struct pdf_marked *marked,
                              const struct pdf_render_options *how,
                              struct arena *a, struct drawn *out,
                              struct error *e)
{
    const struct pdf_scan *scan = pdf_scans_find(source->scans, out->page + 1);
    struct pdf_drawing d;
    enum err rc = pdf_drawing_open(source->document, &d, e);

    if (!rc) {
        out->pages = pdf_drawing_pages(&d);
        rc = pdf_drawing_page(&d, out->page, how, a, &out->bitmap, e);
    }
    if (!rc && !scan)
        rc = pdf_marks_find(&d, marked, &out->bitmap, a, &out->marks, e);
    else if (!rc)
        rc = mark_scan(scan, marked->text, a, out, e);
    pdf_drawing_close(&d);
    return rc;
}

static enum err draw_picture(const struct page_image_source *source,
                             const struct pdf_marked *marked,
                             const struct pdf_render_options *how,
                             struct arena *a, struct drawn *out,
                             struct error *e)
{
    const struct picture_options as = {.max_pixels = how->max_pixels,
                                       .scale = how->dpi / PICTURE_POINTS_INCH};
    const struct pdf_scan *scan = pdf_scans_find(source->scans, out->page + 1);
    struct picture picture;
    struct picture_pixels map;
    enum err rc = picture_read(source->document, a, &picture, e);

    if (!rc)
        rc = picture_page_pixels(&picture, out->page, &as, a, &map, e);
    if (rc)
        return rc;
    out->pages = picture.n;
    out->bitmap =
        (struct pdf_bitmap){.pixel = map.pixel,
                            .stride = map.stride,
                            .width = map.width,
                            .height = map.height,
                            .pixel_bytes = map.pixel_bytes,
                            .scale = picture_scale(map.width, map.height)};
    return scan ? mark_scan(scan, marked->text, a, out, e) : OK;
}

static enum err write_image(struct drawn *d, int fd, struct arena *a,
                            struct jsonw *w, struct error *e)
{
    struct png_image image;
    struct str png;
    enum err rc;

    pack(&d->bitmap, &image);
    rc = png_write(&image, a, &png, e);
    if (!rc)
        rc = fs_append(fd, "an image", png, e);
    if (!rc)
        write_answer(d, w);
    return rc;
}

enum err page_image_write(const struct page_image_source *source,
                          const struct json *request, int fd, struct arena *a,
                          struct jsonw *w, struct error *e)
{
    const struct pdf_render_options how = {
        .dpi = (float)json_u64(json_find(request, "dpi"), MAX_DPI),
        .max_pixels = PAGE_IMAGE_MAX_PIXELS};
    const uint64_t page = json_u64(json_find(request, "page"), INT32_MAX);
    struct drawn d = {.page = (uint32_t)page - 1};
    const struct pdf_marked marked = {
        .page = d.page,
        .text = json_text(json_find(request, "text")),
        .table = (uint32_t)json_u64(json_find(request, "table"), UINT32_MAX)};
    enum err rc;

    if (page == 0 || how.dpi < MIN_DPI)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a page is drawn by its "
                         "number and dpi");
    rc = picture_format_of(source->document)
             ? draw_picture(source, &marked, &how, a, &d, e)
             : draw_document(source, &marked, &how, a, &d, e);
    return rc ? rc : write_image(&d, fd, a, w, e);
}
