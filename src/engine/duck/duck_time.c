/*
 * duck_time.c - a thread that interrupts the engine.
 *
 * An interrupt with no query running is forgotten, and one may come between two queries
 * of a statement of ours, so it is repeated until the caller is done.
 */
#include "engine/duck/duck_time.h"

#include "base/clock.h"
#include "base/mem.h"

#include <pthread.h>

#define AGAIN_MS 20u

struct duck_time {
    struct duck *duck;
    pthread_t thread;
    pthread_mutex_t lock; /* guards `done` */
    pthread_cond_t ended;
    uint64_t until_ms;
    bool done;
};

static void *watch(void *arg)
{
    struct duck_time *t = arg;

    (void)pthread_mutex_lock(&t->lock);
    while (!t->done) {
        if (clock_cond_wait(&t->ended, &t->lock, t->until_ms))
            continue;
        duck_interrupt(t->duck);
        t->until_ms = clock_ms() + AGAIN_MS;
    }
    (void)pthread_mutex_unlock(&t->lock);
    return NULL;
}

static void release(struct duck_time *t)
{
    (void)pthread_cond_destroy(&t->ended);
    (void)pthread_mutex_destroy(&t->lock);
    mem_free(t);
}

enum err duck_time_begin(struct duck *d, uint64_t limit_ms,
                         struct duck_time **out, struct error *e)
{
    struct duck_time *t = mem_new(sizeof(*t), e);

    if (!t)
        return e->code;
    t->duck = d;
    t->until_ms = clock_ms() + limit_ms;
    (void)pthread_mutex_init(&t->lock, NULL);
    clock_cond_init(&t->ended);
    if (pthread_create(&t->thread, NULL, watch, t) != 0) {
        release(t);
        return error_set(e, ERR_LIMIT, "no thread can be started");
    }
    *out = t;
    return OK;
}

void duck_time_end(struct duck_time *t)
{
    if (!t)
        return;
    (void)pthread_mutex_lock(&t->lock);
    t->done = true;
    (void)pthread_cond_signal(&t->ended);
    (void)pthread_mutex_unlock(&t->lock);
    (void)pthread_join(t->thread, NULL);
    release(t);
}
