#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_worker.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/principal.h"
#include "base/set_clock.h"
#include "tables/worker_client/worker_pool.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct arena arena;
static struct error err;
static struct worker_pool *pool;
static char folder[64]; /* where fakes take their locks */

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 64 << 20);
    err = (struct error){0};
    log_set_level(LOG_LEVEL_OFF);
    (void)strncpy(folder, "/tmp/quarry-test-XXXXXX", sizeof(folder) - 1);
    return mkdtemp(folder) ? 0 : -1;
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

static void make_pool(unsigned max_workers, enum fake_start how)
{
    const struct worker_pool_options o = {.program_path = FAKE_PROGRAM,
                                          .max_workers = max_workers,
                                          .threads = how};

    assert_int_equal(worker_pool_new(&o, &pool, &err), OK);
}

static struct worker_assignment query_of(const char *database)
{
    return (struct worker_assignment){
        .mode = WORKER_QUERY,
        .databases = {{.path = str_from(database)}},
        .folder = str_from(folder)};
}

static struct worker_request request_of(const char *what)
{
    return (struct worker_request){
        .payload = str_from(what),
        .fd = -1,
        .wait = {.deadline_ms = clock_ms() + 600000}};
}

static enum err ask(const char *database, const char *what)
{
    const struct worker_assignment as = query_of(database);
    const struct worker_request r = request_of(what);
    struct str reply;

    return worker_pool_call(pool, &as, &r, &arena, &reply, &err);
}

/* The process that answers for a database. */
static long pid_for(const char *database)
{
    const struct worker_assignment as = query_of(database);
    const struct worker_request r = request_of("answer");
    struct str reply;

    assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err), OK);
    return strtol(reply.p, NULL, 10);
}

static size_t count_workers(void)
{
    pid_t ids[64];

    return worker_pool_pids(pool, ids, 64);
}

static void a_query_worker_is_kept_for_its_database(void **state)
{
    long a;

    (void)state;
    make_pool(4, FAKE_OBEDIENT);
    assert_int_equal(count_workers(), 0);
    a = pid_for("a");
    assert_int_equal(pid_for("a"), a);
    assert_int_not_equal(pid_for("b"), a);
    assert_int_equal(pid_for("a"), a);
    assert_int_equal(count_workers(), 2);
}

static void another_list_of_databases_is_another_worker(void **state)
{
    struct worker_assignment as = query_of("a");
    const struct worker_request r = request_of("answer");
    struct str reply;
    long ids[3];

    (void)state;
    make_pool(4, FAKE_OBEDIENT);
    ids[0] = pid_for("a");
    for (size_t i = 1; i < 3; i++) {
        as.databases[1].path = STR("b");
        as.databases[1].name = i == 1 ? STR("x") : STR("y");
        assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err),
                         OK);
        ids[i] = strtol(reply.p, NULL, 10);
    }
    assert_int_not_equal(ids[0], ids[1]);
    assert_int_not_equal(ids[1], ids[2]);
    as.databases[1].name = STR("x");
    assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err), OK);
    assert_int_equal(strtol(reply.p, NULL, 10), ids[1]);
}

static void another_memory_limit_is_another_worker(void **state)
{
    struct worker_assignment as = query_of("a");
    const struct worker_request r = request_of("answer");
    struct str reply;
    long a;

    (void)state;
    make_pool(4, FAKE_OBEDIENT);
    a = pid_for("a");
    as.memory_bytes = (uint64_t)2 << 30;
    assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err), OK);
    assert_int_not_equal(strtol(reply.p, NULL, 10), a);
    as.memory_bytes = (uint64_t)1 << 30; /* what 0 means */
    assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err), OK);
    assert_int_equal(strtol(reply.p, NULL, 10), a);
}

