/*
 * pool.h - the thread pool that runs exchanges, and its queue. Private to
 * server/httpd/.
 *
 * `lock` guards the lists and counts here and each exchange's `next`,
 * `previous`, `turn`, `linger_ms` and `left_ms`; what an exchange holds besides
 * belongs to the thread that has it, `gone` is atomic.
 *
 * There are two kinds of exchanges, those that are soon done and those that may
 * last. Each has threads and places of its own, so that neither waits for the
 * other. Of the slow ones no principal has more threads than are still free
 * (base/fair_share.h), so that the next principal finds one.
 *
 * In leader/follower mode (base/leader.h) the threads are woken only for
 * requests that the leader, which reads the sockets, does not run itself.
 */
#ifndef SERVER_HTTPD_POOL_H
#define SERVER_HTTPD_POOL_H

#include "base/leader.h"
#include "server/httpd/exchange.h"

#include <pthread.h>

struct httpd_pool {
    void (*run)(void *ctx, struct exchange *x); /* without the lock */
    void *ctx;
    pthread_t threads[HTTPD_MAX_THREADS + HTTPD_MAX_SLOW];
    unsigned n_threads;
    unsigned most[HTTPD_KINDS]; /* of each kind that run at a time */

    pthread_mutex_t lock;
    pthread_cond_t changed; /* one was put, or `closing` */
    pthread_cond_t idle;    /* none is left */
    struct exchange *first; /* all that are under way, oldest first... */
    struct exchange *last;
    struct exchange *waiting; /* ...of which those from here on wait */
    uint64_t turn;            /* of the one that was taken last */
    unsigned queued[HTTPD_KINDS];
    unsigned unsignalled;          /* queued since the last signal, at most */
    unsigned running;              /* calls of `run` that have not returned */
    unsigned max_queued;           /* of each kind */
    uint64_t pace_ns[HTTPD_KINDS]; /* how long those of late took, each up to a
                                      bound */
    bool is_led;                   /* by httpd_pool_lead() */
    bool is_shut;                  /* none is taken any more */
    bool closing;
};

/*
 * httpd_pool_open - threads that wait for exchanges.
 *
 * in       p        `run` and `ctx` are set; it must not move
 *          threads  for those that are soon done
 *          slow     for those that may last; 0: there are none
 * errors   ERR_LIMIT  not one thread can be had
 */
MUST_CHECK enum err httpd_pool_open(struct httpd_pool *p, unsigned threads,
                                    unsigned slow, unsigned max_queued,
                                    struct error *e);

/*
 * httpd_pool_check_room - would it take this one now?
 *
 * in       x  its `kind` and `principal`
 * errors   ERR_RATE_LIMITED  too many wait; with e->retry_s: of its principal
 */
MUST_CHECK enum err httpd_pool_check_room(struct httpd_pool *p,
                                          const struct exchange *x,
                                          struct error *e);

/* Hand one over; what there is no room for stays the caller's, as
 * httpd_pool_check_room() says. */
MUST_CHECK enum err httpd_pool_put(struct httpd_pool *p, struct exchange *x,
                                   struct error *e);

/*
 * httpd_pool_lead - run one of those that wait, on this thread, when it is the
 * only one under way or they are soon done of late; else tell the threads.
 *
 * in       t  whose reader this thread is
 * returns  false: it is so no more
 */
bool httpd_pool_lead(struct httpd_pool *p, struct leader *t);

/* Is anything queued that was not signalled yet? For the reader. */
bool httpd_pool_waits(struct httpd_pool *p);

/* One that was run is its connection's again. */
void httpd_pool_remove(struct httpd_pool *p, struct exchange *x);

/* Set `gone` of those whose client has closed its side, and lingers no more. */
void httpd_pool_sweep(struct httpd_pool *p);

/* Its connection has ended; its socket is not looked at any more. */
void httpd_pool_left(struct httpd_pool *p, struct exchange *x);

/* Of httpd_linger(). */
void httpd_pool_linger(struct httpd_pool *p, struct exchange *x, uint64_t ms);

/* Wait until none is queued and none runs; what is not done after `patience_s`
 * is cancelled. */
void httpd_pool_drain(struct httpd_pool *p, unsigned patience_s);

/* Take none any more, and wait for those that are here without patience. */
void httpd_pool_shut(struct httpd_pool *p);

/* End the threads; none may be under way. */
void httpd_pool_close(struct httpd_pool *p);

#endif
