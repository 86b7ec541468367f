/*
 * ocr.c - the words of a picture, by the group of languages that reads it best.
 *
 * A page that is read with the wrong script gives words of which Tesseract itself is
 * unsure: on pages of known text the mean confidence was .37 for Chinese read as
 * English and .87 to .96 with the right languages (docs/documents.md). So a group
 * that is sure is believed, and that of the last page is the first for the next.
 */
#include "formats/ocr/ocr.h"

#include "formats/ocr/tesseract.h"

#include <string.h>

#define SURE        0.80F /* no other group is tried */
#define POINTS_INCH 72.0F

struct group {
    void *api;
};

static const struct tesseract *lib;
static struct group group[OCR_MAX_GROUPS];
static size_t n_groups;
static size_t last; /* that read a page */

bool ocr_is_ready(void)
{
    return n_groups > 0;
}

enum err ocr_prepare(const char *folder, const char *const *groups, size_t n,
                     struct error *e)
{
    enum err rc = tesseract_load(&lib, e);

    for (size_t i = 0; i < n && i < OCR_MAX_GROUPS && !rc; i++) {
        void *api = lib->TessBaseAPICreate();

        if (lib->TessBaseAPIInit2(api, folder, groups[i], TESSERACT_NEURAL)) {
            lib->TessBaseAPIDelete(api);
            return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                             "pictures cannot be read: the languages '%s' of "
                             "Tesseract are not in '%s'",
                             groups[i], folder);
        }
        lib->TessBaseAPISetPageSegMode(api, TESSERACT_AUTO_LAYOUT);
        group[n_groups++].api = api;
    }
    return rc;
}

/* ---- one group ---- */

struct reading {
    void *results;
    const void *place; /* of the same word */
    const struct ocr_image *image;
    struct arena *a;
    struct ocr_page *out;
    float letters; /* that were weighed */
};

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

static size_t letters_of(struct str text)
{
    size_t n = 0;

    for (size_t i = 0; i < text.n; i++)
        n += ((unsigned char)text.p[i] & 0xc0) != 0x80;
    return n;
}

/* The height of its line, as its size; that of the word where there is none. */
static float size_of(const struct reading *r, const struct ocr_word *w)
{
    int unused[6];
    int points = 0;
    int font;

    (void)lib->TessResultIteratorWordFontAttributes(
        r->results, &unused[0], &unused[1], &unused[2], &unused[3], &unused[4],
        &unused[5], &points, &font);
    return points > 0 ? (float)points * r->image->dpi / POINTS_INCH
                      : w->y1 - w->y0;
}

static float base_of(const struct reading *r, const struct ocr_word *w)
{
    int x1, y1, x2, y2;

    return lib->TessPageIteratorBaseline(r->place, TESSERACT_WORD, &x1, &y1,
                                         &x2, &y2)
               ? ((float)y1 + (float)y2) / 2
               : w->y1;
}

static enum err keep_word(struct reading *r, const char *text, struct error *e)
{
    struct ocr_word *w = &r->out->word[r->out->n];
    int left, top, right, bottom;
    float letters;

    if (is_blank(text) ||
        !lib->TessPageIteratorBoundingBox(r->place, TESSERACT_WORD, &left, &top,
                                          &right, &bottom))
        return OK;
    *w = (struct ocr_word){
        .x0 = (float)left,
        .y0 = (float)top,
        .x1 = (float)right,
        .y1 = (float)bottom,
        .confidence =
            lib->TessResultIteratorConfidence(r->results, TESSERACT_WORD) / 100,
    };
    w->base = base_of(r, w);
    w->size = size_of(r, w);
    if (str_dup(str_from(text), r->a, &w->text, e))
        return e->code;
    letters = (float)letters_of(w->text);
    r->out->confidence += letters * w->confidence;
    r->letters += letters;
    r->out->n++;
    return OK;
}

static enum err keep_words(struct reading *r, struct error *e)
{
    enum err rc = OK;

    r->out->word =
        arena_alloc_array(r->a, OCR_MAX_WORDS, sizeof(*r->out->word), e);
    if (!r->out->word)
        return e->code;
    r->place = lib->TessResultIteratorGetPageIterator(r->results);
    do {
        char *text =
            lib->TessResultIteratorGetUTF8Text(r->results, TESSERACT_WORD);

        if (text)
            rc = keep_word(r, text, e);
        lib->TessDeleteText(text);
    } while (!rc && r->out->n < OCR_MAX_WORDS &&
             lib->TessResultIteratorNext(r->results, TESSERACT_WORD));
    if (r->letters > 0)
        r->out->confidence /= r->letters;
    return rc;
}

static enum err read_with(size_t g, const struct ocr_image *image,
                          struct arena *a, struct ocr_page *out,
                          struct error *e)
{
    void *api = group[g].api;
    struct reading r = {.image = image, .a = a, .out = out};
    enum err rc = OK;

    *out = (struct ocr_page){.languages = (uint32_t)g};
    lib->TessBaseAPISetImage(api, image->pixel, (int)image->width,
                             (int)image->height, 1, (int)image->stride);
    lib->TessBaseAPISetSourceResolution(api, (int)image->dpi);
    if (lib->TessBaseAPIRecognize(api, NULL) != 0)
        rc = error_set(e, ERR_FILE_READ_FAILED, "the picture cannot be read");
    if (!rc)
        r.results = lib->TessBaseAPIGetIterator(api);
    if (r.results) { /* none: there is no text */
        rc = keep_words(&r, e);
        lib->TessResultIteratorDelete(r.results);
    }
    lib->TessBaseAPIClear(api);
    return rc;
}

/* ---- all ---- */

enum err ocr_read(const struct ocr_image *image, struct arena *a,
                  struct ocr_page *out, struct error *e)
{
    const size_t first = last;
    enum err rc = read_with(first, image, a, out, e);

    for (size_t g = 0; g < n_groups && !rc && out->confidence < SURE; g++) {
        struct ocr_page other;

        if (g == first)
            continue;
        rc = read_with(g, image, a, &other, e);
        if (!rc && other.confidence > out->confidence)
            *out = other;
    }
    if (!rc && out->n > 0)
        last = out->languages;
    return rc;
}
