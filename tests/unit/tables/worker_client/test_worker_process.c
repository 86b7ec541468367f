#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fake_worker.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "tables/worker_client/worker_process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct arena arena;
static struct error err;
static struct worker_process *worker;
static size_t descriptors; /* open before the test */

static size_t open_descriptors(void)
{
    DIR *d = opendir("/proc/self/fd");
    size_t n = 0;

    assert_non_null(d);
    while (readdir(d))
        n++;
    (void)closedir(d);
    return n;
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 64 << 20);
    err = (struct error){0};
    log_set_level(LOG_LEVEL_OFF);
    descriptors = open_descriptors();
    return 0;
}

/* After every test: no process, not even a dead one, and no descriptor. */
static int tear_down(void **state)
{
    (void)state;
    worker_process_free(worker);
    worker = NULL;
    arena_release(&arena);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(open_descriptors(), descriptors);
    return 0;
}

static void start(enum fake_start how)
{
    const struct worker_program program = {
        .path = FAKE_PROGRAM, .memory_bytes = 1, .threads = how};

    assert_int_equal(worker_process_spawn(&program, &worker, &err), OK);
}

/* A long deadline: reached only when something is wrong. */
static struct worker_call call_of(const char *what)
{
    return (struct worker_call){.kind = WIRE_REQUEST,
                                .payload = str_from(what),
                                .fd = -1,
                                .wait = {.deadline_ms = clock_ms() + 600000}};
}

static enum err assign(void)
{
    struct worker_call c = call_of("{}");
    struct str reply;

    c.kind = WIRE_ASSIGN;
    return worker_process_call(worker, &c, &arena, &reply, &err);
}

static void start_assigned(void)
{
    start(FAKE_OBEDIENT);
    assert_int_equal(assign(), OK);
}

static enum err ask(const char *what, struct str *reply)
{
    const struct worker_call c = call_of(what);

    return worker_process_call(worker, &c, &arena, reply, &err);
}

static void assert_works(void)
{
    struct str reply;
    char pid[24];

    (void)snprintf(pid, sizeof(pid), "%ld", (long)worker_process_pid(worker));
    assert_int_equal(ask("answer", &reply), OK);
    assert_true(str_is(reply, pid));
    assert_false(worker_process_is_dead(worker));
}

static void a_worker_answers_one_request_after_the_other(void **state)
{
    struct str reply;

    (void)state;
    start_assigned();
    for (int i = 0; i < 5; i++)
        assert_works();
    assert_int_equal(ask("trickle", &reply), OK);
    assert_string_equal(reply.p, "\"trickle\"");
}

static void a_worker_says_what_it_is_when_it_starts(void **state)
{
    struct str ready;

    (void)state;
    start(FAKE_OBEDIENT);
    assert_int_equal(worker_process_await_ready(worker, &arena, &ready, &err),
                     OK);
    assert_string_equal(ready.p, "{\"version\":\"fake\"}");
    assert_int_equal(assign(), OK);
    assert_works();
}

