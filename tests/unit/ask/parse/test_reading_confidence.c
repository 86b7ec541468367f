#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ask/parse/reading_confidence.h"
#include "base/err.h"

#include <math.h>

static struct error err;

static double sure(const char *weights,
                   const struct reading_confidence_facts *f)
{
    struct parse_weights *w = parse_weights_read(str_from(weights), &err);
    double out;

    assert_non_null(w);
    out = reading_confidence(w, f);
    parse_weights_free(w);
    return out;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-6;
}

static void it_is_the_probability_where_nothing_else_counts(void **state)
{
    const struct reading_confidence_facts f = {.p = 0.7};

    (void)state;
    assert_true(is_near(sure("sure:1:0 1\n", &f), 0.7));
}

static void words_that_are_left_out_make_it_less_sure(void **state)
{
    static const char weights[] =
        "sure:1:0 1\nsure:4:1 -0.5\nsure:4:2 -1\nsure:5:1 -0.25\n";
    struct reading_confidence_facts f = {.p = 0.7};
    double last = sure(weights, &f);

    (void)state;
    for (uint32_t left = 1; left < 5; left++) {
        double now;

        f.kind[READING_CONFIDENCE_UNREAD] = reading_confidence_unread(left);
        now = sure(weights, &f);
        assert_true(left > 2 ? now == last : now < last);
        last = now;
    }
    f.kind[READING_CONFIDENCE_DROPS] = 1;
    assert_true(sure(weights, &f) < last);
}

static void a_rival_counts_only_when_it_is_likely(void **state)
{
    static const char weights[] = "sure:2:0 1\n";
    const struct reading_confidence_facts none = {.p = 0.5};
    const struct reading_confidence_facts hardly = {.p = 0.5, .second = 0.005};
    const struct reading_confidence_facts rival = {.p = 0.5, .second = 0.4};

    (void)state;
    assert_true(is_near(sure(weights, &none), sure(weights, &hardly)));
    assert_true(sure(weights, &rival) < sure(weights, &none));
}

static void each_term_has_a_weight_of_its_own(void **state)
{
    const struct reading_confidence_facts f = {
        .p = 0.5, .second = 0.1, .nothing = 0.1, .kind = {2, 1, 7, 11, 3}};
    struct reading_confidence_term term[READING_CONFIDENCE_TERMS];

    (void)state;
    reading_confidence_terms(&f, term);
    for (size_t i = 0; i < READING_CONFIDENCE_TERMS; i++)
        for (size_t k = 0; k < i; k++)
            assert_true(term[i].kind != term[k].kind ||
                        term[i].which != term[k].which);
}

static void evidence_counts_by_kind_and_within_bounds(void **state)
{
    static const char weights[] = "sure:10:3 1\nsure:11:3 -0.5\n";
    const struct reading_confidence_facts none = {.p = 0.5};
    struct reading_confidence_facts some = {.p = 0.5};
    struct reading_confidence_facts more = {.p = 0.5};
    struct reading_confidence_facts other = {.p = 0.5};

    (void)state;
    reading_evidence_add(&some.evidence, 3, 6);
    assert_true(sure(weights, &some) > sure(weights, &none));
    reading_evidence_add(&other.evidence, 4, 6);
    assert_true(is_near(sure(weights, &other), sure(weights, &none)));
    reading_evidence_add(&some.evidence, 3, 1e6);
    reading_evidence_add(&more.evidence, 3, 9);
    reading_evidence_add(&more.evidence, 3, 0);
    assert_true(is_near(sure(weights, &some), sure(weights, &more)));
    reading_evidence_add(&more.evidence, READING_EVIDENCE_KINDS, 9);
    assert_true(is_near(sure(weights, &some), sure(weights, &more)));
}

static void certain_and_impossible_stay_finite(void **state)
{
    const struct reading_confidence_facts all = {.p = 1};
    const struct reading_confidence_facts nothing = {.nothing = 1};

    (void)state;
    assert_true(sure("sure:1:0 1\nsure:3:0 -1\n", &all) < 1);
    assert_true(sure("sure:1:0 1\nsure:3:0 -1\n", &nothing) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_probability_where_nothing_else_counts),
        cmocka_unit_test(words_that_are_left_out_make_it_less_sure),
        cmocka_unit_test(a_rival_counts_only_when_it_is_likely),
        cmocka_unit_test(each_term_has_a_weight_of_its_own),
        cmocka_unit_test(evidence_counts_by_kind_and_within_bounds),
        cmocka_unit_test(certain_and_impossible_stay_finite),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
