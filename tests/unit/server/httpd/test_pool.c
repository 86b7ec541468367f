/* Who waits for a thread, and whose turn it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/set_clock.h"
#include "server/httpd/pool.h"

#include <sched.h>
#include <string.h>

#define MOST 64

/* A pool whose threads wait at a gate: each let through answers one. */
struct turns {
    struct httpd_pool pool;
    struct exchange x[MOST];
    size_t n;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned may; /* pass the gate */
    unsigned waiting;
    uint64_t order[MOST]; /* shares, as their turns began */
    size_t begun;
    size_t passed;
    bool leaves; /* each needs no gate, and runs until it is cancelled */
};

static void run(void *ctx, struct exchange *x)
{
    struct turns *t = ctx;

    (void)pthread_mutex_lock(&t->lock);
    t->waiting++;
    t->order[t->begun++] = x->principal.key;
    (void)pthread_cond_broadcast(&t->changed);
    while (t->may == 0 && !t->leaves)
        (void)pthread_cond_wait(&t->changed, &t->lock);
    t->may -= t->leaves ? 0 : 1;
    t->waiting--;
    t->passed++;
    (void)pthread_cond_broadcast(&t->changed);
    (void)pthread_mutex_unlock(&t->lock);
    while (t->leaves && !atomic_load(&x->gone))
        (void)sched_yield();
    httpd_pool_remove(&t->pool, x);
}

static void begin_both(struct turns *t, unsigned threads, unsigned slow,
                       unsigned max_queued)
{
    struct error e;

    *t = (struct turns){.pool = {.run = run, .ctx = t}};
    (void)pthread_mutex_init(&t->lock, NULL);
    (void)pthread_cond_init(&t->changed, NULL);
    assert_int_equal(httpd_pool_open(&t->pool, threads, slow, max_queued, &e),
                     OK);
}

static void begin(struct turns *t, unsigned threads, unsigned max_queued)
{
    begin_both(t, threads, 0, max_queued);
}

static struct error refused;

static bool ask_as(struct turns *t, struct principal who, enum httpd_kind kind)
{
    struct exchange *x = &t->x[t->n];

    assert_true(t->n < MOST);
    *x = (struct exchange){.fd = -1, .principal = who, .kind = kind};
    if (httpd_pool_put(&t->pool, x, &refused))
        return false;
    t->n++;
    return true;
}

static bool ask_kind(struct turns *t, uint64_t share, enum httpd_kind kind)
{
    return ask_as(t, (struct principal){.key = share}, kind);
}

static bool ask(struct turns *t, uint64_t share)
{
    return ask_kind(t, share, HTTPD_QUICK);
}

/* Until so many threads are at the gate. */
static void await(struct turns *t, unsigned waiting)
{
    (void)pthread_mutex_lock(&t->lock);
    while (t->waiting < waiting)
        (void)pthread_cond_wait(&t->changed, &t->lock);
    (void)pthread_mutex_unlock(&t->lock);
}

static void let_through(struct turns *t, unsigned n)
{
    (void)pthread_mutex_lock(&t->lock);
    t->may += n;
    (void)pthread_cond_broadcast(&t->changed);
    (void)pthread_mutex_unlock(&t->lock);
}

/* One after the other, so that the order is that of the turns. */
static void finish(struct turns *t, unsigned threads)
{
    while (t->passed < t->n) {
        size_t left = t->n - t->passed;

        await(t, left < threads ? (unsigned)left : threads);
        let_through(t, 1);
        (void)pthread_mutex_lock(&t->lock);
        while (t->may > 0)
            (void)pthread_cond_wait(&t->changed, &t->lock);
        (void)pthread_mutex_unlock(&t->lock);
    }
    httpd_pool_drain(&t->pool, 60);
    httpd_pool_close(&t->pool);
    (void)pthread_cond_destroy(&t->changed);
    (void)pthread_mutex_destroy(&t->lock);
}

/* Which one was it, from 1? */
static size_t turn_of(const struct turns *t, uint64_t share)
{
    for (size_t i = 0; i < t->begun; i++)
        if (t->order[i] == share)
            return i + 1;
    fail_msg("no turn for %u", (unsigned)share);
    return 0;
}

static void a_greedy_one_waits_for_itself(unsigned threads)
{
    static struct turns t;

    begin(&t, threads, MOST);
    for (int i = 0; i < 30; i++)
        assert_true(ask(&t, 1));
    await(&t, threads);
    assert_true(ask(&t, 2));
    finish(&t, threads);
    /* Those that had begun, and one more at most. */
    assert_true(turn_of(&t, 2) <= threads + 2);
}

static void one_greedy_client_does_not_starve_another(void **state)
{
    (void)state;
    a_greedy_one_waits_for_itself(1);
    a_greedy_one_waits_for_itself(2);
    a_greedy_one_waits_for_itself(4);
}

