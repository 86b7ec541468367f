#include "retrieve_fixture.h"

#include <math.h>
#include <pthread.h>

static const struct said garden[] = {
    {"d1", "the key of the red house is rotated every day", 0, 1, NULL},
    {"d1", "gardens have flowers and trees in them", 1, 2, NULL},
    {"d2", "a locksmith exchanges what opens doors", 4, 1, NULL},
    {"d2", "rotate rotate rotate the key key", -1, 2, NULL},
    {"d3", "la llave de la casa roja", 0, 1, "es"},
    {"d3", "nothing of interest", 5, 2, "es"},
};

static struct rank_question question(const char *text, enum retrieval_mode mode)
{
    return (struct rank_question){.text = str_from(text),
                                  .mode = mode,
                                  .k = 10,
                                  .weights = {.75, .25},
                                  .vector = direction(0),
                                  .kind = KIND,
                                  .threads = 2};
}

static struct rank_hits run(const struct segments_snapshot *s,
                            const struct rank_question *q)
{
    struct rank_hits out;

    assert_ok(rank_run(s, q, analyzer, &arena, &out, &err));
    for (size_t i = 0; i < out.n; i++) {
        const struct rank_hit *h = &out.hit[i];

        assert_true(h->score >= 0 && h->score <= 1);
        assert_true(h->strength >= 0 && h->strength <= 1);
        assert_true(i == 0 || h[-1].strength > h->strength ||
                    (h[-1].strength == h->strength && h[-1].id < h->id));
    }
    return out;
}

static bool has(const struct segments_snapshot *s, const struct rank_hits *h,
                const char *word)
{
    for (size_t i = 0; i < h->n; i++) {
        struct str text = passage_of(s, &h->hit[i]).text;

        if (str_find(text, str_from(word)) < text.n)
            return true;
    }
    return false;
}

static double strength_of(const struct segments_snapshot *s,
                          const struct rank_hits *h, const char *word)
{
    for (size_t i = 0; i < h->n; i++) {
        struct str text = passage_of(s, &h->hit[i]).text;

        if (str_find(text, str_from(word)) < text.n)
            return h->hit[i].strength;
    }
    return -1;
}

/* Of two passages with the same words the one whose neighbour is about the rest
 * of the question comes first; records have no neighbours. */
static void what_stands_beside_a_passage_counts(void **state)
{
    static const struct said both[] = {
        {"a", "the port is 8080 by default", -1, 1, NULL},
        {"a", "nothing else of interest here", -1, 2, NULL},
        {"b", "the server coturn relays calls", -1, 1, NULL},
        {"b", "the port is 3478 by default", -1, 2, NULL},
        {"c", "coturn coturn", -1, 0, NULL},
        {"c", "the port is 9999 by default", -1, 0, NULL}};
    struct rank_question q = question("port default coturn", RETRIEVAL_KEYWORD);
    const struct segments_snapshot *s;
    struct rank_hits hits;

    (void)state;
    q.vector = NULL;
    SAY(both);
    s = acquire();
    hits = run(s, &q);
    assert_true(strength_of(s, &hits, "3478") > strength_of(s, &hits, "8080"));
    assert_true(fabs(strength_of(s, &hits, "9999") -
                     1.2 * strength_of(s, &hits, "8080")) < .001);
    segments_release(segments, s);
}

/* The neighbour is found in whichever segment it is, and not an older version. */
static void how_passages_are_spread_changes_no_score(void **state)
{
    static const struct said before = {"b", "the server coturn relays calls",
                                       -1, 1, NULL};
    static const struct said behind = {"b", "the port is 3478 by default", -1,
                                       2, NULL};
    struct rank_question q = question("port default coturn", RETRIEVAL_KEYWORD);
    const struct segments_snapshot *s;
    struct rank_hits together, apart;
    struct str key = STR("b");

    (void)state;
    q.vector = NULL;
    assert_ok(try_say(&before, 0));
    assert_ok(try_say(&behind, 1));
    assert_ok(segments_change(segments, writer, NULL, 0, &err));
    s = acquire();
    together = run(s, &q);
    segments_release(segments, s);
    assert_ok(try_say(&before, 0));
    assert_ok(segments_change(segments, writer, &key, 1, &err));
    assert_ok(try_say(&behind, 1));
    assert_ok(segments_change(segments, writer, NULL, 0, &err));
    s = acquire();
    assert_int_equal(s->words.n, 2);
    apart = run(s, &q);
    assert_int_equal(apart.n, together.n);
    for (size_t i = 0; i < apart.n; i++) {
        assert_int_equal(apart.hit[i].id, together.hit[i].id);
        assert_true(apart.hit[i].strength == together.hit[i].strength);
    }
    segments_release(segments, s);
}