static void workers_of_ingest_and_export_serve_once(void **state)
{
    static const enum worker_mode modes[] = {WORKER_INGEST, WORKER_EXPORT};
    struct worker_assignment as = query_of("a");
    const struct worker_request r = request_of("answer");
    struct str reply;

    (void)state;
    make_pool(4, FAKE_OBEDIENT);
    for (size_t i = 0; i < 2; i++) {
        as.mode = modes[i];
        assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err),
                         OK);
        assert_int_equal(count_workers(), 0);
    }
}

static void a_full_pool_ends_the_worker_idle_longest(void **state)
{
    long a;
    long b;

    (void)state;
    make_pool(2, FAKE_OBEDIENT);
    a = pid_for("a");
    b = pid_for("b");
    assert_int_equal(pid_for("a"), a);
    (void)pid_for("c");
    assert_int_equal(count_workers(), 2);
    assert_int_equal(kill((pid_t)b, 0), -1); /* reaped, too */
    assert_int_equal(pid_for("a"), a);
    assert_int_not_equal(pid_for("b"), b);
}

static void the_call_after_a_failure_works(void **state)
{
    static const struct {
        const char *what;
        enum err expected;
    } failures[] = {{"garbage", ERR_TOOL_WORKER_UNAVAILABLE},
                    {"truncated", ERR_TOOL_WORKER_UNAVAILABLE},
                    {"huge", ERR_TOOL_WORKER_UNAVAILABLE},
                    {"wrong id", ERR_TOOL_WORKER_UNAVAILABLE},
                    {"no json", ERR_TOOL_WORKER_UNAVAILABLE},
                    {"exit", ERR_TOOL_WORKER_UNAVAILABLE},
                    {"close", ERR_TOOL_WORKER_UNAVAILABLE},
                    {"cpu", ERR_TIMEOUT},
                    {"fail", ERR_LIMIT}};

    (void)state;
    make_pool(1, FAKE_OBEDIENT);
    for (size_t i = 0; i < sizeof(failures) / sizeof(failures[0]); i++) {
        assert_int_equal(ask("a", failures[i].what), failures[i].expected);
        assert_true(pid_for("a") > 0);
    }
}

static void a_worker_that_died_idle_is_replaced_unnoticed(void **state)
{
    siginfo_t info;
    long a;

    (void)state;
    make_pool(2, FAKE_OBEDIENT);
    a = pid_for("a");
    assert_int_equal(kill((pid_t)a, SIGKILL), 0);
    assert_int_equal(waitid(P_PID, (id_t)a, &info, WEXITED | WNOWAIT), 0);
    assert_int_not_equal(pid_for("a"), a);
    assert_int_equal(count_workers(), 1);
}

static void a_worker_whose_database_is_damaged_is_not_kept(void **state)
{
    long a;

    (void)state;
    make_pool(2, FAKE_OBEDIENT);
    a = pid_for("a");
    assert_int_equal(ask("a", "damaged"), ERR_FILE_READ_FAILED);
    assert_int_equal(count_workers(), 0);
    assert_int_not_equal(pid_for("a"), a);
}

static void a_refused_assignment_is_the_calls_error(void **state)
{
    (void)state;
    make_pool(2, FAKE_REFUSES_ITS_ASSIGNMENT);
    assert_int_equal(ask("a", "answer"), ERR_INTERNAL);
    assert_string_equal(err.msg, "refused");
    assert_int_equal(count_workers(), 0);
}

