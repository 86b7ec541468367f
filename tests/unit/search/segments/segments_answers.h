/* segments_answers.h - what an index answers, as one number to compare,
 * and which files it has. */
#ifndef SEARCH_SEGMENTS_SEGMENTS_ANSWERS_H
#define SEARCH_SEGMENTS_SEGMENTS_ANSWERS_H

#include "segments_fixture.h"

#include "search/lexical/allow.h"

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
