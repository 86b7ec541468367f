#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "ask/semantic/retrieve.h"

#include <cmocka.h>

static struct arena arena;

#define TEXT(literal)                  \
    {                                  \
        (literal), sizeof(literal) - 1 \
    }

static struct semantic_entry layer[] = {
    {.collection = SEMANTIC_METRICS,
     .name = TEXT("IMOR"),
     .payload = TEXT("{\"metric_name\":\"IMOR\",\"aliases\":[\"npm ratio\"],"
                     "\"description\":\"Loans that nobody pays back\"}")},
    {.collection = SEMANTIC_METRICS,
     .name = TEXT("ICAP"),
     .payload = TEXT("{\"metric_name\":\"ICAP\",\"description\":"
                     "\"Capital over assets, solvency of loans\"}")},
    {.collection = SEMANTIC_EXAMPLES,
     .name = TEXT("q"),
     .payload = TEXT("{\"natural_language\":\"IMOR of INVEX in 2024\"}")}};
static const struct semantic_entries entries = {layer, 3, 3};

static const double *near; /* near[3]; NULL: by words alone */

static struct semantic_hits retrieve(const char *question, size_t top_k,
                                     double floor)
{
    const struct semantic_request request = {SEMANTIC_METRICS, top_k, floor,
                                             near};
    struct semantic_hits hits;
    struct error e = {0};

    if (semantic_retrieve(&entries, str_from(question), &request, &arena, &hits,
                          &e))
        fail_msg("%s", e.msg);
    return hits;
}

static void a_name_or_alias_that_is_said_scores_one(void **state)
{
    struct semantic_hits hits = retrieve("imor of INVEX", 3, 0.7);

    (void)state;
    assert_int_equal(hits.n, 1);
    assert_true(hits.list[0].entry == &layer[0]);
    assert_true(hits.list[0].score == 1);
    hits = retrieve("npm ratios by bank", 3, 0.7);
    assert_int_equal(hits.n, 1);
    assert_true(hits.list[0].score == 1);
    assert_int_equal(retrieve("ratio by bank", 3, 0.7).n, 0);
}

static void words_of_the_description_score_less_and_rare_ones_more(void **state)
{
    struct semantic_hits hits = retrieve("solvency loans", 3, 0.1);

    (void)state;
    assert_int_equal(hits.n, 2);
    assert_true(hits.list[0].entry == &layer[1]); /* has both */
    assert_true(hits.list[0].score < 1 && hits.list[0].score > 0.9);
    assert_true(hits.list[1].score < 0.5); /* only what both have */
    assert_int_equal(retrieve("solvency loans", 1, 0.1).n, 1);
    assert_int_equal(retrieve("weather", 3, 0.01).n, 0);
}

static void words_and_meaning_are_two_witnesses(void **state)
{
    static const double of[] = {0.9, 0.5, 0};
    double by_words;
    struct semantic_hits hits = retrieve("solvency fees", 3, 0.1);

    (void)state;
    assert_int_equal(hits.n, 1);
    by_words = hits.list[0].score;
    assert_true(by_words > 0.1 && by_words < 0.9);
    near = of;
    hits = retrieve("solvency fees", 3, 0.1);
    assert_int_equal(hits.n, 2);
    assert_true(hits.list[0].entry == &layer[0]);
    assert_true(hits.list[0].score > 0.89 && hits.list[0].score < 0.91);
    assert_true(hits.list[1].score > by_words);
    hits = retrieve("imor", 3, 0.1);
    assert_true(hits.list[0].score == 1);
    assert_true(hits.list[1].score < 1);
    near = NULL;
}

static void each_collection_has_its_usual_number_and_floor(void **state)
{
    const struct semantic_request usual = semantic_usual(SEMANTIC_EXAMPLES);
    struct semantic_hits hits;
    struct error e = {0};

    (void)state;
    assert_int_equal(usual.top_k, 3);
    assert_int_equal(semantic_usual(SEMANTIC_SCHEMA).top_k, 5);
    assert_int_equal(semantic_retrieve(&entries, STR("imor of invex in 2024?"),
                                       &usual, &arena, &hits, &e),
                     OK);
    assert_int_equal(hits.n, 1);
    assert_true(hits.list[0].score == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_or_alias_that_is_said_scores_one),
        cmocka_unit_test(
            words_of_the_description_score_less_and_rare_ones_more),
        cmocka_unit_test(words_and_meaning_are_two_witnesses),
        cmocka_unit_test(each_collection_has_its_usual_number_and_floor),
    };
    int failed;

    arena_init(&arena, 1 << 24);
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&arena);
    return failed;
}
