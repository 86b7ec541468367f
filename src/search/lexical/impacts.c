#include "search/lexical/impacts.h"

static bool covers(struct impact a, struct impact b)
{
    return a.tf >= b.tf && a.length <= b.length;
}

static struct impact join(struct impact a, struct impact b)
{
    return (struct impact){a.tf > b.tf ? a.tf : b.tf,
                           a.length < b.length ? a.length : b.length};
}

static unsigned distance(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a;
}

/* Join the two whose union promises the least too much. */
static void reduce(struct front *f)
{
    unsigned best_cost = UINT32_MAX;
    unsigned a = 0;
    unsigned b = 1;

    for (unsigned i = 0; i < f->n; i++) {
        for (unsigned j = i + 1; j < f->n; j++) {
            unsigned cost = distance(f->at[i].tf, f->at[j].tf) *
                            distance(f->at[i].length, f->at[j].length);

            if (cost < best_cost) {
                best_cost = cost;
                a = i;
                b = j;
            }
        }
    }
    f->at[a] = join(f->at[a], f->at[b]);
    f->at[b] = f->at[--f->n];
}

void front_add(struct front *f, struct impact posting)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < f->n; i++) {
        if (covers(f->at[i], posting))
            return;
    }
    for (unsigned i = 0; i < f->n; i++) {
        if (!covers(posting, f->at[i]))
            f->at[kept++] = f->at[i];
    }
    f->n = kept;
    if (f->n == FRONT_MAX)
        reduce(f);
    f->at[f->n++] = posting;
}

void front_write(struct front *f, unsigned char out[2 * IMPACTS])
{
    while (f->n > IMPACTS)
        reduce(f);
    for (unsigned i = 0; i < IMPACTS; i++) {
        out[2 * i] = i < f->n ? f->at[i].tf : 0;
        out[2 * i + 1] = i < f->n ? f->at[i].length : 255;
    }
}
