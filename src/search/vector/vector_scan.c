/*
 * Vectors are looked at in blocks. Those that may not answer are taken out
 * first, so that a block without any is never read; the codes of the others
 * say what each can reach (vector_code.c), and who can reach the k-th best so
 * far is scored as floats at once. In the beginning that is everybody, soon
 * nearly nobody: of n vectors in no order about k ln(n / k), and the few whose
 * bound is too good. In the worst order, each better than the one before, it is
 * all of them, which costs what a scan of the floats would and a quarter more.
 *
 * Of 100,000 clustered vectors of 512 dimensions some 180 are scored for the ten
 * best (bench_vector). Keeping the candidates and scoring them at the end, best
 * bound first, would spare most of those, some 5% of the time, for a list that
 * may grow to all vectors.
 */
#include "search/vector/vector_scan.h"

#include "search/vector/vector_rows.h"

#define BLOCK 64

struct block {
    const struct vector_segment *segment;
    uint32_t index; /* of the segment */
    uint32_t row;   /* the first */
    uint32_t n;
};

static float least(const struct vector_scanner *w)
{
    return atomic_load_explicit(&w->scan->least, memory_order_relaxed);
}

/* Let others know what is to be reached. */
static void raise_least(struct vector_scan *s, float to)
{
    float now = atomic_load_explicit(&s->least, memory_order_relaxed);

    while (now < to &&
           !atomic_compare_exchange_weak_explicit(
               &s->least, &now, to, memory_order_relaxed, memory_order_relaxed))
        continue;
}

static void end_passage(struct vector_scanner *w)
{
    if (!w->is_open)
        return;
    vector_top_add(&w->top, w->open);
    raise_least(w->scan, vector_top_least(&w->top));
    w->is_open = false;
}

/* A vector that may be a hit. */
static enum err consider(struct vector_scanner *w, const struct block *b,
                         uint32_t row, struct error *e)
{
    const uint32_t *owner = vector_rows_owners(b->segment, row, 1, e);
    const float *v;
    float score;

    if (!owner)
        return e->code;
    v = vector_rows_floats(b->segment, row, 1, e);
    if (!v)
        return e->code;
    score = vector_cosine(w->scan->probe->vector, v, w->scan->probe->n);
    if (*owner >= vector_segment_docs(b->segment) ||
        !(score >= -1 && score <= 1))
        return vector_rows_damaged(b->segment, e);
    if (w->is_open && w->open.doc != *owner)
        end_passage(w);
    if (!w->is_open || score > w->open.score)
        w->open = (struct vector_hit){score, b->index, *owner, row};
    w->is_open = true;
    return OK;
}

/* Vectors [from, from + n) of a block, which all may answer. */
static enum err scan_run(struct vector_scanner *w, const struct block *b,
                         uint32_t from, uint32_t n, struct error *e)
{
    const uint8_t *codes = vector_rows_codes(b->segment, from, n, e);
    const float *scales;
    const float *errors;
    int32_t sums[BLOCK];
    float bound[BLOCK];
    float reach;

    if (!codes)
        return e->code;
    scales = vector_rows_scales(b->segment, from, n, e);
    if (!scales)
        return e->code;
    errors = vector_rows_errors(b->segment, from, n, e);
    if (!errors)
        return e->code;
    w->scan->kernel->products(w->scan->probe, codes, n, sums);
    vector_bounds(w->scan->probe, sums, scales, errors, n, bound);
    reach = least(w);
    for (uint32_t i = 0; i < n; i++) {
        if (bound[i] < reach)
            continue;
        if (consider(w, b, from + i, e))
            return e->code;
        reach = least(w);
    }
    return OK;
}

/* A bit each vector of the block that may answer. */
static enum err find_allowed(const struct block *b, const uint64_t *allowed,
                             uint64_t *bits, struct error *e)
{
    const uint32_t *owners;
    uint32_t docs = vector_segment_docs(b->segment);

    *bits = b->n == BLOCK ? ~UINT64_C(0) : (UINT64_C(1) << b->n) - 1;
    if (!allowed)
        return OK;
    *bits = 0;
    owners = vector_rows_owners(b->segment, b->row, b->n, e);
    if (!owners)
        return e->code;
    for (uint32_t i = 0; i < b->n; i++) {
        uint32_t doc = owners[i];

        if (doc >= docs)
            return vector_rows_damaged(b->segment, e);
        *bits |= (allowed[doc / 64] >> doc % 64 & 1) << i;
    }
    return OK;
}

static enum err scan_block(struct vector_scanner *w, const struct block *b,
                           struct error *e)
{
    const struct vector_part *part = &w->scan->view->at[b->index];
    uint64_t bits = 0;

    if (find_allowed(b, part->allowed, &bits, e))
        return e->code;
    while (bits) {
        uint32_t from = (uint32_t)__builtin_ctzll(bits);
        uint64_t behind = ~(bits >> from);
        uint32_t n = behind ? (uint32_t)__builtin_ctzll(behind) : BLOCK;

        if (scan_run(w, b, b->row + from, n, e))
            return e->code;
        if (from + n >= BLOCK)
            return OK;
        bits &= ~UINT64_C(0) << (from + n);
    }
    return OK;
}

/* The first vector from `row` on whose passage begins there or after it. */
static enum err passage_begin(const struct vector_segment *s, uint32_t *row,
                              struct error *e)
{
    const uint32_t *owners;
    uint32_t next = 0;

    if (*row == 0 || *row >= vector_segment_count(s))
        return OK;
    owners = vector_rows_owners(s, *row - 1, 2, e);
    if (!owners)
        return e->code;
    if (owners[0] != owners[1])
        return OK;
    if (vector_rows_find(s, (uint64_t)owners[0] + 1, &next, e))
        return e->code;
    *row = next;
    return OK;
}

enum err vector_scan_piece(struct vector_scanner *w,
                           const struct vector_piece *p, struct error *e)
{
    struct block b = {.segment = w->scan->view->at[p->segment].segment,
                      .index = p->segment,
                      .row = p->from};
    uint32_t to = p->to;

    if (passage_begin(b.segment, &b.row, e) || passage_begin(b.segment, &to, e))
        return e->code;
    for (; b.row < to; b.row += b.n) {
        b.n = to - b.row < BLOCK ? to - b.row : BLOCK;
        if (scan_block(w, &b, e))
            return e->code;
    }
    end_passage(w);
    return OK;
}
