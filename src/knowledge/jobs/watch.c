/*
 * watch.c - a thread that ends jobs whose base was removed: waiting ones at
 * once, running ones by their flag. Of a store it also takes up what other servers
 * left, and where a bucket has the files of the home, it keeps the home small.
 */
#include "base/clock.h"
#include "base/log.h"
#include "knowledge/jobs/job_queue.h"
#include "knowledge/knowledge_base/bucket.h"
#include "store/objects/object_store.h"

#include <string.h>

#define TICK_MS     500
#define ADOPT_TICKS 2
#define TRIM_TICKS  20

/* The bases of jobs that have not ended, each once. */
struct watched {
    struct str id[JOBS_MAX_WAITING];
    size_t n;
};

static enum err note(struct watched *w, struct str id, struct arena *a,
                     struct error *e)
{
    for (size_t i = 0; i < w->n; i++)
        if (str_eq(w->id[i], id))
            return OK;
    return w->n < COUNT_OF(w->id) ? str_dup(id, a, &w->id[w->n++], e) : OK;
}

static enum err list_bases(struct jobs *j, struct watched *w, struct arena *a,
                           struct error *e)
{
    enum err rc = OK;

    job_queue_lock(j);
    for (const struct job *x = j->first; x && !rc; x = x->next)
        if ((x->state == JOB_QUEUED || x->state == JOB_RUNNING) && x->base.id.n)
            rc = note(w, x->base.id, a, e);
    job_queue_unlock(j);
    return rc;
}

static void end_jobs(struct jobs *j, struct str base)
{
    struct error why;
    struct job *x;

    do {
        job_queue_lock(j);
        x = job_queue_take_of(j, base);
        job_queue_unlock(j);
        if (x)
            job_end(j, x, job_base_gone(x, &why), &why);
    } while (x);
}

static void look(struct jobs *j, struct registry *r, struct arena *a)
{
    struct watched w = {.n = 0};
    struct error ignored;
    enum err rc = list_bases(j, &w, a, &ignored);

    if (!rc && w.n > 0 && !r->db)
        rc =
            registry_open(tables_home(j->tables), &j->watch_arena, r, &ignored);
    for (size_t i = 0; i < w.n && !rc; i++) {
        bool has = true;

        rc = registry_has_id(r, w.id[i], &has, &ignored);
        if (!rc && !has)
            end_jobs(j, w.id[i]);
    }
    if (rc) { /* another time */
        registry_close(r);
        arena_reset(&j->watch_arena);
    }
}

/* Keep the folder small where a bucket has its files, too; what fails is tried again. */
static void trim(struct jobs *j, uint64_t *seen)
{
    const struct object_store *s = tables_home(j->tables)->blobs;
    const uint64_t moved =
        s ? atomic_load(&s->use->put) + atomic_load(&s->use->got) : 0;
    struct bucket_trimmed done;
    struct bases *b = NULL;
    struct error e;

    if (!s || !s->cache_bytes || moved == *seen)
        return;
    *seen = moved;
    if (bases_new(j->tables, &b, &e) ||
        bases_trim(b, s->cache_bytes, &done, &e))
        log_warn("bucket", "the home is not made smaller: %s", e.msg);
    bases_free(b);
}

/* False: the server ends. */
static bool await_tick(struct jobs *j)
{
    const uint64_t due_ms = clock_ms() + TICK_MS;

    job_queue_lock(j);
    while (!atomic_load(&j->stopping) && !atomic_load(&j->has_news) &&
           clock_ms() < due_ms)
        (void)clock_cond_wait(&j->changed, &j->lock, due_ms);
    atomic_store(&j->has_news, false);
    job_queue_unlock(j);
    return !atomic_load(&j->stopping);
}

void *job_watcher(void *jobs)
{
    struct registry r = REGISTRY_NONE;
    struct jobs *j = jobs;
    const bool has_others = tables_home(j->tables)->store != NULL;
    struct arena a;
    uint64_t moved = 0;

    arena_init(&a, ARENA_BYTES);
    for (unsigned tick = 0; await_tick(j); tick++) {
        look(j, &r, &a);
        if (tick % TRIM_TICKS == 0)
            trim(j, &moved);
        if (has_others && tick % ADOPT_TICKS == 0)
            jobs_adopt(j);
        arena_reset(&a);
        jobs_tell_of_others(j, &a);
        arena_reset(&a);
    }
    registry_close(&r);
    arena_release(&a);
    return NULL;
}