static void a_program_that_does_not_start_is_the_calls_error(void **state)
{
    const struct worker_pool_options o = {
        .program_path = "/nonexistent/worker", .max_workers = 1, .threads = 1};

    (void)state;
    assert_int_equal(worker_pool_new(&o, &pool, &err), OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(ask("a", "answer"), ERR_TOOL_WORKER_UNAVAILABLE);
    worker_pool_free(pool);
    make_pool(1, FAKE_EXITS_AT_ONCE);
    for (int i = 0; i < 3; i++)
        assert_int_equal(ask("a", "answer"), ERR_TOOL_WORKER_UNAVAILABLE);
}

static void a_worker_can_be_probed(void **state)
{
    struct str ready;

    (void)state;
    make_pool(1, FAKE_OBEDIENT);
    assert_int_equal(worker_pool_probe(pool, &arena, &ready, &err), OK);
    assert_string_equal(ready.p, "{\"version\":\"fake\"}");
    assert_int_equal(count_workers(), 0);
}

/* A thread whose call stays in the worker until it is cancelled. */
struct holder {
    pthread_t thread;
    sem_t inside;
    atomic_bool cancel;
    struct principal who;
    bool nests;      /* it asks for another worker while it has one... */
    enum err nested; /* ...which was answered so */
    enum err rc;
};

static void is_inside(void *ctx, uint64_t done, uint64_t total)
{
    struct holder *h = ctx;

    (void)done;
    (void)total;
    if (h->nests)
        h->nested = ask("a", "answer");
    (void)sem_post(&h->inside);
}

static void *hold(void *ctx)
{
    struct holder *h = ctx;
    const struct worker_assignment as = query_of("held");
    struct worker_request r = request_of("obey");
    struct arena a;
    struct error e;
    struct str reply;

    arena_init(&a, 1 << 16);
    principal_set(h->who);
    r.wait.cancel = &h->cancel;
    r.progress = (struct worker_progress){.report = is_inside, .ctx = h};
    h->rc = worker_pool_call(pool, &as, &r, &a, &reply, &e);
    arena_release(&a);
    return NULL;
}

static void begin_holding(struct holder *h)
{
    atomic_init(&h->cancel, false);
    (void)sem_init(&h->inside, 0, 0);
    assert_int_equal(pthread_create(&h->thread, NULL, hold, h), 0);
    (void)sem_wait(&h->inside);
}

static void end_holding(struct holder *h)
{
    atomic_store(&h->cancel, true);
    assert_int_equal(pthread_join(h->thread, NULL), 0);
    (void)sem_destroy(&h->inside);
}

/* What a call of theirs comes to while others hold workers; without patience. */
static enum err ask_whoever(struct principal who)
{
    const struct worker_assignment as = query_of("a");
    struct worker_request r = request_of("answer");
    struct str reply;
    enum err rc;

    r.wait.deadline_ms =
        1; /* as it is over, only a worker that is free serves */
    principal_set(who);
    rc = worker_pool_call(pool, &as, &r, &arena, &reply, &err);
    principal_set(PRINCIPAL_NONE);
    return strstr(err.msg, "busy") ? rc : OK; /* it had one */
}

static enum err ask_as(uint64_t key, bool in_background)
{
    return ask_whoever((struct principal){key, in_background, false});
}

static void many_addresses_leave_a_worker_to_who_has_a_token(void **state)
{
    struct holder h[3];

    (void)state;
    make_pool(4, FAKE_OBEDIENT);
    for (size_t i = 0; i < COUNT_OF(h); i++) {
        h[i] = (struct holder){.who = {1 + i / 2, false, true}};
        begin_holding(&h[i]);
    }
    assert_int_equal(ask_whoever((struct principal){9, false, true}),
                     ERR_TIMEOUT);
    err.msg[0] = '\0';
    assert_int_equal(ask_as(10, false), OK);
    for (size_t i = 0; i < COUNT_OF(h); i++)
        end_holding(&h[i]);
}

static void one_principal_leaves_workers_to_others(void **state)
{
    struct holder h[3] = {{.who.key = 1}, {.who.key = 1}, {.who.key = 2}};

    (void)state;
    make_pool(4, FAKE_OBEDIENT);
    begin_holding(&h[0]);
    begin_holding(&h[1]);
    assert_int_equal(ask_as(1, false), ERR_TIMEOUT);
    begin_holding(&h[2]);
    assert_int_equal(ask_as(2, false), ERR_TIMEOUT);
    err.msg[0] = '\0';
    assert_int_equal(ask_as(3, false), OK);
    for (size_t i = 0; i < COUNT_OF(h); i++)
        end_holding(&h[i]);
    err.msg[0] = '\0';
    assert_int_equal(ask_as(1, false), OK);
}

static void what_runs_behind_has_workers_of_its_own(void **state)
{
    const struct worker_pool_options o = {.program_path = FAKE_PROGRAM,
                                          .max_workers = 1,
                                          .max_background = 1,
                                          .threads = FAKE_OBEDIENT};
    struct holder h = {.who = {1, true, false}};

    (void)state;
    assert_int_equal(worker_pool_new(&o, &pool, &err), OK);
    begin_holding(&h);
    assert_int_equal(ask_as(2, true), ERR_TIMEOUT);
    err.msg[0] = '\0';
    assert_int_equal(ask_as(1, false), OK);
    end_holding(&h);
    h = (struct holder){.who = {1, false, false}};
    begin_holding(&h);
    assert_int_equal(ask_as(2, false), ERR_TIMEOUT);
    err.msg[0] = '\0';
    assert_int_equal(ask_as(1, true), OK);
    end_holding(&h);
}

/* Two that each have one and wait for another would wait for each other. */
static void a_thread_with_a_worker_does_not_wait_for_a_second(void **state)
{
    struct holder h = {.nests = true};

    (void)state;
    make_pool(1, FAKE_OBEDIENT);
    begin_holding(&h);
    assert_int_equal(h.nested, ERR_TIMEOUT);
    end_holding(&h);
}

static void a_worker_that_holds_much_memory_is_not_kept(void **state)
{
    struct worker_assignment as = query_of("a");
    const struct worker_request grow = request_of("grow");
    const struct worker_request answer = request_of("answer");
    struct str reply;

    (void)state;
    make_pool(2, FAKE_OBEDIENT);
    as.memory_bytes = (uint64_t)256 << 20;
    assert_int_equal(worker_pool_call(pool, &as, &answer, &arena, &reply, &err),
                     OK);
    assert_int_equal(count_workers(), 1);
    assert_int_equal(worker_pool_call(pool, &as, &grow, &arena, &reply, &err),
                     OK);
    assert_int_equal(count_workers(), 0);
}

static void a_call_waits_for_a_busy_pool_until_its_deadline(void **state)
{
    const struct worker_assignment as = query_of("a");
    struct worker_request r = request_of("answer");
    struct str reply;
    struct holder h = {0};

    (void)state;
    make_pool(1, FAKE_OBEDIENT);
    begin_holding(&h);
    r.wait.deadline_ms = clock_ms() + 20;
    assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err),
                     ERR_TIMEOUT);
    assert_string_equal(err.msg, "every worker was busy until the time limit");
    r.wait = (struct wire_wait){.cancel = &h.cancel};
    end_holding(&h);
    assert_int_equal(h.rc, ERR_TIMEOUT);
    assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err),
                     ERR_TIMEOUT);
    assert_true(pid_for("a") > 0);
}

