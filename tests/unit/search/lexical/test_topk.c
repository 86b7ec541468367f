/*
 * The top k of many passages equals that of adding up every posting: lists of
 * all lengths, windows that grow and shrink, lists that are added after all.
 * Ids and scores are the same numbers, not close ones. test_exact.c compares
 * with a model that knows no index.
 */
#include "lexical_fixture.h"

#include "search/lexical/postings.h"

#define DOCS       40000u
#define VOCABULARY 400u
#define MAX_WORDS  12u
#define QUESTIONS  120u

static uint64_t seed = 5;

static uint32_t chance(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
    return (uint32_t)(seed >> 33) % below;
}

/* The least of three: low ones are frequent, the last are in a few passages. */
static uint32_t word_at_random(void)
{
    uint32_t least = VOCABULARY;

    for (int i = 0; i < 3; i++) {
        uint32_t w = chance(VOCABULARY);

        least = w < least ? w : least;
    }
    return least;
}

static size_t put_word(char *out, uint32_t w)
{
    return (size_t)sprintf(out, "zq%c%cx ", (char)('a' + w / 26),
                           (char)('a' + w % 26));
}

static void make_corpus(void)
{
    for (uint32_t d = 0; d < DOCS; d++) {
        char body[MAX_WORDS * 8 + 1] = "";
        struct lexical_doc doc = {.language = LANG_OTHER};
        uint32_t words = 1 + chance(MAX_WORDS);
        size_t n = 0;

        /* a stretch without the frequent words: its windows have little */
        for (uint32_t i = 0; i < words; i++)
            n += put_word(body + n, d / 4000 == 3 ? VOCABULARY - 1 - chance(9)
                                                  : word_at_random());
        doc.id = (uint64_t)d * 7919 % 1000003;
        doc.body = (struct str){body, n};
        assert_int_equal(segment_builder_add(builder, &doc, &err), OK);
    }
    seal();
}

static int best_first(const void *a, const void *b)
{
    const struct search_hit *x = a;
    const struct search_hit *y = b;

    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return (x->id > y->id) - (x->id < y->id);
}

/* Of the list, or of its whole group. */
static uint64_t df_of(const struct plan *p, const struct plan_list *l)
{
    uint64_t df = 0;

    for (size_t i = 0; i < p->n_lists && l->group; i++)
        df += p->list[i].group == l->group ? p->list[i].df : 0;
    return l->group ? df : l->df;
}

static void add_list(const struct plan *plan, const struct plan_list *l,
                     struct search_hit *all)
{
    static struct postings p;
    const struct segment *s = segments[0];
    const double average = (double)segment_length_sum(s) / DOCS;
    struct posting_list list;
    const float weight = bm25_weight(l->weight, DOCS, df_of(plan, l));
    struct bm25_norms norms;
    bool found;

    bm25_norms_init(&norms, average);
    assert_int_equal(segment_find(s, l->key, &found, &list, &err), OK);
    if (!found)
        return;
    assert_int_equal(postings_open(&p, s, &list, &err), OK);
    for (uint32_t b = 0; b < p.n_blocks; b++) {
        assert_int_equal(postings_load(&p, b, &err), OK);
        for (uint32_t i = 0; i < p.n; i++)
            all[p.doc[i]].score += bm25_score(
                weight, p.tf[i], norms.inverse[segment_lengths(s)[p.doc[i]]]);
    }
}

static void ask_at_random(void)
{
    static const size_t ks[] = {1, 10, 10, 100, 1000};
    static struct search_hit all[DOCS];
    const size_t k = ks[chance(5)];
    const bool frequent = chance(3) == 0;
    struct search_hits hits;
    struct query q;
    struct plan p;
    char text[200];
    size_t n = 0;

    for (uint32_t words = 1 + chance(7); words; words--)
        n += put_word(text + n, frequent ? chance(12) : chance(VOCABULARY));
    assert_int_equal(query_parse((struct str){text, n}, &arena, &q, &err), OK);
    assert_int_equal(plan_make(&q, LANG_OTHER, analyzer, &arena, &p, &err), OK);
    assert_int_equal(search_run(&view, &p, k, &arena, &hits, &err), OK);
    memset(all, 0, sizeof(all));
    for (uint32_t d = 0; d < DOCS; d++)
        assert_int_equal(segment_id(segments[0], d, &all[d].id, &err), OK);
    for (size_t i = 0; i < p.n_lists; i++)
        add_list(&p, &p.list[i], all);
    qsort(all, DOCS, sizeof(*all), best_first);
    for (size_t i = 0; i < k; i++) {
        if (i >= hits.n) {
            assert_int_equal(all[i].score, 0);
            continue;
        }
        assert_int_equal(hits.hit[i].score, all[i].score);
        assert_int_equal(hits.hit[i].id, all[i].id);
    }
}

static void the_best_are_those_of_adding_up_every_posting(void **state)
{
    (void)state;
    make_corpus();
    for (unsigned i = 0; i < QUESTIONS; i++)
        ask_at_random();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEXICAL_TEST(the_best_are_those_of_adding_up_every_posting),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
