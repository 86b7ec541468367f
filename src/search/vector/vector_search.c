/*
 * The segments are cut into pieces, which the threads take in turn. Each keeps
 * the k best passages of its pieces; among those of all threads are the k best
 * of all, in one order. As every passage belongs to one piece, and the order
 * leaves no two equal, it does not matter who took what.
 */
#include "search/vector/vector_search.h"

#include "base/cpu.h"
#include "base/task_pool.h"
#include "search/vector/vector_rows.h"
#include "search/vector/vector_scan.h"

#include <math.h>

/* Some 0.2 ms of work: a thread takes a tenth of a ms to start. */
#define PIECE_ROWS 8192

struct search {
    struct vector_scan scan;
    struct vector_piece *pieces;
    size_t n_pieces;
    atomic_size_t next; /* piece that nobody has taken */
    struct worker *workers;
    unsigned n_workers;
};

struct worker {
    struct vector_scanner scanner;
    size_t failed; /* the piece with the error; SIZE_MAX: none */
    struct error error;
};

static enum err check(const struct vector_view *v, const struct vector_query *q,
                      struct error *e)
{
    BUG_ON(q->k == 0 || q->k > VECTOR_MAX_HITS || q->kind.dimensions == 0 ||
           q->kind.dimensions > VECTOR_MAX_DIMENSIONS);
    for (uint32_t i = 0; i < q->kind.dimensions; i++) {
        if (!isfinite(q->vector[i]))
            return error_set(
                e, ERR_VALIDATION_FAILED,
                "the vector of the query contains a value that is not a "
                "number");
    }
    for (size_t i = 0; i < v->n; i++) {
        struct vector_kind kind;

        if (!v->at[i].segment)
            continue;
        kind = vector_segment_kind(v->at[i].segment);
        if (kind.dimensions != q->kind.dimensions ||
            !str_eq(kind.model, q->kind.model))
            return vector_rows_conflict(v->at[i].segment, e);
    }
    return OK;
}

static enum err cut_pieces(struct search *s, const struct vector_view *v,
                           struct arena *a, struct error *e)
{
    size_t n = 0;

    for (size_t i = 0; i < v->n; i++) {
        if (v->at[i].segment)
            n += vector_segment_count(v->at[i].segment) / PIECE_ROWS + 1;
    }
    s->pieces = arena_alloc_array(a, n, sizeof(*s->pieces), e);
    if (!s->pieces)
        return e->code;
    for (size_t i = 0; i < v->n; i++) {
        uint64_t count =
            v->at[i].segment ? vector_segment_count(v->at[i].segment) : 0;

        for (uint64_t from = 0; from < count; from += PIECE_ROWS) {
            uint64_t to = from + PIECE_ROWS < count ? from + PIECE_ROWS : count;

            s->pieces[s->n_pieces++] = (struct vector_piece){
                (uint32_t)i, (uint32_t)from, (uint32_t)to};
        }
    }
    return OK;
}

static enum err make_workers(struct search *s, const struct vector_query *q,
                             struct arena *a, struct error *e)
{
    unsigned n = q->threads ? q->threads : cpu_cores();

    n = n < HELPERS_MAX + 1 ? n : HELPERS_MAX + 1;
    n = n < s->n_pieces ? n : (unsigned)s->n_pieces;
    s->n_workers = n;
    s->workers = arena_alloc_array(a, n, sizeof(*s->workers), e);
    if (!s->workers)
        return e->code;
    for (unsigned i = 0; i < n; i++) {
        s->workers[i].scanner.scan = &s->scan;
        s->workers[i].failed = SIZE_MAX;
        if (vector_top_init(&s->workers[i].scanner.top, q->k, a, e))
            return e->code;
    }
    return OK;
}

static void work(void *ctx, size_t task)
{
    struct search *s = ctx;
    struct worker *w = &s->workers[task];
    size_t at;

    while ((at = atomic_fetch_add(&s->next, 1)) < s->n_pieces) {
        if (vector_scan_piece(&w->scanner, &s->pieces[at], &w->error)) {
            w->failed = at;
            /* Those before it are taken already, and will be ended. */
            atomic_store(&s->next, s->n_pieces);
        }
    }
}

static void run(struct search *s)
{
    struct task_pool h;

    if (s->n_workers <= 1) {
        if (s->n_workers)
            work(s, 0);
        return;
    }
    task_pool_open(&h, s->n_workers - 1);
    task_pool_give(&h, work, s, s->n_workers);
    task_pool_close(&h);
}

/* The error of the first piece that has one. */
static enum err first_error(const struct search *s, struct error *e)
{
    size_t first = SIZE_MAX;

    for (unsigned i = 0; i < s->n_workers; i++) {
        if (s->workers[i].failed >= first)
            continue;
        first = s->workers[i].failed;
        *e = s->workers[i].error;
    }
    return first == SIZE_MAX ? OK : e->code;
}

/* The vector's number among those of its passage. */
static enum err name_hit(const struct vector_view *v, struct vector_hit *h,
                         struct error *e)
{
    const struct vector_segment *s = v->at[h->segment].segment;
    uint32_t first = 0;

    if (vector_rows_find(s, h->doc, &first, e))
        return e->code;
    if (first > h->which)
        return vector_rows_damaged(s, e);
    h->which -= first;
    return OK;
}

static enum err gather(struct search *s, const struct vector_query *q,
                       struct arena *a, struct vector_hits *out,
                       struct error *e)
{
    struct vector_top all;

    if (vector_top_init(&all, q->k, a, e))
        return e->code;
    for (unsigned i = 0; i < s->n_workers; i++) {
        const struct vector_top *t = &s->workers[i].scanner.top;

        for (size_t k = 0; k < t->n; k++)
            vector_top_add(&all, t->heap[k]);
    }
    vector_top_sort(&all);
    for (size_t i = 0; i < all.n; i++) {
        if (name_hit(s->scan.view, &all.heap[i], e))
            return e->code;
    }
    *out = (struct vector_hits){all.heap, all.n};
    return OK;
}

enum err vector_search_by(const struct vector_kernel *kernel,
                          const struct vector_view *v,
                          const struct vector_query *q, struct arena *a,
                          struct vector_hits *out, struct error *e)
{
    struct vector_probe probe;
    struct search s = {.scan = {.view = v, .probe = &probe, .kernel = kernel}};

    atomic_init(&s.scan.least, -INFINITY);
    atomic_init(&s.next, 0);
    if (check(v, q, e) ||
        vector_probe_make(&probe, q->vector, q->kind.dimensions, a, e) ||
        cut_pieces(&s, v, a, e) || make_workers(&s, q, a, e))
        return e->code;
    run(&s);
    if (first_error(&s, e))
        return e->code;
    return gather(&s, q, a, out, e);
}

enum err vector_search(const struct vector_view *v,
                       const struct vector_query *q, struct arena *a,
                       struct vector_hits *out, struct error *e)
{
    const struct vector_kernel *list[VECTOR_KERNELS];

    (void)vector_kernel_list(list);
    return vector_search_by(list[0], v, q, a, out, e);
}
