/*
 * The top k equals a full scan that knows no index: random corpora, several
 * segments, deletions, conditions. The model counts words itself and uses the
 * formula of bm25.h in double precision; only keys come from analyze.h.
 */
#include "lexical_fixture.h"

#include <math.h>

#define DOCS       3000
#define VOCABULARY 60
#define MAX_WORDS  40

static uint64_t seed = 20261122;

static uint32_t chance(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (uint32_t)(seed >> 33) % below;
}

/* Words like "wa", "wb"..: no stemmer changes them, no stop word is among. */
static uint32_t word_at_random(void)
{
    uint32_t a = chance(VOCABULARY);
    uint32_t b = chance(VOCABULARY);

    return a < b ? a : b; /* low ones are frequent */
}

static struct model {
    uint8_t body[DOCS][VOCABULARY];
    uint8_t title[DOCS][VOCABULARY];
    uint32_t length[DOCS]; /* as one byte keeps it */
    bool deleted[DOCS];
    uint64_t id[DOCS];
} model;

static void put_word(char *out, size_t *n, uint32_t w)
{
    *n += (size_t)sprintf(out + *n, "zq%c%cx ", (char)('a' + w / 26),
                          (char)('a' + w % 26));
}

static void random_doc(uint32_t d)
{
    char body[MAX_WORDS * 8 + 1] = "";
    char title[32] = "";
    uint32_t n_body = chance(MAX_WORDS);
    uint32_t n_title = chance(3);
    size_t n = 0;
    struct lexical_doc doc = {.language = LANG_OTHER};

    for (uint32_t i = 0; i < n_body; i++) {
        uint32_t w = word_at_random();

        model.body[d][w]++;
        put_word(body, &n, w);
    }
    n = 0;
    for (uint32_t i = 0; i < n_title; i++) {
        uint32_t w = word_at_random();

        model.title[d][w]++;
        put_word(title, &n, w);
    }
    model.id[d] = (uint64_t)d * 7919 % 1000003;
    model.length[d] =
        bm25_length(bm25_length_code((uint64_t)n_body + 3 * n_title));
    doc.id = model.id[d];
    doc.body = str_from(body);
    doc.title = str_from(title);
    assert_int_equal(segment_builder_add(builder, &doc, &err), OK);
}

static void make_corpus(uint32_t n_segments)
{
    memset(&model, 0, sizeof(model));
    for (uint32_t d = 0; d < DOCS; d++) {
        random_doc(d);
        if ((d + 1) % (DOCS / n_segments) == 0)
            seal();
    }
}

static void delete_some(void)
{
    uint32_t per = (uint32_t)(DOCS / view.n);

    for (size_t s = 0; s < view.n; s++) {
        uint64_t *bits = arena_alloc_array(&arena, per / 64 + 1, 8, &err);

        in_view[s].deleted = bits;
        for (uint32_t i = 0; i < per; i++) {
            uint32_t d = (uint32_t)s * per + i;

            if (chance(10))
                continue;
            bits[i / 64] |= UINT64_C(1) << i % 64;
            model.deleted[d] = true;
            in_view[s].n_deleted++;
            in_view[s].deleted_length += model.length[d];
        }
    }
}

struct scored {
    double score;
    uint64_t id;
};

static int best_first(const void *a, const void *b)
{
    const struct scored *x = a;
    const struct scored *y = b;

    if (fabs(x->score - y->score) > 1e-9)
        return x->score < y->score ? 1 : -1;
    return (x->id > y->id) - (x->id < y->id);
}

static double idf_of(uint32_t w, double *average)
{
    double df = 0;
    double n = 0;
    double length = 0;

    for (uint32_t d = 0; d < DOCS; d++) {
        if (model.deleted[d])
            continue;
        n++;
        length += model.length[d];
        df += model.body[d][w] || model.title[d][w];
    }
    *average = length / n;
    return log(1 + (n - df + 0.5) / (df + 0.5));
}

/* The full scan; `must` is a word or VOCABULARY. */
static size_t scan(const uint32_t *word, size_t n_words, uint32_t must,
                   struct scored *out)
{
    size_t n = 0;

    memset(out, 0, DOCS * sizeof(*out));
    for (size_t i = 0; i < n_words; i++) {
        double average;
        double idf = idf_of(word[i], &average);

        for (uint32_t d = 0; d < DOCS; d++) {
            double tf = model.body[d][word[i]] + 3.0 * model.title[d][word[i]];
            double norm =
                BM25_K1 * (1 - BM25_B + BM25_B * model.length[d] / average);

            out[d].id = model.id[d];
            out[d].score += idf * (BM25_K1 + 1) * tf / (tf + norm);
        }
    }
    for (uint32_t d = 0; d < DOCS; d++) {
        bool keep = !model.deleted[d] && out[d].score > 0;

        if (must < VOCABULARY)
            keep = keep && (model.body[d][must] || model.title[d][must]);
        if (keep)
            out[n++] = out[d];
    }
    qsort(out, n, sizeof(*out), best_first);
    return n;
}

