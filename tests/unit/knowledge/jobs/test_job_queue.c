/* Whose job is next, and who may have one more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "knowledge/jobs/job_queue.h"

#include <stdio.h>

static struct jobs jobs;
static struct error err;

static int set_up(void **state)
{
    (void)state;
    jobs = (struct jobs){0};
    err = (struct error){0};
    (void)pthread_cond_init(&jobs.changed, NULL);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    while (jobs.first)
        job_queue_withdraw(&jobs, jobs.first);
    (void)pthread_cond_destroy(&jobs.changed);
    return 0;
}

/* One more of an author, of a base of its own. */
static enum err submit(const char *author)
{
    static unsigned n;
    struct base_entry base = {.name = STR("b")};
    char id[16];
    struct job *x;
    enum err rc;

    (void)snprintf(id, sizeof(id), "%u", ++n);
    base.id = str_from(id);
    x = job_new(base.id, &base, &err);
    assert_non_null(x);
    x->author = str_from(author);
    rc = job_queue_reserve(&jobs, x, &err);
    if (rc)
        job_free(x);
    else
        job_queue_admit(&jobs, x);
    return rc;
}

static struct str take(void)
{
    const struct job *x = job_queue_take(&jobs);

    return x ? x->author : STR("nobody");
}

static void one_author_leaves_a_thread_to_others(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_int_equal(submit("ana"), OK);
    assert_true(str_is(take(), "ana"));
    assert_true(str_is(take(), "ana"));
    assert_true(str_is(take(), "nobody"));
    assert_int_equal(submit("ben"), OK);
    assert_true(str_is(take(), "ben"));
}

static void who_has_none_running_is_next(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_int_equal(submit("ana"), OK);
    assert_true(str_is(take(), "ana"));
    assert_int_equal(submit("ben"), OK);
    assert_true(str_is(take(), "ben"));
}

static void one_author_leaves_places_to_others(void **state)
{
    unsigned n = 0;

    (void)state;
    while (submit("ana") == OK)
        n++;
    assert_int_equal(n, JOBS_MAX_WAITING / 2);
    assert_int_equal(err.code, ERR_RATE_LIMITED);
    assert_int_not_equal(err.retry_s, 0);
    assert_int_equal(submit("ben"), OK);
    assert_int_equal(submit("ana"), ERR_RATE_LIMITED);
}

static void an_index_job_is_of_who_asks_for_it(void **state)
{
    const struct base_entry base = {.name = STR("c"), .id = STR("c")};
    struct job *x = NULL;

    (void)state;
    while (submit("ana") == OK)
        ;
    assert_int_equal(job_queue_add_index(&jobs, &base, STR("ana"), &x, &err),
                     ERR_RATE_LIMITED);
    assert_int_equal(job_queue_add_index(&jobs, &base, STR("ben"), &x, &err),
                     OK);
    assert_true(str_is(x->author, "ben"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_author_leaves_a_thread_to_others),
        TEST(who_has_none_running_is_next),
        TEST(one_author_leaves_places_to_others),
        TEST(an_index_job_is_of_who_asks_for_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
