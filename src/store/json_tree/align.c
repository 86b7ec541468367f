/*
 * The exact answer is the table of longest common subsequences, quadratic in
 * what is left after equal ends are taken off. Where that is too much, the
 * idea of the patience diff is used: elements that occur once in each list,
 * in the longest order that both share, are mates, and the stretches between
 * them are short enough for the table again. A stretch that still is not has
 * no mates, which costs a longer patch and nothing else.
 */
#include "store/json_tree/align.h"

#include <stdlib.h>
#include <string.h>

struct stretch {
    size_t x0, x1; /* [x0, x1) of x with [y0, y1) of y */
    size_t y0, y1;
};

/* Mates at both ends; what is left is narrowed. */
static void take_ends(const struct align_pair *p, struct stretch *s,
                      size_t *mate)
{
    while (s->x0 < s->x1 && s->y0 < s->y1 && p->x[s->x0] == p->y[s->y0])
        mate[s->y0++] = s->x0++;
    while (s->x0 < s->x1 && s->y0 < s->y1 && p->x[s->x1 - 1] == p->y[s->y1 - 1])
        mate[--s->y1] = --s->x1;
}

static bool fits_table(const struct align *al, const struct stretch *s)
{
    size_t w = s->y1 - s->y0 + 1;
    size_t h = s->x1 - s->x0 + 1;

    return h <= ALIGN_CELLS / w && h * w <= al->cells_left;
}

/* cell [i][k]: length of the longest common subsequence from x0+i, y0+k on. */
static void fill_table(const struct align_pair *p, const struct stretch *s,
                       uint32_t *cells)
{
    size_t w = s->y1 - s->y0 + 1;
    size_t h = s->x1 - s->x0 + 1;

    memset(cells + (h - 1) * w, 0, w * sizeof(*cells));
    for (size_t i = h - 1; i-- > 0;) {
        uint32_t *row = cells + i * w;
        const uint32_t *below = row + w;

        row[w - 1] = 0;
        for (size_t k = w - 1; k-- > 0;) {
            if (p->x[s->x0 + i] == p->y[s->y0 + k])
                row[k] = below[k + 1] + 1;
            else
                row[k] = below[k] > row[k + 1] ? below[k] : row[k + 1];
        }
    }
}

static enum err by_table(struct align *al, const struct align_pair *p,
                         const struct stretch *s, size_t *mate)
{
    size_t w = s->y1 - s->y0 + 1;
    size_t i = s->x0;
    size_t k = s->y0;

    if (!al->cells)
        al->cells =
            arena_alloc_array(al->a, ALIGN_CELLS, sizeof(*al->cells), al->e);
    if (!al->cells)
        return al->e->code;
    al->cells_left -= (s->x1 - s->x0 + 1) * w;
    fill_table(p, s, al->cells);
    while (i < s->x1 && k < s->y1) {
        const uint32_t *row = al->cells + (i - s->x0) * w + (k - s->y0);

        if (p->x[i] == p->y[k])
            mate[k++] = i++;
        else if (row[w] >= row[1])
            i++;
        else
            k++;
    }
    return OK;
}

static enum err short_stretch(struct align *al, const struct align_pair *p,
                              struct stretch s, size_t *mate)
{
    take_ends(p, &s, mate);
    if (s.x0 == s.x1 || s.y0 == s.y1 || !fits_table(al, &s))
        return OK;
    return by_table(al, p, &s, mate);
}

struct entry {
    uint64_t value;
    size_t at;
};

