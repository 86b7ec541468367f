/*
 * runner.c - a thread that runs jobs: it adds files to bases, updates indexes
 * and, when idle, indexes what bases have left.
 */
#include "base/clock.h"
#include "base/fs.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/principal.h"
#include "knowledge/jobs/job_queue.h"
#include "knowledge/knowledge_base/base_search.h"
#include "knowledge/knowledge_base/list.h"
#include "store/catalog/pins.h"

#define TELL_MS    200
#define LOOK_S     2 /* how often bases are asked what they have to index */
#define LOOK_SHARE 20
#define AWAIT_MS   1000
#define WAIT_MS    1000 /* for another indexer: the next look comes soon */

#define POSTPONE_MS   1000
#define POSTPONED_MAX 20 /* times that a store went away during one job */

struct running {
    struct jobs *jobs;
    struct job *job;
    bool has_store; /* it answered when the job began */
};

static void report(void *ctx, uint64_t done, uint64_t total)
{
    const struct running *r = ctx;

    job_queue_lock(r->jobs);
    r->job->done = done;
    r->job->total = total;
    if (clock_ms() - r->job->notified_ms >= TELL_MS)
        job_notify(r->job, false);
    job_queue_unlock(r->jobs);
}

/* ---- one job ---- */

static enum err put(struct running *r, struct buf *b, struct str *out,
                    struct error *e)
{
    enum err rc;

    job_queue_lock(r->jobs);
    rc = buf_dup(b, &r->job->arena, out, e);
    job_queue_unlock(r->jobs);
    return rc;
}

/* What became of each file. */
static enum err find_documents(struct running *r, struct bases *bases,
                               struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < r->job->n && !rc; i++) {
        struct arena a;
        struct str name;
        struct jsonw w;
        struct buf b;

        buf_init(&b, STATUS_BYTES);
        jsonw_init(&w, &b);
        arena_init(&a, ARENA_BYTES);
        rc = job_file_name(r->job, i, &a, &name, e);
        if (!rc)
            rc = bases_uploaded(bases, r->job->base.name, name, &w, e);
        arena_release(&a);
        if (!rc)
            rc = put(r, &b, &r->job->files[i].document, e);
        buf_release(&b);
    }
    return rc;
}

static enum err add_named(struct running *r, struct bases *bases,
                          const struct bases_add *add, struct error *e)
{
    struct bases_added counts;
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, STATUS_BYTES);
    jsonw_init(&w, &b);
    rc = bases_add(bases, add, &counts, &w, e);
    if (!rc)
        rc = put(r, &b, &r->job->result, e);
    buf_release(&b);
    if (!rc)
        rc = find_documents(r, bases, e);
    if (!rc && counts.first_failure && counts.failed == r->job->n)
        rc = error_set(e, counts.first_failure,
                       "none of the files could be read; 'result' says why");
    return rc;
}

static enum err ingest(struct running *r, struct bases *bases, struct error *e)
{
    const struct job *x = r->job;
    struct bases_add add = {.base = x->base.name,
                            .n = x->n,
                            .author = x->author,
                            .upload = x->id,
                            .mount = x->mount,
                            .made_base = x->made_base,
                            .wait = true,
                            .progress = {report, r},
                            .cancel = &x->cancel};
    struct str *texts;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    texts = arena_alloc_array(&a, 2 * x->n, sizeof(*texts), e);
    for (size_t i = 0; texts && i < x->n; i++) {
        texts[i] = x->files[i].path;
        texts[x->n + i] = x->files[i].name;
    }
    add.paths = texts;
    add.names = texts ? texts + x->n : NULL;
    rc = texts ? add_named(r, bases, &add, e) : e->code;
    arena_release(&a);
    return rc;
}

static enum err catch_up(struct running *r, struct bases *bases,
                         struct error *e)
{
    const struct bases_catch_up c = {.base = r->job->base.name,
                                     .wait_ms = WAIT_MS,
                                     .progress = {report, r},
                                     .cancel = &r->job->cancel};
    struct index_worked done;
    enum err rc = bases_catch_up(bases, &c, &done, e);

    if (!rc && done.first_failure.code && done.documents == 0) {
        *e = done.first_failure;
        rc = e->code;
    }
    return rc;
}

/* A process that died before its first attempt was on the disk may have died before its
 * base knew of it. */
static enum err begin(struct running *r, struct error *e)
{
    struct job *x = r->job;
    enum err rc = OK;

    if (x->folder && (x->attempts == 1 || x->base.id.n == 0))
        rc = job_claim(r->jobs, x, e);
    return rc ? rc : job_persist(x, e);
}

static enum err carry_out(struct running *r, struct error *e)
{
    struct bases *bases = NULL;
    enum err rc = bases_new(r->jobs->tables, &bases, e);

    bases_free(bases);
    bases = NULL;
    if (rc)
        return rc;
    r->has_store = true;
    if (r->job->attempts > JOBS_ATTEMPTS)
        return error_set(
            e, ERR_INTERNAL,
            "the server ended %d times during this job, so it is not retried",
            JOBS_ATTEMPTS);
    rc = begin(r, e);
    if (!rc) /* from now on the name is of the job's base, or of none */
        rc = base_pins_check(r->job->base.name, r->job->base.id, e);
    if (!rc)
        rc = bases_new(r->jobs->tables, &bases, e);
    if (!rc)
        rc = r->job->folder ? ingest(r, bases, e) : catch_up(r, bases, e);
    if (bases)
        bases_keep_metrics(bases);
    bases_free(bases);
    return rc;
}

