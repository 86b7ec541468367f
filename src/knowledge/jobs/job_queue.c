#include "knowledge/jobs/job_queue.h"

#include "base/fair_share.h"
#include "store/catalog/registry.h"

#define REMEMBERED 64 /* jobs that have ended */
#define FAIR_TIMES 1  /* half for one author at most (fair_share.h) */
#define RETRY_S    10

void job_queue_lock(struct jobs *j)
{
    (void)pthread_mutex_lock(&j->lock);
}

void job_queue_unlock(struct jobs *j)
{
    (void)pthread_mutex_unlock(&j->lock);
}

struct job *job_queue_find(const struct jobs *j, struct str id)
{
    struct job *x = j->first;

    while (x && (x->state == JOB_STAGING || !str_eq(x->id, id)))
        x = x->next;
    return x;
}

static void append(struct jobs *j, struct job *x)
{
    if (j->last)
        j->last->next = x;
    else
        j->first = x;
    j->last = x;
    (void)pthread_cond_broadcast(&j->changed);
}

size_t job_queue_count(const struct jobs *j, bool open)
{
    size_t n = 0;

    for (const struct job *x = j->first; x; x = x->next)
        n += job_is_open(x) == open;
    return n;
}

/* Of an author, those that have not ended, or only those that run. */
static size_t count_of(const struct jobs *j, struct str author, bool running)
{
    size_t n = 0;

    for (const struct job *x = j->first; x; x = x->next)
        n += (running ? x->state == JOB_RUNNING : job_is_open(x)) &&
             str_eq(x->author, author);
    return n;
}

static enum err check_room(const struct jobs *j, struct str author,
                           struct error *e)
{
    const size_t n = job_queue_count(j, true);

    if (fair_share_has(JOBS_MAX_WAITING, n, count_of(j, author, false),
                       FAIR_TIMES))
        return OK;
    (void)error_set(e, ERR_RATE_LIMITED,
                    "too many jobs%s are waiting; try again later",
                    n < JOBS_MAX_WAITING ? " of yours" : "");
    e->retry_s = n < JOBS_MAX_WAITING ? RETRY_S : 0;
    return e->code;
}

enum err job_queue_reserve(struct jobs *j, struct job *x, struct error *e)
{
    enum err rc = check_room(j, x->author, e);

    if (rc)
        return rc;
    x->state = JOB_STAGING;
    append(j, x);
    return OK;
}

void job_queue_admit(struct jobs *j, struct job *x)
{
    x->state = JOB_QUEUED;
    (void)pthread_cond_broadcast(&j->changed);
}

void job_queue_withdraw(struct jobs *j, struct job *x)
{
    struct job **at = &j->first;

    j->last = NULL;
    while (*at) {
        if (*at == x) {
            *at = x->next;
        } else {
            j->last = *at;
            at = &(*at)->next;
        }
    }
    job_free(x);
}

void job_queue_forget(struct jobs *j)
{
    size_t ended = job_queue_count(j, false);
    struct job **at = &j->first;

    j->last = NULL;
    while (*at) {
        struct job *x = *at;

        if (!job_is_open(x) && ended > REMEMBERED) {
            *at = x->next;
            job_free(x);
            ended--;
        } else {
            j->last = x;
            at = &x->next;
        }
    }
}

/* One of an older program has no id yet. */
static bool is_same_base(const struct base_entry *a, const struct base_entry *b)
{
    return a->id.n && b->id.n ? str_eq(a->id, b->id) : str_eq(a->name, b->name);
}

bool job_queue_is_busy(const struct jobs *j, const struct base_entry *base)
{
    for (const struct job *x = j->first; x; x = x->next)
        if (x->state == JOB_RUNNING && is_same_base(&x->base, base))
            return true;
    return false;
}

static struct job *start(struct job *x)
{
    x->state = JOB_RUNNING;
    x->attempts++;
    clock_wall_iso(x->started_at);
    return x;
}

struct job *job_queue_take(struct jobs *j)
{
    struct job *best = NULL;
    size_t fewest = 0;
    size_t used = 0;

    for (const struct job *x = j->first; x; x = x->next)
        used += x->state == JOB_RUNNING;
    for (struct job *x = j->first; x; x = x->next) {
        size_t held;

        if (x->state != JOB_QUEUED || x->not_before_ms > clock_ms() ||
            job_queue_is_busy(j, &x->base))
            continue;
        held = count_of(j, x->author, true);
        if (!fair_share_has(JOBS_RUNNERS, used, held, FAIR_TIMES) ||
            (best && held >= fewest))
            continue;
        best = x;
        fewest = held;
    }
    return best ? start(best) : NULL;
}

struct job *job_queue_take_of(struct jobs *j, struct str base_id)
{
    struct job *first = NULL;

    for (struct job *x = j->first; x; x = x->next) {
        if (!str_eq(x->base.id, base_id))
            continue;
        if (x->state == JOB_RUNNING)
            atomic_store(&x->cancel, true);
        else if (x->state == JOB_QUEUED && !first)
            first = x;
    }
    return first ? start(first) : NULL;
}

void job_queue_insert(struct jobs *j, struct job *x)
{
    struct job **at = &j->first;

    while (*at && str_cmp((*at)->created_at, x->created_at) <= 0)
        at = &(*at)->next;
    x->next = *at;
    *at = x;
    if (!x->next)
        j->last = x;
}

enum err job_queue_add_index(struct jobs *j, const struct base_entry *base,
                             struct str author, struct job **out,
                             struct error *e)
{
    struct str id;
    struct arena a;
    enum err rc;

    for (struct job *x = j->first; x; x = x->next) {
        if (x->state == JOB_QUEUED && !x->folder &&
            is_same_base(&x->base, base)) {
            *out = x;
            return OK;
        }
    }
    rc = check_room(j, author, e);
    if (rc)
        return rc;
    arena_init(&a, CLOCK_ISO_BYTES * 8);
    rc = registry_new_id(&a, &id, e);
    *out = rc ? NULL : job_new(id, base, e);
    if (*out && str_dup(author, &(*out)->arena, &(*out)->author, e)) {
        job_free(*out);
        *out = NULL;
    }
    if (*out)
        append(j, *out);
    arena_release(&a);
    return *out ? OK : e->code;
}
