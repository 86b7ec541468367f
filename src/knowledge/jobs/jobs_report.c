/*
 * jobs_report.c - lists the jobs of a home, newest first: those in the server's
 * memory, and those that exist on disk only.
 *
 * First it is found which there are, and when they were made; then those of the
 * page are looked at again, one by one.
 */
#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "knowledge/jobs/job_queue.h"
#include "knowledge/jobs/job_rows.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 256
#define LIST_BYTES ((size_t)64 << 20)

/* A job that was found. */
struct entry {
    struct str id;
    struct str created_at;
};

/* Those that were found, in the arena. */
struct entries {
    const struct jobs_filter *filter;
    struct str base_id; /* of the filter's base, if it names one */
    struct arena *a;
    struct entry *list; /* list[n], room for `room` */
    size_t n;
    size_t room;
};

static bool is_wanted(const struct entries *x, const struct base_entry *base)
{
    const struct jobs_filter *f = x->filter;

    return (f->base.n == 0 || (base->id.n && str_eq(x->base_id, base->id))) &&
           f->has(f->ctx, base);
}

/* Which base is meant by the name now; that there is none is not an error. */
static enum err find_base(struct jobs *j, struct entries *x, struct error *e)
{
    struct registry r = REGISTRY_NONE;
    struct base_entry found = {0};
    struct error why;
    enum err rc;

    if (x->filter->base.n == 0)
        return OK;
    rc = registry_open(tables_home(j->tables), x->a, &r, e);
    if (!rc && registry_find(&r, x->filter->base, x->a, &found, &why) &&
        why.code != ERR_NOT_FOUND) {
        *e = why;
        rc = why.code;
    }
    registry_close(&r);
    x->base_id = found.id;
    return rc;
}

static enum err make_room(struct entries *x, struct error *e)
{
    const size_t room = x->room ? 2 * x->room : FIRST_ROOM;
    struct entry *list;

    if (x->n < x->room)
        return OK;
    list = arena_alloc_array(x->a, room, sizeof(*list), e);
    if (!list)
        return e->code;
    if (x->list)
        memcpy(list, x->list, x->n * sizeof(*list));
    x->list = list;
    x->room = room;
    return OK;
}

static enum err add(struct entries *x, struct str id, struct str created_at,
                    struct error *e)
{
    struct entry *to;
    enum err rc = make_room(x, e);

    if (rc)
        return rc;
    to = &x->list[x->n];
    rc = str_dup(id, x->a, &to->id, e);
    if (!rc)
        rc = str_dup(created_at, x->a, &to->created_at, e);
    if (!rc)
        x->n++;
    return rc;
}

/* ---- which there are ---- */

static enum err find_in_memory(struct jobs *j, struct entries *x,
                               struct error *e)
{
    enum err rc = OK;

    job_queue_lock(j);
    for (const struct job *job = j->first; job && !rc; job = job->next)
        if (job->state != JOB_STAGING && is_wanted(x, &job->base))
            rc = add(x, job->id, job->created_at, e);
    job_queue_unlock(j);
    return rc;
}

static bool is_in_memory(struct jobs *j, struct str id)
{
    bool is;

    job_queue_lock(j);
    is = job_queue_find(j, id) != NULL;
    job_queue_unlock(j);
    return is;
}

/* One that cannot be read is no job of ours. */
static enum err look_at(struct str id, struct str json, struct arena *scratch,
                        struct entries *x, struct error *e)
{
    struct json *root = NULL;
    struct base_entry base;
    struct error ignored;

    if (json_parse(json, &json_answer_limits, scratch, &root, &ignored))
        root = NULL;
    base = (struct base_entry){.name = json_text(json_find(root, "base")),
                               .id = json_text(json_find(root, "base_id"))};
    return root && is_wanted(x, &base)
               ? add(x, id, json_text(json_find(root, "created_at")), e)
               : OK;
}

static enum err find_kept(const struct jobs *j, const char *name,
                          struct arena *scratch, struct entries *x,
                          struct error *e)
{
    struct job *job = NULL;
    struct error ignored;
    struct str json;
    enum err rc = job_read(&j->place, name, scratch, &job, &json, &ignored);

    job_free(job);
    return rc ? OK : look_at(str_from(name), json, scratch, x, e);
}

