/*
 * calls.c - a call's slot goes from FREE to QUEUED, RUNNING and FREE again.
 *
 * The reading thread submits and cancels; workers take the oldest queued
 * call. A call that is cancelled while it is queued goes at once; one that
 * runs sees its flag and ends by itself, and its slot stays taken until then.
 * The slots are an array that is searched: there are few, and a search costs
 * less than the poll that brought the message.
 *
 * Measured: of a call that answers a constant, 14,000 a second were possible
 * one by one and 54,000 with eight under way while each was handed to another
 * thread; bench/README.md has today's figures.
 */
#include "server/mcp/calls.h"

#include "base/clock.h"
#include "base/stdio/stop.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* A call that takes this long at most is not worth waking another thread. */
#define QUICK_NS UINT64_C(200000)

enum err calls_init(struct calls *c, call_run *run, void *ctx,
                    unsigned max_threads, struct error *e)
{
    BUG_ON(max_threads > CALLS_MAX_THREADS);
    *c = (struct calls){.run = run, .ctx = ctx, .max_threads = max_threads};
    c->idle_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (c->idle_fd < 0)
        return error_set(e, ERR_INTERNAL,
                         "cannot create an event descriptor: %s",
                         strerror(errno));
    (void)pthread_mutex_init(&c->lock, NULL);
    (void)pthread_cond_init(&c->changed, NULL);
    return OK;
}

static void lock(struct calls *c)
{
    (void)pthread_mutex_lock(&c->lock);
}

static void unlock(struct calls *c)
{
    (void)pthread_mutex_unlock(&c->lock);
}

/* With the lock: empty the slot; the arena is the caller's to release. */
static struct arena vacate(struct calls *c, struct call_slot *s)
{
    struct arena a = s->call.arena;

    s->call = (struct call){0};
    s->state = CALL_FREE;
    c->used--;
    c->bytes -= a.used_bytes;
    if (c->used == 0 && c->draining)
        stop_raise(c->idle_fd);
    return a;
}

/* With the lock: the call that this id still belongs to, or NULL. One that is
 * answered may not have left its slot yet when its client goes on. */
static struct call_slot *find(struct calls *c, struct rpc_id id)
{
    for (size_t i = 0; i < CALLS_MAX; i++) {
        struct call_slot *s = &c->slots[i];

        if (s->state != CALL_FREE && !atomic_load(&s->answered) &&
            rpc_id_eq(s->call.id, id))
            return s;
    }
    return NULL;
}

/* With the lock: how many run that may last. */
static unsigned count_slow(const struct calls *c)
{
    unsigned n = 0;

    for (size_t i = 0; i < CALLS_MAX; i++)
        n += c->slots[i].state == CALL_RUNNING && !c->slots[i].call.is_catalog;
    return n;
}

/* With the lock: of the queued calls that may run the one that came first; NULL
 * when there is none. One thread is left to those that read catalogs alone. */
static struct call_slot *find_oldest(struct calls *c)
{
    const bool any = count_slow(c) < c->max_threads;
    struct call_slot *oldest = NULL;

    for (size_t i = 0; i < CALLS_MAX; i++) {
        struct call_slot *s = &c->slots[i];

        if (s->state == CALL_QUEUED && (any || s->call.is_catalog) &&
            (!oldest || s->order < oldest->order))
            oldest = s;
    }
    return oldest;
}

/* Where the kind of a call is kept; another kind may be there instead. */
static struct call_kind *kind_of(struct calls *c, const struct call *call,
                                 uintptr_t *of)
{
    *of = call->tool ? (uintptr_t)call->tool : (uintptr_t)call->answer;
    return &c->kinds[(*of >> 4) % CALLS_KINDS];
}

/* With the lock. */
static bool is_quick(struct calls *c, const struct call *call)
{
    uintptr_t of;
    const struct call_kind *k = kind_of(c, call, &of);

    return of && k->of == of && k->took_ns <= QUICK_NS;
}

/* With the lock. */
static void note(struct calls *c, const struct call *call, uint64_t took_ns)
{
    uintptr_t of;
    struct call_kind *k = kind_of(c, call, &of);

    *k = (struct call_kind){of, took_ns};
}

/* With the lock, which is given up while the call runs. */
static void run_slot(struct calls *c, struct call_slot *s)
{
    uint64_t begun_ns;
    struct arena a;

    s->state = CALL_RUNNING;
    c->queued--;
    unlock(c);
    begun_ns = clock_ns();
    c->run(c->ctx, &s->call, &s->cancel);
    lock(c);
    note(c, &s->call, clock_ns() - begun_ns);
    a = vacate(c, s);
    unlock(c);
    arena_release(&a);
    lock(c);
}

static void *work(void *arg)
{
    struct calls *c = arg;

    lock(c);
    while (!c->closing) {
        struct call_slot *s = find_oldest(c);

        if (s) {
            run_slot(c, s);
            continue;
        }
        c->waiting++;
        (void)pthread_cond_wait(&c->changed, &c->lock);
        c->waiting--;
    }
    unlock(c);
    return NULL;
}

/* With the lock: one more thread, when a call would else wait for one. */
static enum err staff(struct calls *c, bool is_catalog, struct error *e)
{
    int failed;