static int by_value(const void *a, const void *b)
{
    const struct entry *x = a;
    const struct entry *y = b;

    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* v[from..to) by value, with their places; NULL when the arena is full. */
static struct entry *sorted(struct align *al, const uint64_t *v, size_t from,
                            size_t to)
{
    struct entry *s = arena_alloc_array(al->a, to - from, sizeof(*s), al->e);

    if (!s)
        return NULL;
    for (size_t i = from; i < to; i++)
        s[i - from] = (struct entry){v[i], i};
    qsort(s, to - from, sizeof(*s), by_value);
    return s;
}

/* How often the value at `i` of a sorted list occurs. */
static size_t run_at(const struct entry *s, size_t n, size_t i)
{
    size_t end = i;

    while (end < n && s[end].value == s[i].value)
        end++;
    return end - i;
}

/* at[k - s->y0]: where the k-th of y is in x, for what occurs once in both. */
static enum err find_unique(struct align *al, const struct align_pair *p,
                            const struct stretch *s, size_t *at)
{
    size_t nx = s->x1 - s->x0;
    size_t ny = s->y1 - s->y0;
    const struct entry *x = sorted(al, p->x, s->x0, s->x1);
    const struct entry *y = x ? sorted(al, p->y, s->y0, s->y1) : NULL;
    size_t i = 0;

    if (!y)
        return al->e->code;
    for (size_t k = 0; k < ny; k++)
        at[k] = ALIGN_NONE;
    for (size_t k = 0; k < ny;) {
        size_t times = run_at(y, ny, k);

        while (i < nx && x[i].value < y[k].value)
            i++;
        if (i < nx && x[i].value == y[k].value && times == 1 &&
            run_at(x, nx, i) == 1)
            at[y[k].at - s->y0] = x[i].at;
        k += times;
    }
    return OK;
}

static enum err by_unique(struct align *al, const struct align_pair *p,
                          const struct stretch *s, size_t *mate)
{
    size_t ny = s->y1 - s->y0;
    size_t *at = arena_alloc_array(al->a, ny, sizeof(*at), al->e);
    bool *keep = at ? arena_alloc_array(al->a, ny, sizeof(*keep), al->e) : NULL;
    struct stretch part = *s;
    enum err rc;

    if (!keep)
        return al->e->code;
    rc = find_unique(al, p, s, at);
    if (rc == OK)
        rc = align_rising(al->a, at, ny, keep, al->e);
    for (size_t k = 0; rc == OK && k < ny; k++) {
        if (!keep[k])
            continue;
        part.x1 = at[k];
        part.y1 = s->y0 + k;
        mate[part.y1] = part.x1;
        rc = short_stretch(al, p, part, mate);
        part.x0 = at[k] + 1;
        part.y0 = s->y0 + k + 1;
    }
    part.x1 = s->x1;
    part.y1 = s->y1;
    return rc == OK ? short_stretch(al, p, part, mate) : rc;
}

enum err align_lists(struct align *al, const struct align_pair *p, size_t *mate)
{
    struct stretch s = {0, p->nx, 0, p->ny};

    for (size_t k = 0; k < p->ny; k++)
        mate[k] = ALIGN_NONE;
    take_ends(p, &s, mate);
    if (s.x0 == s.x1 || s.y0 == s.y1)
        return OK;
    return fits_table(al, &s) ? by_table(al, p, &s, mate)
                              : by_unique(al, p, &s, mate);
}

/* Where in tails[0..n), rising by value, `value` belongs. */
static size_t place_of(const size_t *v, const size_t *tails, size_t n,
                       size_t value)
{
    size_t low = 0;

    while (low < n) {
        size_t mid = low + (n - low) / 2;

        if (v[tails[mid]] < value)
            low = mid + 1;
        else
            n = mid;
    }
    return low;
}

enum err align_rising(struct arena *a, const size_t *v, size_t n, bool *keep,
                      struct error *e)
{
    size_t *tails = arena_alloc_array(a, n, sizeof(*tails), e);
    size_t *before = tails ? arena_alloc_array(a, n, sizeof(*before), e) : NULL;
    size_t length = 0;
    size_t at;

    if (!before)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        size_t place;

        keep[i] = false;
        if (v[i] == ALIGN_NONE)
            continue;
        place = place_of(v, tails, length, v[i]);
        before[i] = place ? tails[place - 1] : ALIGN_NONE;
        tails[place] = i;
        length += place == length;
    }
    for (at = length ? tails[length - 1] : ALIGN_NONE; at != ALIGN_NONE;
         at = before[at])
        keep[at] = true;
    return OK;
}
