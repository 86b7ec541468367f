#include "search/vector/vector_top.h"

#include <math.h>
#include <stdlib.h>

int vector_hit_order(const void *a, const void *b)
{
    const struct vector_hit *x = a;
    const struct vector_hit *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->segment != y->segment)
        return x->segment < y->segment ? -1 : 1;
    return (x->doc > y->doc) - (x->doc < y->doc);
}

static bool worse(const struct vector_hit *a, const struct vector_hit *b)
{
    return vector_hit_order(a, b) > 0;
}

enum err vector_top_init(struct vector_top *t, size_t k, struct arena *a,
                         struct error *e)
{
    *t = (struct vector_top){.k = k};
    t->heap = arena_alloc_array(a, k, sizeof(*t->heap), e);
    return t->heap ? OK : e->code;
}

static void sift_up(struct vector_top *t, size_t at, struct vector_hit h)
{
    while (at && worse(&h, &t->heap[(at - 1) / 2])) {
        t->heap[at] = t->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    t->heap[at] = h;
}

static void sift_down(struct vector_top *t, struct vector_hit h)
{
    size_t at = 0;
    size_t child;

    while ((child = 2 * at + 1) < t->n) {
        if (child + 1 < t->n && worse(&t->heap[child + 1], &t->heap[child]))
            child++;
        if (!worse(&t->heap[child], &h))
            break;
        t->heap[at] = t->heap[child];
        at = child;
    }
    t->heap[at] = h;
}

void vector_top_add(struct vector_top *t, struct vector_hit h)
{
    if (t->n < t->k)
        sift_up(t, t->n++, h);
    else if (worse(&t->heap[0], &h))
        sift_down(t, h);
}

float vector_top_least(const struct vector_top *t)
{
    return t->n == t->k ? t->heap[0].score : -INFINITY;
}

void vector_top_sort(struct vector_top *t)
{
    qsort(t->heap, t->n, sizeof(*t->heap), vector_hit_order);
}
