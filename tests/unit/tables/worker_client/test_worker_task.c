#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_worker.h"

#include "base/clock.h"
#include "base/log.h"
#include "tables/worker_client/worker_pool.h"

#include <stdlib.h>

#define CALL_MS 600000

static struct arena arena;
static struct error err;
static struct worker_pool *pool;

static int set_up(void **state)
{
    const struct worker_pool_options o = {.program_path = FAKE_PROGRAM,
                                          .max_workers = 1,
                                          .threads = FAKE_OBEDIENT};

    (void)state;
    arena_init(&arena, 64 << 20);
    err = (struct error){0};
    log_set_level(LOG_LEVEL_OFF);
    return worker_pool_new(&o, &pool, &err) == OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    worker_pool_free(pool);
    arena_release(&arena);
    return 0;
}

static struct worker_request request_of(const char *what)
{
    return (struct worker_request){
        .payload = str_from(what),
        .fd = -1,
        .wait = {.deadline_ms = clock_ms() + CALL_MS}};
}

/* The process that answers a call of the pool's own program. */
static long pid_of_call(void)
{
    const struct worker_assignment as = {.mode = WORKER_QUERY,
                                         .databases = {{.path = {"a", 1}}}};
    const struct worker_request r = request_of("answer");
    struct str reply;

    assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err), OK);
    return strtol(reply.p, NULL, 10);
}

static enum err run(const char *program, const char *first, const char *second,
                    struct str reply[2])
{
    const struct worker_request requests[] = {request_of(first),
                                              request_of(second)};
    const struct worker_task task = {.program = program,
                                     .memory_bytes = 64 << 20,
                                     .request = requests,
                                     .n = 2};

    err = (struct error){0};
    return worker_pool_run(pool, &task, &arena, reply, &err);
}

static void a_program_runs_its_requests_and_is_ended(void **state)
{
    const char *fake = "worker_client_fake_worker"; /* beside the worker */
    struct str reply[2] = {0};
    pid_t ids[4];
    long pid;

    (void)state;
    assert_int_equal(run(fake, "answer", "answer", reply), OK);
    assert_true(str_eq(reply[0], reply[1]));
    assert_int_equal(worker_pool_pids(pool, ids, COUNT_OF(ids)), 0);
    pid = strtol(reply[0].p, NULL, 10);
    assert_int_not_equal(pid_of_call(), pid);
    assert_int_equal(run(fake, "answer", "answer", reply), OK);
}

static void a_program_that_dies_fails_its_task_alone(void **state)
{
    const char *fake = "worker_client_fake_worker";
    struct str reply[2];

    (void)state;
    assert_int_equal(run(fake, "answer", "exit", reply),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_false(err.of_machine);
    assert_int_equal(run(fake, "fail", "answer", reply), ERR_LIMIT);
    assert_int_equal(run("no_such_program", "answer", "answer", reply),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_true(err.of_machine);
    assert_int_not_equal(pid_of_call(), 0);
}

#define TASK_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TASK_TEST(a_program_runs_its_requests_and_is_ended),
        TASK_TEST(a_program_that_dies_fails_its_task_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
