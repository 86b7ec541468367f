/*
 * segments_fixture.h - an index in a folder of the test, of passages that a
 * number makes: its words, up to two vectors, and the document it is of, ten
 * passages each.
 */
#ifndef SEARCH_SEGMENTS_SEGMENTS_FIXTURE_H
#define SEARCH_SEGMENTS_SEGMENTS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"
#include "search/segments/segments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MIB          ((size_t)1 << 20)
#define DIMENSIONS   8
#define A_DOCUMENT   10 /* passages */
#define KIND         ((struct vector_kind){STR("test@1"), DIMENSIONS})
#define KEY_BYTES    40
#define WRITER_BYTES (4 * MIB)

static struct arena arena;
static struct error err;
static char folder[64];
static struct segments *x;
static struct segments_writer *writer;

static inline char *in(const char *name)
{
    char *path = fs_join(folder, name, &arena, &err);

    assert_non_null(path);
    return path;
}

static inline int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 256 * MIB);
    err = (struct error){0};
    (void)strncpy(folder, "/tmp/quarry-test-XXXXXX", sizeof(folder) - 1);
    if (!mkdtemp(folder) || segments_open(in("index"), &x, &err) != OK)
        return -1;
    writer = segments_writer_new(x, &KIND, WRITER_BYTES, &err);
    return writer ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    segments_writer_free(writer);
    segments_close(x);
    arena_release(&arena);
    return fs_remove_tree(folder, "test folder", &err) == OK ? 0 : -1;
}

#define SEGMENTS_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* A vector of unit length that `seed` makes. */
static inline void make_vector(uint64_t seed, float out[DIMENSIONS])
{
    float sum = 0;

    for (int i = 0; i < DIMENSIONS; i++) {
        uint64_t v = seed = seed * UINT64_C(6364136223846793005) + 1442695041;

        out[i] = (float)(v >> 40) / 16777216.0F - 0.5F;
        sum += out[i] * out[i];
    }
    for (int i = 0; i < DIMENSIONS; i++)
        out[i] /= sqrtf(sum);
}

static inline struct str key_of(uint64_t document, char out[KEY_BYTES])
{
    (void)snprintf(out, KEY_BYTES, "doc-%u", (unsigned)document);
    return str_from(out);
}

/* Passage `id`; `variant` changes its text and its vectors. */
static inline enum err try_passage(struct segments_writer *w, uint64_t id,
                                   unsigned variant, struct error *e)
{
    const struct lexical_filter f[] = {
        {STR("parity"), id % 2 ? STR("odd") : STR("even"), false}};
    struct lexical_doc d = {.id = id, .filter = f, .n_filters = 1};
    float vectors[2][DIMENSIONS];
    char key[KEY_BYTES];
    char text[120];

    (void)snprintf(text, sizeof(text), "common word%u thing%u term%u %s v%u",
                   (unsigned)(id % 7), (unsigned)(id % 31),
                   (unsigned)(id * 2654435761U % 97),
                   id % 3 ? "common fill fill" : "rare", variant);
    d.body = str_from(text);
    d.stored = d.body;
    make_vector(id * 1000 + variant, vectors[0]);
    make_vector(id * 1000 + variant + 500, vectors[1]);
    return segments_writer_add(w, key_of(id / A_DOCUMENT, key), &d, vectors[0],
                               (uint32_t)(id % 3), e);
}

static inline void add(struct segments_writer *w, uint64_t from, uint64_t to,
                       unsigned variant)
{
    for (uint64_t id = from; id < to; id++)
        assert_int_equal(try_passage(w, id, variant, &err), OK);
}

static inline void publish(struct segments_writer *w)
{
    assert_int_equal(segments_change(x, w, NULL, 0, &err), OK);
    assert_int_equal(segments_writer_count(w), 0);
}

/* Replace a document, or remove it when `w` is NULL. */
static inline enum err try_replace(struct segments *index,
                                   struct segments_writer *w, uint64_t document,
                                   unsigned variant, struct error *e)
{
    char key[KEY_BYTES];
    struct str gone = key_of(document, key);

    for (uint64_t i = 0; w && i < A_DOCUMENT; i++) {
        if (try_passage(w, document * A_DOCUMENT + i, variant, e))
            return e->code;
    }
    return segments_change(index, w, &gone, 1, e);
}

static inline void merge_all(void)
{
    bool did = true;

    while (did)
        assert_int_equal(segments_merge(x, &did, &err), OK);
}

static inline size_t segment_count(void)
{
    const struct segments_snapshot *s = NULL;
    size_t n;

    assert_int_equal(segments_acquire(x, &s, &err), OK);
    n = s->words.n;
    segments_release(x, s);
    return n;
}

static inline uint64_t passage_count(struct segments *index)
{
    const struct segments_snapshot *s = NULL;
    uint64_t n;

    assert_int_equal(segments_acquire(index, &s, &err), OK);
    n = s->passages;
    segments_release(index, s);
    return n;
}

#endif
