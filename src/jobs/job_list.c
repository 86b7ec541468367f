#include "jobs/job_list.h"

#include "catalog/registry.h"

#define REMEMBERED 64 /* jobs that have ended */

void job_list_lock(struct jobs *j)
{
    (void)pthread_mutex_lock(&j->lock);
}

void job_list_unlock(struct jobs *j)
{
    (void)pthread_mutex_unlock(&j->lock);
}

struct job *job_list_find(const struct jobs *j, struct str id)
{
    struct job *x = j->first;

    while (x && !str_eq(x->id, id))
        x = x->next;
    return x;
}

void job_list_append(struct jobs *j, struct job *x)
{
    if (j->last)
        j->last->next = x;
    else
        j->first = x;
    j->last = x;
    (void)pthread_cond_broadcast(&j->changed);
}

size_t job_list_count(const struct jobs *j, bool open)
{
    size_t n = 0;

    for (const struct job *x = j->first; x; x = x->next)
        n += job_is_open(x) == open;
    return n;
}

void job_list_forget(struct jobs *j)
{
    size_t ended = job_list_count(j, false);
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

bool job_list_is_busy(const struct jobs *j, struct str base)
{
    for (const struct job *x = j->first; x; x = x->next)
        if (x->state == JOB_RUNNING && str_eq(x->base, base))
            return true;
    return false;
}

struct job *job_list_take(struct jobs *j)
{
    for (struct job *x = j->first; x; x = x->next) {
        if (x->state != JOB_QUEUED || job_list_is_busy(j, x->base))
            continue;
        x->state = JOB_RUNNING;
        x->attempts++;
        clock_wall_iso(x->started_at);
        return x;
    }
    return NULL;
}

void job_list_insert(struct jobs *j, struct job *x)
{
    struct job **at = &j->first;

    while (*at && str_cmp((*at)->created_at, x->created_at) <= 0)
        at = &(*at)->next;
    x->next = *at;
    *at = x;
    if (!x->next)
        j->last = x;
}

enum err job_list_queue_index(struct jobs *j, struct str base, struct job **out,
                              struct error *e)
{
    struct str id;
    struct arena a;
    enum err rc = OK;

    for (struct job *x = j->first; x; x = x->next) {
        if (x->state == JOB_QUEUED && !x->folder && str_eq(x->base, base)) {
            *out = x;
            return OK;
        }
    }
    if (job_list_count(j, true) >= JOBS_MAX_WAITING)
        return error_set(e, ERR_RATE_LIMITED,
                         "too many jobs wait already; try again later");
    arena_init(&a, CLOCK_ISO_BYTES * 8);
    rc = registry_new_id(&a, &id, e);
    *out = rc ? NULL : job_new(id, base, e);
    if (*out)
        job_list_append(j, *out);
    arena_release(&a);
    return *out ? OK : e->code;
}