/* Asks by words alone. */
static struct rank_hits ask(const struct segments_snapshot *s, const char *text)
{
    struct rank_question q = question(text, RETRIEVAL_KEYWORD);

    q.vector = NULL;
    return run(s, &q);
}

static const struct said club[] = {
    {"club", "the subscription fee is 25 euros", -1, 0, NULL},
    {"club", "the boats lie at the northern pier", -1, 0, NULL},
    {"club", "dogs stay outside of the kitchen", -1, 0, NULL},
    {"club", "keys are with the janitor", -1, 0, NULL},
    {"club", "lunch is at noon on every sunday", -1, 0, NULL},
    {"club", "guests sign the book at the entrance", -1, 0, NULL}};

static void other_words_of_the_same_meaning_find_a_passage(void **state)
{
    const struct segments_snapshot *s;
    struct rank_hits same, other;

    (void)state;
    SAY(club);
    s = acquire();
    same = ask(s, "subscription fee");
    other = ask(s, "price");
    assert_true(other.n > 0);
    assert_int_equal(other.hit[0].id, same.hit[0].id);
    assert_true(other.hit[0].strength < same.hit[0].strength);
    segments_release(segments, s);
}

static void a_question_in_another_language_finds_a_passage(void **state)
{
    static const char *const asked[] = {"¿cuánto es la cuota?", "费用是多少"};
    const struct segments_snapshot *s;

    (void)state;
    SAY(club);
    s = acquire();
    for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++) {
        struct rank_hits hits = ask(s, asked[i]);

        assert_true(hits.n > 0);
        assert_true(str_starts(passage_of(s, &hits.hit[0]).text,
                               STR("the subscription")));
    }
    segments_release(segments, s);
}

/* The word itself is worth most, and others beside it nothing. */
static void what_is_said_in_several_words_counts_once(void **state)
{
    static const struct said prices[] = {
        {"a", "the price of the book is nine", -1, 0, NULL},
        {"b", "the price cost fee of book is nine", -1, 0, NULL},
        {"c", "the dog of the house is nine", -1, 0, NULL},
        {"d", "the cat of the house is nine", -1, 0, NULL},
        {"e", "the hen of the house is nine", -1, 0, NULL}};
    const struct segments_snapshot *s;
    struct rank_hits hits;

    (void)state;
    SAY(prices);
    s = acquire();
    hits = ask(s, "price");
    assert_true(hits.n >= 2);
    assert_true(hits.hit[1].strength > 0 &&
                hits.hit[0].strength - hits.hit[1].strength < .05);
    segments_release(segments, s);
}

/* What words found has the cosine, what meaning found has its words' score. */
static void a_hybrid_scores_both_sides_of_every_hit(void **state)
{
    const struct segments_snapshot *s;
    struct rank_question q = question("key", RETRIEVAL_HYBRID);
    struct rank_hits hits;

    (void)state;
    SAY(garden);
    s = acquire();
    hits = run(s, &q);
    assert_int_equal(hits.mode, RETRIEVAL_HYBRID);
    assert_true(hits.n >= 4);
    for (size_t i = 0; i < hits.n; i++) {
        const struct rank_hit *h = &hits.hit[i];
        struct str text = passage_of(s, h).text;
        bool has_word = str_find(text, STR("key")) < text.n;

        assert_true(h->keyword > 0 || !has_word);
        if (str_is(passage_of(s, h).document, "d3"))
            assert_true(h->keyword == 0); /* nor is it in a passage beside */
        assert_true(fabs(h->strength - .75 * h->keyword - .25 * h->vector) <
                    1e-9);
        if (str_starts(text, STR("the key")))
            assert_true(fabs(h->vector - 1) < 1e-6);
        if (str_starts(text, STR("rotate")))
            assert_true(h->vector == 0);
        if (str_starts(text, STR("a locksmith")))
            assert_true(fabs(h->vector - .6) < 1e-6);
        if (str_starts(text, STR("nothing")))
            assert_true(h->vector == 0);
    }
    segments_release(segments, s);
}

