#include "store/database/db_pool.h"

#include "base/clock.h"
#include "base/mem.h"
#include "store/database/db_driver.h"

#include <pthread.h>
#include <string.h>

/* One for the process, as its users do not know of each other. `lock` guards
 * all of it; a connection is closed without it. */
static struct keep {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned starts;
    bool is_ready; /* `changed` was made */
    pthread_t closer;
    struct db *kept[DB_POOL_MAX]; /* kept[n], least recently used first */
    size_t n;
} keep = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void lock(void)
{
    (void)pthread_mutex_lock(&keep.lock);
}

static void unlock(void)
{
    (void)pthread_mutex_unlock(&keep.lock);
}

/* With the lock. */
static struct db *take_at(size_t i)
{
    struct db *d = keep.kept[i];

    keep.n--;
    for (; i < keep.n; i++)
        keep.kept[i] = keep.kept[i + 1];
    return d;
}

/* With the lock, which is given up meanwhile. */
static void close_first(void)
{
    struct db *d = take_at(0);

    unlock();
    d->driver->close(d);
    lock();
}

/* Closes what is not used any more. */
static void *close_late(void *unused)
{
    (void)unused;
    lock();
    while (keep.starts > 0) {
        const uint64_t now = clock_ms();

        if (keep.n > 0 && keep.kept[0]->kept_ms + DB_POOL_MS <= now)
            close_first();
        else if (keep.n > 0)
            (void)clock_cond_wait(&keep.changed, &keep.lock,
                                  keep.kept[0]->kept_ms + DB_POOL_MS);
        else
            (void)pthread_cond_wait(&keep.changed, &keep.lock);
    }
    unlock();
    return NULL;
}

enum err db_pool_start(struct error *e)
{
    int failed = 0;

    lock();
    if (!keep.is_ready)
        clock_cond_init(&keep.changed);
    keep.is_ready = true;
    if (keep.starts++ == 0)
        failed = pthread_create(&keep.closer, NULL, close_late, NULL);
    if (failed)
        keep.starts = 0;
    unlock();
    return failed ? error_set(e, ERR_LIMIT, "cannot create a thread: %s",
                              strerror(failed))
                  : OK;
}

void db_pool_stop(void)
{
    bool last;

    lock();
    last = --keep.starts == 0;
    while (last && keep.n > 0)
        close_first();
    (void)pthread_cond_broadcast(&keep.changed);
    unlock();
    if (last)
        (void)pthread_join(keep.closer, NULL);
}

void db_pool_name(struct db *d, const char *name)
{
    const size_t n = strlen(name) + 1;
    struct error ignored;

    d->kept_as = mem_new(n, &ignored);
    if (d->kept_as)
        memcpy(d->kept_as, name, n);
}

struct db *db_pool_take(const char *name,
                        bool (*fits)(struct db *d, const void *ctx),
                        const void *ctx)
{
    struct db *stale = NULL;
    struct db *d = NULL;

    lock();
    for (size_t i = keep.n; i > 0 && !d && !stale; i--) { /* the last used */
        struct db *k = keep.kept[i - 1];

        if (strcmp(k->kept_as, name) != 0)
            continue;
        if (!fits || fits(k, ctx))
            d = take_at(i - 1);
        else
            stale = take_at(i - 1);
    }
    unlock();
    if (stale)
        stale->driver->close(stale);
    return d;
}

bool db_pool_put(struct db *d)
{
    bool taken;

    lock();
    taken = keep.starts > 0 && d->kept_as && d->driver->is_at_rest(d);
    if (taken) {
        if (keep.n == DB_POOL_MAX)
            close_first();
        taken = keep.n < DB_POOL_MAX && keep.starts > 0;
    }
    if (taken) {
        d->shown = "a database";
        d->kept_ms = clock_ms();
        keep.kept[keep.n++] = d;
        if (keep.n == 1)
            (void)pthread_cond_signal(&keep.changed);
    }
    unlock();
    return taken;
}
