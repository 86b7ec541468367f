/*
 * repeated.c - headers and footers.
 *
 * A line at the upper or lower end of a page is one where a page near it has
 * the same line at the same height; figures count as equal, as pages are
 * numbered. Left and right pages differ, so that the page after the next is
 * looked at, too. The first of them stays, and of those that are only a number
 * none does.
 */
#include "base/hash.h"
#include "formats/pdf/document.h"

#include <math.h>

#define ENDS   3    /* lines that are looked at, at each end of a page */
#define NEAR   2    /* pages */
#define HEIGHT 4.0F /* points that it may be higher or lower */
#define NUMBER 12   /* bytes of a page number, with what is beside it */

struct edge {
    struct pdf_line *line;
    uint64_t key;
    bool is_number;
};

struct edges {
    struct edge edge[2 * ENDS];
    size_t n;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
}

/* Without the values of its numbers. */
static struct edge edge_of(struct pdf_line *line)
{
    struct edge out = {.line = line, .is_number = line->text.n <= NUMBER};
    char key[128];
    size_t n = 0;

    for (size_t i = 0; i < line->text.n && n < sizeof(key); i++) {
        const char c = line->text.p[i];

        if (is_digit(c) && n > 0 && key[n - 1] == '0')
            continue;
        key[n++] = is_digit(c) ? '0' : c;
        out.is_number = out.is_number && !is_letter(c);
    }
    out.key = hash_bytes(key, n);
    return out;
}

/* Into a list of the ENDS that come first by their height. */
static void offer(struct edges *x, size_t from, struct pdf_line *line,
                  bool upper)
{
    size_t at = x->n;

    while (at > from && (upper ? line->box.y0 < x->edge[at - 1].line->box.y0
                               : line->box.y1 > x->edge[at - 1].line->box.y1))
        at--;
    if (at - from >= ENDS)
        return;
    if (x->n - from < ENDS)
        x->n++;
    for (size_t i = x->n - 1; i > at; i--)
        x->edge[i] = x->edge[i - 1];
    x->edge[at].line = line;
}

static void find_edges(struct pdf_page *p, struct edges *out)
{
    size_t lower;

    out->n = 0;
    for (size_t i = 0; i < p->n; i++)
        offer(out, 0, &p->line[i], true);
    lower = out->n;
    for (size_t i = 0; i < p->n; i++)
        offer(out, lower, &p->line[i], false);
    for (size_t i = 0; i < out->n; i++)
        out->edge[i] = edge_of(out->edge[i].line);
}

static bool has(const struct edges *x, const struct edge *edge)
{
    for (size_t i = 0; i < x->n; i++) {
        const struct edge *other = &x->edge[i];

        if (other->key == edge->key &&
            fabsf(other->line->box.y1 - edge->line->box.y1) < HEIGHT)
            return true;
    }
    return false;
}

static void mark(struct edges *all, size_t n, size_t page)
{
    for (size_t i = 0; i < all[page].n; i++) {
        struct edge *edge = &all[page].edge[i];
        bool is_repeated = false;

        for (size_t k = 1; k <= NEAR; k++) {
            if (page >= k && has(&all[page - k], edge))
                is_repeated = true;
            if (edge->is_number && page + k < n && has(&all[page + k], edge))
                is_repeated = true;
        }
        edge->line->is_repeated |= is_repeated;
    }
}

enum err pdf_fold_repeated(struct pdf_document *d, struct arena *scratch,
                           struct error *e)
{
    struct edges *all = arena_alloc_array(scratch, d->n_pages, sizeof(*all), e);

    if (!all)
        return e->code;
    for (size_t i = 0; i < d->n_pages; i++)
        find_edges(&d->page[i], &all[i]);
    for (size_t i = 0; i < d->n_pages; i++)
        mark(all, d->n_pages, i);
    return OK;
}
