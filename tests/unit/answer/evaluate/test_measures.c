/* Expected values are worked out by hand; what is in the comments is how. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/evaluate/measures.h"

#include <math.h>

/* Judged: a 3, b 0, c 1, d 2, e -1. */
static const struct judgement judged[] = {
    {{"a", 1}, 3}, {{"b", 1}, 0}, {{"c", 1}, 1}, {{"d", 1}, 2}, {{"e", 1}, -1}};
static const struct judgements all = {judged, 5};

/* The measures of a ranking, a letter a document. */
static struct measures measure(const char *ranked, const struct judgements *j)
{
    struct str ids[300];
    struct measures m;
    size_t n = 0;

    for (; ranked[n]; n++)
        ids[n] = (struct str){ranked + n, 1};
    measures_of(ids, n, j, &m);
    return m;
}

static void assert_near(double got, double expected)
{
    if (fabs(got - expected) > 1e-6)
        fail_msg("%.7f is not %.7f", got, expected);
}

static void a_perfect_ranking_has_ones(void **state)
{
    struct measures m = measure("adc", &all);

    (void)state;
    assert_near(m.ndcg_at_10, 1);
    assert_near(m.map, 1);
    assert_near(m.mrr, 1);
    assert_near(m.recall_at_1, 1.0 / 3);
    assert_near(m.recall_at_10, 1);
    assert_near(m.recall_at_100, 1);
}

static void gains_are_grades_and_discounted_by_rank(void **state)
{
    struct measures m = measure("xcba", &all);

    (void)state;
    /* (1/log2(3) + 3/log2(5)) / (3 + 2/log2(3) + 1/2) */
    assert_near(m.ndcg_at_10,
                (0.6309298 + 1.2920296) / (3 + 2 * 0.6309298 + 0.5));
    assert_near(m.map, (1.0 / 2 + 2.0 / 4) / 3); /* c at 2, a at 4, no d */
    assert_near(m.mrr, 0.5);
    assert_near(m.recall_at_1, 0);
    assert_near(m.recall_at_10, 2.0 / 3);
}

static void what_was_not_judged_or_has_no_grade_is_not_relevant(void **state)
{
    struct measures m = measure("xbeyz", &all);

    (void)state;
    assert_near(m.ndcg_at_10, 0);
    assert_near(m.map, 0);
    assert_near(m.mrr, 0);
    assert_near(m.recall_at_100, 0);
}

static void ndcg_looks_at_ten_and_map_at_all(void **state)
{
    struct measures m = measure("xxxxxxxxxxa", &all);

    (void)state;
    assert_near(m.ndcg_at_10, 0);
    assert_near(m.mrr, 1.0 / 11);
    assert_near(m.map, 1.0 / 11 / 3);
    assert_near(m.recall_at_10, 0);
    assert_near(m.recall_at_100, 1.0 / 3);
}

static void recall_at_100_ends_behind_the_hundredth(void **state)
{
    char ranked[103];

    (void)state;
    for (size_t i = 0; i < 100; i++)
        ranked[i] = 'x';
    ranked[99] = 'a';
    ranked[100] = 'c';
    ranked[101] = '\0';
    assert_near(measure(ranked, &all).recall_at_100, 1.0 / 3);
}

/* Twelve relevant documents: the ideal is of the best ten. */
static void the_ideal_is_of_the_best_ten_grades(void **state)
{
    struct judgement many[12];
    const struct judgements j = {many, 12};
    static const char ids[] = "abcdefghijkl";

    (void)state;
    for (size_t i = 0; i < 12; i++)
        many[i] = (struct judgement){{ids + i, 1}, i == 11 ? 2 : 1};
    assert_near(measure("labcdefghi", &j).ndcg_at_10, 1);
    /* 4.5435594 is the sum of 1/log2(i + 1) for i from 1 to 10 */
    assert_near(measure("abcdefghij", &j).ndcg_at_10,
                4.5435594 / (4.5435594 + 1));
}

static void nothing_relevant_measures_nothing(void **state)
{
    const struct judgements none = {judged + 1, 1};
    struct measures m = measure("ab", &none);

    (void)state;
    assert_int_equal(measures_relevant(&none), 0);
    assert_int_equal(measures_relevant(&all), 3);
    assert_near(m.ndcg_at_10, 0);
    assert_near(measure("", &all).map, 0);
}

static void a_mean_is_over_the_questions(void **state)
{
    struct measures one = measure("adc", &all);
    struct measures sum = {0};
    struct measures mean;

    (void)state;
    measures_add(&sum, &one);
    one = measure("x", &all);
    measures_add(&sum, &one);
    measures_mean(&sum, 2, &mean);
    assert_near(mean.ndcg_at_10, 0.5);
    assert_near(mean.map, 0.5);
    assert_near(mean.mrr, 0.5);
    assert_near(mean.recall_at_1, 1.0 / 6);
    assert_near(mean.recall_at_10, 0.5);
    assert_near(mean.recall_at_100, 0.5);
    sum = (struct measures){0};
    measures_mean(&sum, 0, &mean);
    assert_near(mean.ndcg_at_10, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_perfect_ranking_has_ones),
        cmocka_unit_test(gains_are_grades_and_discounted_by_rank),
        cmocka_unit_test(what_was_not_judged_or_has_no_grade_is_not_relevant),
        cmocka_unit_test(ndcg_looks_at_ten_and_map_at_all),
        cmocka_unit_test(recall_at_100_ends_behind_the_hundredth),
        cmocka_unit_test(the_ideal_is_of_the_best_ten_grades),
        cmocka_unit_test(nothing_relevant_measures_nothing),
        cmocka_unit_test(a_mean_is_over_the_questions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