/* Its slices of a wait are of another clock; else this would take a day. */
static void a_clock_that_is_set_back_makes_no_call_wait_longer(void **state)
{
    const struct worker_assignment as = query_of("a");
    struct worker_request r = request_of("answer");
    struct str reply;
    struct holder h = {0};

    (void)state;
    make_pool(1, FAKE_OBEDIENT);
    begin_holding(&h);
    atomic_store(&clock_ahead_s, 24 * 60 * 60);
    r.wait.deadline_ms = clock_ms() + 20;
    assert_int_equal(worker_pool_call(pool, &as, &r, &arena, &reply, &err),
                     ERR_TIMEOUT);
    atomic_store(&clock_ahead_s, 0);
    end_holding(&h);
}

static void a_busy_worker_can_be_killed_by_its_id(void **state)
{
    struct holder h = {0};
    pid_t ids[4];

    (void)state;
    make_pool(2, FAKE_OBEDIENT);
    begin_holding(&h);
    assert_int_equal(worker_pool_pids(pool, ids, 4), 1);
    assert_int_equal(kill(ids[0], SIGKILL), 0);
    assert_int_equal(pthread_join(h.thread, NULL), 0);
    assert_int_equal(h.rc, ERR_TOOL_WORKER_UNAVAILABLE);
    (void)sem_destroy(&h.inside);
    assert_true(pid_for("held") > 0);
}