/* Rank by rank the scores are those of the scan, and so are the ids unless the
 * model's neighbours are closer than the whole numbers can tell. */
static void compare(const struct search_hits *hits, const struct scored *truth,
                    size_t n, size_t k)
{
    const double close = 64 / (double)BM25_ONE;

    assert_int_equal(hits->n, n < k ? n : k);
    for (size_t i = 0; i < hits->n; i++) {
        double score = hits->hit[i].score / (double)BM25_ONE;
        bool tied = (i && truth[i - 1].score - truth[i].score < close) ||
                    (i + 1 < n && truth[i].score - truth[i + 1].score < close);

        if (fabs(score - truth[i].score) > close)
            fail_msg("rank %zu: %f, the scan says %f", i, score,
                     truth[i].score);
        if (!tied)
            assert_int_equal(hits->hit[i].id, truth[i].id);
        if (i && hits->hit[i - 1].score == hits->hit[i].score)
            assert_true(hits->hit[i - 1].id < hits->hit[i].id);
    }
}

static void ask_at_random(size_t k)
{
    static struct scored truth[DOCS];
    uint32_t word[8];
    char text[200] = "";
    size_t n = 0;
    size_t n_words = 1 + chance(6);
    uint32_t must = VOCABULARY;
    struct search_hits hits;

    for (size_t i = 0; i < n_words; i++) {
        bool again = true;

        while (again) { /* a repeated word would weigh twice */
            word[i] = chance(VOCABULARY);
            again = false;
            for (size_t j = 0; j < i; j++)
                again = again || word[j] == word[i];
        }
        if (i == 0 && chance(4) == 0) {
            must = word[0];
            text[n++] = '+';
        }
        put_word(text, &n, word[i]);
    }
    hits = find_where(text, "", k);
    compare(&hits, truth, scan(word, n_words, must, truth), k);
}

static void ask_often(void)
{
    static const size_t ks[] = {1, 3, 10, 100, 1000};

    for (unsigned i = 0; i < 150; i++)
        ask_at_random(ks[chance(5)]);
}

static void one_segment_answers_as_a_full_scan(void **state)
{
    (void)state;
    make_corpus(1);
    ask_often();
}

static void several_segments_answer_as_a_full_scan(void **state)
{
    (void)state;
    make_corpus(5);
    ask_often();
}

static void deletions_count_in_no_score(void **state)
{
    (void)state;
    make_corpus(3);
    delete_some();
    ask_often();
}

static int by_place(const void *a, const void *b)
{
    const struct search_hit *x = a;
    const struct search_hit *y = b;

    if (x->segment != y->segment)
        return x->segment < y->segment ? -1 : 1;
    return (x->doc > y->doc) - (x->doc < y->doc);
}

static void passages_are_worth_the_same_when_something_else_found_them(
    void **state)
{
    struct search_hits hits;
    struct search_hit *copy;
    struct query q;
    struct plan p;

    (void)state;
    make_corpus(3);
    delete_some();
    assert_int_equal(
        query_parse(STR("zqaax zqabx zqbbx zqaa*"), &arena, &q, &err), OK);
    assert_int_equal(plan_make(&q, 0, analyzer, &arena, &p, &err), OK);
    assert_int_equal(search_run(&view, &p, 20, &arena, &hits, &err), OK);
    assert_int_equal(hits.n, 20);
    copy = arena_alloc_array(&arena, hits.n, sizeof(*copy), &err);
    assert_non_null(copy);
    qsort(hits.hit, hits.n, sizeof(*hits.hit), by_place);
    for (size_t i = 0; i < hits.n; i++)
        copy[i] = (struct search_hit){.segment = hits.hit[i].segment,
                                      .doc = hits.hit[i].doc,
                                      .score = 77};
    assert_int_equal(search_score(&view, &p,
                                  &(struct search_places){copy, NULL, hits.n},
                                  &arena, &err),
                     OK);
    for (size_t i = 0; i < hits.n; i++)
        assert_int_equal(copy[i].score, hits.hit[i].score);
}

static void a_passage_without_any_word_of_the_query_is_worth_nothing(
    void **state)
{
    struct search_hit hit = {.score = 77};
    struct search_hits hits;
    struct query q;
    struct plan p;

    (void)state;
    make_corpus(1);
    assert_int_equal(query_parse(STR("nowherewritten"), &arena, &q, &err), OK);
    assert_int_equal(plan_make(&q, 0, analyzer, &arena, &p, &err), OK);
    assert_int_equal(search_run(&view, &p, 20, &arena, &hits, &err), OK);
    assert_int_equal(search_score(&view, &p,
                                  &(struct search_places){&hit, NULL, 1},
                                  &arena, &err),
                     OK);
    assert_int_equal(hit.score, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEXICAL_TEST(one_segment_answers_as_a_full_scan),
        LEXICAL_TEST(several_segments_answer_as_a_full_scan),
        LEXICAL_TEST(deletions_count_in_no_score),
        LEXICAL_TEST(
            passages_are_worth_the_same_when_something_else_found_them),
        LEXICAL_TEST(a_passage_without_any_word_of_the_query_is_worth_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
