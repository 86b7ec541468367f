#include "formats/pdf/scan.h"

#include "base/json.h"
#include "base/utf8.h"
#include "formats/pdf/document.h"
#include "formats/pdf/scan_words.h"

#include <math.h>
#include <stdlib.h>

#define FARTHEST    1e5F /* points: no page is as large */
#define MAX_WORDS   20000u
#define MAX_OVERLAP 6.0F /* of the size */
#define MIN_SIZE    1.0F
#define MAX_SIZE    1000.0F

static enum err damaged(struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "what OCR found on its pages is damaged");
}

/* ---- the file ---- */

static struct str take_line(struct str *rest)
{
    const size_t n = str_find_char(*rest, '\n');
    const struct str line = str_slice(*rest, 0, n);

    *rest = str_slice(*rest, n < rest->n ? n + 1 : n, rest->n);
    return line;
}

static int by_page(const void *p, const void *q)
{
    const struct pdf_scan *x = p;
    const struct pdf_scan *y = q;

    if (x->page != y->page)
        return x->page < y->page ? -1 : 1;
    return x->json.p < y->json.p ? -1 : x->json.p > y->json.p;
}

enum err pdf_scans_read(struct str lines, struct arena *a,
                        struct pdf_scans *out, struct error *e)
{
    struct pdf_scan *scan;
    size_t n = 0;

    *out = (struct pdf_scans){0};
    for (struct str rest = lines; rest.n > 0; n++)
        (void)take_line(&rest);
    scan = arena_alloc_array(a, n + 1, sizeof(*scan), e);
    if (!scan)
        return e->code;
    for (struct str rest = lines; rest.n > 0;) {
        const struct str line = take_line(&rest);
        const size_t tab = str_find_char(line, '\t');
        uint64_t page;
        struct error ignored;

        if (tab == line.n || str_parse_u64(str_slice(line, 0, tab),
                                           PDF_MAX_PAGES, &page, &ignored))
            return damaged(e);
        scan[out->n++] = (struct pdf_scan){
            .page = (uint32_t)page, .json = str_slice(line, tab + 1, line.n)};
    }
    if (out->n > 0)
        qsort(scan, out->n, sizeof(*scan), by_page);
    out->scan = scan;
    return OK;
}

const struct pdf_scan *pdf_scans_find(const struct pdf_scans *s, uint32_t page)
{
    size_t low = 0;
    size_t high = s->n;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (s->scan[middle].page <= page)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && s->scan[low - 1].page == page ? &s->scan[low - 1] : NULL;
}

/* ---- the words of a page ---- */

static uint32_t first_of(struct str text)
{
    return utf8_decode(text.p, utf8_length(text));
}

static uint32_t last_of(struct str text)
{
    size_t at = text.n - 1;

    while (at > 0 && ((unsigned char)text.p[at] & 0xc0) == 0x80)
        at--;
    return first_of(str_slice(text, at, text.n));
}

/* Of scripts that set no blanks between words. */
static bool is_cjk(uint32_t cp)
{
    return (cp >= 0x2e80 && cp <= 0x9fff) || (cp >= 0xf900 && cp <= 0xfaff) ||
           (cp >= 0xff00 && cp <= 0xffef) || cp >= 0x20000;
}

/* Where boxes of a line overlap, which Tesseract's do by some letters in scripts
 * without blanks, its order tells and not the boxes. Nothing is between two words of
 * such scripts, though their letters stand apart. */
static void join(const struct pdf_word *before, struct pdf_word *w)
{
    const float gap = w->box.x0 - before->box.x1;
    const bool is_cjk_pair =
        is_cjk(last_of(before->text)) && is_cjk(first_of(w->text));

    if (fabsf(w->base - before->base) > w->size / 2 ||
        gap < -MAX_OVERLAP * w->size || gap > w->size)
        return;
    if (gap < 0 || is_cjk_pair)
        w->box.x0 = before->box.x1;
    w->box.x1 = fmaxf(w->box.x1, w->box.x0);
    w->is_spaced = !is_cjk_pair;
}

enum { X0, Y0, X1, Y1, BASE, SIZE, CONFIDENCE, NUMBERS };

/* [x0,y0,x1,y1,base,size,confidence,text]; false if it is no such. */
static bool read_word(const struct json *j, struct pdf_word *w)
{
    float number[NUMBERS];
    const struct json *v = j->type == JSON_ARRAY ? j->first : NULL;

    for (int i = 0; i < NUMBERS; i++, v = v->next) {
        if (!v || v->type != JSON_NUMBER)
            return false;
        number[i] = (float)json_double(v);
        if (!(fabsf(number[i]) <= FARTHEST))
            return false;
    }
    if (!v || v->type != JSON_STRING || v->text.n == 0 ||
        number[X0] > number[X1] || number[Y0] > number[Y1])
        return false;
    *w = (struct pdf_word){.box = {.x0 = number[X0],
                                   .x1 = number[X1],
                                   .y0 = number[Y0],
                                   .y1 = number[Y1]},
                           .base = number[BASE],
                           .size =
                               fminf(fmaxf(number[SIZE], MIN_SIZE), MAX_SIZE),
                           .is_spaced = true,
                           .text = v->text};
    return true;
}

static enum err read_words(const struct json *words, struct arena *a,
                           struct pdf_words *out, struct error *e)
{
    if (!words || words->type != JSON_ARRAY || words->count > MAX_WORDS)
        return damaged(e);
    out->word = arena_alloc_array(a, words->count + 1, sizeof(*out->word), e);
    if (!out->word)
        return e->code;
    for (const struct json *j = words->first; j; j = j->next) {
        struct pdf_word *w = &out->word[out->n];

        if (!read_word(j, w))
            return damaged(e);
        if (out->n > 0)
            join(w - 1, w);
        out->characters += utf8_count(w->text);
        out->n++;
    }
    return OK;
}

enum err pdf_scan_words(const struct pdf_scan *scan, struct arena *a,
                        struct pdf_scan_page *out, struct error *e)
{
    struct json *page = NULL;

    *out = (struct pdf_scan_page){0};
    if (json_parse(scan->json, &json_answer_limits, a, &page, e))
        return e->code == ERR_LIMIT ? e->code : damaged(e);
    out->has_failed = json_find(page, "failed") != NULL;
    if (out->has_failed)
        return OK;
    out->is_damaged = json_is_true(json_find(page, "damaged"));
    out->confidence = (float)json_double(json_find(page, "confidence"));
    if (!(out->confidence >= 0 && out->confidence <= 1))
        return damaged(e);
    return read_words(json_find(page, "words"), a, &out->words, e);
}