    if (c->queued <= c->waiting ||
        c->n_threads >= c->max_threads + (is_catalog ? 1 : 0))
        return OK;
    failed = pthread_create(&c->threads[c->n_threads], NULL, work, c);
    if (!failed)
        c->n_threads++;
    if (c->n_threads == 0)
        return error_set(e, ERR_RATE_LIMITED, "cannot create a thread: %s",
                         strerror(failed));
    return OK;
}

/* With the lock, before the call has its slot: should this thread run it? */
static bool runs_here(struct calls *c, const struct call *call)
{
    const struct call_readers *r = &c->readers;
    const bool quick = is_quick(c, call);

    if (c->max_threads == 0)
        return true;
    if (!r->leader || (!quick && (r->more || c->used > 0)))
        return false;
    if (!quick)
        r->flush(r->ctx);
    return leader_begin(r->leader);
}

/* With the lock: a free slot, or why there is none. */
static enum err reserve(struct calls *c, const struct call *call,
                        struct call_slot **slot, struct error *e)
{
    if (c->used > 0 && find(c, call->id))
        return error_set(e, ERR_CONFLICT,
                         "a call with this id is still running");
    for (size_t i = 0; i < CALLS_MAX && !*slot; i++)
        if (c->slots[i].state == CALL_FREE)
            *slot = &c->slots[i];
    if (!*slot || c->closing)
        return error_set(
            e, ERR_RATE_LIMITED,
            "%d calls are waiting already; wait for their responses",
            CALLS_MAX);
    if (call->arena.used_bytes > CALLS_MAX_BYTES - c->bytes)
        return error_set(
            e, ERR_RATE_LIMITED,
            "the waiting calls hold too many bytes; wait for their responses");
    return OK;
}

/* With the lock: put the call into the slot and find it a thread. */
static enum err enqueue(struct calls *c, struct call_slot *s, struct call *call,
                        struct error *e)
{
    const bool here = runs_here(c, call);
    enum err err;

    s->call = *call;
    s->call.answered = &s->answered;
    s->order = c->next_order++;
    s->state = CALL_QUEUED;
    atomic_store(&s->cancel, false);
    atomic_store(&s->answered, false);
    c->used++;
    c->queued++;
    c->bytes += call->arena.used_bytes;
    if (here) {
        arena_init(&call->arena, call->arena.budget_bytes);
        run_slot(c, s);
        if (c->readers.leader)
            (void)leader_end(c->readers.leader);
        return OK;
    }
    err = staff(c, call->is_catalog, e);
    if (err) {
        c->queued--;
        (void)vacate(c, s);
        return err;
    }
    arena_init(&call->arena, call->arena.budget_bytes);
    (void)pthread_cond_signal(&c->changed);
    return OK;
}

enum err calls_submit(struct calls *c, struct call *call, struct error *e)
{
    struct call_slot *s = NULL;
    enum err err;

    lock(c);
    err = reserve(c, call, &s, e);
    if (!err)
        err = enqueue(c, s, call, e);
    unlock(c);
    return err;
}

/* With the lock; returns an arena to release without it. */
static struct arena cancel_slot(struct calls *c, struct call_slot *s)
{
    struct arena none = {0};

    atomic_store(&s->cancel, true);
    if (s->state != CALL_QUEUED)
        return none;
    c->queued--;
    return vacate(c, s);
}

void calls_cancel(struct calls *c, struct rpc_id id)
{
    struct arena a = {0};
    struct call_slot *s;

    lock(c);
    s = find(c, id);
    if (s)
        a = cancel_slot(c, s);
    unlock(c);
    arena_release(&a);
}

static void cancel_all(struct calls *c)
{
    for (size_t i = 0; i < CALLS_MAX; i++) {
        struct arena a = {0};

        lock(c);
        if (c->slots[i].state != CALL_FREE)
            a = cancel_slot(c, &c->slots[i]);
        unlock(c);
        arena_release(&a);
    }
}

static bool is_idle(struct calls *c)
{
    bool idle;

    lock(c);
    c->draining = true;
    idle = c->used == 0;
    unlock(c);
    return idle;
}

void calls_drain(struct calls *c, int stop_fd, int out_fd)
{
    struct pollfd p[3] = {{.fd = c->idle_fd, .events = POLLIN},
                          {.fd = stop_fd, .events = POLLIN},
                          {.fd = out_fd, .events = 0}};
    uint64_t count;

    while (!is_idle(c)) {
        if (poll(p, 3, -1) < 0)
            continue;
        if (p[0].revents) /* maybe left over from an earlier rest */
            (void)!read(c->idle_fd, &count, sizeof(count));
        if (p[1].revents || p[2].revents) {
            cancel_all(c);
            p[1].fd = p[2].fd = -1;
        }
    }
}

void calls_release(struct calls *c)
{
    lock(c);
    c->closing = true;
    (void)pthread_cond_broadcast(&c->changed);
    unlock(c);
    cancel_all(c);
    for (unsigned i = 0; i < c->n_threads; i++)
        (void)pthread_join(c->threads[i], NULL);
    (void)pthread_cond_destroy(&c->changed);
    (void)pthread_mutex_destroy(&c->lock);
    (void)close(c->idle_fd);
}
