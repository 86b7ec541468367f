/*
 * others.c - how jobs of other servers of the store go, for who listens here.
 *
 * Behind a load balancer a client may ask one server how the job goes that another
 * accepted. That one writes into the store when it begins and ends (job_rows.h), which the
 * watching thread reads twice a second while somebody listens.
 */
#include "base/hash.h"
#include "base/mem.h"
#include "knowledge/jobs/job_queue.h"

#include <string.h>

struct other_job {
    struct other_job *next;
    char id[JOBS_ID_BYTES];
    struct jobs_listener listener;
    uint64_t seen; /* hash of what it was told last */
};

/* What the store says of it, in `a`; false: it has ended, or is gone. */
static bool read_open(struct jobs *j, const char *id, struct arena *a,
                      struct str *json)
{
    struct error ignored;
    struct job *x = NULL;
    bool is_open;

    if (job_read(&j->place, id, a, &x, json, &ignored))
        *json = (struct str){0};
    is_open = x && job_is_open(x);
    job_free(x);
    return is_open;
}

static struct other_job *new_other(struct str id,
                                   const struct jobs_listener *listener)
{
    struct error ignored;
    struct other_job *x =
        id.n < JOBS_ID_BYTES ? mem_new(sizeof(*x), &ignored) : NULL;

    if (!x)
        return NULL;
    memcpy(x->id, id.p, id.n);
    x->listener = *listener;
    return x;
}

static void put(struct jobs *j, struct other_job *x)
{
    job_queue_lock(j);
    x->next = j->others;
    j->others = x;
    job_queue_unlock(j);
}

bool jobs_listen_other(struct jobs *j, struct str id,
                       const struct jobs_listener *listener)
{
    struct other_job *x = new_other(id, listener);
    struct arena a;
    struct str json;
    bool is_open;

    if (!x)
        return false;
    arena_init(&a, ARENA_BYTES);
    is_open = read_open(j, x->id, &a, &json);
    arena_release(&a);
    if (is_open)
        put(j, x);
    else
        mem_free(x);
    return is_open;
}

void jobs_hand_over(struct jobs *j, struct job *x)
{
    lease_close(&x->held);
    job_queue_lock(j);
    for (size_t i = 0; i < x->listeners; i++) {
        struct other_job *other = new_other(x->id, &x->listener[i]);

        if (!other) {
            x->listener[i].notify(x->listener[i].ctx, (struct str){0}, true);
            continue;
        }
        other->next = j->others;
        j->others = other;
    }
    job_queue_withdraw(j, x);
    job_queue_unlock(j);
}

/* False: it has ended, and the listener was told so. */
static bool tell(struct jobs *j, struct other_job *x, struct arena *a)
{
    struct str json;
    const bool is_open = read_open(j, x->id, a, &json);
    const uint64_t hash = hash_bytes(str_bytes(json), json.n);

    if (!is_open || hash != x->seen)
        x->listener.notify(x->listener.ctx, json, !is_open);
    x->seen = hash;
    return is_open;
}

static struct other_job *take_all(struct jobs *j)
{
    struct other_job *list;

    job_queue_lock(j);
    list = j->others;
    j->others = NULL;
    job_queue_unlock(j);
    return list;
}

void jobs_tell_of_others(struct jobs *j, struct arena *a)
{
    struct other_job *next;

    for (struct other_job *x = take_all(j); x; x = next) {
        next = x->next;
        if (tell(j, x, a))
            put(j, x);
        else
            mem_free(x);
        arena_reset(a);
    }
}

void jobs_leave_others(struct jobs *j)
{
    struct other_job *next;

    for (struct other_job *x = take_all(j); x; x = next) {
        next = x->next;
        x->listener.notify(x->listener.ctx, (struct str){0}, true);
        mem_free(x);
    }
}
