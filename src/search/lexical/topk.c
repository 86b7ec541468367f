/*
 * MaxScore over windows of documents.
 *
 * For a window of documents each list has a bound: the best impact of its
 * blocks that reach into it. With the lists in the order of their bounds,
 * those whose bounds together cannot make a hit are "optional": a document
 * that only they hold is left out. The others are added up, list by list, in an
 * array of scores a document; a block's 128 scores are worked out together,
 * and the inner loop has no branches. The candidates are the documents that
 * could still be hits. Few of them look into the optional lists, the most
 * valuable first, until they are in or cannot be; while there are many, that
 * costs more than adding another list, so the next optional list is added and
 * they are found again. A window with few postings makes the next one wider,
 * one with many narrower.
 *
 * When the bounds of all lists together cannot make a hit, the window and all
 * that follows up to the end of the first ending block is skipped; when
 * those of one block and all other lists cannot, the block is.
 *
 * Bounds are whole numbers like scores, and ties count as hits because an id
 * may decide them: so the answer is that of a full scan.
 *
 * Measured on passages of 30 to 90 words, medians in ms of processor time,
 * before and after: frequent words of 1,000,000 passages, 2, 4 and 6 of them:
 * 1.2, 3.1, 5.3 and 0.8, 1.4, 2.0; mixed ones 0.41, 0.64, 0.99 and 0.33, 0.49,
 * 0.74. Most came from adding lists instead of looking into them; scores and
 * candidates by vectors alone gave nothing, as the time was in the looking.
 * Dropped: windows of 1,024, whose bounds were better by less than they cost.
 *
 * source   Turtle, Flood: Query evaluation: strategies and optimizations
 *          (1995); Ding, Suel: Faster top-k document retrieval using block-max
 *          indexes (2011)
 */
#include "search/lexical/topk.h"

#include <string.h>

/* By bench_lexical; twice or half of each costs a tenth at most. */
#define WINDOW_MIN 2048
#define WINDOW_MAX 8192
#define FEW        64   /* postings: the next window is wider */
#define MANY       1024 /* it is narrower */
#define WORTH      8    /* candidates for which one block is added */
#define GROUP      16   /* passages that are looked at together */

/* Four scores; they and their sums fit into 31 bits (bm25.h). */
typedef int32_t four __attribute__((vector_size(16)));
typedef uint64_t two __attribute__((vector_size(16)));

struct scan {
    const struct topk_job *job;
    uint32_t docs;
    const uint8_t *lengths;
    uint32_t from; /* the window is [from, to) */
    uint32_t to;
    size_t n_optional;                   /* list[0..n_optional) are */
    uint64_t bounds[BM25_MAX_LISTS + 1]; /* of list[0..i) together */
    uint32_t score[WINDOW_MAX];
    uint8_t touched[WINDOW_MAX / GROUP]; /* 1: a score of the group is not 0 */
    uint16_t candidate[WINDOW_MAX];      /* places in score, ascending */
    uint32_t n_candidates;
    uint32_t width;   /* of a window */
    uint32_t n_added; /* postings in this one */
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
    struct known_bound *known = &l->known[block % KNOWN_BOUNDS];

    if (known->block_plus_one != block + 1) {
        known->block_plus_one = block + 1;
        known->bound = impacts_score(postings_impacts(&l->p, block), l->weight,
                                     s->job->norms);
    }
    return known->bound;
}

