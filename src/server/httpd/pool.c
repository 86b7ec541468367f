#include "server/httpd/pool.h"

#include "base/clock.h"
#include "base/fair_share.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>

/* Requests up to this long are not worth waking another thread. */
#define QUICK_NS UINT64_C(200000)
#define SLOW_NS  (4 * QUICK_NS)

/* One principal gets at most half of the threads for slow requests, and three
 * quarters of the queue slots, which cost next to nothing. */
#define THREADS_TIMES 1
#define PLACES_TIMES  3

static void lock(struct httpd_pool *p)
{
    (void)pthread_mutex_lock(&p->lock);
}

static void unlock(struct httpd_pool *p)
{
    (void)pthread_mutex_unlock(&p->lock);
}

/* With the lock. */
static void unlink_exchange(struct httpd_pool *p, struct exchange *x)
{
    if (x->previous)
        x->previous->next = x->next;
    else
        p->first = x->next;
    if (x->next)
        x->next->previous = x->previous;
    else
        p->last = x->previous;
    x->next = x->previous = NULL;
}

/* With the lock: those from `from` to before `to` of the kind of `like`. */
static struct fair_share_taken count_kind(const struct exchange *from,
                                          const struct exchange *to,
                                          const struct exchange *like)
{
    struct fair_share_taken t = {0};

    for (const struct exchange *x = from; x != to; x = x->next) {
        if (x->kind == like->kind)
            fair_share_count(&t, x->principal.key == like->principal.key,
                             x->principal.is_anonymous);
    }
    return t;
}

/* With the lock: may it run now, given those of its kind that run? */
static bool may_run(const struct httpd_pool *p, const struct exchange *x,
                    unsigned *held)
{
    const struct fair_share_taken running = count_kind(p->first, p->waiting, x);

    *held = (unsigned)running.held;
    return x->kind == HTTPD_SLOW
               ? fair_share_has_for(p->most[HTTPD_SLOW], &running,
                                    x->principal.is_anonymous, THREADS_TIMES)
               : running.all < p->most[HTTPD_QUICK];
}

/* With the lock: the round of a new request, after those of its principal (fair
 * queueing). A principal without waiting requests starts in the next round, so that
 * it waits for one request of each other principal and not for all that came
 * before. */
static uint64_t next_turn(const struct httpd_pool *p, uint64_t key)
{
    for (const struct exchange *x = p->last; x; x = x->previous)
        if (x->principal.key == key)
            return (x->turn > p->turn ? x->turn : p->turn) + 1;
    return p->turn + 1;
}

/* With the lock: of those that may run, the one whose principal has the fewest
 * threads, then the one in the earliest round, then the oldest. So a caller
 * that sends a hundred requests only delays itself. */
static struct exchange *find_next(const struct httpd_pool *p)
{
    struct exchange *best = NULL;
    unsigned fewest = UINT_MAX;

    for (struct exchange *x = p->waiting; x; x = x->next) {
        unsigned n;

        if (!may_run(p, x, &n))
            continue;
        if (!best || n < fewest || (n == fewest && x->turn < best->turn)) {
            fewest = n;
            best = x;
        }
    }
    return best;
}

/* With the lock: the next one, moved from the waiting to the running list. */
static struct exchange *take(struct httpd_pool *p)
{
    struct exchange *x = find_next(p);
    struct exchange *before;

    if (!x)
        return NULL;
    p->queued[x->kind]--;
    p->turn = x->turn > p->turn ? x->turn : p->turn;
    if (x == p->waiting) {
        p->waiting = x->next;
        return x;
    }
    unlink_exchange(p, x);
    before = p->waiting->previous;
    x->previous = before;
    x->next = p->waiting;
    p->waiting->previous = x;
    if (before)
        before->next = x;
    else
        p->first = x;
    return x;
}

/* With the lock: how many wait. */
static unsigned count_queued(const struct httpd_pool *p)
{
    return p->queued[HTTPD_QUICK] + p->queued[HTTPD_SLOW];
}

