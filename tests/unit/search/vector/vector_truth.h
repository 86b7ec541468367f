/* vector_truth.h - the answer that is right by definition. */
#ifndef SEARCH_VECTOR_VECTOR_TRUTH_H
#define SEARCH_VECTOR_VECTOR_TRUTH_H

#include "vector_fixture.h"

static inline struct vector_query query_of(const float *v, size_t k)
{
    return (struct vector_query){kind, v, k, 1};
}

static inline int by_rank(const void *a, const void *b)
{
    const struct vector_hit *x = a;
    const struct vector_hit *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->segment != y->segment)
        return x->segment < y->segment ? -1 : 1;
    return x->doc < y->doc ? -1 : x->doc > y->doc;
}

static inline bool may_answer(size_t part, uint32_t doc)
{
    const uint64_t *allowed = parts[part].allowed;

    return !allowed || (allowed[doc / 64] >> doc % 64 & 1);
}

/* Every vector as floats, every passage ranked. */
static inline struct vector_hits plain_scan(const float *q, size_t k)
{
    struct vector_hit *all;
    struct vector_probe p;
    size_t total = 0;
    size_t n = 0;

    for (size_t i = 0; i < view.n; i++)
        total += count_of[i];
    all = arena_alloc_array(&arena, total, sizeof(*all), &err);
    assert_non_null(all);
    assert_int_equal(vector_probe_make(&p, q, kind.dimensions, &arena, &err),
                     OK);
    for (size_t i = 0; i < view.n; i++) {
        uint32_t which = 0;

        for (uint32_t r = 0; r < count_of[i]; r++) {
            uint32_t doc = owners_of[i][r];
            const float *v = rows_of[i] + (size_t)r * kind.dimensions;
            const struct vector_hit h = {vector_cosine(p.vector, v, p.n),
                                         (uint32_t)i, doc, which};
            struct vector_hit *last = n ? &all[n - 1] : NULL;

            which = r + 1 < count_of[i] && owners_of[i][r + 1] == doc
                        ? which + 1
                        : 0;
            if (!may_answer(i, doc))
                continue;
            if (!last || last->doc != doc || last->segment != i)
                all[n++] = h;
            else if (h.score > last->score)
                *last = h;
        }
    }
    qsort(all, n, sizeof(*all), by_rank);
    return (struct vector_hits){all, n < k ? n : k};
}

static inline void check_hits(const struct vector_hits *is,
                              const struct vector_hits *must)
{
    assert_int_equal(is->n, must->n);
    for (size_t i = 0; i < is->n; i++) {
        assert_int_equal(is->hit[i].segment, must->hit[i].segment);
        assert_int_equal(is->hit[i].doc, must->hit[i].doc);
        assert_int_equal(is->hit[i].which, must->hit[i].which);
        assert_memory_equal(&is->hit[i].score, &must->hit[i].score,
                            sizeof(float));
    }
}

/* Every kernel of this machine and any number of threads: the right answer. */
static inline void check_search(const float *q, size_t k)
{
    static const unsigned threads[] = {1, 2, 5, 0};
    const struct vector_kernel *list[VECTOR_KERNELS];
    size_t kernels = vector_kernel_list(list);
    struct vector_hits must = plain_scan(q, k);

    for (size_t i = 0; i < kernels; i++) {
        for (size_t t = 0; t < sizeof(threads) / sizeof(*threads); t++) {
            struct vector_query ask = query_of(q, k);
            struct vector_hits is;
            struct arena a;

            arena_init(&a, 64 * MIB);
            ask.threads = threads[t];
            assert_int_equal(
                vector_search_by(list[i], &view, &ask, &a, &is, &err), OK);
            check_hits(&is, &must);
            arena_release(&a);
        }
    }
}

#endif
