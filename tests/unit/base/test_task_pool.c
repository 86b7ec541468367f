#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/task_pool.h"

#include <string.h>

#define TASKS 50u

/* Not atomic: each task is one thread's, and the owner looks after a finish. */
struct list {
    unsigned round[TASKS]; /* that a task was done in last */
    unsigned now;
};

static void work(void *ctx, size_t task)
{
    struct list *l = ctx;
    volatile unsigned spin = (unsigned)(task * 7919 % 13) * 100;

    while (spin)
        spin--;
    l->round[task]++;
}

static void check_done(const struct list *l, size_t tasks)
{
    for (size_t i = 0; i < tasks; i++)
        assert_int_equal(l->round[i], l->now);
}

static void each_task_of_each_list_is_done_once(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= HELPERS_MAX; n++) {
        struct task_pool h;
        struct list l;

        memset(&l, 0, sizeof(l));
        task_pool_open(&h, n);
        task_pool_finish(&h); /* nothing was given */
        for (l.now = 1; l.now <= 300; l.now++) {
            task_pool_give(&h, work, &l, TASKS);
            task_pool_finish(&h);
            check_done(&l, TASKS);
        }
        task_pool_close(&h);
    }
}

static void two_lists_in_turns_do_not_mix(void **state)
{
    struct task_pool h;
    struct list lists[2];

    (void)state;
    memset(lists, 0, sizeof(lists));
    task_pool_open(&h, 3);
    for (unsigned i = 0; i < 400; i++) {
        struct list *l = &lists[i % 2];

        l->now++; /* while the other list is worked on */
        task_pool_finish(&h);
        check_done(&lists[!(i % 2)], 7);
        task_pool_give(&h, work, l, 7);
    }
    task_pool_close(&h);
    check_done(&lists[1], 7);
}

static void a_list_that_is_not_finished_is_done_before_the_close(void **state)
{
    struct task_pool h;
    struct list l;

    (void)state;
    memset(&l, 0, sizeof(l));
    l.now = 1;
    task_pool_open(&h, 2);
    task_pool_give(&h, work, &l, TASKS);
    task_pool_close(&h);
    check_done(&l, TASKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_task_of_each_list_is_done_once),
        cmocka_unit_test(two_lists_in_turns_do_not_mix),
        cmocka_unit_test(a_list_that_is_not_finished_is_done_before_the_close),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
