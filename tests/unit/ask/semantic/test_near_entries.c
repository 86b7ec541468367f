#include "ask/semantic/near_entries.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void a_cosine_is_a_share_that_rises(void **state)
{
    double before = 0;

    (void)state;
    assert_true(semantic_near_of_cosine(-1) == 0);
    assert_true(semantic_near_of_cosine(0.3) == 0);
    for (int i = -100; i <= 100; i++) {
        const double share = semantic_near_of_cosine(i / 100.0);

        assert_true(share >= before && share < 1);
        before = share;
    }
    assert_true(semantic_near_of_cosine(0.5) < 0.5);
    assert_true(semantic_near_of_cosine(0.75) > 0.85);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cosine_is_a_share_that_rises),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
