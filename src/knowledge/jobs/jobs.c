/*
 * jobs.c - starts jobs and notifies listeners.
 *
 *     jobs_submit() -> disk -> list: queued ... running ... ended (a few are
 *                              remembered; the rest is read from the disk)
 */
#include "knowledge/jobs/jobs.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "knowledge/jobs/job_queue.h"
#include "knowledge/jobs/job_rows.h"
#include "knowledge/knowledge_base/base_search.h"
#include "knowledge/knowledge_base/bases.h"
#include "knowledge/knowledge_base/remove_if_empty.h"
#include "store/catalog/base.h"
#include "store/catalog/registry.h"

#include <string.h>
#include <unistd.h>

#define ID_FILE  ".id" /* of the folder */
#define ID_SHOWN "the folder of the jobs"

/* ---- begin and end ---- */

static void init_lock(struct jobs *j)
{
    (void)pthread_mutex_init(&j->lock, NULL);
    clock_cond_init(&j->changed);
}

/* The servers of a store have a lease each. */
static enum err lock_home(struct jobs *j, const char *path, struct error *e)
{
    struct lease_place place = {.store = tables_home(j->tables)->store,
                                .file = path,
                                .kind = BASES_SERVERS,
                                .shown = "the server's lock"};
    enum err rc = registry_new_id(&j->arena, &place.id, e);

    if (!rc)
        rc = lease_try(&place, &j->home, e);
    if (!rc && !lease_is_held(&j->home))
        return error_set(e, ERR_CONFLICT,
                         "another server manages this home; stop it, or "
                         "serve another home with --home");
    return rc;
}

/* The servers that have a folder know it by this file; two that write it at once read
 * what the last one wrote. */
static enum err name_folder(struct jobs *j, struct error *e)
{
    const char *path = fs_join(j->place.folder, ID_FILE, &j->arena, e);
    struct str id;
    enum err rc = OK;

    if (!path)
        return e->code;
    if (access(path, F_OK) != 0) {
        rc = registry_new_id(&j->arena, &id, e);
        if (!rc)
            rc = fs_write_atomic(path, ID_SHOWN, id, true, e);
    }
    return rc ? rc
              : fs_read_file(path, ID_SHOWN, JOBS_ID_BYTES, &j->arena,
                             &j->place.id, e);
}

static enum err hold_home(struct jobs *j, struct error *e)
{
    const struct home *home = tables_home(j->tables);
    const char *path = fs_join(home->path, "server.lock", &j->arena, e);
    enum err rc = path ? lock_home(j, path, e) : e->code;

    if (rc)
        return rc;
    j->place.home = home;
    j->place.folder = fs_join(home->path, "jobs", &j->arena, e);
    if (!j->place.folder || fs_mkdirs(j->place.folder, "the jobs", e))
        return e->code;
    return home->store ? name_folder(j, e) : OK;
}

/* Without the lock, as who has it may wait for the caller's; the watcher looks by itself,
 * too. */
static void look_now(void *jobs)
{
    struct jobs *j = jobs;

    atomic_store(&j->has_news, true);
    (void)pthread_cond_broadcast(&j->changed);
}

static enum err start_runners(struct jobs *j, struct error *e)
{
    while (j->n_runners < JOBS_RUNNERS) {
        int failed =
            pthread_create(&j->runners[j->n_runners], NULL, job_runner, j);

        if (failed && j->n_runners == 0)
            return error_set(e, ERR_LIMIT, "cannot create a job thread: %s",
                             strerror(failed));
        if (failed)
            break;
        j->n_runners++;
    }
    if (store_news_open(tables_home(j->tables)->store, look_now, j, &j->news,
                        e))
        return e->code;
    j->has_watcher = !pthread_create(&j->watcher, NULL, job_watcher, j);
    return j->has_watcher
               ? OK
               : error_set(e, ERR_LIMIT, "cannot create a job thread");
}

enum err jobs_open(struct tables *t, struct jobs **out, struct error *e)
{
    struct jobs *j = mem_new(sizeof(*j), e);
    enum err rc;

    if (!j)
        return e->code;
    *j = (struct jobs){.tables = t, .home = LEASE_NONE};
    arena_init(&j->arena, ARENA_BYTES);
    arena_init(&j->watch_arena, ARENA_BYTES);
    init_lock(j);
    rc = hold_home(j, e);
    if (!rc)
        rc = jobs_take_up(j, e);
    if (!rc)
        rc = start_runners(j, e);
    if (rc)
        jobs_close(j);
    else
        *out = j;
    return rc;
}