/* More of them than threads. */
static void several_greedy_clients_do_not_starve_another(void **state)
{
    static struct turns t;

    (void)state;
    begin(&t, 2, MOST);
    for (int i = 0; i < 10; i++)
        for (uint64_t share = 1; share <= 4; share++)
            assert_true(ask(&t, share));
    await(&t, 2);
    assert_true(ask(&t, 5));
    finish(&t, 2);
    assert_true(turn_of(&t, 5) <= 2 + 2 * 4); /* two rounds at most */
}

static void of_one_client_the_oldest_comes_first(void **state)
{
    static struct turns t;

    (void)state;
    begin(&t, 1, MOST);
    for (uint64_t share = 1; share <= 4; share++) /* each its own */
        assert_true(ask(&t, share));
    finish(&t, 1);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(t.order[i], i + 1);
}

static void one_client_leaves_room_in_the_queue(void **state)
{
    static struct turns t;
    unsigned taken = 0;

    (void)state;
    begin(&t, 1, 8);
    assert_true(ask(&t, 1)); /* has the thread */
    await(&t, 1);
    while (taken < 9 && ask(&t, 1))
        taken++;
    assert_int_equal(taken, 6); /* three quarters */
    assert_int_not_equal(refused.retry_s, 0);
    assert_true(ask(&t, 2));
    assert_true(ask(&t, 3));
    assert_false(ask(&t, 4)); /* it is full */
    assert_int_equal(refused.retry_s, 0);
    finish(&t, 1);
    assert_true(turn_of(&t, 2) <= 3);
}

/* Otherwise those that still wait would be cancelled a day later. */
static void a_clock_that_is_set_back_makes_no_end_later(void **state)
{
    static struct turns t;

    (void)state;
    begin(&t, 1, MOST);
    t.leaves = true;
    assert_true(ask(&t, 1));
    atomic_store(&clock_ahead_s, 24 * 60 * 60);
    httpd_pool_drain(&t.pool, 0);
    atomic_store(&clock_ahead_s, 0);
    assert_int_equal(t.passed, 1);
    finish(&t, 1);
}

/* Those that have begun and are at the gate, of a share. */
static unsigned count_begun(struct turns *t, uint64_t share)
{
    unsigned n = 0;

    (void)pthread_mutex_lock(&t->lock);
    for (size_t i = 0; i < t->begun; i++)
        n += t->order[i] == share;
    (void)pthread_mutex_unlock(&t->lock);
    return n;
}

static void what_lasts_leaves_threads_to_what_is_soon_done(void **state)
{
    static struct turns t;

    (void)state;
    begin_both(&t, 2, 4, MOST);
    for (uint64_t share = 1; share <= 20; share++)
        assert_true(ask_kind(&t, share, HTTPD_SLOW));
    await(&t, 4);
    assert_true(ask(&t, 21));
    assert_true(ask(&t, 22));
    await(&t, 6); /* beside all of those */
    assert_int_equal(count_begun(&t, 21) + count_begun(&t, 22), 2);
    finish(&t, 4);
}

static void the_next_caller_finds_a_thread_free(void **state)
{
    static struct turns t;

    (void)state;
    begin_both(&t, 1, 8, MOST);
    for (unsigned i = 0; i < 20; i++)
        assert_true(ask_kind(&t, 1, HTTPD_SLOW));
    await(&t, 4); /* half */
    for (unsigned i = 0; i < 5; i++)
        assert_true(ask_kind(&t, 2, HTTPD_SLOW));
    await(&t, 6);
    assert_true(ask_kind(&t, 3, HTTPD_SLOW));
    await(&t, 7);
    assert_true(ask_kind(&t, 4, HTTPD_SLOW));
    await(&t, 8);
    assert_int_equal(count_begun(&t, 1), 4);
    assert_int_equal(count_begun(&t, 2), 2);
    assert_int_equal(count_begun(&t, 3), 1);
    assert_int_equal(count_begun(&t, 4), 1);
    let_through(&t, MOST);
    httpd_pool_drain(&t.pool, 60);
    t.may = 0;
    finish(&t, 1);
}

static bool ask_anonymously(struct turns *t, uint64_t address)
{
    return ask_as(t, (struct principal){.key = address, .is_anonymous = true},
                  HTTPD_SLOW);
}

static void many_addresses_leave_threads_to_who_has_a_token(void **state)
{
    static struct turns t;

    (void)state;
    begin_both(&t, 1, 8, MOST);
    for (uint64_t address = 1; address <= 6; address++)
        for (unsigned i = 0; i < 3; i++)
            assert_true(ask_anonymously(&t, address));
    await(&t, 6); /* three quarters */
    assert_true(ask_kind(&t, 7, HTTPD_SLOW));
    await(&t, 7);
    assert_true(ask_kind(&t, 8, HTTPD_SLOW));
    await(&t, 8);
    let_through(&t, MOST);
    httpd_pool_drain(&t.pool, 60);
    t.may = 0;
    finish(&t, 1);
}