static void keyword_and_vector_modes_are_their_own_side(void **state)
{
    const struct segments_snapshot *s;
    struct rank_question q = question("key", RETRIEVAL_KEYWORD);
    struct rank_hits hits;

    (void)state;
    SAY(garden);
    s = acquire();
    hits = run(s, &q);
    assert_int_equal(hits.n, 2);
    assert_true(hits.hit[0].strength == hits.hit[0].keyword);
    q.mode = RETRIEVAL_VECTOR;
    hits = run(s, &q);
    assert_int_equal(hits.mode, RETRIEVAL_VECTOR);
    assert_true(has(s, &hits, "locksmith"));
    assert_false(has(s, &hits, "rotate rotate"));
    assert_true(hits.hit[0].strength == hits.hit[0].vector);
    segments_release(segments, s);
}

static void a_question_without_a_vector_is_one_of_words(void **state)
{
    const struct segments_snapshot *s;
    struct rank_question q = question("key", RETRIEVAL_HYBRID);
    struct rank_hits hits;

    (void)state;
    SAY(garden);
    s = acquire();
    q.vector = NULL;
    hits = run(s, &q);
    assert_int_equal(hits.mode, RETRIEVAL_KEYWORD);
    assert_int_equal(hits.n, 2);
    segments_release(segments, s);
}

/* Vectors of two models must never meet. */
static void vectors_of_another_model_are_not_compared(void **state)
{
    const struct vector_kind others[] = {{STR("fake@2"), DIMENSIONS},
                                         {STR("fake@1"), 3}};
    const struct segments_snapshot *s;
    struct rank_question q = question("key", RETRIEVAL_VECTOR);
    struct rank_hits hits;

    (void)state;
    SAY(garden);
    s = acquire();
    for (size_t i = 0; i < 2; i++) {
        q.kind = others[i];
        hits = run(s, &q);
        assert_int_equal(hits.mode, RETRIEVAL_KEYWORD);
        assert_int_equal(hits.n, 2);
    }
    segments_release(segments, s);
}

static void conditions_hold_for_what_meaning_finds(void **state)
{
    static const enum retrieval_mode modes[] = {RETRIEVAL_VECTOR,
                                                RETRIEVAL_HYBRID};
    const struct segments_snapshot *s;
    struct rank_question q = question("house", RETRIEVAL_VECTOR);
    struct rank_hits hits;

    (void)state;
    SAY(garden);
    s = acquire();
    for (size_t i = 0; i < 2; i++) {
        q.mode = modes[i];
        q.text = STR("house");
        q.where = STR("lang=es");
        hits = run(s, &q);
        assert_true(hits.n > 0);
        assert_true(has(s, &hits, "llave"));
        assert_false(has(s, &hits, "red"));
        q.where = STR("");
        q.text = STR("house -red");
        hits = run(s, &q);
        assert_false(has(s, &hits, "red"));
        assert_true(has(s, &hits, "llave"));
        q.text = STR("opens +doors");
        hits = run(s, &q);
        assert_int_equal(hits.n, 1);
        assert_true(has(s, &hits, "locksmith"));
        q.text = STR("\"red house\"");
        hits = run(s, &q);
        assert_int_equal(hits.n, 1);
        q.text = STR("locks*");
        hits = run(s, &q);
        assert_true(has(s, &hits, "locksmith"));
    }
    segments_release(segments, s);
}

