#include "ask/parse/formed.h"

#include "base/hash.h"

#include <string.h>

enum err formed_heap_init(struct formed_heap *h, size_t cap, struct arena *a,
                          struct error *e)
{
    *h = (struct formed_heap){
        .formed = arena_alloc_array(a, cap, sizeof(*h->formed), e),
        .what = arena_alloc_array(a, cap, sizeof(*h->what), e),
        .order = arena_alloc_array(a, cap, sizeof(*h->order), e),
        .cap = cap,
        .gain = -1e9};
    return h->formed && h->what && h->order ? OK : e->code;
}

static void mix(uint64_t *h, uint64_t x)
{
    *h = (*h ^ x) * UINT64_C(0x9e3779b97f4a7c15);
    *h ^= *h >> 29;
}

static void mix_text(uint64_t *h, struct str s)
{
    mix(h, s.n ? hash_bytes(s.p, s.n) : 0);
}

static void mix_measure(uint64_t *h, const struct spec_measure *m)
{
    mix(h, (uint64_t)m->agg * 64 + (uint64_t)m->view);
    mix_text(h, m->column);
    mix_text(h, m->formula);
}

static void mix_filter(uint64_t *h, const struct spec_filter *f)
{
    mix(h, (uint64_t)f->op << 24 | (uint64_t)f->literal << 16 |
               (uint64_t)f->view << 8 | (uint64_t)f->side << 1 | f->part);
    mix_text(h, f->column);
    for (size_t i = 0; i < f->n; i++)
        mix_text(h, f->values[i]);
}

/* All that forms set, so that two specs with the same hash say the same. */
static uint64_t hash_of(const struct query_spec *s)
{
    uint64_t h = (uint64_t)s->kind;

    for (size_t i = 0; i < s->n_measures; i++)
        mix_measure(&h, &s->measures[i]);
    for (size_t i = 0; i < s->n_groups; i++) {
        mix(&h, 1000U + (uint64_t)s->groups[i].grain * 64 +
                    (uint64_t)s->groups[i].view);
        mix_text(&h, s->groups[i].column);
    }
    for (size_t i = 0; i < s->n_filters; i++)
        mix_filter(&h, &s->filters[i]);
    if (s->has_having) {
        mix_measure(&h, &s->having.measure);
        mix(&h, (uint64_t)s->having.op << 1 | s->having.part);
        mix_text(&h, s->having.number);
    }
    mix(&h, (uint64_t)s->placed << 16 | (uint64_t)s->order << 8 |
                (uint64_t)s->output << 4 | (uint64_t)s->descending << 3 |
                (uint64_t)s->filled << 2 | (uint64_t)s->share << 1 |
                s->running);
    mix(&h, s->limit);
    mix(&h, s->place * 16 + s->each);
    mix(&h, (uint64_t)s->step.kind << 8 | (uint64_t)s->change.kind);
    mix(&h, s->step.n);
    mix_text(&h, s->step.column);
    mix_text(&h, s->change.names[0]);
    mix_text(&h, s->window.column);
    return h;
}

static double score_at(const struct formed_heap *h, size_t at)
{
    return h->formed[h->order[at]].score;
}

static void swap(struct formed_heap *h, size_t a, size_t b)
{
    const size_t x = h->order[a];

    h->order[a] = h->order[b];
    h->order[b] = x;
}

static void sift_up(struct formed_heap *h, size_t at)
{
    while (at && score_at(h, (at - 1) / 2) > score_at(h, at)) {
        swap(h, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
}

static void sift_down(struct formed_heap *h, size_t at)
{
    for (;;) {
        size_t child = 2 * at + 1;

        if (child >= h->n)
            return;
        if (child + 1 < h->n && score_at(h, child + 1) < score_at(h, child))
            child++;
        if (score_at(h, child) >= score_at(h, at))
            return;
        swap(h, at, child);
        at = child;
    }
}

/* Without the features that it has not. */
static void copy(struct formed_heap *h, size_t i, const struct formed *from)
{
    struct formed *to = &h->formed[i];

    memcpy(to, from,
           offsetof(struct formed, feature) +
               from->n_features * sizeof(from->feature[0]));
    to->at = h->seen++;
}

/* Where the same spec is in the heap; h->n: nowhere. */
static size_t find(const struct formed_heap *h, uint64_t what)
{
    for (size_t i = 0; i < h->n; i++)
        if (h->what[h->order[i]] == what)
            return i;
    return h->n;
}

bool formed_may_be(const struct formed_heap *h, double score)
{
    return h->n < h->cap || score > score_at(h, 0);
}

bool formed_may_keep(const struct formed_heap *h, const struct state *s)
{
    return formed_may_be(h, s->features.score + h->gain);
}

void formed_keep(struct formed_heap *h, const struct formed *now)
{
    const double gain = now->score - now->state->features.score;
    uint64_t what;
    size_t at;

    if (gain > h->gain)
        h->gain = gain;
    if (h->n == h->cap && score_at(h, 0) >= now->score)
        return;
    what = hash_of(&now->spec);
    at = find(h, what);
    if (at < h->n) {
        if (score_at(h, at) >= now->score)
            return;
        copy(h, h->order[at], now);
        sift_down(h, at);
        return;
    }
    if (h->n < h->cap) {
        at = h->n++;
        h->order[at] = at;
        h->what[at] = what;
        copy(h, at, now);
        sift_up(h, at);
        return;
    }
    h->what[h->order[0]] = what;
    copy(h, h->order[0], now);
    sift_down(h, 0);
}
