#include "formats/picture/leptonica.h"
#include "formats/picture/picture.h"

#include <math.h>

#define BY_SOURCE 4 /* pixRemoveColormap: grey or colours, as they are */

static const struct leptonica *lib; /* NULL: it was not loaded */

enum err picture_prepare(struct error *e)
{
    const struct leptonica *loaded;
    enum err rc = leptonica_load(&loaded, e);

    if (!rc)
        lib = loaded;
    return rc;
}

/* `pix` becomes what was made of it; NULL stays. */
static void become(void **pix, void *made)
{
    lib->pixDestroy(pix);
    *pix = made;
}

/* Of the kinds that are known here only JPEG gives a part of what is damaged. */
static void *unpack(const struct picture *p, uint32_t page, int *warnings)
{
    const uint8_t *bytes = (const uint8_t *)p->bytes.p;

    switch (p->format) {
    case PICTURE_PNG: return lib->pixReadMemPng(bytes, p->bytes.n);
    case PICTURE_JPEG:
        return lib->pixReadMemJpeg(bytes, p->bytes.n, 0, 1, warnings,
                                   LEPTONICA_GO_ON);
    case PICTURE_WEBP: return lib->pixReadMemWebP(bytes, p->bytes.n);
    case PICTURE_TIFF: return lib->pixReadMemTiff(bytes, p->bytes.n, (int)page);
    default: return NULL;
    }
}

/* As many quarters to the right, then mirrored or not; TIFF comes upright. */
static void make_upright(void **pix, const struct picture *p, unsigned turn)
{
    static const struct {
        int quarters;
        bool is_mirrored;
    } how[] = {
        [1] = {0, false}, [2] = {0, true},  [3] = {2, false}, [4] = {2, true},
        [5] = {1, true},  [6] = {1, false}, [7] = {3, true},  [8] = {3, false}};

    if (p->format == PICTURE_TIFF)
        return;
    if (*pix && how[turn].quarters)
        become(pix, lib->pixRotateOrth(*pix, how[turn].quarters));
    if (*pix && how[turn].is_mirrored)
        become(pix, lib->pixFlipLR(NULL, *pix));
}

/* Grey, or 32 bits of which the highest 24 are red, green and blue. */
static void make_plain(void **pix, bool is_grey)
{
    if (*pix)
        become(pix, lib->pixRemoveColormap(*pix, BY_SOURCE));
    if (*pix && lib->pixGetDepth(*pix) == 32)
        become(pix, lib->pixRemoveAlpha(*pix));
    if (*pix)
        become(pix, is_grey ? lib->pixConvertTo8(*pix, 0)
                            : lib->pixConvertTo32(*pix));
}

static float factor_of(const struct picture_page *p,
                       const struct picture_options *how)
{
    const float pixels = (float)p->width * (float)p->height;
    float f =
        how->scale > 0 ? how->scale / picture_scale(p->width, p->height) : 1;

    if (pixels * f * f < (float)how->min_pixels)
        f *= 2;
    return fminf(f, sqrtf((float)how->max_pixels / pixels));
}

/* Words of it are the highest byte first, whatever the machine. */
static enum err copy(const void *pix, bool is_grey, struct arena *a,
                     struct picture_pixels *out, struct error *e)
{
    const size_t words = (size_t)lib->pixGetWpl(pix);
    const uint32_t *row = lib->pixGetData(pix);

    *out = (struct picture_pixels){.width = (uint32_t)lib->pixGetWidth(pix),
                                   .height = (uint32_t)lib->pixGetHeight(pix),
                                   .pixel_bytes = is_grey ? 1 : 4};
    out->stride = (size_t)out->width * out->pixel_bytes;
    out->pixel = arena_alloc_array(a, out->height, out->stride, e);
    if (!out->pixel)
        return e->code;
    for (uint32_t y = 0; y < out->height; y++, row += words) {
        unsigned char *to = out->pixel + y * out->stride;

        for (uint32_t x = 0; x < out->width; x++) {
            if (is_grey) {
                to[x] = (unsigned char)(row[x / 4] >> (24 - 8 * (x % 4)));
                continue;
            }
            to[4 * x] = (unsigned char)(row[x] >> 8);
            to[4 * x + 1] = (unsigned char)(row[x] >> 16);
            to[4 * x + 2] = (unsigned char)(row[x] >> 24);
            to[4 * x + 3] = 0;
        }
    }
    return OK;
}

static bool has_size(const void *pix, const struct picture_page *p)
{
    return (uint32_t)lib->pixGetWidth(pix) == p->width &&
           (uint32_t)lib->pixGetHeight(pix) == p->height;
}

enum err picture_page_pixels(const struct picture *p, uint32_t page,
                             const struct picture_options *how, struct arena *a,
                             struct picture_pixels *out, struct error *e)
{
    void *pix;
    int warnings = 0;
    float factor;
    enum err rc;

    if (!lib)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "nothing that unpacks pictures is installed");
    if (page >= p->n)
        return error_set(e, ERR_NOT_FOUND, "it has no page %u", page + 1);
    pix = unpack(p, page, &warnings);
    make_upright(&pix, p, p->page[page].turn);
    make_plain(&pix, how->is_grey);
    factor = factor_of(&p->page[page], how);
    if (pix && !has_size(pix, &p->page[page]))
        become(&pix, NULL);
    else if (pix && factor != 1)
        become(&pix, lib->pixScale(pix, factor, factor));
    rc = pix ? copy(pix, how->is_grey, a, out, e)
             : error_set(e, ERR_FILE_READ_FAILED,
                         "the picture is damaged or cut off");
    out->is_damaged = warnings > 0;
    lib->pixDestroy(&pix);
    return rc;
}
