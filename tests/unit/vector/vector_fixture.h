/* vector_fixture.h - files of random vectors, in a folder of the test, and the
 * answer that is right by definition. */
#ifndef TESTS_VECTOR_FIXTURE_H
#define TESTS_VECTOR_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"
#include "vector/vector_scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MIB       ((size_t)1 << 20)
#define MAX_PARTS 4
#define MAX_ROWS  40000

static struct arena arena;
static struct error err;
static char folder[64];
static uint64_t seed;

/* What was put into each file, to be looked at again. */
static struct vector_segment *segments[MAX_PARTS];
static struct vector_part parts[MAX_PARTS];
static struct vector_view view;
static float *rows_of[MAX_PARTS];
static uint32_t *owners_of[MAX_PARTS];
static uint32_t count_of[MAX_PARTS];
static struct vector_kind kind;

static inline int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 512 * MIB);
    err = (struct error){0};
    seed = 88172645463325252U;
    view = (struct vector_view){parts, 0};
    memset(parts, 0, sizeof(parts));
    memset(segments, 0, sizeof(segments));
    (void)strncpy(folder, "/tmp/quarry-test-XXXXXX", sizeof(folder) - 1);
    return mkdtemp(folder) ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < view.n; i++)
        vector_segment_close(segments[i]);
    arena_release(&arena);
    return fs_remove_tree(folder, "test folder", &err) == OK ? 0 : -1;
}

static inline char *in(const char *name)
{
    char *path = fs_join(folder, name, &arena, &err);

    assert_non_null(path);
    return path;
}

static inline uint64_t random_bits(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed >> 11;
}

/* In [-1,1]. */
static inline float random_number(void)
{
    return (float)((double)random_bits() * 0x1p-52 - 1);
}

static inline void make_unit(float *v, size_t n)
{
    double square = 0;

    for (size_t i = 0; i < n; i++)
        square += (double)v[i] * v[i];
    for (size_t i = 0; square > 0 && i < n; i++)
        v[i] = (float)(v[i] / sqrt(square));
}

static inline float *random_vector(size_t n)
{
    float *v = arena_alloc_array(&arena, n, sizeof(*v), &err);

    assert_non_null(v);
    for (size_t i = 0; i < n; i++)
        v[i] = random_number() * random_number();
    make_unit(v, n);
    return v;
}

static inline void begin(uint32_t dimensions)
{
    kind = (struct vector_kind){STR("test@1"), dimensions};
}

/* Room for a part's vectors. */
static inline void begin_part(void)
{
    size_t i = view.n;

    assert_true(i < MAX_PARTS);
    rows_of[i] = arena_alloc_array(&arena, (size_t)MAX_ROWS * kind.dimensions,
                                   sizeof(float), &err);
    owners_of[i] = arena_alloc_array(&arena, MAX_ROWS, sizeof(uint32_t), &err);
    assert_non_null(rows_of[i]);
    assert_non_null(owners_of[i]);
    count_of[i] = 0;
}

static inline void add_row(uint32_t doc, const float *v)
{
    uint32_t n = count_of[view.n]++;

    assert_true(n < MAX_ROWS);
    memcpy(rows_of[view.n] + (size_t)n * kind.dimensions, v,
           kind.dimensions * sizeof(float));
    owners_of[view.n][n] = doc;
}

/* What was added becomes a segment of the view, of so many passages. */
static inline void end_part(uint32_t docs)
{
    struct vector_builder *b = vector_builder_new(&kind, 256 * MIB, &err);
    size_t part = view.n;
    char name[16];

    assert_non_null(b);
    (void)snprintf(name, sizeof(name), "%zu.vec", part);
    for (uint32_t i = 0; i < count_of[part]; i++) {
        const float *v = rows_of[part] + (size_t)i * kind.dimensions;

        assert_int_equal(vector_builder_add(b, owners_of[part][i], v, &err),
                         OK);
    }
    assert_int_equal(vector_builder_count(b), count_of[part]);
    assert_int_equal(vector_builder_write(b, docs, in(name), name, &err), OK);
    vector_builder_free(b);
    assert_int_equal(vector_segment_open(in(name), name, &segments[part], &err),
                     OK);
    parts[part] = (struct vector_part){.segment = segments[part]};
    view.n++;
}

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
            const struct vector_hit h = {vector_score(&p, v), (uint32_t)i, doc,
                                         which};
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

#define VECTOR_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