/* With the lock: leave room in the queue for other principals. */
static enum err check_room(const struct httpd_pool *p, const struct exchange *x,
                           struct error *e)
{
    const struct fair_share_taken waiting = count_kind(p->waiting, NULL, x);
    const bool has_places = waiting.all < p->max_queued && !p->is_shut;

    if (has_places &&
        fair_share_has_for(p->max_queued, &waiting, x->principal.is_anonymous,
                           PLACES_TIMES))
        return OK;
    (void)error_set(e, ERR_RATE_LIMITED,
                    "too many requests%s are waiting; try again in a second",
                    !has_places                 ? ""
                    : x->principal.is_anonymous ? " without a token"
                                                : " of yours");
    e->retry_s = has_places ? 1 : 0;
    return e->code;
}

/* With the lock, which is given up while it runs. */
static void run(struct httpd_pool *p, struct exchange *x)
{
    uint64_t *pace_ns = &p->pace_ns[x->kind];
    uint64_t begun_ns;
    uint64_t took_ns;

    p->running++;
    unlock(p);
    begun_ns = clock_ns();
    p->run(p->ctx, x);
    took_ns = clock_ns() - begun_ns;
    if (took_ns > SLOW_NS)
        took_ns = SLOW_NS;
    lock(p);
    *pace_ns = (3 * *pace_ns + took_ns) / 4;
    p->running--;
    if (count_queued(p) > p->unsignalled) /* one that had to wait may run now */
        (void)pthread_cond_signal(&p->changed);
    if (!p->first && !p->running)
        (void)pthread_cond_broadcast(&p->idle);
}

static void *work(void *pool)
{
    struct httpd_pool *p = pool;

    lock(p);
    for (;;) {
        struct exchange *x = take(p);

        if (!x && p->closing)
            break;
        if (!x) {
            (void)pthread_cond_wait(&p->changed, &p->lock);
            continue;
        }
        run(p, x);
    }
    unlock(p);
    return NULL;
}

/* With the lock: one thread for each that waits. */
static void signal_threads(struct httpd_pool *p)
{
    for (unsigned i = 0; i < count_queued(p) && i < p->n_threads; i++)
        (void)pthread_cond_signal(&p->changed);
    p->unsignalled = 0;
}

/* With the lock: the next one in that case; NULL: otherwise, or none may
 * run. */
static const struct exchange *find_soon_done(const struct httpd_pool *p)
{
    const struct exchange *x = find_next(p);

    return x && (p->pace_ns[x->kind] <= QUICK_NS ||
                 (count_queued(p) == 1 && p->running == 0))
               ? x
               : NULL;
}

bool httpd_pool_lead(struct httpd_pool *p, struct leader *t)
{
    bool here;

    lock(p);
    here = p->unsignalled > 0 && find_soon_done(p) && leader_begin(t);
    if (here) {
        struct exchange *x = take(p);

        p->unsignalled--;
        x->reads = t;
        run(p, x);
    } else if (p->unsignalled > 0) {
        signal_threads(p);
    }
    unlock(p);
    return !here || leader_end(t);
}

bool httpd_pool_waits(struct httpd_pool *p)
{
    bool waits;

    lock(p);
    waits = p->unsignalled > 0 && count_queued(p) > 0;
    unlock(p);
    return waits;
}

/* Slow requests get the rest, and quick ones at least one thread. */
static enum err fewer_threads(struct httpd_pool *p, int failed, struct error *e)
{
    const unsigned least = p->most[HTTPD_SLOW] ? 2 : 1;

    if (p->n_threads < least) {
        httpd_pool_close(p);
        return error_set(e, ERR_LIMIT, "cannot create a worker thread: %s",
                         strerror(failed));
    }
    if (p->most[HTTPD_QUICK] >= p->n_threads)
        p->most[HTTPD_QUICK] = p->n_threads - (least - 1);
    if (p->most[HTTPD_SLOW])
        p->most[HTTPD_SLOW] = p->n_threads - p->most[HTTPD_QUICK];
    return OK;
}

