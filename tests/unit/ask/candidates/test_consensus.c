#include "ask/candidates/answers.h"
#include "ask/candidates/consensus.h"
#include "readings_fixture.h"

#include <math.h>

#define CLOSE 1e-12

static void candidates_with_one_answer_are_one_group(void **state)
{
    struct fixture f;
    struct error e = {0};
    uint32_t *group;
    uint32_t groups;
    bool shared = false;

    (void)state;
    fixture_open(&f, MATCHES);
    fixture_ask(&f, "which home team has the most goals?");
    group = arena_alloc_array(&f.a, f.all.n, sizeof(*group), &e);
    assert_non_null(group);
    assert_int_equal(consensus_group(&f.g, &f.all, &f.a, group, &groups, &e),
                     OK);
    assert_in_range(groups, 2, f.all.n - 1);
    assert_int_equal(group[0], 0);
    for (size_t i = 0; i < f.all.n; i++) {
        const struct candidate *c = &f.all.candidate[i];
        struct str x, y;
        bool equal;

        assert_true(group[i] < groups);
        for (size_t k = 0; k < i && c->answer.n == 1; k++) {
            const struct denotation *d = &f.all.candidate[k].answer;

            if (group[k] != group[i])
                continue;
            assert_int_equal(d->n, 1);
            assert_int_equal(denotation_text(&f.g, d, 0, &f.a, &x, &e), OK);
            assert_int_equal(denotation_text(&f.g, &c->answer, 0, &f.a, &y, &e),
                             OK);
            assert_int_equal(answers_equal(&(struct answers){&x, 1},
                                           &(struct answers){&y, 1}, &f.a,
                                           &equal, &e),
                             OK);
            assert_true(equal);
            shared = true;
        }
    }
    assert_true(shared);
    fixture_close(&f);
}

static void a_computed_number_and_a_cell_that_is_it_are_one_answer(void **state)
{
    static const uint32_t three[] = {0};
    struct candidate c[3] = {
        {.answer = {.n = 1, .is_number = true, .number = 3}},
        {.answer = {.n = 1, .column = 3, .values = three}},
        {.answer = {.n = 1, .is_number = true, .number = 4}}};
    const struct candidates all = {.candidate = c, .n = 3};
    struct fixture f;
    struct error e = {0};
    uint32_t group[3];
    uint32_t groups;

    (void)state;
    fixture_open(&f, MATCHES);
    assert_int_equal(consensus_group(&f.g, &all, &f.a, group, &groups, &e), OK);
    assert_int_equal(groups, 2);
    assert_int_equal(group[1], group[0]);
    assert_int_not_equal(group[2], group[0]);
    fixture_close(&f);
}

static void readings_of_one_answer_count_together(void **state)
{
    /* three candidates of probabilities 4, 3 and 3 of 12, nothing 2 */
    double score[4] = {log(4), log(3), log(3), log(2)};
    static const uint32_t group[3] = {0, 1, 1};
    struct vote vote[2];

    (void)state;
    consensus_vote(group, 3, score, vote, 2);
    assert_true(fabs(score[3] - 2.0 / 12) < CLOSE);
    assert_true(fabs(vote[0].probability - 4.0 / 12) < CLOSE);
    assert_true(fabs(vote[1].probability - 6.0 / 12) < CLOSE);
    assert_true(fabs(vote[1].of_best - 3.0 / 12) < CLOSE);
    assert_int_equal(vote[1].readings, 2);
    assert_int_equal(vote[1].best, 1);
    assert_int_equal(consensus_best(vote, 2), 0); /* the likeliest reading */
}

static void nothing_is_all_where_there_are_no_candidates(void **state)
{
    double score[1] = {-3};

    (void)state;
    consensus_vote(NULL, 0, score, NULL, 0);
    assert_true(fabs(score[0] - 1) < CLOSE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(candidates_with_one_answer_are_one_group),
        cmocka_unit_test(
            a_computed_number_and_a_cell_that_is_it_are_one_answer),
        cmocka_unit_test(readings_of_one_answer_count_together),
        cmocka_unit_test(nothing_is_all_where_there_are_no_candidates),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
