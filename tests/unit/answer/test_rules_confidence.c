#include "answer/rules_confidence.h"

#include "ask/candidates/ranker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define CLOSE 1e-6

static struct error err;

static void facts_are_weighed_by_their_lines(void **state)
{
    struct ranker *r = ranker_read(
        STR("rules:one -1\nrules:agrees 3\nr:count 9\n@rules 0.2 0.3\n"
            "@rules 0.8 0.9\n@fact one 4\n"),
        &err);
    double fact[RULES_TERMS] = {[RULES_ONE] = 1};
    double raw = 1 / (1 + exp(1));

    (void)state;
    assert_non_null(r);
    assert_true(fabs(rules_confidence(r, fact) -
                     (0.3 + (raw - 0.2) * 0.6 / 0.6)) < CLOSE);
    fact[RULES_AGREES] = 1;
    assert_true(fabs(rules_confidence(r, fact) - 0.9) < CLOSE);
    ranker_free(r);
}

static void each_fact_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < RULES_TERMS; i++) {
        char name[RULES_NAME_BYTES];

        assert_true(strlen(rules_term_name(i, name)) > 0);
        for (size_t k = 0; k < i; k++) {
            char other[RULES_NAME_BYTES];

            assert_string_not_equal(name, rules_term_name(k, other));
        }
    }
}

static double confidence_of(const struct ranker *r, const struct agreement *o)
{
    static struct answer an;
    double fact[RULES_TERMS];

    an = (struct answer){.n_sources = 2};
    rules_facts(&an, o, fact);
    for (int i = 0; i < RULES_TERMS; i++)
        assert_true(isfinite(fact[i]));
    return rules_confidence(r, fact);
}

static void an_answer_that_readings_give_too_is_surer(void **state)
{
    const struct ranker *r = ranker_shared(&err);
    const struct agreement agrees = {
        .made = true, .agrees = true, .same = 0.7, .confidence = 0.8};
    const struct agreement differs = {.made = true, .confidence = 0.8};
    const struct agreement none = {0};

    (void)state;
    assert_non_null(r);
    assert_true(confidence_of(r, &agrees) > 0.9);
    assert_true(confidence_of(r, &differs) < confidence_of(r, &agrees));
    assert_true(confidence_of(r, &none) > confidence_of(r, &differs));
    assert_true(confidence_of(r, &agrees) < 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_are_weighed_by_their_lines),
        cmocka_unit_test(each_fact_has_a_name_of_its_own),
        cmocka_unit_test(an_answer_that_readings_give_too_is_surer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
