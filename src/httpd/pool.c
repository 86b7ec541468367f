#include "httpd/pool.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

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

/* With the lock: the oldest that waits, which then waits no longer. */
static struct exchange *take(struct httpd_pool *p)
{
    struct exchange *x = p->waiting;

    if (x) {
        p->waiting = x->next;
        p->queued--;
    }
    return x;
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
        p->running++;
        unlock(p);
        p->run(p->ctx, x);
        lock(p);
        p->running--;
        if (!p->first && !p->running)
            (void)pthread_cond_broadcast(&p->idle);
    }
    unlock(p);
    return NULL;
}

enum err httpd_pool_open(struct httpd_pool *p, unsigned threads,
                         unsigned max_queued, struct error *e)
{
    p->max_queued = max_queued;
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_cond_init(&p->changed, NULL);
    (void)pthread_cond_init(&p->idle, NULL);
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

bool httpd_pool_put(struct httpd_pool *p, struct exchange *x)
{
    bool taken;

    lock(p);
    taken = p->queued < p->max_queued && !p->is_shut;
    if (taken) {
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

void httpd_pool_sweep(struct httpd_pool *p)
{
    lock(p);
    for (struct exchange *x = p->first; x; x = x->next) {
        struct pollfd socket = {.fd = x->fd, .events = POLLRDHUP};

        if (!atomic_load(&x->gone) && poll(&socket, 1, 0) > 0 &&
            socket.revents & (POLLRDHUP | POLLHUP | POLLERR))
            atomic_store(&x->gone, true);
    }
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
    struct timespec until;

    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += patience_s;
    lock(p);
    while (p->first || p->running)
        if (pthread_cond_timedwait(&p->idle, &p->lock, &until)) {
            tell_all(p);
            until.tv_sec++; /* for those who come meanwhile */
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
