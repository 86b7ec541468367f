/* What another thread cancels; by itself, as ThreadSanitizer needs no more. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cases_fixture.h"

static void *cancel(void *flag)
{
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

/* 2^40 pairs: nobody would wait for it. */
static void an_evaluation_that_is_cancelled_ends(void **state)
{
    struct str one = repeated("@", " | [@,@]", 40, "");
    atomic_bool flag = false;
    const struct jmespath_limits endless = {.max_steps = UINT64_MAX,
                                            .cancel = &flag};
    struct json *result = NULL;
    struct jmespath *x = NULL;
    pthread_t other;
    struct buf b;

    (void)state;
    buf_init(&b, MIB);
    buf_printf(&b, "(%s) == (%s)", one.p, one.p);
    assert_int_equal(jmespath_compile(buf_str(&b), &arena, &x, &err), OK);
    assert_int_equal(pthread_create(&other, NULL, cancel, &flag), 0);
    assert_int_equal(
        evaluate(x, tree_of_str(STR("[1]")), &endless, &arena, &result),
        ERR_TIMEOUT);
    assert_null(result);
    assert_int_equal(pthread_join(other, NULL), 0);
    buf_release(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_evaluation_that_is_cancelled_ends,
                                        set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
