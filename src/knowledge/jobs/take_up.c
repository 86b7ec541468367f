/*
 * take_up.c - takes up jobs that servers left which have ended: of a home when the next one
 * begins, of a store whenever a server finds one.
 */
#include "base/clock.h"
#include "base/fs.h"
#include "knowledge/jobs/job_queue.h"
#include "knowledge/jobs/job_rows.h"
#include "store/table_cache/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#define NEW_PREFIX ".new-"
#define DAY_MS     (INT64_C(24) * 60 * 60 * 1000)

/* A job that ended long ago. */
static bool is_old(const char *folder)
{
    struct stat st;

    return stat(folder, &st) == 0 &&
           (int64_t)st.st_mtim.tv_sec * 1000 + JOBS_KEPT_DAYS * DAY_MS <
               clock_wall_ms();
}

/* It waits again; or it has ended, and what its end left is done. */
static void take_up_job(struct jobs *j, struct job *x)
{
    struct error ignored;

    if (job_is_open(x)) {
        job_queue_lock(j);
        job_queue_insert(j, x);
        (void)pthread_cond_broadcast(&j->changed);
        job_queue_unlock(j);
        return;
    }
    if (job_unclaim(j, x, &ignored) == OK)
        job_drop_files(x);
    job_free(x);
}

/* What was read before it was held may be old. */
static void take_up_held(struct jobs *j, const char *name, struct lease held,
                         struct arena *a)
{
    struct job *x = NULL;
    struct error ignored;
    struct str json;

    if (job_read(&j->place, name, a, &x, &json, &ignored) || !x) {
        lease_close(&held);
        return;
    }
    x->held = held;
    take_up_job(j, x);
}

/* One that this server has, in `a`; empty: there is no other. */
static enum err claim(struct jobs *j, bool is_idle, struct arena *a,
                      const char **name, struct error *e)
{
    struct lease held = LEASE_NONE;
    struct str id;
    enum err rc = job_rows_claim(&j->place, is_idle, a, &held, &id, e);

    *name = rc || id.n == 0 ? NULL : str_cstr(id, a, e);
    if (*name)
        take_up_held(j, *name, held, a);
    else
        lease_close(&held);
    return rc;
}

/* Has it runners for more than it has? */
static bool is_idle(struct jobs *j)
{
    bool is;

    job_queue_lock(j);
    is = job_queue_count(j, true) < j->n_runners && !atomic_load(&j->stopping);
    job_queue_unlock(j);
    return is;
}

void jobs_adopt(struct jobs *j)
{
    const char *name = NULL;
    struct error ignored;
    struct arena a;

    arena_init(&a, ARENA_BYTES);
    do
        arena_reset(&a);
    while (!claim(j, false, &a, &name, &ignored) && name);
    if (!name && is_idle(j))
        (void)!claim(j, true, &a, &name, &ignored);
    arena_release(&a);
}

/* ---- from a folder ---- */

/* What cannot be read is no job of ours and stays. */
static void take_up(struct jobs *j, const char *name)
{
    struct lease held = LEASE_NONE;
    struct job *x = NULL;
    struct error ignored;
    struct str json;
    struct arena a;
    const char *path;
    bool is_left = false;

    arena_init(&a, ARENA_BYTES);
    path = fs_join(j->place.folder, name, &a, &ignored);
    if (path && job_read(&j->place, name, &a, &x, &json, &ignored) == OK && x) {
        is_left = job_is_open(x) || job_has_files(x);
        job_free(x);
        if (!is_left && is_old(path))
            (void)!fs_remove_tree(path, "a job", &ignored);
        else if (is_left &&
                 !job_hold(&j->place, str_from(name), path, &held, &ignored) &&
                 lease_is_held(&held))
            take_up_held(j, name, held, &a);
    }
    arena_release(&a);
}

/* Of a store rows are what counts: a folder that none names is left of one that was not
 * accepted, or that was forgotten. */
static void remove_left(struct jobs *j, const char *name)
{
    struct error e = {0};
    struct str json;
    struct arena a;
    const char *path;

    arena_init(&a, ARENA_BYTES);
    path = fs_join(j->place.folder, name, &a, &e);
    if (path && is_old(path) &&
        job_rows_read(&j->place, str_from(name), &a, &json, &e) ==
            ERR_NOT_FOUND)
        (void)!fs_remove_tree(path, "a job", &e);
    arena_release(&a);
}

static enum err take_up_all(struct jobs *j, struct error *e)
{
    const bool are_rows = job_rows_are_kept(&j->place);
    DIR *d = opendir(j->place.folder);
    const char *name = NULL;
    uint64_t removed;
    enum err rc;

    if (!d)
        return fs_error(ERR_FILE_READ_FAILED, "read", "the jobs", errno, e);
    rc = scratch_sweep_in(j->place.folder, NEW_PREFIX, &removed, e);
    while (!rc) {
        rc = fs_next_name(d, "the jobs", &name, e);
        if (rc || !name)
            break;
        if (name[0] != '.' && are_rows)
            remove_left(j, name);
        else if (name[0] != '.')
            take_up(j, name);
    }
    (void)closedir(d);
    return rc;
}

/* Of a store: forget what ended long ago, and take up what servers left that died. */
static enum err take_up_rows(struct jobs *j, struct error *e)
{
    enum err rc = job_rows_forget(&j->place, JOBS_KEPT_DAYS, e);

    if (!rc)
        jobs_adopt(j);
    return rc;
}

enum err jobs_take_up(struct jobs *j, struct error *e)
{
    enum err rc = take_up_all(j, e);

    return rc || !job_rows_are_kept(&j->place) ? rc : take_up_rows(j, e);
}
