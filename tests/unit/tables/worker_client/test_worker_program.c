/*
 * The real worker program under the pool: killed, hanging, out of memory.
 * The limit on memory is off in sanitizer builds of the worker, so that part
 * needs the release one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/fs.h"
#include "base/log.h"
#include "tables/worker_client/worker_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MIB ((uint64_t)1 << 20)

/* DuckDB looks for an interrupt between expressions, not inside one; this one
 * compares two texts of 200,000 letters with each other: minutes. */
#define ENDLESS_EXPRESSION                                                \
    "SELECT levenshtein(repeat('ab', 100000 + n), repeat('ba', 100000)) " \
    "FROM data"

/* Rows without end, with an interrupt seen between them. */
#define ENDLESS_ROWS                                            \
    "SELECT count(*) FROM range(1000000) a, range(1000000) b, " \
    "data WHERE a.range + b.range + n = -1"

static struct arena arena;
static struct error err;
static struct worker_pool *pool;
static char folder[64];
static char database[100];

static int set_up(void **state)
{
    const struct worker_pool_options o = {
        .program_path = WORKER_PROGRAM, .max_workers = 2, .threads = 2};

    (void)state;
    arena_init(&arena, 64 << 20);
    err = (struct error){0};
    log_set_level(LOG_LEVEL_OFF);
    (void)strncpy(folder, "/tmp/quarry-test-XXXXXX", sizeof(folder) - 1);
    if (!mkdtemp(folder))
        return -1;
    (void)snprintf(database, sizeof(database), "%s/table.duckdb", folder);
    return worker_pool_new(&o, &pool, &err) == OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    worker_pool_free(pool);
    pool = NULL;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    arena_release(&arena);
    return fs_remove_tree(folder, "test folder", &err) == OK ? 0 : -1;
}

static void assert_ok(enum err rc)
{
    if (rc)
        fail_msg("%s: %s", err_name(rc), err.msg);
}

/* A table `data` with the numbers 1 to 3 in column n. */
static void ingest(void)
{
    const struct worker_assignment as = {.mode = WORKER_INGEST,
                                         .folder = str_from(folder)};
    struct worker_request r = {.payload =
                                   STR("{\"op\":\"ingest\",\"encoding\":\"\","
                                       "\"delimiter\":\"\"}"),
                               .wait = {.deadline_ms = clock_ms() + 600000}};
    struct str reply;

    r.fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    assert_true(r.fd >= 0);
    assert_int_equal(write(r.fd, "n,word\n1,a\n2,b\n3,c\n", 19), 19);
    assert_int_equal(lseek(r.fd, 0, SEEK_SET), 0);
    assert_ok(worker_pool_call(pool, &as, &r, &arena, &reply, &err));
    (void)close(r.fd);
}

static enum err query(const char *sql, uint64_t memory_bytes,
                      struct wire_wait wait, struct str *reply)
{
    const struct worker_assignment as = {
        .mode = WORKER_QUERY,
        .databases = {{.path = str_from(database)}},
        .memory_bytes = memory_bytes};
    struct worker_request r = {.fd = -1, .wait = wait};
    enum err rc = str_printf(&arena, &r.payload, &err,
                             "{\"op\":\"query\",\"sql\":\"%s\","
                             "\"window_rows\":10,\"window_offset\":0}",
                             sql);

    return rc ? rc : worker_pool_call(pool, &as, &r, &arena, reply, &err);
}

static struct wire_wait for_ms(uint64_t ms)
{
    return (struct wire_wait){.deadline_ms = clock_ms() + ms};
}

static void assert_works(uint64_t memory_bytes)
{
    struct str reply = STR("");

    assert_ok(
        query("SELECT sum(n) FROM data", memory_bytes, for_ms(600000), &reply));
    assert_non_null(strstr(reply.p, "\"rows\":[[6]]"));
}

struct asker {
    pthread_t thread;
    const char *sql;
    atomic_bool cancel;
    enum err rc;
};

/* The SQL in another thread, with memory and messages of its own. */
static void *ask(void *ctx)
{
    struct asker *asker = ctx;
    const struct worker_assignment as = {
        .mode = WORKER_QUERY, .databases = {{.path = str_from(database)}}};
    struct worker_request r = {
        .fd = -1,
        .wait = {.deadline_ms = clock_ms() + 600000, .cancel = &asker->cancel}};
    struct arena a;
    struct error e;
    struct str reply;

    arena_init(&a, 1 << 20);
    asker->rc = str_printf(&a, &r.payload, &e,
                           "{\"op\":\"query\",\"sql\":\"%s\","
                           "\"window_rows\":10,\"window_offset\":0}",
                           asker->sql);
    if (!asker->rc)
        asker->rc = worker_pool_call(pool, &as, &r, &a, &reply, &e);
    arena_release(&a);
    return NULL;
}

