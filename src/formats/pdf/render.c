#include "formats/pdf/render.h"

#include "formats/pdf/pdfium.h"

#include <math.h>
#include <string.h>

#define POINTS_OF_INCH 72.0F
#define WHITE          0xff

enum err pdf_drawing_open(struct str bytes, struct pdf_drawing *out,
                          struct error *e)
{
    enum err rc = pdfium_load(&out->lib, e);

    out->document = NULL;
    if (rc)
        return rc;
    out->document = out->lib->FPDF_LoadMemDocument64(bytes.p, bytes.n, NULL);
    return out->document ? OK : pdf_open_error(out->lib, e);
}

void pdf_drawing_close(struct pdf_drawing *d)
{
    if (d->document)
        d->lib->FPDF_CloseDocument(d->document);
    d->document = NULL;
}

uint32_t pdf_drawing_pages(const struct pdf_drawing *d)
{
    const int n = d->lib->FPDF_GetPageCount(d->document);

    return n > 0 ? (uint32_t)n : 0;
}

/* Pixels of a point: as asked for, or as many as the limits leave. */
static float scale_of(const struct pdf_render_options *how, float width,
                      float height)
{
    const uint64_t asked = how->max_pixels;
    const uint64_t most = asked > 0 && asked < PDF_RENDER_MAX_PIXELS
                              ? asked
                              : PDF_RENDER_MAX_PIXELS;
    const float side = fmaxf(width, height);
    float scale = how->dpi / POINTS_OF_INCH;

    scale = fminf(scale, (float)PDF_RENDER_MAX_SIDE / side);
    return fminf(scale, sqrtf((float)most / (width * height)));
}

static uint32_t pixels_of(float points, float scale)
{
    const float n = floorf(points * scale);

    return n < 1 ? 1 : (uint32_t)n;
}

static enum err make(const struct pdf_render_options *how, float width,
                     float height, struct arena *a, struct pdf_bitmap *out,
                     struct error *e)
{
    const float scale = scale_of(how, width, height);

    *out = (struct pdf_bitmap){.width = pixels_of(width, scale),
                               .height = pixels_of(height, scale),
                               .pixel_bytes = how->is_grey ? 1 : 4,
                               .scale = scale};
    out->stride = ((size_t)out->width * out->pixel_bytes + 3) & ~(size_t)3;
    out->pixel = arena_alloc_array(a, out->height, out->stride, e);
    if (!out->pixel)
        return e->code;
    memset(out->pixel, WHITE, out->height * out->stride);
    return OK;
}

static enum err draw(const struct pdfium *lib, void *page,
                     const struct pdf_bitmap *out, struct error *e)
{
    const int format = out->pixel_bytes == 1 ? PDFIUM_GREY : PDFIUM_BGRX;
    void *bitmap =
        lib->FPDFBitmap_CreateEx((int)out->width, (int)out->height, format,
                                 out->pixel, (int)out->stride);

    if (!bitmap)
        return error_set(e, ERR_LIMIT, "a page cannot be drawn: no memory");
    lib->FPDF_RenderPageBitmap(bitmap, page, 0, 0, (int)out->width,
                               (int)out->height, 0,
                               PDFIUM_RENDER_NOTES | PDFIUM_RENDER_SMALL_CACHE);
    lib->FPDFBitmap_Destroy(bitmap);
    return OK;
}

enum err pdf_drawing_page(const struct pdf_drawing *d, uint32_t page,
                          const struct pdf_render_options *how, struct arena *a,
                          struct pdf_bitmap *out, struct error *e)
{
    const int n = d->lib->FPDF_GetPageCount(d->document);
    void *loaded;
    float width, height;
    enum err rc;

    if (n < 0 || page >= (uint32_t)n)
        return error_set(e, ERR_NOT_FOUND, "it has no page %u", page + 1);
    loaded = d->lib->FPDF_LoadPage(d->document, (int)page);
    if (!loaded)
        return error_set(e, ERR_FILE_READ_FAILED, "page %u is damaged",
                         page + 1);
    width = d->lib->FPDF_GetPageWidthF(loaded);
    height = d->lib->FPDF_GetPageHeightF(loaded);

    if (!(width >= 1 && height >= 1 && width < 1e6F && height < 1e6F))
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "page %u has no area that can be drawn", page + 1);
    else
        rc = make(how, width, height, a, out, e);
    if (!rc)
        rc = draw(d->lib, loaded, out, e);
    d->lib->FPDF_ClosePage(loaded);
    return rc;
}