static void a_condition_that_cannot_be_read_says_where(void **state)
{
    const struct segments_snapshot *s;
    struct rank_question q = question("house", RETRIEVAL_HYBRID);
    struct rank_hits hits;

    (void)state;
    SAY(garden);
    s = acquire();
    q.where = STR("lang=es,chapter");
    assert_int_equal(rank_run(s, &q, analyzer, &arena, &hits, &err),
                     ERR_VALIDATION_FAILED);
    assert_true(err.pos.column > 1 || err.pos.offset > 0);
    segments_release(segments, s);
}

static void what_is_not_in_the_scope_does_not_answer(void **state)
{
    static const enum retrieval_mode modes[] = {
        RETRIEVAL_VECTOR, RETRIEVAL_KEYWORD, RETRIEVAL_HYBRID};
    const struct segments_snapshot *s;
    struct rank_question q = question("key rotate", RETRIEVAL_HYBRID);
    struct search_hits of;
    uint64_t bits = 0;
    const uint64_t *among[] = {&bits};

    (void)state;
    SAY(garden);
    s = acquire();
    assert_int_equal(s->words.n, 1);
    assert_ok(segments_passages(s, STR("d2"), &arena, &of, &err));
    for (size_t i = 0; i < of.n; i++)
        bits |= UINT64_C(1) << of.hit[i].doc;
    q.among = among;
    for (size_t m = 0; m < 3; m++) {
        struct rank_hits hits;

        q.mode = modes[m];
        hits = run(s, &q);
        assert_true(hits.n > 0);
        for (size_t i = 0; i < hits.n; i++)
            assert_true(str_is(passage_of(s, &hits.hit[i]).document, "d2"));
    }
    bits = 0;
    for (size_t m = 0; m < 3; m++) {
        q.mode = modes[m];
        assert_int_equal(run(s, &q).n, 0);
    }
    segments_release(segments, s);
}

/* What a passage scores does not depend on who else may answer. */
static void a_scope_does_not_change_scores(void **state)
{
    const struct segments_snapshot *s;
    struct rank_question q = question("key rotate", RETRIEVAL_HYBRID);
    struct rank_hits all, some;
    uint64_t bits = 0;
    const uint64_t *among[] = {&bits};

    (void)state;
    SAY(garden);
    s = acquire();
    all = run(s, &q);
    bits = UINT64_C(1) << all.hit[0].doc;
    q.among = among;
    some = run(s, &q);
    assert_int_equal(some.n, 1);
    assert_int_equal(some.hit[0].id, all.hit[0].id);
    assert_true(some.hit[0].strength == all.hit[0].strength);
    segments_release(segments, s);
}

static void what_was_removed_is_not_found(void **state)
{
    const struct str gone = STR("d1");
    const struct segments_snapshot *s;
    struct rank_question q = question("key", RETRIEVAL_HYBRID);
    struct rank_hits hits;

    (void)state;
    SAY(garden);
    assert_ok(segments_change(segments, NULL, &gone, 1, &err));
    s = acquire();
    hits = run(s, &q);
    assert_true(hits.n > 0);
    for (size_t i = 0; i < hits.n; i++)
        assert_false(str_is(passage_of(s, &hits.hit[i]).document, "d1"));
    segments_release(segments, s);
}

static void an_empty_index_answers_nothing(void **state)
{
    static const enum retrieval_mode modes[] = {
        RETRIEVAL_VECTOR, RETRIEVAL_KEYWORD, RETRIEVAL_HYBRID};
    const struct segments_snapshot *s = acquire();

    (void)state;
    for (size_t m = 0; m < 3; m++) {
        struct rank_question q = question("key", modes[m]);

        assert_int_equal(run(s, &q).n, 0);
        q.text = STR("");
        assert_int_equal(run(s, &q).n, 0);
    }
    segments_release(segments, s);
}