static uint64_t cpu_ns_of(pid_t pid)
{
    struct timespec used = {0};
    clockid_t clock;

    assert_int_equal(clock_getcpuclockid(pid, &clock), 0);
    assert_int_equal(clock_gettime(clock, &used), 0);
    return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

/* Start the asker on a warm worker and return when that is computing. */
static pid_t begin_asking(struct asker *asker)
{
    uint64_t before;
    pid_t ids[2];

    assert_works(0);
    assert_int_equal(worker_pool_pids(pool, ids, 2), 1);
    before = cpu_ns_of(ids[0]);
    assert_int_equal(pthread_create(&asker->thread, NULL, ask, asker), 0);
    while (cpu_ns_of(ids[0]) - before < 50000000)
        (void)sched_yield();
    return ids[0];
}

static void a_worker_reads_a_file_and_answers_queries(void **state)
{
    pid_t before[2];
    pid_t after[2];

    (void)state;
    ingest();
    assert_int_equal(worker_pool_pids(pool, before, 2), 0);
    assert_works(0);
    assert_int_equal(worker_pool_pids(pool, before, 2), 1);
    assert_works(0);
    assert_int_equal(worker_pool_pids(pool, after, 2), 1);
    assert_int_equal(before[0], after[0]);
}

static void a_worker_killed_during_a_query_is_replaced(void **state)
{
    struct asker asker = {.sql = ENDLESS_ROWS};

    (void)state;
    ingest();
    assert_int_equal(kill(begin_asking(&asker), SIGKILL), 0);
    assert_int_equal(pthread_join(asker.thread, NULL), 0);
    assert_int_equal(asker.rc, ERR_TOOL_WORKER_UNAVAILABLE);
    assert_works(0);
}

static void a_query_past_its_time_is_interrupted_and_the_worker_kept(void **s)
{
    struct str reply;
    pid_t before[2];
    pid_t after[2];

    (void)s;
    ingest();
    assert_works(0);
    assert_int_equal(worker_pool_pids(pool, before, 2), 1);
    assert_int_equal(query(ENDLESS_ROWS, 0, for_ms(1000), &reply), ERR_TIMEOUT);
    assert_int_equal(worker_pool_pids(pool, after, 2), 1);
    assert_int_equal(before[0], after[0]);
    assert_works(0);
}

static void an_expression_that_ignores_interrupts_is_killed(void **state)
{
    struct str reply;

    (void)state;
    ingest();
    assert_works(0);
    assert_int_equal(query(ENDLESS_EXPRESSION, 0, for_ms(100), &reply),
                     ERR_TIMEOUT);
    assert_int_equal(worker_pool_pids(pool, (pid_t[2]){0}, 2), 0);
    assert_works(0);
}

static void a_query_can_be_cancelled_from_another_thread(void **state)
{
    struct asker asker = {.sql = ENDLESS_ROWS};

    (void)state;
    ingest();
    (void)begin_asking(&asker);
    atomic_store(&asker.cancel, true);
    assert_int_equal(pthread_join(asker.thread, NULL), 0);
    assert_int_equal(asker.rc, ERR_TIMEOUT);
    assert_works(0);
}

#if defined(__SANITIZE_ADDRESS__)
#define LIMITED 0
#else
#define LIMITED 1
#endif

static void a_query_past_its_memory_is_a_limit(void **state)
{
    /* large strings are what DuckDB's own limit does not see */
    static const char *const greedy[] = {
        "SELECT length(repeat(word, 2000000000)) FROM data",
        "SELECT length(string_agg(repeat(word, 100000000), '')) FROM "
        "(SELECT word FROM data, range(100))",
        "SELECT length(list(range)::VARCHAR) FROM range(500000000)"};
    struct str reply;

    (void)state;
    if (!LIMITED)
        skip();
    ingest();
    for (size_t i = 0; i < sizeof(greedy) / sizeof(greedy[0]); i++) {
        assert_int_equal(query(greedy[i], 256 * MIB, for_ms(600000), &reply),
                         ERR_LIMIT);
        assert_works(256 * MIB);
    }
}

#define PROGRAM_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PROGRAM_TEST(a_worker_reads_a_file_and_answers_queries),
        PROGRAM_TEST(a_worker_killed_during_a_query_is_replaced),
        PROGRAM_TEST(a_query_past_its_time_is_interrupted_and_the_worker_kept),
        PROGRAM_TEST(an_expression_that_ignores_interrupts_is_killed),
        PROGRAM_TEST(a_query_can_be_cancelled_from_another_thread),
        PROGRAM_TEST(a_query_past_its_memory_is_a_limit),
    };

    if (access(WORKER_PROGRAM, X_OK) != 0) {
        (void)printf("skipped: no worker program is built\n");
        return 77;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
