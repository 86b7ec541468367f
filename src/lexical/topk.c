/*
 * MaxScore over windows of documents.
 *
 * For a window of WINDOW documents each list has a bound: the best impact of
 * its blocks that reach into it. With the lists in the order of their bounds,
 * those whose bounds together cannot make a hit are "optional": a document
 * that only they hold is none. The others are added up, list by list, in an
 * array of scores a document, which keeps the inner loop without branches.
 * Then every document of the array that could still be a hit looks into the
 * optional lists, the most valuable first, until it is in or cannot be.
 *
 * When the bounds of all lists together cannot make a hit, the window and all
 * that follows up to the end of the first ending block is passed over; when
 * those of one block and all other lists cannot, the block is.
 *
 * Bounds are of the same whole numbers as scores, and ties count as hits
 * because an id may decide them: so the answer is that of a full scan.
 *
 * source   Turtle, Flood: Query evaluation: strategies and optimizations
 *          (1995); Ding, Suel: Faster top-k document retrieval using block-max
 *          indexes (2011)
 */
#include "lexical/topk.h"

#include <string.h>

#define WINDOW 2048

struct scan {
    const struct topk_job *job;
    uint32_t docs;
    const uint8_t *lengths;
    uint32_t from; /* the window is [from, to) */
    uint32_t to;
    size_t n_optional;                   /* list[0..n_optional) are */
    uint64_t bounds[BM25_MAX_LISTS + 1]; /* of list[0..i) together */
    uint32_t score[WINDOW];
    uint64_t seen[WINDOW / 64];
};

/* Is `a` a worse hit than `b`? */
static bool worse(const struct search_hit *a, const struct search_hit *b)
{
    return a->score != b->score ? a->score < b->score : a->id > b->id;
}

static void sift_down(struct top *t, size_t at)
{
    for (;;) {
        size_t least = at;
        struct search_hit h = t->heap[at];

        for (size_t c = 2 * at + 1; c <= 2 * at + 2 && c < t->n; c++) {
            if (worse(&t->heap[c], &t->heap[least]))
                least = c;
        }
        if (least == at)
            return;
        t->heap[at] = t->heap[least];
        t->heap[least] = h;
        at = least;
    }
}

static void top_add(struct top *t, struct search_hit h)
{
    size_t at = t->n;

    if (t->n == t->k) {
        if (worse(&t->heap[0], &h)) {
            t->heap[0] = h;
            sift_down(t, 0);
        }
        return;
    }
    t->heap[t->n++] = h;
    while (at && worse(&t->heap[at], &t->heap[(at - 1) / 2])) {
        t->heap[at] = t->heap[(at - 1) / 2];
        at = (at - 1) / 2;
        t->heap[at] = h;
    }
}

void top_sort(struct top *t)
{
    size_t n = t->n;

    while (t->n > 1) {
        struct search_hit worst = t->heap[0];

        t->heap[0] = t->heap[--t->n];
        sift_down(t, 0);
        t->heap[t->n] = worst;
    }
    t->n = n;
}

/* What a document must reach. */
static uint32_t threshold(const struct top *t)
{
    return t->n == t->k ? t->heap[0].score : 1;
}

static uint32_t block_bound(const struct scan *s, struct scored_list *l,
                            uint32_t block)
{
    if (l->known_block != block) {
        l->known_block = block;
        l->known_bound = impacts_score(postings_impacts(&l->p, block),
                                       l->weight, s->job->norms);
    }
    return l->known_bound;
}

/* The list's bound in [from, to), and in *last how far it holds. */
static void bound_list(const struct scan *s, struct scored_list *l,
                       uint32_t *last)
{
    l->bound = 0;
    l->block = postings_find_block(&l->p, l->block, s->from);
    for (uint32_t b = l->block; b < l->p.n_blocks; b++) {
        uint32_t end = postings_last(&l->p, b);
        uint32_t bound = block_bound(s, l, b);

        l->bound = bound > l->bound ? bound : l->bound;
        if (end >= s->to - 1) {
            *last = end < *last ? end : *last;
            return;
        }
    }
}

/* Order the lists by their bounds, and split them. */
static void split_lists(struct scan *s)
{
    struct scored_list **list = s->job->list;
    uint32_t least = threshold(s->job->top);

    for (size_t i = 1; i < s->job->n; i++) {
        struct scored_list *l = list[i];
        size_t at = i;

        for (; at && list[at - 1]->bound > l->bound; at--)
            list[at] = list[at - 1];
        list[at] = l;
    }
    s->n_optional = 0;
    for (size_t i = 0; i < s->job->n; i++) {
        s->bounds[i + 1] = s->bounds[i] + list[i]->bound;
        if (s->bounds[i + 1] < least)
            s->n_optional = i + 1;
    }
}

