#include "base/pipeline.h"

#include "base/mem.h"
#include "base/principal.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct pipeline {
    const struct pipeline_job *job;
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t moved; /* `turn` or `failed` is another */
    size_t next;          /* the first part that nobody has taken */
    size_t turn;          /* may deliver; all before it have */
    size_t failed;        /* the lowest part with an error; SIZE_MAX: none */
    struct error error;   /* of that part */
};

struct seat {
    struct pipeline *pipeline;
    void *member;
    bool has_reserve;     /* of memory, as the caller... */
    struct principal who; /* ...for whom it works */
    pthread_t thread;
};

static bool take(struct pipeline *c, size_t *part)
{
    bool any;

    (void)pthread_mutex_lock(&c->lock);
    any = c->next < c->job->parts && c->failed == SIZE_MAX;
    *part = any ? c->next++ : 0;
    (void)pthread_mutex_unlock(&c->lock);
    return any;
}

/* Until it is the part's turn; false: one before it has failed. */
static bool wait_turn(struct pipeline *c, size_t part)
{
    bool mine;

    (void)pthread_mutex_lock(&c->lock);
    while (c->turn != part && c->failed > part)
        (void)pthread_cond_wait(&c->moved, &c->lock);
    mine = c->failed > part;
    (void)pthread_mutex_unlock(&c->lock);
    return mine;
}

/* The part is delivered, or its error is kept. */
static void end_part(struct pipeline *c, size_t part,
                     const struct error *failure)
{
    (void)pthread_mutex_lock(&c->lock);
    if (!failure) {
        c->turn++;
    } else if (part < c->failed) {
        c->failed = part;
        c->error = *failure;
    }
    (void)pthread_cond_broadcast(&c->moved);
    (void)pthread_mutex_unlock(&c->lock);
}

static void *serve(void *arg)
{
    const struct seat *seat = arg;
    struct pipeline *c = seat->pipeline;
    size_t part;

    (void)mem_set_reserve(seat->has_reserve);
    principal_set(seat->who);
    while (take(c, &part)) {
        struct error e;
        enum err rc = c->job->work(seat->member, part, &e);

        if (!rc && !wait_turn(c, part))
            break;
        if (!rc)
            rc = c->job->deliver(seat->member, part, &e);
        end_part(c, part, rc ? &e : NULL);
    }
    return NULL;
}

enum err pipeline_run(const struct pipeline_job *job, void *const *members,
                      unsigned n, struct error *e)
{
    struct pipeline c = {.job = job, .failed = SIZE_MAX};
    struct seat seats[PIPELINE_MAX];
    const bool has_reserve = mem_set_reserve(false);
    unsigned started = 1;

    BUG_ON(n == 0 || n > PIPELINE_MAX);
    (void)pthread_mutex_init(&c.lock, NULL);
    (void)pthread_cond_init(&c.moved, NULL);
    seats[0] = (struct seat){.pipeline = &c,
                             .member = members[0],
                             .has_reserve = has_reserve,
                             .who = principal_now()};
    for (; started < n; started++) {
        struct seat *seat = &seats[started];

        *seat = seats[0];
        seat->member = members[started];
        if (pthread_create(&seat->thread, NULL, serve, seat))
            break;
    }
    (void)serve(&seats[0]);
    for (unsigned i = 1; i < started; i++)
        (void)pthread_join(seats[i].thread, NULL);
    (void)pthread_cond_destroy(&c.moved);
    (void)pthread_mutex_destroy(&c.lock);
    if (c.failed == SIZE_MAX)
        return OK;
    *e = c.error;
    return e->code;
}
