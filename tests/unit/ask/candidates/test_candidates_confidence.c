#include "ask/candidates/candidates_confidence.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define CLOSE 1e-9

static void check_read(struct candidates_confidence *c, const char *line)
{
    struct error e = {0};

    assert_int_equal(candidates_confidence_read(c, str_from(line), &e), OK);
}

static void check_refused(struct candidates_confidence *c, const char *line)
{
    struct error e = {0};
    size_t before = c->n_knots;

    if (candidates_confidence_read(c, str_from(line), &e) !=
        ERR_VALIDATION_FAILED)
        fail_msg("'%s' was read", line);
    assert_int_equal(c->n_knots, before);
}

static void between_two_knots_confidence_is_in_between(void **state)
{
    struct candidates_confidence c = {0};

    (void)state;
    check_read(&c, "@confidence 0.2 0.1");
    check_read(&c, "@confidence 0.6 0.5");
    check_read(&c, "@confidence 0.8 0.9");
    assert_true(fabs(candidates_confidence_at(&c, 0) - 0.1) < CLOSE);
    assert_true(fabs(candidates_confidence_at(&c, 0.2) - 0.1) < CLOSE);
    assert_true(fabs(candidates_confidence_at(&c, 0.4) - 0.3) < CLOSE);
    assert_true(fabs(candidates_confidence_at(&c, 0.7) - 0.7) < CLOSE);
    assert_true(fabs(candidates_confidence_at(&c, 1) - 0.9) < CLOSE);
}

static void without_knots_the_raw_value_is_the_confidence(void **state)
{
    const struct candidates_confidence c = {0};

    (void)state;
    assert_true(fabs(candidates_confidence_at(&c, 0.37) - 0.37) < CLOSE);
}

static void facts_are_weighed_by_name(void **state)
{
    struct candidates_confidence c = {0};
    double fact[CANDIDATES_CONFIDENCE_TERMS] = {
        [FACT_ONE] = 1, [FACT_MISSED] = 2};

    (void)state;
    check_read(&c, "@fact one 1.5");
    check_read(&c, "@fact missed -0.5");
    assert_true(fabs(candidates_confidence_raw(&c, fact) -
                     1 / (1 + exp(-0.5))) < CLOSE);
}

static void lines_that_are_not_of_a_model_are_refused(void **state)
{
    struct candidates_confidence c = {0};

    (void)state;
    check_read(&c, "@confidence 0.5 0.5");
    check_refused(&c, "@confidence 0.5 0.6"); /* does not rise */
    check_refused(&c, "@confidence 0.6 0.4"); /* falls */
    check_refused(&c, "@confidence 0.6 1.1");
    check_refused(&c, "@confidence 0.6");
    check_refused(&c, "@confidence 0.6 x");
    check_refused(&c, "@confidence nan 0.6");
    check_refused(&c, "@fact unheard 1");
    check_refused(&c, "@fact missed");
    check_refused(&c, "@fact missed inf");
    check_refused(&c, "@other missed 1");
    check_refused(&c, "@");
}

static void knots_without_room_are_refused(void **state)
{
    struct candidates_confidence c = {0};
    struct error e = {0};
    char line[64];

    (void)state;
    for (int i = 0; i < CANDIDATES_CONFIDENCE_MAX_KNOTS; i++) {
        (void)snprintf(line, sizeof(line), "@confidence 0.%03d 0.5", i);
        assert_int_equal(candidates_confidence_read(&c, str_from(line), &e),
                         OK);
    }
    check_refused(&c, "@confidence 1 0.5");
}

static void an_answer_that_stands_out_has_facts_that_say_so(void **state)
{
    static const struct vote vote[] = {
        {.best = 0, .readings = 1, .probability = 0.1, .of_best = 0.1},
        {.best = 1, .readings = 4, .probability = 0.8, .of_best = 0.2}};
    const struct candidates_confidence_view v = {
        .vote = vote,
        .groups = 2,
        .best = 1,
        .nothing = 0.1,
        .look = {.missed = 3, .is_computed = true}};
    double fact[CANDIDATES_CONFIDENCE_TERMS];

    (void)state;
    candidates_confidence_facts(&v, fact);
    assert_true(fabs(fact[FACT_PROBABILITY] - log(4)) < CLOSE);
    assert_true(fabs(fact[FACT_MARGIN] - log(8)) < CLOSE);
    assert_true(fabs(fact[FACT_NOTHING] + log(9)) < CLOSE);
    assert_true(fabs(fact[FACT_AGREED] - 0.75) < CLOSE);
    assert_true(fabs(fact[FACT_READINGS] - log(4)) < CLOSE);
    assert_true(fact[FACT_MISSED] == 3 && fact[FACT_COMPUTED] == 1);
    assert_true(fact[FACT_SEVERAL] == 0);
}

static void a_certain_answer_has_finite_facts(void **state)
{
    static const struct vote vote[] = {
        {.best = 0, .readings = 1, .probability = 1, .of_best = 1}};
    const struct candidates_confidence_view v = {.vote = vote, .groups = 1};
    double fact[CANDIDATES_CONFIDENCE_TERMS];

    (void)state;
    candidates_confidence_facts(&v, fact);
    for (size_t i = 0; i < CANDIDATES_CONFIDENCE_FACTS; i++)
        assert_true(isfinite(fact[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(between_two_knots_confidence_is_in_between),
        cmocka_unit_test(without_knots_the_raw_value_is_the_confidence),
        cmocka_unit_test(facts_are_weighed_by_name),
        cmocka_unit_test(lines_that_are_not_of_a_model_are_refused),
        cmocka_unit_test(knots_without_room_are_refused),
        cmocka_unit_test(an_answer_that_stands_out_has_facts_that_say_so),
        cmocka_unit_test(a_certain_answer_has_finite_facts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
