/*
 * turn.h - two threads that take turns at reading requests: the one that reads
 * also does what it has read, and the other takes the reading over when that
 * lasts.
 *
 * To wake another thread costs 20 to 50 us where its core sleeps, more than a
 * small request takes; so nothing is handed over that is soon done. The one that
 * watches looks every TURN_TICK_MS, and only while requests come. When the same
 * piece of work still lasts it reads in the other's place, and the other
 * watches from when it is done.
 *
 *     while (turn_wait(t, me)) {
 *         read a request
 *         if (turn_begin(t)) {
 *             do it; another thread may read meanwhile
 *             turn_end(t);
 *         } else ...                     nobody watches: give it to others
 *     }
 *
 * Who reads owns what reading needs, from turn_wait() to turn_begin(), and again
 * if turn_wait() then returns at once; a turn is handed on with all that the
 * thread before wrote.
 */
#ifndef BASE_TURN_H
#define BASE_TURN_H

#include "base/err.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define TURN_TICK_MS 2

struct turn {
    _Atomic uint64_t state; /* bit 0: who reads; bit 1: at work; then a count */
    atomic_bool watched;    /* the other watches, or is about to */
    atomic_bool asleep;     /* it waits to be told, as nothing came lately */
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
 * turn_init - thread 0, the caller's, reads.
 *
 * in       run  what thread 1 does, until turn_wait() is false; it is started
 *               when there is something to watch
 */
void turn_init(struct turn *t, void *(*run)(void *ctx), void *ctx);

/* Wait for thread 1, which must have been told the end. */
void turn_join(struct turn *t);

/* The same, and free. */
void turn_release(struct turn *t);

/* Until thread `me` reads; false: it is over. */
bool turn_wait(struct turn *t, int me);

/* The reader begins something; false: nobody watches, and another must do it. */
bool turn_begin(struct turn *t);

/* It is done with that; false: it does not read any more. */
bool turn_end(struct turn *t);

/* What the reader does will last: it is taken over at once. Does nothing when it
 * has been already; any thread. */
void turn_hurry(struct turn *t);

/* Nobody reads any more. */
void turn_finish(struct turn *t);

#endif
