#include "httpd/pool.h"

#include "base/clock.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>

/* What takes this long at most is not worth waking another thread. */
#define QUICK_NS UINT64_C(200000)
#define SLOW_NS  (4 * QUICK_NS)

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

/* With the lock: how many of those from `from` to before `to` are of a share. */
static unsigned count_share(const struct exchange *from,
                            const struct exchange *to, uint64_t share)
{
    unsigned n = 0;

    for (const struct exchange *x = from; x != to; x = x->next)
        n += x->share == share;
    return n;
}

/* With the lock: the turn of one that comes now, behind those of its share. A
 * share that has none here begins with the turn after the one that runs, so that
 * it waits for one request of each other and not for all that came before. */
static uint64_t next_turn(const struct httpd_pool *p, uint64_t share)
{
    for (const struct exchange *x = p->last; x; x = x->previous)
        if (x->share == share)
            return (x->turn > p->turn ? x->turn : p->turn) + 1;
    return p->turn + 1;
}

/* With the lock: of those that wait the one whose share has the fewest threads,
 * of these the one whose turn is first, of these the oldest. So who sends a
 * hundred requests waits for himself. */
static struct exchange *find_next(const struct httpd_pool *p)
{
    struct exchange *best = p->waiting;
    unsigned fewest = UINT_MAX;

    for (struct exchange *x = p->waiting; x; x = x->next) {
        unsigned n = count_share(p->first, p->waiting, x->share);

        if (n < fewest || (n == fewest && x->turn < best->turn)) {
            fewest = n;
            best = x;
        }
    }
    return best;
}

/* With the lock: the next one, which then waits no longer and stands behind
 * those that run. */
static struct exchange *take(struct httpd_pool *p)
{
    struct exchange *x = find_next(p);
    struct exchange *before;

    if (!x)
        return NULL;
    p->queued--;
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

/* With the lock: one share leaves room in the queue for others. */
static bool has_room(const struct httpd_pool *p, uint64_t share)
{
    const unsigned most = p->max_queued - p->max_queued / 4;

    return p->queued < p->max_queued &&
           (p->queued < most || count_share(p->waiting, NULL, share) < most);
}

/* With the lock, which is given up while it runs. */
static void run(struct httpd_pool *p, struct exchange *x)
{
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
    p->pace_ns = (3 * p->pace_ns + took_ns) / 4;
    p->running--;
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
static void tell_threads(struct httpd_pool *p)
{
    for (unsigned i = 0; i < p->queued && i < p->n_threads; i++)
        (void)pthread_cond_signal(&p->changed);
    p->untold = 0;
}

/* With the lock. */
static bool is_soon_done(const struct httpd_pool *p)
{
    return p->pace_ns <= QUICK_NS || (p->queued == 1 && p->running == 0);
}

bool httpd_pool_lead(struct httpd_pool *p, struct turn *t)
{
    bool here;

    lock(p);
    here = p->queued > 0 && p->untold > 0 && is_soon_done(p) && turn_begin(t);
    if (here) {
        struct exchange *x = take(p);

        p->untold--;
        x->reads = t;
        run(p, x);
    } else if (p->untold > 0) {
        tell_threads(p);
    }
    unlock(p);
    return !here || turn_end(t);
}

bool httpd_pool_waits(struct httpd_pool *p)
{
    bool waits;

    lock(p);
    waits = p->untold > 0 && p->queued > 0;
    unlock(p);
    return waits;
}

enum err httpd_pool_open(struct httpd_pool *p, unsigned threads,
                         unsigned max_queued, struct error *e)
{
    p->max_queued = max_queued;
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_cond_init(&p->changed, NULL);
    clock_cond_init(&p->idle);
    while (p->n_threads < threads && p->n_threads < HTTPD_MAX_THREADS) {
        int failed = pthread_create(&p->threads[p->n_threads], NULL, work, p);

        if (failed && p->n_threads == 0) {
            httpd_pool_close(p);
            return error_set(e, ERR_LIMIT, "no thread to answer with: %s",
                             strerror(failed));
        }
        if (failed)
            break;
        p->n_threads++;
    }
    return OK;
}

bool httpd_pool_has_room(struct httpd_pool *p, uint64_t share)
{
    bool room;

    lock(p);
    room = has_room(p, share) && !p->is_shut;
    unlock(p);
    return room;
}

bool httpd_pool_put(struct httpd_pool *p, struct exchange *x)
{
    bool taken;

    lock(p);
    taken = has_room(p, x->share) && !p->is_shut;
    if (taken) {
        x->turn = next_turn(p, x->share);
        x->previous = p->last;
        x->next = NULL;
        if (p->last)
            p->last->next = x;
        else
            p->first = x;
        p->last = x;
        if (!p->waiting)
            p->waiting = x;
        p->queued++;
        p->untold++;
        if (!p->is_led)
            (void)pthread_cond_signal(&p->changed);
    }
    unlock(p);
    return taken;
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
static void tell_all(struct httpd_pool *p)
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
            tell_all(p);
            until_ms += 1000; /* for those who come meanwhile */
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
