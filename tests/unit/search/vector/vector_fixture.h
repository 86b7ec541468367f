/* vector_fixture.h - files of random vectors, in a folder of the test. */
#ifndef SEARCH_VECTOR_VECTOR_FIXTURE_H
#define SEARCH_VECTOR_VECTOR_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"
#include "search/vector/vector_scan.h"

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

#define VECTOR_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
