/*
 * scan_ruling.c - rulings of a page that is a picture.
 *
 * A run of dark pixels that is longer than letters are, and has white on both of its
 * sides, is a piece of a ruling; on the side of a coloured box there is no white. Pieces
 * are put together as those of paths are (ruling.c). A line that is not quite level falls
 * into runs on rows that follow each other, which are pieces of one.
 */
#include "formats/pdf/scan_ruling.h"

#include <math.h>
#include <string.h>

#define DARK   160u  /* of 255, at most */
#define LONG   18.0F /* points of a run, at least */
#define BESIDE 3.0F  /* points from a run, where it is white */
#define WHITE  0.7F  /* of the pixels there, at least */
#define LETTER 0.35F /* of the size, a thin letter with what is beside it */

/* The picture along one direction: rows, or columns as rows. */
struct lanes {
    const struct pdf_bitmap *b;
    bool is_upright;
    uint32_t n, length; /* lanes, and pixels of each */
};

static bool is_dark(const struct lanes *l, uint32_t lane, uint32_t at)
{
    const size_t y = l->is_upright ? at : lane;
    const size_t x = l->is_upright ? lane : at;

    return l->b->pixel[y * l->b->stride + x * l->b->pixel_bytes] <= DARK;
}

static bool is_white(const struct lanes *l, int64_t lane, uint32_t from,
                     uint32_t to)
{
    uint32_t white = 0;

    if (lane < 0 || lane >= (int64_t)l->n)
        return true;
    for (uint32_t at = from; at < to; at++)
        white += !is_dark(l, (uint32_t)lane, at);
    return (float)white >= WHITE * (float)(to - from);
}

/* From pixels to where words are: points, y from the lower edge and negative. */
static struct pdf_ruling ruling_of(const struct lanes *l, uint32_t lane,
                                   uint32_t from, uint32_t to)
{
    const float scale = l->b->scale;
    const float height = (float)l->b->height / scale;
    struct pdf_ruling r = {.at = ((float)lane + 0.5F) / scale,
                           .from = (float)from / scale,
                           .to = (float)to / scale};

    if (l->is_upright) {
        r.from -= height;
        r.to -= height;
    } else {
        r.at -= height;
    }
    return r;
}

/* Returns how many were put. */
static size_t find_runs(const struct lanes *l, struct pdf_ruling *out)
{
    const uint32_t least = (uint32_t)(LONG * l->b->scale);
    const int64_t beside = (int64_t)(BESIDE * l->b->scale) + 1;
    size_t n = 0;

    for (uint32_t lane = 0; lane < l->n; lane++) {
        uint32_t from = 0;

        for (uint32_t at = 0; at <= l->length && n < PDF_MAX_RULINGS; at++) {
            if (at < l->length && is_dark(l, lane, at))
                continue;
            if (at - from >= least &&
                is_white(l, (int64_t)lane - beside, from, at) &&
                is_white(l, (int64_t)lane + beside, from, at))
                out[n++] = ruling_of(l, lane, from, at);
            from = at + 1;
        }
    }
    return n;
}

static enum err find(const struct lanes *l, struct arena *a,
                     struct pdf_ruling **out, size_t *n, struct error *e)
{
    *out = arena_alloc_array(a, PDF_MAX_RULINGS, sizeof(**out), e);
    if (!*out)
        return e->code;
    *n = find_runs(l, *out);
    if (*n == PDF_MAX_RULINGS) /* a drawing or a photo */
        *n = 0;
    *n = pdf_rulings_join(*out, *n);
    return OK;
}

enum err scan_rulings_find(const struct pdf_bitmap *b, struct arena *a,
                           struct pdf_rulings *out, struct error *e)
{
    const struct lanes level = {.b = b, .n = b->height, .length = b->width};
    const struct lanes upright = {
        .b = b, .is_upright = true, .n = b->width, .length = b->height};
    enum err rc;

    *out = (struct pdf_rulings){0};
    rc = find(&level, a, &out->level, &out->n_level, e);
    return rc ? rc : find(&upright, a, &out->upright, &out->n_upright, e);
}

/* ---- rulings as letters ---- */

/* Is a ruling beside or in the box, where it is from `from` to `to` across? */
static bool has_ruling(const struct pdf_rulings *r, const struct pdf_box *box,
                       float from, float to)
{
    const float middle = (box->y0 + box->y1) / 2;

    for (size_t i = pdf_rulings_from(r->upright, r->n_upright, from);
         i < r->n_upright && r->upright[i].at <= to; i++)
        if (r->upright[i].from <= middle && r->upright[i].to >= middle)
            return true;
    return false;
}

static bool is_bar(char c)
{
    return memchr("|[](){}!/\\lIfJ", c, 14) != NULL;
}

/* "(2.2)" is a figure below zero, and "Oil" a word. */
static bool is_of_word(struct str text, char c)
{
    bool has_digit = false;

    for (size_t i = 0; i < text.n; i++)
        has_digit |= text.p[i] >= '0' && text.p[i] <= '9';
    if (c == ')' || c == ']' || c == '}')
        return str_find_char(text, c == ')'   ? '('
                                   : c == ']' ? '['
                                              : '{') < text.n;
    if (c == '(' || c == '[' || c == '{')
        return str_find_char(text, c == '('   ? ')'
                                   : c == '[' ? ']'
                                              : '}') < text.n;
    return text.n > 1 && !has_digit && c != '|' && c != '!';
}

/* The letter at one end of the word goes if a ruling is there. */
static void take_end(const struct pdf_rulings *r, struct pdf_word *w, bool last)
{
    const float wide = LETTER * w->size;
    const float at = last ? w->box.x1 : w->box.x0;
    const char c = w->text.n ? w->text.p[last ? w->text.n - 1 : 0] : '\0';

    if (!is_bar(c) || is_of_word(w->text, c) ||
        !has_ruling(r, &w->box, at - wide, at + wide))
        return;
    w->text = last ? str_slice(w->text, 0, w->text.n - 1)
                   : str_slice(w->text, 1, w->text.n);
    if (last)
        w->box.x1 = fmaxf(w->box.x0, w->box.x1 - wide);
    else
        w->box.x0 = fminf(w->box.x1, w->box.x0 + wide);
}

static bool is_bars(struct str s)
{
    size_t i = 0;

    while (i < s.n && s.p[i] == '|')
        i++;
    return i == s.n;
}

void scan_rulings_take(const struct pdf_rulings *r, struct pdf_words *words)
{
    size_t n = 0;

    for (size_t i = 0; i < words->n; i++) {
        struct pdf_word *w = &words->word[i];

        if (is_bars(w->text)) /* whether a ruling is seen there or not */
            continue;
        take_end(r, w, true);
        take_end(r, w, false);
        if (w->text.n > 0)
            words->word[n++] = *w;
    }
    words->n = n;
}