static void a_program_that_is_not_there_cannot_be_started(void **state)
{
    const struct worker_program program = {.path = "/nonexistent/worker",
                                           .threads = 1};

    (void)state;
    assert_int_equal(worker_process_spawn(&program, &worker, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_string_equal(err.msg,
                        "cannot start 'worker': No such file or directory");
}

static void a_worker_that_starts_badly_is_unavailable(void **state)
{
    static const enum fake_start how[] = {FAKE_EXITS_AT_ONCE,
                                          FAKE_WRITES_GARBAGE_AT_START};
    struct str ready;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        start(how[i]);
        assert_int_equal(assign(), ERR_TOOL_WORKER_UNAVAILABLE);
        assert_true(worker_process_is_dead(worker));
        worker_process_free(worker);
        start(how[i]);
        assert_int_equal(
            worker_process_await_ready(worker, &arena, &ready, &err),
            ERR_TOOL_WORKER_UNAVAILABLE);
        worker_process_free(worker);
    }
    worker = NULL;
}

static void a_worker_that_hangs_at_start_is_given_up_at_the_deadline(void **s)
{
    struct worker_call c = call_of("{}");
    struct str reply;

    (void)s;
    start(FAKE_HANGS_AT_START);
    c.kind = WIRE_ASSIGN;
    c.wait.deadline_ms = clock_ms() + 50;
    assert_int_equal(worker_process_call(worker, &c, &arena, &reply, &err),
                     ERR_TIMEOUT);
    assert_true(worker_process_is_dead(worker));
}

static void an_error_arrives_as_the_worker_put_it(void **state)
{
    struct str reply;

    (void)state;
    start_assigned();
    assert_int_equal(ask("fail", &reply), ERR_LIMIT);
    assert_string_equal(err.msg, "too much");
    assert_int_equal(err.pos.line, 3);
    assert_int_equal(err.pos.column, 4);
    assert_int_equal(err.pos.offset, 5);
    assert_works();
    assert_int_equal(ask("fail as OK", &reply), ERR_INTERNAL);
    assert_works();
}

/* Ask for `what`, which ruins the worker; one clear error must come. */
static void assert_breaks(const char *what, enum err expected, const char *how)
{
    struct str reply;

    start_assigned();
    assert_int_equal(ask(what, &reply), expected);
    if (!strstr(err.msg, how))
        fail_msg("%s: %s", what, err.msg);
    assert_true(worker_process_is_dead(worker));
    worker_process_free(worker);
    worker = NULL;
}

static void a_worker_that_breaks_the_protocol_is_given_up(void **state)
{
    static const char *const ways[] = {"garbage", "huge", "wrong id",
                                       "wrong kind"};
    static const char *const untexts[] = {"no json", "empty"};

    (void)state;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        assert_breaks(ways[i], ERR_TOOL_WORKER_UNAVAILABLE,
                      "the worker broke the protocol; the next call gets");
    for (size_t i = 0; i < sizeof(untexts) / sizeof(untexts[0]); i++)
        assert_breaks(untexts[i], ERR_TOOL_WORKER_UNAVAILABLE, "is not JSON");
    assert_breaks("bad error", ERR_TOOL_WORKER_UNAVAILABLE, "cannot be read");
}

/* It is not the worker's fault, and the rest of its answer is not the next one's. */
static void an_answer_for_which_others_hold_the_memory_is_to_be_retried(
    void **state)
{
    const size_t budget = 16 * MEM_COUNTED_BYTES;
    void *held;

    (void)state;
    mem_set_budget(budget);
    held = mem_new(budget / 2, &err);
    assert_non_null(held);
    assert_breaks("large", ERR_RATE_LIMITED, "try again later");
    mem_free(held);
    mem_set_budget(0);
}

static void the_death_of_a_worker_is_reported_with_its_cause(void **state)
{
    (void)state;
    assert_breaks("exit", ERR_TOOL_WORKER_UNAVAILABLE, "exited with status 7");
    assert_breaks("truncated", ERR_TOOL_WORKER_UNAVAILABLE,
                  "exited with status 7");
    assert_breaks("cpu", ERR_TIMEOUT, "CPU time");
}

static void a_worker_that_closes_its_socket_and_lives_on_is_killed(void **state)
{
    (void)state;
    assert_breaks("close", ERR_TOOL_WORKER_UNAVAILABLE, "broke the protocol");
}

static void kill_it(void *ctx, uint64_t done, uint64_t total)
{
    (void)ctx;
    assert_int_equal(done, 3);
    assert_int_equal(total, 4);
    assert_int_equal(kill(worker_process_pid(worker), SIGKILL), 0);
}

static void a_worker_killed_during_a_call_is_unavailable(void **state)
{
    struct worker_call c = call_of("hang");
    struct str reply;

    (void)state;
    c.progress.report = kill_it;
    start_assigned();
    assert_int_equal(worker_process_call(worker, &c, &arena, &reply, &err),
                     ERR_TOOL_WORKER_UNAVAILABLE);
    assert_string_equal(
        err.msg,
        "the worker was ended by signal 9; the next call gets a new one");
    assert_true(worker_process_is_dead(worker));
}

static void a_worker_killed_between_calls_is_seen_as_dead(void **state)
{
    siginfo_t info;
    struct str reply;

    (void)state;
    start_assigned();
    assert_int_equal(kill(worker_process_pid(worker), SIGKILL), 0);
    assert_int_equal(waitid(P_PID, (id_t)worker_process_pid(worker), &info,
                            WEXITED | WNOWAIT),
                     0);
    assert_int_equal(ask("answer", &reply), ERR_TOOL_WORKER_UNAVAILABLE);
    assert_true(worker_process_is_dead(worker));
}

static enum err ask_until(const char *what, uint64_t ms)
{
    struct worker_call c = call_of(what);
    struct str reply;

    c.wait.deadline_ms = clock_ms() + ms;
    return worker_process_call(worker, &c, &arena, &reply, &err);
}

static void a_worker_that_obeys_a_cancel_lives_on(void **state)
{
    (void)state;
    start_assigned();
    /* in which it has surely begun: what never came it cannot obey */
    assert_int_equal(ask_until("obey", 1000), ERR_TIMEOUT);
    assert_string_equal(err.msg, "the time limit passed");
    assert_works();
}

static void a_worker_that_ignores_a_cancel_is_killed(void **state)
{
    (void)state;
    start_assigned();
    assert_int_equal(ask_until("hang", 50), ERR_TIMEOUT);
    assert_true(worker_process_is_dead(worker));
}

static void a_worker_that_never_pauses_cannot_outlast_the_deadline(void **state)
{
    (void)state;
    start_assigned();
    assert_int_equal(ask_until("flood", 50), ERR_TIMEOUT);
    assert_true(worker_process_is_dead(worker));
}

struct canceller {
    sem_t now;
    atomic_bool cancel;
};

static void *cancel_when_signalled(void *ctx)
{
    struct canceller *c = ctx;

    (void)sem_wait(&c->now);
    atomic_store(&c->cancel, true);
    return NULL;
}

static void report_progress(void *ctx, uint64_t done, uint64_t total)
{
    struct canceller *c = ctx;

    (void)done;
    (void)total;
    (void)sem_post(&c->now);
}

static void assert_cancelled(const char *what, bool dies)
{
    struct canceller other = {.cancel = false};
    struct worker_call c = call_of(what);
    struct str reply;
    pthread_t thread;

    (void)sem_init(&other.now, 0, 0);
    c.wait.cancel = &other.cancel;
    c.progress =
        (struct worker_progress){.report = report_progress, .ctx = &other};
    start_assigned();
    assert_int_equal(
        pthread_create(&thread, NULL, cancel_when_signalled, &other), 0);
    assert_int_equal(worker_process_call(worker, &c, &arena, &reply, &err),
                     ERR_TIMEOUT);
    assert_string_equal(err.msg, "cancelled");
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(worker_process_is_dead(worker), dies);
    if (!dies)
        assert_works();
    worker_process_free(worker);
    worker = NULL;
    (void)sem_destroy(&other.now);
}

static void another_thread_can_cancel_a_call(void **state)
{
    (void)state;
    assert_cancelled("obey", false);
    assert_cancelled("hang", true);
}

static void a_descriptor_rides_along_and_stays_ours(void **state)
{
    struct worker_call c = call_of("read");
    struct str reply;

    (void)state;
    start_assigned();
    c.fd = open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    assert_true(c.fd >= 0);
    assert_int_equal(write(c.fd, "\"bytes\"", 7), 7);
    assert_int_equal(worker_process_call(worker, &c, &arena, &reply, &err), OK);
    assert_string_equal(reply.p, "\"bytes\"");
    assert_int_equal(fcntl(c.fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    (void)close(c.fd);
}

static void descriptors_that_a_worker_sends_are_closed(void **state)
{
    struct str reply;
    size_t before;

    (void)state;
    start_assigned();
    before = open_descriptors();
    for (int i = 0; i < 10; i++)
        assert_int_equal(ask("give a descriptor", &reply), OK);
    assert_int_equal(open_descriptors(), before);
}

/* What the user types is not the worker's to read. */
static void a_worker_can_only_write_to_the_terminal(void **state)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    int ours;
    struct str reply = {0};
    int end;
    enum err rc;

    (void)state;
    if (terminal < 0) {
        print_message("skipped: this machine gives no pseudo-terminals\n");
        skip();
    }
    ours = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
    assert_int_equal(grantpt(terminal), 0);
    assert_int_equal(unlockpt(terminal), 0);
    end = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_int_equal(dup2(end, STDERR_FILENO), STDERR_FILENO);
    start(FAKE_OBEDIENT);
    rc = assign();
    if (!rc)
        rc = ask("log", &reply);
    (void)dup2(ours, STDERR_FILENO);
    (void)close(end);
    (void)close(terminal);
    (void)close(ours);
    assert_int_equal(rc, OK);
    assert_non_null(reply.p);
    assert_int_equal(reply.p ? strtol(reply.p, NULL, 10) : -1, O_WRONLY);
}

static void a_worker_inherits_four_descriptors_and_no_more(void **state)
{
    struct str reply;
    int leaked = fcntl(2, F_DUPFD, 10); /* without close-on-exec */

    (void)state;
    assert_true(leaked >= 10);
    start_assigned();
    assert_int_equal(ask("descriptors", &reply), OK);
    assert_string_equal(reply.p, "[0,1,2,3]");
    (void)close(leaked);
}

static void a_worker_inherits_nothing_of_the_users_environment(void **state)
{
    struct str reply;

    (void)state;
    assert_int_equal(setenv("FAKE_SECRET", "key", 1), 0);
    start_assigned();
    assert_int_equal(ask("environment", &reply), OK);
    assert_string_equal(reply.p, "0");
}

/* With the standard descriptor `fd` closed, as daemons are started. */
static void assert_starts_without(int fd)
{
    struct str reply;
    struct str ignored;
    int spare = fcntl(fd, F_DUPFD_CLOEXEC, 10);

    assert_true(spare >= 10);
    (void)close(fd);
    start_assigned();
    assert_works();
    assert_int_equal(ask("descriptors", &reply), OK);
    assert_int_equal(ask("exit", &ignored), ERR_TOOL_WORKER_UNAVAILABLE);
    worker_process_free(worker);
    worker = NULL;
    assert_int_equal(dup2(spare, fd), fd);
    (void)close(spare);
    assert_string_equal(reply.p, "[0,1,2,3]");
}

static void a_parent_without_standard_files_can_start_workers(void **state)
{
    (void)state;
    for (int fd = 0; fd < 3; fd++)
        assert_starts_without(fd);
}

static void without_free_descriptors_no_worker_starts(void **state)
{
    const struct worker_program program = {.path = FAKE_PROGRAM, .threads = 1};
    struct rlimit before;
    struct rlimit few;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    few = before;
    for (few.rlim_cur = 3; few.rlim_cur < 6; few.rlim_cur++) {
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
        if (worker_process_spawn(&program, &worker, &err)) {
            assert_int_equal(err.code, ERR_TOOL_WORKER_UNAVAILABLE);
            worker = NULL;
        }
        worker_process_free(worker);
        worker = NULL;
    }
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

static void the_cpu_limit_reaches_a_worker_of_a_thread_that_blocks_it(void **s)
{
    sigset_t all;
    sigset_t before;

    (void)s;
    (void)sigfillset(&all);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &all, &before), 0);
    (void)signal(SIGXCPU, SIG_IGN);
    assert_breaks("cpu", ERR_TIMEOUT, "CPU time");
    (void)signal(SIGXCPU, SIG_DFL);
    assert_int_equal(pthread_sigmask(SIG_SETMASK, &before, NULL), 0);
}

#define WORKER_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORKER_TEST(a_worker_answers_one_request_after_the_other),
        WORKER_TEST(a_worker_says_what_it_is_when_it_starts),
        WORKER_TEST(a_program_that_is_not_there_cannot_be_started),
        WORKER_TEST(a_worker_that_starts_badly_is_unavailable),
        WORKER_TEST(a_worker_that_hangs_at_start_is_given_up_at_the_deadline),
        WORKER_TEST(an_error_arrives_as_the_worker_put_it),
        WORKER_TEST(a_worker_that_breaks_the_protocol_is_given_up),
        WORKER_TEST(
            an_answer_for_which_others_hold_the_memory_is_to_be_retried),
        WORKER_TEST(the_death_of_a_worker_is_reported_with_its_cause),
        WORKER_TEST(a_worker_that_closes_its_socket_and_lives_on_is_killed),
        WORKER_TEST(a_worker_killed_during_a_call_is_unavailable),
        WORKER_TEST(a_worker_killed_between_calls_is_seen_as_dead),
        WORKER_TEST(a_worker_that_obeys_a_cancel_lives_on),
        WORKER_TEST(a_worker_that_ignores_a_cancel_is_killed),
        WORKER_TEST(a_worker_that_never_pauses_cannot_outlast_the_deadline),
        WORKER_TEST(another_thread_can_cancel_a_call),
        WORKER_TEST(a_descriptor_rides_along_and_stays_ours),
        WORKER_TEST(descriptors_that_a_worker_sends_are_closed),
        WORKER_TEST(a_worker_can_only_write_to_the_terminal),
        WORKER_TEST(a_worker_inherits_four_descriptors_and_no_more),
        WORKER_TEST(a_worker_inherits_nothing_of_the_users_environment),
        WORKER_TEST(a_parent_without_standard_files_can_start_workers),
        WORKER_TEST(without_free_descriptors_no_worker_starts),
        WORKER_TEST(the_cpu_limit_reaches_a_worker_of_a_thread_that_blocks_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
