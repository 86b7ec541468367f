#include "base/leader.h"

#include "base/clock.h"

#define READER      UINT64_C(1)
#define AT_WORK     UINT64_C(2)
#define ONE         UINT64_C(4)
#define QUIET_TICKS 4 /* without anything done; then it is slept */

/* A thread that watches. */
struct watch {
    uint64_t seen; /* the state a tick ago */
    unsigned quiet;
};

void leader_init(struct leader *t, void *(*run)(void *ctx), void *ctx)
{
    *t = (struct leader){.run = run, .ctx = ctx};
    (void)pthread_mutex_init(&t->lock, NULL);
    clock_cond_init(&t->changed);
}

void leader_join(struct leader *t)
{
    if (t->has_second)
        (void)pthread_join(t->second, NULL);
    t->has_second = false;
}

void leader_release(struct leader *t)
{
    leader_join(t);
    (void)pthread_cond_destroy(&t->changed);
    (void)pthread_mutex_destroy(&t->lock);
}

/* With the lock: take over what lasted since the last look. */
static bool take_over(struct leader *t, struct watch *w)
{
    uint64_t now = atomic_load(&t->state);
    const uint64_t next = ((now & ~AT_WORK) ^ READER) + ONE;

    if (!(now & AT_WORK) || (now != w->seen && !t->hurry))
        return false;
    return atomic_compare_exchange_strong(&t->state, &now, next);
}

/* With the lock: until something is begun. */
static void sleep_on(struct leader *t, const struct watch *w)
{
    atomic_store(&t->asleep, true);
    if (atomic_load(&t->state) == w->seen && !atomic_load(&t->over))
        (void)pthread_cond_wait(&t->changed, &t->lock);
    atomic_store(&t->asleep, false);
}

/* With the lock. */
static void tick(struct leader *t, struct watch *w)
{
    const uint64_t now = atomic_load(&t->state);

    w->quiet = now == w->seen ? w->quiet + 1 : 0;
    w->seen = now;
    if (w->quiet > QUIET_TICKS) {
        sleep_on(t, w);
        w->quiet = 0;
        return;
    }
    (void)clock_cond_wait(&t->changed, &t->lock, clock_ms() + LEADER_TICK_MS);
}

bool leader_wait(struct leader *t, int me)
{
    struct watch w = {.seen = atomic_load(&t->state)};
    bool over;

    if ((w.seen & READER) == (uint64_t)me)
        return !atomic_load(&t->over);
    (void)pthread_mutex_lock(&t->lock);
    atomic_store(&t->watched, true);
    w.seen = 0;
    while (!atomic_load(&t->over) && !take_over(t, &w))
        tick(t, &w);
    atomic_store(&t->watched, false);
    t->hurry = false;
    over = atomic_load(&t->over);
    (void)pthread_mutex_unlock(&t->lock);
    return !over;
}

/* With the lock held: wake the watcher. */
static void wake(struct leader *t)
{
    (void)pthread_cond_signal(&t->changed);
}

static bool start_second(struct leader *t)
{
    bool started;

    (void)pthread_mutex_lock(&t->lock);
    started =
        !t->has_second && pthread_create(&t->second, NULL, t->run, t->ctx) == 0;
    t->has_second |= started;
    if (started)
        atomic_store(&t->watched, true);
    (void)pthread_mutex_unlock(&t->lock);
    return started;
}

bool leader_begin(struct leader *t)
{
    if (!atomic_load(&t->watched) && !start_second(t))
        return false;
    atomic_store(&t->state, (atomic_load(&t->state) + ONE) | AT_WORK);
    if (atomic_load(&t->asleep)) {
        (void)pthread_mutex_lock(&t->lock);
        wake(t);
        (void)pthread_mutex_unlock(&t->lock);
    }
    return true;
}

/* The other cannot have begun anything while this one does not watch: work that
 * is under way is this thread's. */
bool leader_end(struct leader *t)
{
    uint64_t now = atomic_load(&t->state);

    return (now & AT_WORK) &&
           atomic_compare_exchange_strong(&t->state, &now, now & ~AT_WORK);
}

void leader_hurry(struct leader *t)
{
    (void)pthread_mutex_lock(&t->lock);
    t->hurry = atomic_load(&t->state) & AT_WORK;
    if (t->hurry)
        wake(t);
    (void)pthread_mutex_unlock(&t->lock);
}

void leader_finish(struct leader *t)
{
    (void)pthread_mutex_lock(&t->lock);
    atomic_store(&t->over, true);
    (void)pthread_cond_broadcast(&t->changed);
    (void)pthread_mutex_unlock(&t->lock);
}