static void several_segments_answer_as_one(void **state)
{
    const struct segments_snapshot *s;
    struct rank_question q = question("key rotate", RETRIEVAL_HYBRID);
    struct rank_hits one, several;
    bool did = true;

    (void)state;
    for (size_t i = 0; i < sizeof(garden) / sizeof(garden[0]); i++) {
        assert_ok(try_say(&garden[i], i));
        assert_ok(segments_change(segments, writer, NULL, 0, &err));
    }
    s = acquire();
    several = run(s, &q);
    segments_release(segments, s);
    while (did)
        assert_ok(segments_merge(segments, &did, &err));
    s = acquire();
    one = run(s, &q);
    assert_int_equal(one.n, several.n);
    for (size_t i = 0; i < one.n; i++) {
        assert_true(one.hit[i].id == several.hit[i].id);
        assert_true(one.hit[i].strength == several.hit[i].strength);
    }
    segments_release(segments, s);
}

static void equal_ones_are_ordered_by_id_and_k_are_given(void **state)
{
    const struct segments_snapshot *s;
    struct rank_question q = question("same", RETRIEVAL_HYBRID);
    struct rank_hits hits;

    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        const struct said one = {"d", "the same words", 0, 1, NULL};

        assert_ok(try_say(&one, i));
    }
    assert_ok(segments_change(segments, writer, NULL, 0, &err));
    s = acquire();
    hits = run(s, &q);
    assert_int_equal(hits.n, 10);
    q.k = 1000;
    hits = run(s, &q);
    assert_int_equal(hits.n, 300);
    segments_release(segments, s);
}

struct reader {
    const struct segments_snapshot *s;
    uint64_t best;
    bool ok;
};

static void *read_often(void *ctx)
{
    struct reader *r = ctx;
    struct error e;
    struct analyzer *z = analyzer_new(&e);
    const struct rank_question q = question("key rotate", RETRIEVAL_HYBRID);

    r->ok = z != NULL;
    for (int i = 0; i < 20 && r->ok; i++) {
        struct rank_hits hits;
        struct arena a;

        arena_init(&a, 64 << 20);
        r->ok = rank_run(r->s, &q, z, &a, &hits, &e) == OK && hits.n > 0;
        r->best = r->ok ? hits.hit[0].id : 0;
        arena_release(&a);
    }
    analyzer_free(z);
    return NULL;
}

static void many_threads_ask_one_snapshot(void **state)
{
    const struct rank_question q = question("key rotate", RETRIEVAL_HYBRID);
    struct reader r[4];
    pthread_t thread[4];
    uint64_t best;

    (void)state;
    SAY(garden);
    r[0].s = acquire();
    best = run(r[0].s, &q).hit[0].id;
    for (int i = 0; i < 4; i++) {
        r[i].s = r[0].s;
        assert_int_equal(pthread_create(&thread[i], NULL, read_often, &r[i]),
                         0);
    }
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i < 4; i++) {
        assert_true(r[i].ok);
        assert_true(r[i].best == best);
    }
    segments_release(segments, r[0].s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RETRIEVE_TEST(what_stands_beside_a_passage_counts),
        RETRIEVE_TEST(how_passages_are_spread_changes_no_score),
        RETRIEVE_TEST(other_words_of_the_same_meaning_find_a_passage),
        RETRIEVE_TEST(a_question_in_another_language_finds_a_passage),
        RETRIEVE_TEST(what_is_said_in_several_words_counts_once),
        RETRIEVE_TEST(a_hybrid_scores_both_sides_of_every_hit),
        RETRIEVE_TEST(keyword_and_vector_modes_are_their_own_side),
        RETRIEVE_TEST(a_question_without_a_vector_is_one_of_words),
        RETRIEVE_TEST(vectors_of_another_model_are_not_compared),
        RETRIEVE_TEST(conditions_hold_for_what_meaning_finds),
        RETRIEVE_TEST(a_condition_that_cannot_be_read_says_where),
        RETRIEVE_TEST(what_is_not_in_the_scope_does_not_answer),
        RETRIEVE_TEST(a_scope_does_not_change_scores),
        RETRIEVE_TEST(what_was_removed_is_not_found),
        RETRIEVE_TEST(an_empty_index_answers_nothing),
        RETRIEVE_TEST(several_segments_answer_as_one),
        RETRIEVE_TEST(equal_ones_are_ordered_by_id_and_k_are_given),
        RETRIEVE_TEST(many_threads_ask_one_snapshot),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
