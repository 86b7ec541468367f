#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/pipeline.h"

#include <stdatomic.h>
#include <string.h>

#define PARTS 200u

/* What all threads of a test share. */
struct shared {
    atomic_uint worked[PARTS];
    size_t delivered[PARTS]; /* written in turn, so without a lock */
    size_t n;
    size_t work_fails;    /* part; PARTS: none */
    size_t deliver_fails; /* part; PARTS: none */
};

struct member {
    struct shared *shared;
    size_t holds; /* part that was worked on and is to be delivered */
};

static enum err work(void *arg, size_t part, struct error *e)
{
    struct member *m = arg;
    volatile unsigned spin = (unsigned)(part * 7919 % 13) * 1000;

    while (spin)
        spin--;
    m->holds = part;
    atomic_fetch_add(&m->shared->worked[part], 1);
    if (part >= m->shared->work_fails)
        return error_at(e, ERR_CONFLICT, (struct srcpos){part, 1, 0},
                        "part %zu", part);
    return OK;
}

static enum err deliver(void *arg, size_t part, struct error *e)
{
    struct member *m = arg;

    if (part == m->shared->deliver_fails)
        return error_set(e, ERR_FILE_WRITE_FAILED, "part %zu", part);
    assert_int_equal(m->holds, part);
    m->shared->delivered[m->shared->n++] = part;
    return OK;
}

static enum err run(struct shared *s, size_t parts, unsigned threads,
                    struct error *e)
{
    const struct pipeline_job job = {parts, work, deliver};
    struct member members[PIPELINE_MAX];
    void *of[PIPELINE_MAX];

    for (unsigned i = 0; i < PIPELINE_MAX; i++) {
        members[i] = (struct member){s, 0};
        of[i] = &members[i];
    }
    return pipeline_run(&job, of, threads, e);
}

static void clear(struct shared *s)
{
    memset(s, 0, sizeof(*s));
    s->work_fails = PARTS;
    s->deliver_fails = PARTS;
}

static void each_part_is_worked_on_once_and_delivered_in_order(void **state)
{
    static struct shared s;
    struct error e;

    (void)state;
    for (unsigned threads = 1; threads <= PIPELINE_MAX; threads++) {
        clear(&s);
        assert_int_equal(run(&s, PARTS, threads, &e), OK);
        assert_int_equal(s.n, PARTS);
        for (size_t i = 0; i < PARTS; i++) {
            assert_int_equal(s.delivered[i], i);
            assert_int_equal(atomic_load(&s.worked[i]), 1);
        }
    }
}

static void a_job_without_parts_and_one_of_fewer_than_threads_end(void **state)
{
    static struct shared s;
    struct error e;

    (void)state;
    clear(&s);
    assert_int_equal(run(&s, 0, 4, &e), OK);
    assert_int_equal(s.n, 0);
    assert_int_equal(run(&s, 3, 8, &e), OK);
    assert_int_equal(s.n, 3);
}

static void the_error_of_the_lowest_part_is_reported_once(void **state)
{
    static struct shared s;

    (void)state;
    for (unsigned threads = 1; threads <= PIPELINE_MAX; threads++) {
        struct error e;

        clear(&s);
        s.work_fails = 50; /* and all after it */
        assert_int_equal(run(&s, PARTS, threads, &e), ERR_CONFLICT);
        assert_int_equal(e.pos.line, 50);
        assert_string_equal(e.msg, "part 50");
        assert_int_equal(s.n, 50);
    }
}

static void nothing_is_delivered_after_a_delivery_that_failed(void **state)
{
    static struct shared s;

    (void)state;
    for (unsigned threads = 1; threads <= PIPELINE_MAX; threads++) {
        struct error e;

        clear(&s);
        s.deliver_fails = 20;
        assert_int_equal(run(&s, PARTS, threads, &e), ERR_FILE_WRITE_FAILED);
        assert_string_equal(e.msg, "part 20");
        assert_int_equal(s.n, 20);
        assert_int_equal(atomic_load(&s.worked[20 + PIPELINE_MAX]), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_part_is_worked_on_once_and_delivered_in_order),
        cmocka_unit_test(a_job_without_parts_and_one_of_fewer_than_threads_end),
        cmocka_unit_test(the_error_of_the_lowest_part_is_reported_once),
        cmocka_unit_test(nothing_is_delivered_after_a_delivery_that_failed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
