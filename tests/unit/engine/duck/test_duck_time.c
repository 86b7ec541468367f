#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/duck/duck_time.h"

static int open_engine(void **state)
{
    static struct duck *d;
    struct error e;

    if (duck_open(&(struct duck_options){.threads = 1}, &d, &e))
        return -1;
    *state = d;
    return 0;
}

static int close_engine(void **state)
{
    duck_close(*state);
    return 0;
}

static void what_takes_too_long_is_interrupted(void **state)
{
    struct duck *d = *state;
    struct duck_time *t = NULL;
    struct error e;

    assert_int_equal(duck_time_begin(d, 1, &t, &e), OK);
    assert_int_equal(duck_exec(d,
                               "SELECT sum(a.range * b.range) FROM "
                               "range(10000000) a, range(10000000) b",
                               &e),
                     ERR_TIMEOUT);
    duck_time_end(t);
}

static void what_is_done_in_time_is_not(void **state)
{
    struct duck *d = *state;
    struct duck_time *t = NULL;
    struct error e;

    assert_int_equal(duck_time_begin(d, 1000000, &t, &e), OK);
    assert_int_equal(duck_exec(d, "SELECT 1", &e), OK);
    duck_time_end(t);
    assert_int_equal(duck_exec(d, "SELECT 1", &e), OK);
    duck_time_end(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_takes_too_long_is_interrupted),
        cmocka_unit_test(what_is_done_in_time_is_not),
    };
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
