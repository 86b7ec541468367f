#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "search/retrieve/fuse.h"

#include <math.h>

static const enum retrieval_mode modes[] = {RETRIEVAL_VECTOR, RETRIEVAL_KEYWORD,
                                            RETRIEVAL_HYBRID};
#define MODES (sizeof(modes) / sizeof(modes[0]))

static void assert_share(double x)
{
    assert_true(x >= 0 && x <= 1);
}

static void a_score_rises_with_its_strength_in_every_mode(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        double before = -1;

        for (int i = 0; i <= 10000; i++) {
            double score = fuse_calibrate(modes[m], i / 10000.0, 5);

            assert_share(score);
            assert_true(score > before);
            before = score;
        }
    }
}

static void no_strength_is_no_answer(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        assert_true(fuse_calibrate(modes[m], 0, 5) == 0);
        assert_share(fuse_floor(modes[m]));
        assert_true(fuse_floor(modes[m]) > 0);
        assert_true(fuse_floor(modes[m]) < fuse_calibrate(modes[m], 1, 5));
    }
}

static const struct background none = {0};

static void what_is_outside_of_the_scale_is_at_its_end(void **state)
{
    (void)state;
    for (size_t m = 0; m < MODES; m++) {
        assert_true(fuse_calibrate(modes[m], 7, 5) ==
                    fuse_calibrate(modes[m], 1, 5));
        assert_true(fuse_calibrate(modes[m], -7, 5) == 0);
    }
    assert_true(fuse_vector(&none, -0.5) == 0);
    assert_true(fuse_vector(&none, 1.0000001) == 1);
    assert_true(fuse_keyword(5, 0) == 0);
    assert_true(fuse_keyword(7, 5) == 1);
    assert_true(fuse_keyword(0, 5) == 0);
    assert_true(fabs(fuse_keyword(1, 4) - .25) < 1e-12);
}

static void assert_rises(enum retrieval_mode mode,
                         const struct retrieval_weights *w, int i, int j)
{
    double here = fuse_strength(mode, w, i / 20.0, j / 20.0);

    assert_share(here);
    assert_true(fuse_strength(mode, w, (i + 1) / 20.0, j / 20.0) >= here);
    assert_true(fuse_strength(mode, w, i / 20.0, (j + 1) / 20.0) >= here);
}

static void a_strength_never_falls_when_a_side_rises(void **state)
{
    const struct retrieval_weights some[] = {
        {.75, .25}, {0, 1}, {1, 0}, {.5, .5}};
    const int weights = sizeof(some) / sizeof(some[0]);

    (void)state;
    for (int n = 0; n < (int)MODES * weights * 400; n++)
        assert_rises(modes[n / 400 / weights], &some[n / 400 % weights],
                     n / 20 % 20, n % 20);
}

static void the_weights_that_were_chosen_are_a_whole(void **state)
{
    (void)state;
    assert_true(fabs(retrieval_default_weights.keyword +
                     retrieval_default_weights.vector - 1) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_score_rises_with_its_strength_in_every_mode),
        cmocka_unit_test(no_strength_is_no_answer),
        cmocka_unit_test(what_is_outside_of_the_scale_is_at_its_end),
        cmocka_unit_test(a_strength_never_falls_when_a_side_rises),
        cmocka_unit_test(the_weights_that_were_chosen_are_a_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