/* The list's bound in [from, to), and in *last how far it holds. */
static void bound_list(const struct scan *s, struct scored_list *l,
                       uint32_t *last)
{
    l->bound = 0;
    l->n_blocks = 0;
    l->block = postings_find_block(&l->p, l->block, s->from);
    for (uint32_t b = l->block; b < l->p.n_blocks; b++) {
        uint32_t end = postings_last(&l->p, b);
        uint32_t bound = block_bound(s, l, b);

        l->bound = bound > l->bound ? bound : l->bound;
        l->n_blocks = b - l->block + 1;
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

/* The scores of a loaded block. */
static void score_block(const struct scan *s, struct scored_list *l)
{
    const struct postings *p = &l->p;
    const float *inverse_of = s->job->norms->inverse;
    const float weight = l->weight;
    float inverse[PACK_BLOCK];

    l->scored_block_plus_one = p->block + 1;
    if (p->n < PACK_BLOCK) {
        for (uint32_t i = 0; i < p->n; i++)
            l->score[i] =
                bm25_score(weight, p->tf[i], inverse_of[s->lengths[p->doc[i]]]);
        return;
    }
    for (uint32_t i = 0; i < PACK_BLOCK; i++)
        inverse[i] = inverse_of[s->lengths[p->doc[i]]];
    for (uint32_t i = 0; i < PACK_BLOCK; i++)
        l->score[i] = bm25_score(weight, p->tf[i], inverse[i]);
}

/* Add the postings of a loaded block that lie in the window. */
static void add_block(struct scan *s, struct scored_list *l)
{
    struct postings *p = &l->p;
    uint32_t i;

    if (l->scored_block_plus_one != p->block + 1)
        score_block(s, l);
    (void)postings_seek_in_block(p, s->from);
    s->n_added -= p->at;
    for (i = p->at; i < p->n && p->doc[i] < s->to; i++) {
        uint32_t at = p->doc[i] - s->from;

        s->score[at] += l->score[i];
        s->touched[at / GROUP] = 1;
    }
    s->n_added += i;
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

/* Add what an optional list gives to a document; *hopeless: it is not a hit. */
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

/* Is any score of the group at least `least`? */
static bool group_reaches(const uint32_t *score, uint32_t least)
{
    const int32_t below = (int32_t)least - 1;
    const four limit = {below, below, below, below};
    four any = {0};
    two both;

    for (unsigned i = 0; i < GROUP; i += 4) {
        four v;

        memcpy(&v, score + i, sizeof(v));
        any |= v > limit;
    }
    both = (two)any;
    return (both[0] | both[1]) != 0;
}

/* What the necessary lists must give, so that a passage can be a hit. */
static uint32_t least_score(const struct scan *s)
{
    uint32_t least = threshold(s->job->top);

    return least > s->bounds[s->n_optional]
               ? least - (uint32_t)s->bounds[s->n_optional]
               : 1;
}

/* Which of groups 8 * i to 8 * i + 7 are touched: bit 8 * k for the k-th. */
static uint64_t touched_groups(const struct scan *s, uint32_t i)
{
    uint64_t bits;

    memcpy(&bits, s->touched + (size_t)8 * i, sizeof(bits));
    return bits;
}

/* The passages that could be hits by what is added up so far. */
static void find_candidates(struct scan *s)
{
    const uint32_t least = least_score(s);
    uint32_t n = 0;

    for (uint32_t g = 0; g < s->width / GROUP; g += 8) {
        uint64_t bits = touched_groups(s, g / 8);

        for (; bits; bits &= bits - 1) {
            uint32_t from = (g + (uint32_t)__builtin_ctzll(bits) / 8) * GROUP;

            if (!group_reaches(s->score + from, least))
                continue;
            for (uint32_t i = from; i < from + GROUP; i++) {
                s->candidate[n] = (uint16_t)i;
                n += s->score[i] >= least;
            }
        }
    }
    s->n_candidates = n;
}

static void clear_scores(struct scan *s)
{
    for (uint32_t g = 0; g < s->width / GROUP; g += 8) {
        uint64_t bits = touched_groups(s, g / 8);

        for (; bits; bits &= bits - 1) {
            uint32_t from = (g + (uint32_t)__builtin_ctzll(bits) / 8) * GROUP;

            memset(s->score + from, 0, GROUP * sizeof(*s->score));
        }
        memset(s->touched + g, 0, 8);
    }
}

static enum err scan_window(struct scan *s, struct error *e)
{
    struct scored_list **list = s->job->list;

    s->n_added = 0;
    for (size_t i = s->n_optional; i < s->job->n; i++) {
        if (add_list(s, list[i], e))
            return e->code;
    }
    find_candidates(s);
    while (s->n_optional &&
           s->n_candidates > list[s->n_optional - 1]->n_blocks * WORTH) {
        if (add_list(s, list[--s->n_optional], e))
            return e->code;
        find_candidates(s);
    }
    for (uint32_t i = 0; i < s->n_candidates; i++) {
        uint32_t at = s->candidate[i];

        if (consider(s, s->from + at, s->score[at], e))
            return e->code;
    }
    clear_scores(s);
    if (s->n_added < FEW && s->width < WINDOW_MAX)
        s->width *= 2;
    if (s->n_added > MANY && s->width > WINDOW_MIN)
        s->width /= 2;
    return OK;
}

enum err topk_run(const struct topk_job *job, struct error *e)
{
    struct scan *s = arena_alloc(job->a, sizeof(*s), e);

    if (!s)
        return e->code;
    s->job = job;
    s->width = WINDOW_MIN;
    s->docs = segment_docs(job->segment);
    s->lengths = segment_lengths(job->segment);
    while (s->from < s->docs) {
        uint32_t last = s->docs - 1;

        s->to = s->docs - s->from < s->width ? s->docs : s->from + s->width;
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