void jobs_close(struct jobs *j)
{
    if (!j)
        return;
    atomic_store(&j->stopping, true);
    job_queue_lock(j);
    for (struct job *x = j->first; x; x = x->next)
        atomic_store(&x->cancel, true);
    (void)pthread_cond_broadcast(&j->changed);
    job_queue_unlock(j);
    store_news_close(j->news);
    if (j->has_watcher)
        (void)pthread_join(j->watcher, NULL);
    for (unsigned i = 0; i < j->n_runners; i++)
        (void)pthread_join(j->runners[i], NULL);
    jobs_leave_others(j);
    while (j->first) {
        struct job *x = j->first;

        for (size_t i = 0; i < x->listeners; i++)
            x->listener[i].notify(x->listener[i].ctx, (struct str){0}, true);
        j->first = x->next;
        job_free(x);
    }
    (void)pthread_cond_destroy(&j->changed);
    (void)pthread_mutex_destroy(&j->lock);
    lease_close(&j->home);
    arena_release(&j->watch_arena);
    arena_release(&j->arena);
    mem_free(j);
}

const char *jobs_folder(const struct jobs *j)
{
    return j->place.folder;
}

/* ---- what callers do ---- */

static enum err check_name(struct str name, struct error *e)
{
    bool is_clean = name.n > 0 && name.n <= JOBS_NAME_BYTES &&
                    utf8_valid_prefix(name) == name.n &&
                    str_find_char(name, '/') == name.n && name.p[0] != '.';

    for (size_t i = 0; i < name.n; i++)
        is_clean &= (unsigned char)name.p[i] >= ' ' && name.p[i] != 0x7f;
    return is_clean ? OK
                    : error_set(e, ERR_VALIDATION_FAILED,
                                "a file needs a name of 1 to %d bytes, without "
                                "a folder, control characters or a leading dot",
                                JOBS_NAME_BYTES);
}

static enum err check(const struct jobs_request *r, struct error *e)
{
    enum err rc = base_check_name(r->base, e);

    if (!rc && (r->n == 0 || r->n > JOBS_MAX_FILES))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "send 1 to %d files, each as a field 'file'",
                       JOBS_MAX_FILES);
    for (size_t i = 0; i < r->n && !rc; i++)
        rc = check_name(r->files[i].name, e);
    if (!rc && r->mount.has_key && r->n > 1)
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "'mount_key' is the key of one file; send the others by "
                       "themselves");
    for (size_t i = 0; i < r->n && !rc; i++)
        for (size_t k = 0; k < i && !rc; k++)
            if (str_eq(r->files[i].name, r->files[k].name))
                rc = error_set(e, ERR_VALIDATION_FAILED,
                               "file %zu has the same name as file %zu", i + 1,
                               k + 1);
    return rc;
}

/* The base that it is for, from now on by its id. */
static enum err find_base(struct jobs *j, struct job *x,
                          const struct jobs_request *r, struct error *e)
{
    struct base_entry entry;
    struct bases *bases = NULL;
    struct arena a;
    enum err rc = bases_new(j->tables, &bases, e);

    arena_init(&a, ARENA_BYTES);
    if (!rc)
        rc = bases_claim(bases, x->base.name, &a, &entry, &x->made_base, e);
    for (size_t i = 0; i < r->n && !rc; i++)
        rc = bases_check_mount(bases, x->base.name, &r->mount, r->files[i].name,
                               e);
    if (!rc)
        rc = str_dup(entry.id, &x->arena, &x->base.id, e);
    bases_free(bases);
    arena_release(&a);
    return rc;
}

/* A base that was made for what is refused goes again. */
void job_remove_base_if_empty(struct jobs *j, const struct job *x)
{
    struct bases *bases = NULL;
    struct error ignored;

    if (x->made_base && bases_new(j->tables, &bases, &ignored) == OK)
        (void)bases_remove_if_empty(bases, &x->base);
    bases_free(bases);
}

/* On the disk, and known to its base: then it is accepted. */
static enum err stage(struct jobs *j, struct job *x,
                      const struct jobs_request *r, struct error *e)
{
    struct error ignored;
    enum err rc = find_base(j, x, r, e);

    if (!rc)
        rc = job_stage(x, &j->place, r, e);
    if (!rc) {
        rc = job_claim(j, x, e);
        if (rc)
            (void)!fs_remove_tree(x->folder, "a job", &ignored);
    }
    if (rc)
        job_remove_base_if_empty(j, x);
    return rc;
}

