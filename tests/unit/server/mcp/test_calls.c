#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/mcp/calls.h"

#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/*
 * A run that waits until the gate opens or its call is cancelled, and counts.
 * Waiting is on a condition, so that no test sleeps.
 */
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool open;
    bool answers; /* before it waits */
    unsigned running;
    unsigned done;
    unsigned cancelled;
    char order[64]; /* first letters of the ids that ran, in order */
    size_t n_order;
};

static void gate_init(struct gate *g, bool open)
{
    *g = (struct gate){.open = open};
    (void)pthread_mutex_init(&g->lock, NULL);
    (void)pthread_cond_init(&g->changed, NULL);
}

static void gate_open(struct gate *g)
{
    (void)pthread_mutex_lock(&g->lock);
    g->open = true;
    (void)pthread_cond_broadcast(&g->changed);
    (void)pthread_mutex_unlock(&g->lock);
}

static void gate_wait_running(struct gate *g, unsigned n)
{
    (void)pthread_mutex_lock(&g->lock);
    while (g->running < n)
        (void)pthread_cond_wait(&g->changed, &g->lock);
    (void)pthread_mutex_unlock(&g->lock);
}

static void run_gated(void *ctx, const struct call *call,
                      const atomic_bool *cancel)
{
    struct gate *g = ctx;

    (void)pthread_mutex_lock(&g->lock);
    g->running++;
    if (g->answers)
        atomic_store(call->answered, true);
    if (g->n_order < sizeof(g->order) - 1)
        g->order[g->n_order++] = call->id.text.p[0];
    (void)pthread_cond_broadcast(&g->changed);
    while (!g->open && !atomic_load(cancel)) {
        struct timespec until;

        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 1000000;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        (void)pthread_cond_timedwait(&g->changed, &g->lock, &until);
    }
    g->running--;
    g->done++;
    g->cancelled += atomic_load(cancel);
    (void)pthread_mutex_unlock(&g->lock);
}

static struct rpc_id id_of(const char *text)
{
    return (struct rpc_id){JSON_STRING, str_from(text)};
}

static enum err submit_kind(struct calls *c, const char *id, bool is_catalog)
{
    struct call call = {.id = id_of(id), .is_catalog = is_catalog};
    struct error e = {0};
    enum err err;

    arena_init(&call.arena, 1000);
    assert_non_null(arena_alloc(&call.arena, 100, &e));
    err = calls_submit(c, &call, &e);
    if (!err)
        assert_int_equal(call.arena.used_bytes, 0);
    arena_release(&call.arena);
    return err;
}

static enum err submit(struct calls *c, const char *id)
{
    return submit_kind(c, id, false);
}

static void start(struct calls *c, struct gate *g, unsigned threads)
{
    struct error e = {0};

    assert_int_equal(calls_init(c, run_gated, g, threads, &e), OK);
}

static void calls_run_and_are_drained(void **state)
{
    static const char *const ids[] = {"a", "b", "c", "d", "e", "f"};
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, true);
    start(&c, &g, CALLS_MAX_THREADS);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(submit(&c, ids[i]), OK);
    calls_drain(&c, -1, -1);
    assert_int_equal(g.done, 6);
    assert_int_equal(c.used, 0);
    assert_int_equal(c.bytes, 0);
    calls_release(&c);
}

static void no_thread_starts_before_the_first_call(void **state)
{
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, true);
    start(&c, &g, CALLS_MAX_THREADS);
    assert_int_equal(c.n_threads, 0);
    assert_int_equal(submit(&c, "a"), OK);
    calls_drain(&c, -1, -1);
    assert_int_equal(c.n_threads, 1);
    calls_release(&c);
}

static void four_calls_run_at_once_and_the_others_wait_their_turn(void **state)
{
    static const char *const ids[] = {"a", "b", "c", "d", "e", "f"};
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, false);
    start(&c, &g, CALLS_MAX_THREADS);
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(submit(&c, ids[i]), OK);
    gate_wait_running(&g, 4);
    assert_int_equal(g.running, 4);
    gate_open(&g);
    calls_drain(&c, -1, -1);
    assert_int_equal(g.done, 6);
    calls_release(&c);
}

static void a_call_of_catalogs_does_not_wait_for_those_that_last(void **state)
{
    static const char *const ids[] = {"a", "b", "c", "d", "e"};
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, false);
    start(&c, &g, 2);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(submit(&c, ids[i]), OK);
    gate_wait_running(&g, 2);
    assert_int_equal(submit_kind(&c, "x", true), OK);
    gate_wait_running(&g, 3); /* while both last */
    assert_int_equal(g.order[2], 'x');
    assert_int_equal(g.done, 0);
    gate_open(&g);
    calls_drain(&c, -1, -1);
    assert_int_equal(g.done, 6);
    calls_release(&c);
}

