/*
 * bench_vector.c - the vector scan, beside a plain scan of the same floats;
 * bench/vector.mjs runs it and makes the table.
 *
 *     bench_vector FILE VECTORS RUNS     JSON lines of times
 *
 * The vectors are those of made.h. A query is a vector of the same kind, another each time, for all ways
 * of asking; before each of them comes the plain scan, 200 MB, which leaves
 * nothing of the others in the caches. Their answers must be equal.
 *
 * Times are of the processor, since other work on the machine is no fault of
 * ours; with all threads, and of writing, they are of the clock.
 */
#include "base/clock.h"
#include "made.h"
#include "samples.h"
#include "search/vector/vector_rows.h"
#include "search/vector/vector_scan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K      10
#define BUDGET ((size_t)1 << 33)
#define SEED   UINT64_C(20261122)

static const struct vector_kind kind = {{"bench@1", 7}, MADE_DIMENSIONS};
static uint64_t state = SEED;
static struct error e;

static void check(enum err rc)
{
    if (rc != OK)
        samples_give_up("vectors", e.msg);
}

static void build(const char *path, uint32_t n)
{
    struct vector_builder *b = vector_builder_new(&kind, BUDGET, &e);
    uint64_t start;
    float v[MADE_DIMENSIONS];

    if (!b)
        samples_give_up("vectors", e.msg);
    for (uint32_t i = 0; i < n; i++) {
        made_vector(i / MADE_CLUSTER, &state, v);
        check(vector_builder_add(b, i, v, &e));
    }
    start = clock_ns();
    check(vector_builder_write(b, n, path, "vectors", &e));
    (void)printf("{\"name\":\"write\",\"seconds\":%.2f}\n",
                 (double)(clock_ns() - start) / 1e9);
    vector_builder_free(b);
}

typedef float lanes __attribute__((vector_size(64), aligned(4), may_alias));

/* As quick as this machine can read floats and multiply them. */
__attribute__((target_clones("avx512f", "arch=haswell", "default"))) static void
multiply(const float *q, const float *v, size_t n, float *out)
{
    for (size_t r = 0; r < n; r++, v += MADE_DIMENSIONS) {
        lanes a = {0};
        lanes b = {0};

        for (size_t i = 0; i < MADE_DIMENSIONS; i += 32) {
            a += *(const lanes *)(q + i) * *(const lanes *)(v + i);
            b += *(const lanes *)(q + i + 16) * *(const lanes *)(v + i + 16);
        }
        a += b;
        out[r] = 0;
        for (size_t i = 0; i < 16; i++)
            out[r] += a[i];
    }
}

static void scan_floats(const struct vector_segment *s, const float *q,
                        struct vector_top *top, struct samples *times)
{
    uint64_t start = samples_cpu_ns();
    uint32_t count = vector_segment_count(s);
    const float *v = vector_rows_floats(s, 0, count, &e);
    float out[64];

    if (!v)
        samples_give_up("vectors", e.msg);
    top->n = 0;
    for (uint32_t i = 0; i < count; i += 64) {
        uint32_t n = count - i < 64 ? count - i : 64;

        multiply(q, v + (size_t)i * MADE_DIMENSIONS, n, out);
        for (uint32_t r = 0; r < n; r++) {
            if (out[r] >= vector_top_least(top))
                vector_top_add(top, (struct vector_hit){out[r], 0, i + r, 0});
        }
    }
    samples_add(times, samples_cpu_ns() - start);
    vector_top_sort(top);
}

/* The same passages? Scores of the plain scan are rounded in another way. */
static void compare(const struct vector_hits *h, const struct vector_top *must)
{
    if (h->n != must->n)
        samples_give_up("an answer", "of another length");
    for (size_t i = 0; i < h->n; i++) {
        if (fabsf(h->hit[i].score - must->heap[i].score) > 1e-5F)
            samples_give_up("an answer", "differs from the plain scan");
    }
}

