#include "server/rest/readiness.h"

#include "base/clock.h"
#include "base/fs.h"
#include "store/catalog/registry.h"

#include <errno.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define READY_BYTES ((size_t)1 << 20)

enum err readiness_open(struct readiness *r, struct tables *t, struct error *e)
{
    *r = (struct readiness){.tables = t};
    (void)pthread_mutex_init(&r->lock, NULL);
    r->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return r->wake_fd >= 0 ? OK
                           : error_set(e, ERR_LIMIT,
                                       "cannot create an event descriptor: %s",
                                       strerror(errno));
}

void readiness_close(struct readiness *r)
{
    fs_close(&r->wake_fd);
    (void)pthread_mutex_destroy(&r->lock);
}

static enum err look(struct readiness *r, struct error *e)
{
    struct registry home = REGISTRY_NONE;
    struct str ignored;
    struct arena a;
    enum err rc;

    arena_init(&a, READY_BYTES);
    rc = registry_open(tables_home(r->tables), &a, &home, e);
    registry_close(&home);
    if (!rc)
        rc = tables_probe_worker(r->tables, &a, &ignored, e);
    arena_release(&a);
    return rc;
}

void readiness_look(struct readiness *r)
{
    struct error found = {0};
    uint64_t times;

    if (read(r->wake_fd, &times, sizeof(times)) < 0)
        times = 0; /* nobody probed, but it is checked anyway */
    if (look(r, &found) == OK)
        found = (struct error){0};
    (void)pthread_mutex_lock(&r->lock);
    r->found = found;
    r->found_ms = clock_ms();
    (void)pthread_mutex_unlock(&r->lock);
}

enum err readiness_check(struct readiness *r, struct error *e)
{
    const uint64_t one = 1;
    uint64_t found_ms;
    struct error found;

    (void)pthread_mutex_lock(&r->lock);
    found_ms = r->found_ms;
    found = r->found;
    (void)pthread_mutex_unlock(&r->lock);
    if (!found_ms) {
        readiness_look(r);
        return readiness_check(r, e);
    }
    if (clock_ms() - found_ms >= READINESS_MS &&
        write(r->wake_fd, &one, sizeof(one)) < 0)
        return error_set(e, ERR_INTERNAL,
                         "cannot create the thread that checks workers");
    if (found.code)
        *e = found;
    return found.code;
}