static void the_oldest_call_is_started_first(void **state)
{
    static const char *const ids[] = {"a", "b", "c", "d", "e"};
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, false);
    start(&c, &g, 1);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(submit(&c, ids[i]), OK);
    gate_open(&g);
    calls_drain(&c, -1, -1);
    assert_string_equal(g.order, "abcde");
    calls_release(&c);
}

static void a_running_call_is_cancelled_alone(void **state)
{
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, false);
    start(&c, &g, 2);
    assert_int_equal(submit(&c, "a"), OK);
    assert_int_equal(submit(&c, "b"), OK);
    gate_wait_running(&g, 2);
    calls_cancel(&c, id_of("a"));
    calls_cancel(&c, id_of("nobody"));
    gate_open(&g);
    calls_drain(&c, -1, -1);
    assert_int_equal(g.done, 2);
    assert_int_equal(g.cancelled, 1);
    calls_release(&c);
}

static void a_queued_call_that_is_cancelled_never_runs(void **state)
{
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, false);
    start(&c, &g, 1);
    assert_int_equal(submit(&c, "a"), OK);
    gate_wait_running(&g, 1);
    assert_int_equal(submit(&c, "b"), OK);
    calls_cancel(&c, id_of("b"));
    assert_int_equal(submit(&c, "c"), OK);
    gate_open(&g);
    calls_drain(&c, -1, -1);
    assert_string_equal(g.order, "ac");
    calls_release(&c);
}

static void an_answered_call_has_given_its_id_back(void **state)
{
    struct gate g;
    struct calls c;

    (void)state;
    gate_init(&g, false);
    g.answers = true;
    start(&c, &g, 1);
    assert_int_equal(submit(&c, "a"), OK);
    gate_wait_running(&g, 1);
    calls_cancel(&c, id_of("a")); /* too late for this one */
    assert_int_equal(submit(&c, "a"), OK);
    gate_open(&g);
    calls_drain(&c, -1, -1);
    calls_release(&c);
    assert_int_equal(g.done, 2);
    assert_int_equal(g.cancelled, 0);
}

static void an_id_in_use_is_a_conflict_and_free_again_later(void **state)
{
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, false);
    start(&c, &g, 1);
    assert_int_equal(submit(&c, "a"), OK);
    assert_int_equal(submit(&c, "a"), ERR_CONFLICT);
    gate_open(&g);
    calls_drain(&c, -1, -1);
    assert_int_equal(submit(&c, "a"), OK);
    calls_drain(&c, -1, -1);
    calls_release(&c);
}

static void more_calls_than_slots_are_refused(void **state)
{
    char id[20];
    char ids[CALLS_MAX][20];
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, false);
    start(&c, &g, 1);
    for (int i = 0; i < CALLS_MAX; i++) {
        (void)snprintf(ids[i], sizeof(ids[i]), "%d", i);
        assert_int_equal(submit(&c, ids[i]), OK);
    }
    (void)snprintf(id, sizeof(id), "more");
    assert_int_equal(submit(&c, id), ERR_RATE_LIMITED);
    gate_open(&g);
    calls_drain(&c, -1, -1);
    assert_int_equal(g.done, CALLS_MAX);
    calls_release(&c);
}

static void shutdown_cancels_what_is_drained(void **state)
{
    int stop_fd = eventfd(1, 0);
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, false);
    start(&c, &g, 1);
    assert_int_equal(submit(&c, "a"), OK);
    assert_int_equal(submit(&c, "b"), OK);
    gate_wait_running(&g, 1);
    calls_drain(&c, stop_fd, -1);
    assert_int_equal(g.cancelled, 1);
    assert_int_equal(g.done, 1);
    calls_release(&c);
    (void)close(stop_fd);
}

static void releasing_cancels_and_frees_what_is_left(void **state)
{
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, false);
    start(&c, &g, 1);
    assert_int_equal(submit(&c, "a"), OK);
    assert_int_equal(submit(&c, "b"), OK);
    gate_wait_running(&g, 1);
    calls_release(&c);
    assert_int_equal(g.done, 1);
}

static void without_threads_a_call_runs_at_once(void **state)
{
    struct calls c;
    struct gate g;

    (void)state;
    gate_init(&g, true);
    start(&c, &g, 0);
    assert_int_equal(submit(&c, "a"), OK);
    assert_int_equal(g.done, 1);
    calls_release(&c);
}

