/* For whom a thread works. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/principal.h"

#include <pthread.h>

static void *look(void *seen)
{
    *(struct principal *)seen = principal_now();
    return NULL;
}

static void each_thread_has_its_own(void **state)
{
    struct principal other = {1, true, false};
    pthread_t thread;

    (void)state;
    assert_int_equal(principal_now().key, 0);
    principal_set((struct principal){7, true, false});
    assert_int_equal(pthread_create(&thread, NULL, look, &other), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(other.key, 0);
    assert_false(other.in_background);
    assert_int_equal(principal_now().key, 7);
    assert_true(principal_now().in_background);
    principal_set(PRINCIPAL_NONE);
    assert_int_equal(principal_now().key, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_has_its_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
