/*
 * leader.h - the leader/follower pattern for two threads that read requests:
 * the one that reads also runs what it has read, and the other takes over
 * reading when that lasts.
 *
 * To wake a thread whose core sleeps costs 20 to 50 us, more than a small request
 * takes, so short requests run on the thread that read them. The other one, the
 * watcher, polls every LEADER_TICK_MS while requests come. If it sees the same request
 * twice it becomes the reader, and the old reader becomes the watcher when it is done.
 *
 *     while (leader_wait(t, me)) {
 *         read a request
 *         if (leader_begin(t)) {
 *             do it; another thread may read meanwhile
 *             leader_end(t);
 *         } else ...                     nobody watches: give it to others
 *     }
 *
 * The reader owns what reading needs, from leader_wait() to leader_begin(), and
 * again if leader_wait() then returns at once; a turn is handed on with all
 * that the thread before wrote.
 */
#ifndef BASE_LEADER_H
#define BASE_LEADER_H

#include "base/err.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define LEADER_TICK_MS 2

struct leader {
    _Atomic uint64_t state; /* bit 0: who reads; bit 1: at work; then a count */
    atomic_bool watched;    /* the other watches, or is about to */
    atomic_bool asleep;     /* it waits for a signal, as nothing came lately */
    atomic_bool over;
    void *(*run)(void *ctx); /* of the second thread */
    void *ctx;

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    bool hurry; /* to be taken over without waiting */
    bool has_second;
    pthread_t second;
};

/*
 * leader_init - thread 0, the caller's, reads.
 *
 * in       run  what thread 1 does, until leader_wait() is false; it is started
 *               when there is something to watch
 */
void leader_init(struct leader *t, void *(*run)(void *ctx), void *ctx);

/* Wait for thread 1, which must have been asked to end. */
void leader_join(struct leader *t);

/* Wait for it as leader_join() does, and free it. */
void leader_release(struct leader *t);

/* Until thread `me` reads; false: it is over. */
bool leader_wait(struct leader *t, int me);

/* The reader begins something; false: nobody watches, and another must do
 * it. */
bool leader_begin(struct leader *t);

/* It is done with that; false: it does not read any more. */
bool leader_end(struct leader *t);

/* What the reader does will last: it is taken over at once. Does nothing when
 * it has been already; any thread. */
void leader_hurry(struct leader *t);

/* Nobody reads any more. */
void leader_finish(struct leader *t);

#endif