/* Two threads that take turns at submitting one letter after the other. */
struct readers {
    struct leader turn;
    struct calls calls;
    struct gate gate;
    const char *ids; /* what is not submitted yet */
    char cancelled;  /* by whoever reads the end; 0: none */
    atomic_uint flushed;
};

static void flush(void *ctx)
{
    struct readers *r = ctx;

    atomic_fetch_add(&r->flushed, 1);
}

static void submit_next(struct readers *r)
{
    struct call call = {.id = {JSON_STRING, {r->ids++, 1}}};
    struct error e = {0};

    arena_init(&call.arena, 1000);
    assert_int_equal(calls_submit(&r->calls, &call, &e), OK);
    arena_release(&call.arena);
}

static void read_in_turn(struct readers *r, int me)
{
    while (leader_wait(&r->turn, me)) {
        if (*r->ids) {
            submit_next(r);
            continue;
        }
        if (r->cancelled)
            calls_cancel(&r->calls,
                         (struct rpc_id){JSON_STRING, {&r->cancelled, 1}});
        gate_open(&r->gate);
        calls_drain(&r->calls, -1, -1);
        leader_finish(&r->turn);
    }
}

static void *read_second(void *readers)
{
    read_in_turn(readers, 1);
    return NULL;
}

static void read_all(struct readers *r, const char *ids, bool open)
{
    r->ids = ids;
    gate_init(&r->gate, open);
    start(&r->calls, &r->gate, CALLS_MAX_THREADS);
    leader_init(&r->turn, read_second, r);
    r->calls.readers =
        (struct call_readers){.leader = &r->turn, .flush = flush, .ctx = r};
    read_in_turn(r, 0);
    leader_release(&r->turn);
    calls_release(&r->calls);
}

static void a_call_that_is_alone_runs_where_it_is_read(void **state)
{
    struct readers r = {0};

    (void)state;
    read_all(&r, "a", true);
    assert_int_equal(r.gate.done, 1);
    assert_int_equal(r.calls.n_threads, 0);
    assert_int_equal(r.flushed, 1);
}

static void a_call_that_lasts_where_it_is_read_can_be_cancelled(void **state)
{
    struct readers r = {.cancelled = 'a'};

    (void)state;
    read_all(&r, "a", false);
    assert_int_equal(r.gate.done, 1);
    assert_int_equal(r.gate.cancelled, 1);
}

static void calls_beside_one_that_lasts_are_handed_over(void **state)
{
    struct readers r = {0};

    (void)state;
    read_all(&r, "abcdef", false);
    assert_int_equal(r.gate.done, 6);
    assert_true(r.calls.n_threads >= 1);
}

static void a_call_with_others_behind_it_is_handed_over(void **state)
{
    struct readers r = {0};
    struct call call = {.id = {JSON_STRING, STR("a")}};
    struct error e = {0};

    (void)state;
    gate_init(&r.gate, true);
    start(&r.calls, &r.gate, CALLS_MAX_THREADS);
    leader_init(&r.turn, read_second, &r);
    r.calls.readers = (struct call_readers){
        .leader = &r.turn, .flush = flush, .ctx = &r, .more = true};
    assert_int_equal(calls_submit(&r.calls, &call, &e), OK);
    assert_int_equal(r.calls.n_threads, 1);
    calls_drain(&r.calls, -1, -1);
    leader_finish(&r.turn);
    leader_release(&r.turn);
    calls_release(&r.calls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_run_and_are_drained),
        cmocka_unit_test(no_thread_starts_before_the_first_call),
        cmocka_unit_test(four_calls_run_at_once_and_the_others_wait_their_turn),
        cmocka_unit_test(a_call_of_catalogs_does_not_wait_for_those_that_last),
        cmocka_unit_test(the_oldest_call_is_started_first),
        cmocka_unit_test(a_running_call_is_cancelled_alone),
        cmocka_unit_test(a_queued_call_that_is_cancelled_never_runs),
        cmocka_unit_test(an_id_in_use_is_a_conflict_and_free_again_later),
        cmocka_unit_test(an_answered_call_has_given_its_id_back),
        cmocka_unit_test(more_calls_than_slots_are_refused),
        cmocka_unit_test(shutdown_cancels_what_is_drained),
        cmocka_unit_test(releasing_cancels_and_frees_what_is_left),
        cmocka_unit_test(without_threads_a_call_runs_at_once),
        cmocka_unit_test(a_call_that_is_alone_runs_where_it_is_read),
        cmocka_unit_test(a_call_that_lasts_where_it_is_read_can_be_cancelled),
        cmocka_unit_test(calls_beside_one_that_lasts_are_handed_over),
        cmocka_unit_test(a_call_with_others_behind_it_is_handed_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
