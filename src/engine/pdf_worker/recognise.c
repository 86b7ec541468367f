#include "engine/pdf_worker/recognise.h"

#include "formats/ocr/ocr_words.h"
#include "formats/pdf/render.h"
#include "formats/picture/picture.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

/* docs/documents.md has what other resolutions give. */
#define DPI        200.0F
#define MAX_PIXELS ((uint64_t)20 << 20) /* a page of 20 by 25 inches */
#define MIN_PIXELS ((uint64_t)2 << 20)  /* of a picture: letters of a screen */
#define MAX_PAGE   200000u
#define MIN_DPI    70.0F              /* that Tesseract believes */
#define PAGE_BYTES ((size_t)96 << 20) /* pixels and words */
#define NAME_BYTES ((size_t)4096)

/* It writes remarks on pictures to standard error. */
static void be_quiet(void)
{
    const int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    (void)dup2(fd, STDERR_FILENO);
    (void)close(fd);
}

enum err recognise_prepare(const struct json *ocr, struct error *e)
{
    const char *group[OCR_MAX_GROUPS];
    const struct json *list = json_find(ocr, "languages");
    struct arena a;
    char *folder;
    size_t n = 0;
    enum err rc = OK;

    if (!ocr)
        return OK;
    arena_init(&a, NAME_BYTES);
    folder = str_cstr(json_text(json_find(ocr, "folder")), &a, e);
    if (!folder)
        rc = e->code;
    for (const struct json *j = list ? list->first : NULL;
         j && n < OCR_MAX_GROUPS && !rc; j = j->next) {
        group[n] = str_cstr(json_text(j), &a, e);
        rc = group[n++] ? OK : e->code;
    }
    if (!rc)
        be_quiet();
    if (!rc)
        rc = ocr_prepare(folder, group, n, e);
    if (!rc)
        rc = picture_prepare(e);
    arena_release(&a);
    return rc;
}

static enum err read_drawing(const struct pdf_drawing *d, uint32_t page,
                             struct arena *a, struct jsonw *w, struct error *e)
{
    const struct pdf_render_options how = {
        .dpi = DPI, .max_pixels = MAX_PIXELS, .is_grey = true};
    struct pdf_bitmap map;
    struct ocr_page found;
    enum err rc = pdf_drawing_page(d, page, &how, a, &map, e);
    struct ocr_image image;

    if (rc)
        return rc;
    image = (struct ocr_image){.pixel = map.pixel,
                               .width = map.width,
                               .height = map.height,
                               .stride = map.stride,
                               .dpi = DPI};
    rc = ocr_read(&image, a, &found, e);
    if (!rc)
        ocr_words_write(
            &found, &(struct ocr_words_image){map.height, map.scale, false}, w);
    return rc;
}

static enum err read_pixels(const struct picture_pixels *map, struct arena *a,
                            struct jsonw *w, struct error *e)
{
    const struct ocr_words_image of = {
        .height = map->height,
        .scale = picture_scale(map->width, map->height),
        .is_damaged = map->is_damaged};
    const struct ocr_image image = {
        .pixel = map->pixel,
        .width = map->width,
        .height = map->height,
        .stride = map->stride,
        .dpi = fmaxf(of.scale * PICTURE_POINTS_INCH, MIN_DPI)};
    struct ocr_page found;
    enum err rc = ocr_read(&image, a, &found, e);

    if (!rc)
        ocr_words_write(&found, &of, w);
    return rc;
}

static enum err read_picture(struct str source, uint32_t page, struct arena *a,
                             struct jsonw *w, struct error *e)
{
    static const struct ocr_page nothing;
    const struct picture_options how = {
        .is_grey = true, .max_pixels = MAX_PIXELS, .min_pixels = MIN_PIXELS};
    struct picture picture;
    struct picture_pixels map;
    enum err rc = picture_read(source, a, &picture, e);

    if (rc)
        return rc;
    rc = picture_page_pixels(&picture, page, &how, a, &map, e);
    if (rc == ERR_FILE_READ_FAILED) { /* that is what there is to know of it */
        ocr_words_write(&nothing, &(struct ocr_words_image){0, 1, true}, w);
        return OK;
    }
    return rc ? rc : read_pixels(&map, a, w, e);
}

static enum err read_document(struct str source, uint32_t page, struct arena *a,
                              struct jsonw *w, struct error *e)
{
    struct pdf_drawing d;
    enum err rc = pdf_drawing_open(source, &d, e);

    if (!rc)
        rc = read_drawing(&d, page, a, w, e);
    pdf_drawing_close(&d);
    return rc;
}

enum err recognise_page(struct str source, uint64_t page, struct jsonw *w,
                        struct error *e)
{
    struct arena a;
    enum err rc;

    if (!ocr_is_ready() || page == 0 || page > MAX_PAGE)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "no OCR, or no page of that number");
    arena_init(&a, PAGE_BYTES);
    rc = picture_format_of(source)
             ? read_picture(source, (uint32_t)page - 1, &a, w, e)
             : read_document(source, (uint32_t)page - 1, &a, w, e);
    arena_release(&a);
    return rc;
}