static void many_addresses_leave_places_to_who_has_a_token(void **state)
{
    static struct turns t;
    unsigned n = 0;

    (void)state;
    begin_both(&t, 1, 1, 16);
    assert_true(ask_kind(&t, 100, HTTPD_SLOW));
    await(&t, 1);
    for (uint64_t address = 1; address <= 16; address++)
        while (ask_anonymously(&t, address))
            n++;
    assert_int_equal(n, 12);
    assert_non_null(strstr(refused.msg, "without a token"));
    assert_true(ask_kind(&t, 101, HTTPD_SLOW));
    let_through(&t, MOST);
    httpd_pool_drain(&t.pool, 60);
    t.may = 0;
    finish(&t, 1);
}

static void what_lasts_leaves_places_to_what_is_soon_done(void **state)
{
    static struct turns t;

    (void)state;
    begin_both(&t, 1, 1, 4);
    assert_true(ask_kind(&t, 1, HTTPD_SLOW));
    assert_true(ask(&t, 1));
    await(&t, 2);
    for (uint64_t share = 2; share <= 5; share++)
        assert_true(ask_kind(&t, share, HTTPD_SLOW));
    assert_false(ask_kind(&t, 6, HTTPD_SLOW));
    assert_true(ask(&t, 6));
    let_through(&t, MOST);
    httpd_pool_drain(&t.pool, 60);
    t.may = 0;
    finish(&t, 1);
}

struct led {
    struct turns *t;
    struct leader turn;
};

static void lead(struct led *l, unsigned n, void *(*second)(void *led))
{
    begin(l->t, 4, MOST);
    l->t->pool.is_led = true;
    leader_init(&l->turn, second, l);
    for (unsigned i = 0; i < n; i++)
        assert_true(ask(l->t, i));
}

static void end(struct led *l)
{
    leader_finish(&l->turn);
    leader_release(&l->turn);
    finish(l->t, 4);
}

/* It is said to watch, and never takes over. */
static void *watch_nothing(void *led)
{
    (void)led;
    return NULL;
}

static void the_reader_runs_quick_requests_itself(void **state)
{
    static struct turns t;
    struct led l = {.t = &t};

    (void)state;
    lead(&l, 2, watch_nothing);
    let_through(&t, 2);
    while (httpd_pool_waits(&t.pool)) /* a thread that begins may take one */
        assert_true(httpd_pool_lead(&t.pool, &l.turn));
    httpd_pool_drain(&t.pool, 60);
    assert_int_equal(t.passed, 2);
    end(&l);
}

/* Who takes the reading over tells the threads of what waits. */
static void *read_second(void *led)
{
    struct led *l = led;
    struct turns *t = l->t;

    while (leader_wait(&l->turn, 1)) {
        (void)httpd_pool_lead(&t->pool, &l->turn);
        await(t, (unsigned)t->n);
        let_through(t, (unsigned)t->n);
        (void)pthread_mutex_lock(&t->lock);
        while (t->may > 0)
            (void)pthread_cond_wait(&t->changed, &t->lock);
        (void)pthread_mutex_unlock(&t->lock);
        leader_finish(&l->turn);
    }
    return NULL;
}

static void what_waits_behind_what_lasts_is_done_by_others(void **state)
{
    static struct turns t;
    struct led l = {.t = &t};

    (void)state;
    lead(&l, 4, read_second);
    assert_false(httpd_pool_lead(&t.pool, &l.turn));
    end(&l);
    assert_int_equal(t.passed, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_greedy_client_does_not_starve_another),
        cmocka_unit_test(several_greedy_clients_do_not_starve_another),
        cmocka_unit_test(of_one_client_the_oldest_comes_first),
        cmocka_unit_test(one_client_leaves_room_in_the_queue),
        cmocka_unit_test(what_lasts_leaves_threads_to_what_is_soon_done),
        cmocka_unit_test(the_next_caller_finds_a_thread_free),
        cmocka_unit_test(many_addresses_leave_threads_to_who_has_a_token),
        cmocka_unit_test(many_addresses_leave_places_to_who_has_a_token),
        cmocka_unit_test(what_lasts_leaves_places_to_what_is_soon_done),
        cmocka_unit_test(a_clock_that_is_set_back_makes_no_end_later),
        cmocka_unit_test(the_reader_runs_quick_requests_itself),
        cmocka_unit_test(what_waits_behind_what_lasts_is_done_by_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