/* It is said to have ended only when the disk knows; else the next server does
 * it again, which adds nothing twice. Its files go last: while they are there
 * its base may still wait for them. */
void job_end(struct jobs *j, struct job *x, enum err rc,
             const struct error *why)
{
    struct error ignored;

    job_queue_lock(j);
    x->state = rc ? JOB_FAILED : JOB_DONE;
    if (rc)
        x->failure = *why;
    else
        x->done = x->total;
    clock_wall_iso(x->finished_at);
    job_queue_unlock(j);
    if (job_persist(x, &ignored)) {
        lease_close(&x->held); /* jobs_adopt() does it again */
    } else if (x->folder) {
        const bool is_known = job_unclaim(j, x, &ignored) == OK;

        job_remove_base_if_empty(j, x);
        if (is_known)
            job_drop_files(x);
        else
            lease_close(&x->held); /* jobs_adopt() does it later */
    }
    job_queue_lock(j);
    job_notify(x, true);
    job_queue_forget(j);
    (void)pthread_cond_broadcast(&j->changed);
    job_queue_unlock(j);
}

/* What was accepted is not lost with a connection, nor where another program holds the
 * base for long, or took it over (lease.h). A worker that dies has the same code, so that
 * a job which kills its workers must come to an end. */
static bool must_wait(const struct running *r, enum err rc,
                      const struct error *why)
{
    return r->job->folder &&
           (rc == ERR_TOOL_WORKER_UNAVAILABLE || rc == ERR_TIMEOUT ||
            rc == ERR_CONFLICT) &&
           why->of_machine && tables_home(r->jobs->tables)->store &&
           (!r->has_store || r->job->postponed < POSTPONED_MAX);
}

/* That its store went away is no attempt, and the next server is to know it. */
static void postpone(struct jobs *j, struct job *x)
{
    struct error ignored;

    job_queue_lock(j);
    x->attempts--;
    x->postponed++;
    x->not_before_ms = clock_ms() + POSTPONE_MS;
    job_queue_unlock(j);
    (void)!job_persist(x, &ignored);
    job_queue_lock(j);
    x->state = JOB_QUEUED;
    job_queue_unlock(j);
}

static void run(struct jobs *j, struct job *x)
{
    struct running r = {.jobs = j, .job = x};
    struct error why = {0};
    struct base_pins pins;
    enum err rc;

    base_pins_begin(&pins);
    principal_set(
        (struct principal){.key = hash_bytes(str_bytes(x->author), x->author.n),
                           .in_background = true});
    rc = carry_out(&r, &why);
    base_pins_end(&pins);
    if (rc == ERR_TIMEOUT && atomic_load(&j->stopping))
        return; /* on the disk it runs still: the next server begins it again */
    if (rc && x->folder && job_is_lost(x)) {
        jobs_hand_over(j, x);
        return;
    }
    if (rc && atomic_load(&x->cancel)) {
        rc = job_base_gone(x, &why);
    } else if (must_wait(&r, rc, &why)) {
        postpone(j, x);
        return;
    }
    job_end(j, x, rc, &why);
}

/* ---- what bases have to index ---- */

/* Adds of other programs leave their indexing to this one. */
static void look(struct jobs *j)
{
    const uint64_t began_ms = clock_ms();
    struct bases *bases = NULL;
    struct job *ignored_job;
    struct base_entry base = {0};
    struct error ignored;
    struct arena a;

    arena_init(&a, ARENA_BYTES);
    if (bases_new(j->tables, &bases, &ignored) == OK &&
        bases_are_behind(bases, &a, &base, &ignored))
        base = (struct base_entry){0};
    bases_free(bases);
    job_queue_lock(j);
    if (base.name.n && !job_queue_is_busy(j, &base))
        (void)!job_queue_add_index(j, &base, (struct str){0}, &ignored_job,
                                   &ignored);
    j->look_ms =
        clock_ms() + LOOK_S * 1000 + LOOK_SHARE * (clock_ms() - began_ms);
    j->is_looking = false;
    job_queue_unlock(j);
    arena_release(&a);
}

/* With the lock. */
static void await(struct jobs *j)
{
    (void)clock_cond_wait(&j->changed, &j->lock, clock_ms() + AWAIT_MS);
}

void *job_runner(void *jobs)
{
    struct jobs *j = jobs;

    (void)mem_set_reserve(true);
    job_queue_lock(j);
    while (!atomic_load(&j->stopping)) {
        struct job *x = job_queue_take(j);
        const bool looks = !x && !j->is_looking && clock_ms() >= j->look_ms;

        if (!x && !looks) {
            await(j);
            continue;
        }
        j->is_looking |= looks;
        if (x)
            job_notify(x, false);
        job_queue_unlock(j);
        if (x)
            run(j, x);
        else
            look(j);
        job_queue_lock(j);
    }
    job_queue_unlock(j);
    return NULL;
}