enum err httpd_pool_open(struct httpd_pool *p, unsigned threads, unsigned slow,
                         unsigned max_queued, struct error *e)
{
    p->max_queued = max_queued;
    p->most[HTTPD_QUICK] = threads;
    p->most[HTTPD_SLOW] = slow;
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_cond_init(&p->changed, NULL);
    clock_cond_init(&p->idle);
    BUG_ON(threads > HTTPD_MAX_THREADS || slow > HTTPD_MAX_SLOW);
    while (p->n_threads < threads + slow) {
        int failed = pthread_create(&p->threads[p->n_threads], NULL, work, p);

        if (failed)
            return fewer_threads(p, failed, e);
        p->n_threads++;
    }
    return OK;
}

enum err httpd_pool_check_room(struct httpd_pool *p, const struct exchange *x,
                               struct error *e)
{
    enum err rc;

    lock(p);
    rc = check_room(p, x, e);
    unlock(p);
    return rc;
}

enum err httpd_pool_put(struct httpd_pool *p, struct exchange *x,
                        struct error *e)
{
    enum err rc;

    lock(p);
    rc = check_room(p, x, e);
    if (!rc) {
        x->turn = next_turn(p, x->principal.key);
        x->previous = p->last;
        x->next = NULL;
        if (p->last)
            p->last->next = x;
        else
            p->first = x;
        p->last = x;
        if (!p->waiting)
            p->waiting = x;
        p->queued[x->kind]++;
        p->unsignalled++;
        if (!p->is_led)
            (void)pthread_cond_signal(&p->changed);
    }
    unlock(p);
    return rc;
}

void httpd_pool_remove(struct httpd_pool *p, struct exchange *x)
{
    lock(p);
    unlink_exchange(p, x);
    unlock(p);
}

/* With the lock. */
static void look(struct exchange *x)
{
    struct pollfd socket = {.fd = x->fd, .events = POLLRDHUP};

    if (atomic_load(&x->gone))
        return;
    if (!x->left_ms && poll(&socket, 1, 0) > 0 &&
        socket.revents & (POLLRDHUP | POLLHUP | POLLERR))
        x->left_ms = clock_ms();
    if (x->left_ms && clock_ms() - x->left_ms >= x->linger_ms)
        atomic_store(&x->gone, true);
}

void httpd_pool_sweep(struct httpd_pool *p)
{
    lock(p);
    for (struct exchange *x = p->first; x; x = x->next)
        look(x);
    unlock(p);
}

void httpd_pool_left(struct httpd_pool *p, struct exchange *x)
{
    lock(p);
    x->fd = -1;
    if (!x->left_ms)
        x->left_ms = clock_ms();
    look(x);
    unlock(p);
}

void httpd_pool_linger(struct httpd_pool *p, struct exchange *x, uint64_t ms)
{
    lock(p);
    x->linger_ms = ms;
    if (x->left_ms)
        x->left_ms = clock_ms();
    unlock(p);
}

/* With the lock. */
static void cancel_all(struct httpd_pool *p)
{
    for (struct exchange *x = p->first; x; x = x->next)
        atomic_store(&x->gone, true);
}

void httpd_pool_drain(struct httpd_pool *p, unsigned patience_s)
{
    uint64_t until_ms = clock_ms() + patience_s * UINT64_C(1000);

    lock(p);
    while (p->first || p->running)
        if (!clock_cond_wait(&p->idle, &p->lock, until_ms)) {
            cancel_all(p);
            until_ms += 1000; /* for requests that arrive meanwhile */
        }
    unlock(p);
}

void httpd_pool_shut(struct httpd_pool *p)
{
    lock(p);
    p->is_shut = true;
    unlock(p);
    httpd_pool_drain(p, 0);
}

void httpd_pool_close(struct httpd_pool *p)
{
    lock(p);
    p->closing = true;
    (void)pthread_cond_broadcast(&p->changed);
    unlock(p);
    for (unsigned i = 0; i < p->n_threads; i++)
        (void)pthread_join(p->threads[i], NULL);
    (void)pthread_cond_destroy(&p->idle);
    (void)pthread_cond_destroy(&p->changed);
    (void)pthread_mutex_destroy(&p->lock);
}
