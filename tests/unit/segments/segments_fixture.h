/*
 * segments_fixture.h - an index in a folder of the test, of passages that a
 * number makes: its words, up to two vectors, and the document it is of, ten
 * passages each.
 */
#ifndef TESTS_SEGMENTS_FIXTURE_H
#define TESTS_SEGMENTS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fs.h"
#include "lexical/allow.h"
#include "segments/segments.h"

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

static inline enum err ask_words(const struct segments_snapshot *s,
                                 struct analyzer *z, uint64_t *sum,
                                 struct error *e)
{
    static const char *const questions[] = {
        "common word3",          "thing5 term7", "rare -word2",
        "\"common fill\" word1", "th* +word4",   "word6 v3"};
    enum err rc = OK;
    struct arena a;

    arena_init(&a, 64 * MIB);
    for (size_t i = 0; rc == OK && i < 6; i++) {
        struct search_hits hits = {0};
        struct query q;
        struct plan p;

        arena_reset(&a);
        BUG_ON(query_parse(str_from(questions[i]), &a, &q, e) != OK);
        BUG_ON(i == 5 &&
               query_parse_filters(STR("parity=odd"), &a, &q, e) != OK);
        BUG_ON(plan_make(&q, 0, z, &a, &p, e) != OK);
        rc = search_run(&s->words, &p, 20, &a, &hits, e);
        for (size_t k = 0; k < hits.n; k++)
            *sum = *sum * 1000003 + hits.hit[k].id * 65537 + hits.hit[k].score;
    }
    arena_release(&a);
    return rc;
}

/* The vectors with what is deleted taken out, as a retriever does. */
static inline struct vector_view living(const struct segments_snapshot *s,
                                        struct arena *a)
{
    struct vector_part *part;
    const struct plan none = {0};
    struct error e;

    part = arena_alloc_array(a, s->vectors.n, sizeof(*part), &e);
    BUG_ON(!part);
    for (size_t i = 0; i < s->vectors.n; i++) {
        part[i].segment = s->vectors.at[i].segment;
        BUG_ON(allow_make(&s->words.at[i], &none, a, &part[i].allowed, &e) !=
               OK);
    }
    return (struct vector_view){part, s->vectors.n};
}

static inline enum err ask_vectors(const struct segments_snapshot *s,
                                   uint64_t *sum, struct error *e)
{
    enum err rc = OK;
    struct arena a;

    arena_init(&a, 64 * MIB);
    for (uint64_t i = 0; rc == OK && i < 3; i++) {
        struct vector_view v = living(s, &a);
        struct vector_hits hits = {0};
        float vector[DIMENSIONS];

        make_vector(i * 77 + 5, vector);
        rc = vector_search(
            &v,
            &(struct vector_query){
                .kind = KIND, .vector = vector, .k = 15, .threads = 1},
            &a, &hits, e);
        for (size_t k = 0; rc == OK && k < hits.n; k++) {
            const struct vector_hit *h = &hits.hit[k];
            uint64_t id = 0;

            rc = segment_id(s->words.at[h->segment].segment, h->doc, &id, e);
            *sum = *sum * 1000003 + id * 65537 + h->which;
            *sum += (uint64_t)(int64_t)lroundf(h->score * 1e6F);
        }
    }
    arena_release(&a);
    return rc;
}

/* The answers to some questions as one number. */
static inline enum err try_answers(const struct segments_snapshot *s,
                                   uint64_t *sum, struct error *e)
{
    struct analyzer *z = analyzer_new(e);
    enum err rc;

    BUG_ON(!z);
    *sum = 17 + s->passages;
    rc = ask_words(s, z, sum, e);
    if (rc == OK)
        rc = ask_vectors(s, sum, e);
    analyzer_free(z);
    return rc;
}

static inline uint64_t answers_of(struct segments *index)
{
    const struct segments_snapshot *s = NULL;
    struct error e;
    uint64_t sum;

    BUG_ON(segments_acquire(index, &s, &e) != OK);
    BUG_ON(try_answers(s, &sum, &e) != OK);
    segments_release(index, s);
    return sum;
}

/* The documents `from` to `to`, in another folder with one change. */
static inline uint64_t answers_anew(const char *name, uint64_t from,
                                    uint64_t to, uint64_t step,
                                    unsigned variant)
{
    struct segments_writer *w;
    struct segments *fresh;
    uint64_t sum;

    assert_int_equal(segments_open(in(name), &fresh, &err), OK);
    w = segments_writer_new(fresh, &KIND, WRITER_BYTES, &err);
    assert_non_null(w);
    for (uint64_t d = from; d < to; d += step)
        add(w, d * A_DOCUMENT, (d + 1) * A_DOCUMENT, variant);
    assert_int_equal(segments_change(fresh, w, NULL, 0, &err), OK);
    segments_writer_free(w);
    sum = answers_of(fresh);
    segments_close(fresh);
    return sum;
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

/* Files of the index whose names hold `part`. */
static inline size_t files_with(const char *part)
{
    struct str *list;
    size_t found = 0;
    size_t n = 0;

    assert_int_equal(fs_list_tree(in("index"), "i", &arena, &list, &n, &err),
                     OK);
    for (size_t i = 0; i < n; i++)
        found += str_find(list[i], str_from(part)) < list[i].n;
    return found;
}

/* Nothing is there but what the manifest names, and locks of the index. */
static inline void assert_no_left_overs(void)
{
    const struct segments_snapshot *s = NULL;
    size_t vectors = 0;

    assert_int_equal(segments_acquire(x, &s, &err), OK);
    for (size_t i = 0; i < s->vectors.n; i++)
        vectors += s->vectors.at[i].segment != NULL;
    assert_int_equal(files_with(".seg"), s->words.n);
    assert_int_equal(files_with(".vec"), vectors);
    assert_int_equal(files_with("tmp"), 0);
    assert_int_equal(files_with(".lock"),
                     files_with("change.lock") + files_with("merge.lock"));
    segments_release(x, s);
}

#endif