static enum err take_mount(struct job *x, const struct bases_mount *m,
                           struct error *e)
{
    x->mount = *m;
    return str_dup(m->json_path, &x->arena, &x->mount.json_path, e) ||
                   str_dup(m->key, &x->arena, &x->mount.key, e)
               ? e->code
               : OK;
}

static struct job *new_job(const struct jobs_request *r, struct error *e)
{
    const struct base_entry base = {.name = r->base};
    struct job *x = NULL;
    struct arena a;
    struct str id;

    arena_init(&a, CLOCK_ISO_BYTES * 8);
    if (registry_new_id(&a, &id, e) == OK)
        x = job_new(id, &base, e);
    if (x && (str_dup(r->author, &x->arena, &x->author, e) ||
              take_mount(x, &r->mount, e))) {
        job_free(x);
        x = NULL;
    }
    arena_release(&a);
    return x;
}

enum err jobs_submit(struct jobs *j, const struct jobs_request *r,
                     struct jsonw *w, struct error *e)
{
    struct job *x;
    enum err rc = check(r, e);

    x = rc ? NULL : new_job(r, e);
    if (!x)
        return e->code;
    job_queue_lock(j);
    rc = job_queue_reserve(j, x, e);
    job_queue_unlock(j);
    if (rc) {
        job_free(x);
        return rc;
    }
    rc = stage(j, x, r, e);
    if (rc)
        lease_close(&x->held);
    job_queue_lock(j);
    if (rc) {
        job_queue_withdraw(j, x);
    } else {
        job_write(x, w);
        job_queue_admit(j, x);
    }
    job_queue_unlock(j);
    return rc;
}

enum err jobs_index(struct jobs *j, struct str base, struct str author,
                    struct jsonw *w, struct error *e)
{
    struct registry r = REGISTRY_NONE;
    struct base_entry entry;
    struct job *x = NULL;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = registry_open(tables_home(j->tables), &a, &r, e);
    if (!rc)
        rc = registry_find(&r, base, &a, &entry, e);
    registry_close(&r);
    job_queue_lock(j);
    if (!rc)
        rc = job_queue_add_index(j, &entry, author, &x, e);
    if (!rc)
        job_write(x, w);
    job_queue_unlock(j);
    arena_release(&a);
    return rc;
}

static bool is_id(struct str id)
{
    for (size_t i = 0; i < id.n; i++)
        if (str_hex_value(id.p[i]) < 0)
            return false;
    return id.n > 0 && id.n < JOBS_ID_BYTES;
}

static enum err missing(struct error *e)
{
    return error_set(e, ERR_NOT_FOUND,
                     "there is no such job, or it ended more than %d days ago",
                     JOBS_KEPT_DAYS);
}

static enum err find_kept(struct jobs *j, struct str id, struct arena *a,
                          struct str *json, struct error *e)
{
    const char *name = str_cstr(id, a, e);
    struct error ignored;
    struct job *x = NULL;

    if (!name)
        return e->code;
    if (job_read(&j->place, name, a, &x, json, &ignored))
        return missing(e);
    job_free(x);
    return OK;
}

enum err jobs_find(struct jobs *j, struct str id, struct arena *a,
                   struct base_entry *base, struct str *json, struct error *e)
{
    struct json *root = NULL;
    const struct job *x;
    struct jsonw w;
    struct buf b;
    enum err rc;

    if (!is_id(id))
        return missing(e);
    buf_init(&b, STATUS_BYTES);
    jsonw_init(&w, &b);
    job_queue_lock(j);
    x = job_queue_find(j, id);
    if (x && x->folder && x->state == JOB_QUEUED &&
        job_rows_are_kept(&j->place))
        x = NULL; /* another server may have claimed it */
    if (x)
        job_write(x, &w);
    job_queue_unlock(j);
    rc = x ? buf_dup(&b, a, json, e) : find_kept(j, id, a, json, e);
    buf_release(&b);
    if (!rc)
        rc = json_parse(*json, &json_answer_limits, a, &root, e);
    if (!rc)
        *base =
            (struct base_entry){.name = json_text(json_find(root, "base")),
                                .id = json_text(json_find(root, "base_id"))};
    return rc;
}

bool jobs_listen(struct jobs *j, struct str id,
                 const struct jobs_listener *listener)
{
    struct job *x;
    bool listens;

    job_queue_lock(j);
    x = job_queue_find(j, id);
    listens = x && job_is_open(x) && x->listeners < JOBS_MAX_LISTENERS &&
              !atomic_load(&j->stopping);
    if (listens) {
        x->listener[x->listeners++] = *listener;
        job_notify(x, false);
    }
    job_queue_unlock(j);
    return x ? listens : jobs_listen_other(j, id, listener);
}