struct way {
    struct samples s;
    const struct vector_kernel *kernel;
    unsigned threads;
    const uint64_t *allowed;
};

static void ask(const struct vector_segment *s, const float *q, struct way *w,
                const struct vector_top *must)
{
    const struct vector_part part = {s, w->allowed};
    const struct vector_view view = {&part, 1};
    const struct vector_query query = {kind, q, K, w->threads};
    uint64_t (*now)(void) = w->threads == 1 ? samples_cpu_ns : clock_ns;
    uint64_t start = now();
    struct vector_hits hits;
    struct arena a;

    arena_init(&a, BUDGET);
    check(vector_search_by(w->kernel, &view, &query, &a, &hits, &e));
    samples_add(&w->s, now() - start);
    if (must)
        compare(&hits, must);
    arena_release(&a);
}

static struct vector_segment *open_file(const char *path)
{
    struct vector_segment *s = NULL;

    check(vector_segment_open(path, "vectors", &s, &e));
    return s;
}

/* A file that was just opened: nothing of it is verified. */
static void measure_opening(const char *path, const float *q, struct way *first,
                            struct samples *opened)
{
    uint64_t start = samples_cpu_ns();
    struct vector_segment *s = open_file(path);

    samples_add(opened, samples_cpu_ns() - start);
    ask(s, q, first, NULL);
    vector_segment_close(s);
}

static uint64_t *one_in_a_hundred(uint32_t n, struct arena *a)
{
    uint64_t *bits = arena_alloc_array(a, n / 64 + 1, sizeof(*bits), &e);

    if (!bits)
        samples_give_up("vectors", e.msg);
    for (uint32_t i = 0; i < n; i++) {
        if (i / MADE_CLUSTER % 100 == 7)
            bits[i / 64] |= UINT64_C(1) << i % 64;
    }
    return bits;
}

static void measure(const char *path, uint32_t vectors, size_t runs)
{
    const struct vector_kernel *list[VECTOR_KERNELS];
    size_t kernels = vector_kernel_list(list);
    static struct way way[VECTOR_KERNELS + 2];
    static struct way first = {.s = {.name = "first"}, .threads = 1};
    static struct samples plain = {.name = "plain"};
    static struct samples opened = {.name = "open"};
    struct vector_segment *s = open_file(path);
    struct vector_top must;
    struct arena a;

    arena_init(&a, BUDGET);
    check(vector_top_init(&must, K, &a, &e));
    check(vector_segment_verify(s, &e));
    for (size_t i = 0; i < kernels; i++)
        way[i] = (struct way){{.name = list[i]->name}, list[i], 1, NULL};
    way[kernels] = (struct way){{.name = "all"}, list[0], 0, NULL};
    way[kernels + 1] = (struct way){
        {.name = "filtered"}, list[0], 1, one_in_a_hundred(vectors, &a)};
    first.kernel = list[0];
    for (size_t r = 0; r < runs; r++) {
        float q[MADE_DIMENSIONS];

        made_vector(r * 7919 % (vectors / MADE_CLUSTER + 1), &state, q);
        for (size_t i = 0; i < kernels + 2; i++) {
            scan_floats(s, q, &must, &plain);
            ask(s, q, &way[i], i <= kernels ? &must : NULL);
        }
        if (r < 20)
            measure_opening(path, q, &first, &opened);
    }
    samples_print(&plain);
    for (size_t i = 0; i < kernels + 2; i++)
        samples_print(&way[i].s);
    samples_print(&opened);
    samples_print(&first.s);
    vector_segment_close(s);
    arena_release(&a);
}

int main(int argc, char **argv)
{
    uint32_t vectors;

    if (argc != 4)
        samples_give_up("bench_vector", "FILE VECTORS RUNS");
    vectors = (uint32_t)strtoul(argv[2], NULL, 10);
    build(argv[1], vectors);
    measure(argv[1], vectors, strtoul(argv[3], NULL, 10));
    return 0;
}