/* What find_row() works with. */
struct found_rows {
    struct jobs *jobs;
    struct entries *x;
    struct arena scratch;
};

static enum err find_row(void *ctx, struct str id, struct str json,
                         struct error *e)
{
    struct found_rows *f = ctx;

    arena_reset(&f->scratch);
    return is_in_memory(f->jobs, id) ? OK
                                     : look_at(id, json, &f->scratch, f->x, e);
}

static enum err find_in_store(struct jobs *j, struct entries *x,
                              struct error *e)
{
    struct found_rows f = {.jobs = j, .x = x};
    enum err rc;

    arena_init(&f.scratch, ARENA_BYTES);
    rc = job_rows_list(&j->place, find_row, &f, e);
    arena_release(&f.scratch);
    return rc;
}

static enum err find_on_disk(struct jobs *j, struct entries *x, struct error *e)
{
    DIR *d = opendir(j->place.folder);
    const char *name = NULL;
    struct arena scratch;
    enum err rc = OK;

    if (!d)
        return fs_error(ERR_FILE_READ_FAILED, "read", "the jobs", errno, e);
    arena_init(&scratch, ARENA_BYTES);
    while (!rc) {
        arena_reset(&scratch);
        rc = fs_next_name(d, "the jobs", &name, e);
        if (rc || !name)
            break;
        if (name[0] != '.' && !is_in_memory(j, str_from(name)))
            rc = find_kept(j, name, &scratch, x, e);
    }
    arena_release(&scratch);
    (void)closedir(d);
    return rc;
}

static int compare_times(const struct entry *a, struct str at, struct str id)
{
    const int order = str_cmp(a->created_at, at);

    return order ? order : str_cmp(a->id, id);
}

static int compare(const void *a, const void *b)
{
    const struct entry *other = b;

    return -compare_times(a, other->created_at, other->id);
}

/* ---- the page ---- */

/* One may be gone by now. */
static void write_one(struct jobs *j, const struct entry *x, struct jsonw *w)
{
    static const char *const shown[] = {
        "job_id",     "base",        "kind",     "state", "created_at",
        "started_at", "finished_at", "progress", "error"};
    struct json *job = NULL;
    struct base_entry base;
    struct error ignored;
    struct str json;
    struct arena a;

    arena_init(&a, ARENA_BYTES);
    if (jobs_find(j, x->id, &a, &base, &json, &ignored) == OK &&
        json_parse(json, &json_answer_limits, &a, &job, &ignored) == OK) {
        jsonw_begin_object(w);
        for (size_t i = 0; i < COUNT_OF(shown); i++)
            json_write_member(job, shown[i], shown[i], w);
        jsonw_end_object(w);
    }
    arena_release(&a);
}

static void write_page(struct jobs *j, const struct entries *x, struct str at,
                       struct str id, struct jsonw *w)
{
    const struct list_page *page = &x->filter->page;
    struct entry last = {0};
    uint64_t n = 0;

    jsonw_begin_object(w);
    jsonw_key(w, "jobs");
    jsonw_begin_array(w);
    for (size_t i = 0; x->list && i < x->n; i++) {
        if (at.n > 0 && compare_times(&x->list[i], at, id) >= 0)
            continue;
        if (list_page_is_over(page, ++n))
            break;
        last = x->list[i];
        write_one(j, &last, w);
    }
    jsonw_end_array(w);
    list_page_put_next(page, list_page_is_over(page, n), last.created_at,
                       last.id, w);
    jsonw_end_object(w);
}

enum err jobs_report(struct jobs *j, const struct jobs_filter *f,
                     struct jsonw *w, struct error *e)
{
    struct entries x = {.filter = f};
    struct str at, id;
    struct arena a;
    enum err rc = list_page_split(&f->page, &at, &id, e);

    if (rc)
        return rc;
    arena_init(&a, LIST_BYTES);
    x.a = &a;
    rc = find_base(j, &x, e);
    if (!rc)
        rc = find_in_memory(j, &x, e);
    if (!rc)
        rc = job_rows_are_kept(&j->place) ? find_in_store(j, &x, e)
                                          : find_on_disk(j, &x, e);
    if (!rc && x.list)
        qsort(x.list, x.n, sizeof(*x.list), compare);
    if (!rc)
        write_page(j, &x, at, id, w);
    arena_release(&a);
    return rc;
}
