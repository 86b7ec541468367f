/* frequent.c - a heap whose root is the next to go. */
#include "engine/profile/frequent.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 64u
#define TEXT_ROOM  16u

void frequent_init(struct frequent *f, size_t most, struct arena *a)
{
    *f = (struct frequent){.a = a, .most = most};
}

struct str frequent_text(const struct frequent_value *v)
{
    return (struct str){v->text, v->n};
}

/* <0: (text, count) is better than `v`. */
static int compare(struct str text, uint64_t count,
                   const struct frequent_value *v)
{
    if (count != v->count)
        return count > v->count ? -1 : 1;
    return str_cmp(text, frequent_text(v));
}

static bool is_worse(const struct frequent_value *x,
                     const struct frequent_value *y)
{
    return compare(frequent_text(x), x->count, y) > 0;
}

static void swap(struct frequent_value *x, struct frequent_value *y)
{
    struct frequent_value t = *x;

    *x = *y;
    *y = t;
}

static void sift_up(struct frequent *f, size_t i)
{
    for (; i > 0 && is_worse(&f->values[i], &f->values[(i - 1) / 2]);
         i = (i - 1) / 2)
        swap(&f->values[i], &f->values[(i - 1) / 2]);
}

static void sift_down(struct frequent *f, size_t i)
{
    for (;;) {
        size_t worst = i;

        for (size_t k = 2 * i + 1; k <= 2 * i + 2 && k < f->n; k++)
            if (is_worse(&f->values[k], &f->values[worst]))
                worst = k;
        if (worst == i)
            return;
        swap(&f->values[i], &f->values[worst]);
        i = worst;
    }
}

static enum err grow(struct frequent *f, struct error *e)
{
    size_t room = f->room ? f->room * 2 : FIRST_ROOM;
    struct frequent_value *more =
        arena_alloc_array(f->a, room, sizeof(*more), e);

    if (!more)
        return e->code;
    if (f->n > 0)
        memcpy(more, f->values, f->n * sizeof(*more));
    f->values = more;
    f->room = room;
    return OK;
}

/* Give `v` another text; its memory is used again when it is enough. */
static enum err set_value(struct frequent *f, struct frequent_value *v,
                          struct str text, uint64_t count, struct error *e)
{
    if (text.n > v->room) {
        size_t room = v->room ? v->room : TEXT_ROOM;

        while (room < text.n)
            room *= 2;
        char *p = arena_alloc(f->a, room, e);

        if (!p)
            return e->code;
        v->text = p;
        v->room = (uint32_t)room;
    }
    if (text.n > 0)
        memcpy(v->text, text.p, text.n);
    v->n = (uint32_t)text.n;
    v->count = count;
    return OK;
}

enum err frequent_offer(struct frequent *f, struct str text, uint64_t count,
                        struct error *e)
{
    text = str_slice(text, 0, FREQUENT_TEXT_BYTES);
    if (f->n == f->most) {
        if (f->most == 0 || compare(text, count, &f->values[0]) >= 0)
            return OK;
        if (set_value(f, &f->values[0], text, count, e))
            return e->code;
        sift_down(f, 0);
        return OK;
    }
    if (f->n == f->room && grow(f, e))
        return e->code;
    if (set_value(f, &f->values[f->n], text, count, e))
        return e->code;
    sift_up(f, f->n++);
    return OK;
}

static int by_rank(const void *a, const void *b)
{
    const struct frequent_value *x = a, *y = b;

    return compare(frequent_text(x), x->count, y);
}

void frequent_sort(struct frequent *f)
{
    if (f->n > 1)
        qsort(f->values, f->n, sizeof(*f->values), by_rank);
}