#define THREADS          8
#define CALLS_A_THREAD   25
#define MOST_ASSIGNMENTS 6

struct caller {
    pthread_t thread;
    unsigned seed;
    unsigned surprises;
};

/* Calls of every kind; only the expected errors may come. */
static void *call_often(void *ctx)
{
    struct caller *c = ctx;
    static const char *const whats[] = {"answer", "answer", "exit", "answer",
                                        "garbage"};
    struct arena a;

    arena_init(&a, 1 << 20);
    for (unsigned i = 0; i < CALLS_A_THREAD; i++) {
        unsigned n = c->seed * 7 + i;
        char database[2] = {(char)('a' + n % MOST_ASSIGNMENTS), '\0'};
        const char *what = whats[n % 5];
        const struct worker_assignment as = query_of(database);
        const struct worker_request r = request_of(what);
        struct error e;
        struct str reply;
        enum err rc = worker_pool_call(pool, &as, &r, &a, &reply, &e);

        c->surprises +=
            rc !=
            (strcmp(what, "answer") == 0 ? OK : ERR_TOOL_WORKER_UNAVAILABLE);
        arena_reset(&a);
    }
    arena_release(&a);
    return NULL;
}

/* A fifth worker at once would find no lock and refuse its assignment. */
static void many_threads_never_get_more_workers_than_allowed(void **state)
{
    struct caller callers[THREADS];

    (void)state;
    make_pool(FAKE_LOCKS, FAKE_OBEDIENT);
    for (unsigned i = 0; i < THREADS; i++) {
        callers[i] = (struct caller){.seed = i};
        assert_int_equal(
            pthread_create(&callers[i].thread, NULL, call_often, &callers[i]),
            0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_in_range(count_workers(), 0, FAKE_LOCKS);
        assert_int_equal(pthread_join(callers[i].thread, NULL), 0);
        assert_int_equal(callers[i].surprises, 0);
    }
}

#define POOL_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        POOL_TEST(a_query_worker_is_kept_for_its_database),
        POOL_TEST(another_list_of_databases_is_another_worker),
        POOL_TEST(another_memory_limit_is_another_worker),
        POOL_TEST(workers_of_ingest_and_export_serve_once),
        POOL_TEST(a_full_pool_ends_the_worker_idle_longest),
        POOL_TEST(the_call_after_a_failure_works),
        POOL_TEST(a_worker_that_died_idle_is_replaced_unnoticed),
        POOL_TEST(a_worker_whose_database_is_damaged_is_not_kept),
        POOL_TEST(a_refused_assignment_is_the_calls_error),
        POOL_TEST(a_program_that_does_not_start_is_the_calls_error),
        POOL_TEST(a_worker_can_be_probed),
        POOL_TEST(many_addresses_leave_a_worker_to_who_has_a_token),
        POOL_TEST(one_principal_leaves_workers_to_others),
        POOL_TEST(what_runs_behind_has_workers_of_its_own),
        POOL_TEST(a_thread_with_a_worker_does_not_wait_for_a_second),
        POOL_TEST(a_worker_that_holds_much_memory_is_not_kept),
        POOL_TEST(a_call_waits_for_a_busy_pool_until_its_deadline),
        POOL_TEST(a_clock_that_is_set_back_makes_no_call_wait_longer),
        POOL_TEST(a_busy_worker_can_be_killed_by_its_id),
        POOL_TEST(many_threads_never_get_more_workers_than_allowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
