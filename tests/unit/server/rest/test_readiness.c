#include "base/fs_fixture.h"

#include "server/rest/readiness.h"

#include <poll.h>

static struct tables *tables;
static struct readiness readiness;

static int begin(void **state)
{
    struct tables_options o = {.worker_path = STR("/nonexistent/worker")};

    if (set_up(state))
        return -1;
    o.home = str_from(in("home"));
    return tables_new(&o, &tables, &err) ||
                   readiness_open(&readiness, tables, &err)
               ? -1
               : 0;
}

static int end(void **state)
{
    readiness_close(&readiness);
    tables_free(tables);
    return tear_down(state);
}

static bool is_due(void)
{
    struct pollfd p = {.fd = readiness.wake_fd, .events = POLLIN};

    return poll(&p, 1, 0) > 0;
}

static void the_first_who_asks_looks(void **state)
{
    (void)state;
    assert_false(is_due());
    assert_int_equal(readiness_check(&readiness, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_int_not_equal(readiness.found_ms, 0);
    assert_false(is_due());
}

/* A worker is started after the answer, and by nobody who asks. */
static void what_was_found_is_reported_and_looked_at_again_behind_it(
    void **state)
{
    (void)state;
    readiness.found_ms = 1; /* long ago, and all was well */
    assert_int_equal(readiness_check(&readiness, &err), OK);
    assert_int_equal(readiness.found_ms, 1);
    assert_true(is_due());
    readiness_look(&readiness);
    assert_false(is_due());
    assert_int_equal(readiness_check(&readiness, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_who_asks_looks),
        TEST(what_was_found_is_reported_and_looked_at_again_behind_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