/* Add the postings of a loaded block that lie in the window. */
static void add_block(struct scan *s, struct scored_list *l)
{
    struct postings *p = &l->p;
    const float *inverse = s->job->norms->inverse;
    uint32_t i = p->at;

    while (i < p->n && p->doc[i] < s->from)
        i++;
    for (; i < p->n && p->doc[i] < s->to; i++) {
        uint32_t doc = p->doc[i];
        uint32_t at = doc - s->from;

        s->score[at] +=
            bm25_score(l->weight, p->tf[i], inverse[s->lengths[doc]]);
        s->seen[at / 64] |= UINT64_C(1) << at % 64;
    }
    p->at = i; /* where the next window begins */
}

static enum err add_list(struct scan *s, struct scored_list *l, struct error *e)
{
    uint32_t least = threshold(s->job->top);
    uint64_t others = s->bounds[s->job->n] - l->bound;

    for (uint32_t b = l->block; b < l->p.n_blocks; b++) {
        if (others + block_bound(s, l, b) >= least) {
            if (postings_load(&l->p, b, e))
                return e->code;
            add_block(s, l);
        }
        if (postings_last(&l->p, b) >= s->to - 1)
            return OK;
    }
    return OK;
}

/* Add what an optional list gives to a document; *hopeless: it is no hit. */
static enum err look_into(struct scan *s, size_t i, uint32_t doc,
                          uint32_t *score, bool *hopeless, struct error *e)
{
    struct scored_list *l = s->job->list[i];
    uint32_t least = threshold(s->job->top);
    uint32_t found;

    l->block = postings_find_block(&l->p, l->block, doc);
    if (l->block == l->p.n_blocks)
        return OK;
    *hopeless = *score + s->bounds[i] + block_bound(s, l, l->block) < least;
    if (*hopeless)
        return OK;
    if (postings_load(&l->p, l->block, e))
        return e->code;
    if (postings_seek(&l->p, doc, &found, e))
        return e->code;
    if (found == doc)
        *score += bm25_score(l->weight, l->p.tf[l->p.at],
                             s->job->norms->inverse[s->lengths[doc]]);
    return OK;
}

/* A document that a necessary list holds. */
static enum err consider(struct scan *s, uint32_t doc, uint32_t score,
                         struct error *e)
{
    struct top *t = s->job->top;
    struct search_hit h = {.segment = s->job->segment_index, .doc = doc};
    const uint64_t *allowed = s->job->allowed;

    if (allowed && !(allowed[doc / 64] >> doc % 64 & 1))
        return OK;
    for (size_t i = s->n_optional; i-- > 0;) {
        bool hopeless = false;

        if (score + s->bounds[i + 1] < threshold(t))
            return OK;
        if (look_into(s, i, doc, &score, &hopeless, e))
            return e->code;
        if (hopeless)
            return OK;
    }
    if (score < threshold(t))
        return OK;
    h.score = score;
    if (segment_id(s->job->segment, doc, &h.id, e))
        return e->code;
    top_add(t, h);
    return OK;
}

static enum err scan_window(struct scan *s, struct error *e)
{
    for (size_t i = s->n_optional; i < s->job->n; i++) {
        if (add_list(s, s->job->list[i], e))
            return e->code;
    }
    for (size_t w = 0; w < WINDOW / 64; w++) {
        uint64_t bits = s->seen[w];

        for (; bits; bits &= bits - 1) {
            uint32_t at = (uint32_t)w * 64 + (uint32_t)__builtin_ctzll(bits);
            uint32_t score = s->score[at];

            s->score[at] = 0;
            if (score + s->bounds[s->n_optional] < threshold(s->job->top))
                continue;
            if (consider(s, s->from + at, score, e))
                return e->code;
        }
        s->seen[w] = 0;
    }
    return OK;
}

enum err topk_run(const struct topk_job *job, struct error *e)
{
    struct scan *s = arena_alloc(job->a, sizeof(*s), e);

    if (!s)
        return e->code;
    s->job = job;
    s->docs = segment_docs(job->segment);
    s->lengths = segment_lengths(job->segment);
    while (s->from < s->docs) {
        uint32_t last = s->docs - 1;

        s->to = s->docs - s->from < WINDOW ? s->docs : s->from + WINDOW;
        for (size_t i = 0; i < job->n; i++)
            bound_list(s, job->list[i], &last);
        split_lists(s);
        if (s->bounds[job->n] < threshold(job->top)) {
            s->from = last >= s->to ? last + 1 : s->to;
            continue;
        }
        if (scan_window(s, e))
            return e->code;
        s->from = s->to;
    }
    return OK;
}
