#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "answer/selector/features.h"
#include "answer/selector/weights.h"

#include <math.h>

static struct selector_weights *read_text(const char *text)
{
    struct error e = {0};

    return selector_weights_read(str_from(text), &e);
}

static double logistic(double z)
{
    return 1 / (1 + exp(-z));
}

static void trees_and_weights_add_up(void **state)
{
    double x[SELECTOR_FEATURES] = {0};
    struct selector_weights *w =
        read_text("# a comment\nchoice bias 0.5\n"
                  "choice tree span:0.4 =-1 heading:0.2 =1 =2\n"
                  "answer weight span 3\nanswer floor 0.25\n");

    (void)state;
    assert_non_null(w);
    assert_true(fabs(selector_weights_score(w, SELECTOR_CHOICE, x) -
                     logistic(-0.5)) < 1e-6);
    x[FEATURE_SPAN] = 0.5;
    assert_true(fabs(selector_weights_score(w, SELECTOR_CHOICE, x) -
                     logistic(1.5)) < 1e-6);
    x[FEATURE_HEADING] = 0.3;
    assert_true(fabs(selector_weights_score(w, SELECTOR_CHOICE, x) -
                     logistic(2.5)) < 1e-6);
    assert_true(fabs(selector_weights_score(w, SELECTOR_ANSWER, x) -
                     logistic(1.5)) < 1e-6);
    assert_true(selector_weights_floor(w, SELECTOR_ANSWER) == 0.25);
    selector_weights_free(w);
}

static void knots_make_a_probability_a_share(void **state)
{
    const double x[SELECTOR_FEATURES] = {0};
    struct selector_weights *w = read_text(
        "answer knot 0 0\nanswer knot 0.4 0.2\nanswer knot 0.6 0.4\n");

    (void)state;
    assert_non_null(w);
    assert_true(fabs(selector_weights_score(w, SELECTOR_ANSWER, x) - 0.3) <
                1e-9);
    selector_weights_free(w);
}

static void a_line_that_says_nothing_is_an_error(void **state)
{
    static const char *const wrong[] = {
        "choose bias 1\n",
        "choice bias\n",
        "choice tree span:0.4 =1\n",
        "choice tree colour:0.4 =1 =2\n",
        "choice tree =1 =2\n",
        "answer weight colour 1\n",
        "answer knot 0.5 0.5\nanswer knot 0.4 0.6\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_null(read_text(wrong[i]));
}

static void those_of_the_program_are_read(void **state)
{
    struct error e = {0};
    const struct selector_weights *w = selector_weights_shared(&e);

    (void)state;
    assert_non_null(w);
    assert_true(selector_weights_floor(w, SELECTOR_ANSWER) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_and_weights_add_up),
        cmocka_unit_test(knots_make_a_probability_a_share),
        cmocka_unit_test(a_line_that_says_nothing_is_an_error),
        cmocka_unit_test(those_of_the_program_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
