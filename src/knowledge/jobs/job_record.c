#include "knowledge/jobs/job_record.h"

#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "knowledge/jobs/job_rows.h"
#include "store/table_cache/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define JOB_BYTES   ((size_t)64 << 20)
#define TEXT_BYTES  ((size_t)32 << 20)
#define COPY_BYTES  ((size_t)1 << 20)
#define NEW_PREFIX  ".new-"
#define JOB_FILE    "job.json"
#define HELD_FILE   "held"
#define SHOWN       "a job"
#define FD_PATH_MAX 64

static const char *const states[] = {
    [JOB_QUEUED] = "queued", [JOB_RUNNING] = "running", [JOB_DONE] = "done",
    [JOB_FAILED] = "failed", [JOB_STAGING] = "queued",
};

struct job *job_new(struct str id, const struct base_entry *base,
                    struct error *e)
{
    struct job *j = mem_new(sizeof(*j), e);
    char *now;

    if (!j)
        return NULL;
    j->held = LEASE_NONE;
    arena_init(&j->arena, JOB_BYTES);
    now = arena_alloc(&j->arena, CLOCK_ISO_BYTES, e);
    if (!now || str_dup(id, &j->arena, &j->id, e) ||
        str_dup(base->name, &j->arena, &j->base.name, e) ||
        str_dup(base->id, &j->arena, &j->base.id, e)) {
        job_free(j);
        return NULL;
    }
    clock_wall_iso(now);
    j->created_at = str_from(now);
    return j;
}

void job_free(struct job *j)
{
    if (!j)
        return;
    lease_close(&j->held);
    arena_release(&j->arena);
    mem_free(j);
}

static void write_files(const struct job *j, struct jsonw *w)
{
    jsonw_key(w, "documents");
    jsonw_begin_array(w);
    for (size_t i = 0; i < j->n; i++) {
        jsonw_begin_object(w);
        jsonw_member_str(w, "name", j->files[i].name);
        jsonw_member_u64(w, "bytes", j->files[i].bytes);
        jsonw_member_raw(w, "document", j->files[i].document);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void write_mount(const struct bases_mount *m, struct jsonw *w)
{
    if (!m->has_path && !m->has_key)
        return;
    if (m->has_path)
        jsonw_member_str(w, "json_path", m->json_path);
    if (m->has_key)
        jsonw_member_str(w, "mount_key", m->key);
    jsonw_member_bool(w, "replace", m->replace);
}

void job_write(const struct job *j, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "job_id", j->id);
    jsonw_member_str(w, "base", j->base.name);
    jsonw_member_text(w, "base_id", j->base.id);
    jsonw_member_cstr(w, "kind", j->folder ? "ingest" : "index");
    jsonw_member_cstr(w, "state", states[j->state]);
    jsonw_member_str(w, "created_at", j->created_at);
    jsonw_member_text(w, "started_at", str_from(j->started_at));
    jsonw_member_text(w, "finished_at", str_from(j->finished_at));
    jsonw_key(w, "progress");
    jsonw_begin_object(w);
    jsonw_member_u64(w, "done", j->done);
    jsonw_member_u64(w, "total", j->total);
    jsonw_end_object(w);
    write_files(j, w);
    write_mount(&j->mount, w);
    jsonw_member_raw(w, "result", j->result);
    if (j->failure.code)
        jsonw_member_error(w, &j->failure);
    else
        jsonw_member_null(w, "error");
    jsonw_member_text(w, "author", j->author);
    jsonw_member_u64(w, "attempts", j->attempts);
    jsonw_end_object(w);
}

bool job_is_open(const struct job *j)
{
    return j->state == JOB_QUEUED || j->state == JOB_RUNNING ||
           j->state == JOB_STAGING;
}

struct str job_state_name(const struct job *j)
{
    return str_from(states[j->state]);
}

void job_notify(struct job *j, bool is_last)
{
    struct error ignored;
    struct str json = {0};
    struct jsonw w;
    struct buf b;

    if (j->listeners == 0)
        return;
    buf_init(&b, TEXT_BYTES);
    jsonw_init(&w, &b);
    job_write(j, &w);
    if (buf_finish(&b, &json, &ignored))
        json = (struct str){0};
    for (size_t i = 0; i < j->listeners; i++)
        j->listener[i].notify(j->listener[i].ctx, json, is_last);
    if (is_last)
        j->listeners = 0;
    j->notified_ms = clock_ms();
    buf_release(&b);
}

/* ---- to the disk ---- */

static enum err keep_in(const struct job *j, const char *folder,
                        struct error *e)
{
    struct arena a;
    struct jsonw w;
    struct buf b;
    struct str text = {0};
    const char *path;
    enum err rc;

    arena_init(&a, TEXT_BYTES);
    buf_init(&b, TEXT_BYTES);
    jsonw_init(&w, &b);
    job_write(j, &w);
    path = fs_join(folder, JOB_FILE, &a, e);
    rc = path ? buf_finish(&b, &text, e) : e->code;
    if (!rc && job_rows_are_kept(j->place))
        rc = job_rows_write(j, text, e);
    else if (!rc)
        rc = fs_write_atomic(path, SHOWN, text, true, e);
    buf_release(&b);
    arena_release(&a);
    return rc;
}

enum err job_persist(const struct job *j, struct error *e)
{
    return j->folder ? keep_in(j, j->folder, e) : OK;
}

static enum err copy(int from, int to, struct error *e)
{
    off_t at = 0;
    ssize_t n;

    do
        n = copy_file_range(from, &at, to, NULL, COPY_BYTES, 0);
    while (n > 0 || (n < 0 && errno == EINTR));
    return n < 0
               ? fs_error(ERR_FILE_WRITE_FAILED, "keep", "an upload", errno, e)
               : OK;
}

/* A file without a name gets one; where it cannot, another gets its bytes. */
static enum err stage_file(int fd, const char *path, struct error *e)
{
    char own[FD_PATH_MAX];
    int to;
    enum err rc;

    (void)snprintf(own, sizeof(own), "/proc/self/fd/%d", fd);
    if (linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0) {
        if (fsync(fd) != 0)
            return fs_error(ERR_FILE_WRITE_FAILED, "keep", "an upload", errno,
                            e);
        return OK;
    }
    to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (to < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "keep", "an upload", errno, e);
    rc = copy(fd, to, e);
    if (!rc && fsync(to) != 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "keep", "an upload", errno, e);
    fs_close(&to);
    return rc;
}

static enum err set_path(struct job *j, size_t i, const char *folder,
                         struct error *e)
{
    return str_printf(&j->arena, &j->files[i].path, e, "%s/file-%zu", folder,
                      i);
}

static enum err stage_in(struct job *j, const char *folder,
                         const struct jobs_request *r, struct error *e)
{
    struct str path;

    j->files = arena_alloc_array(&j->arena, r->n, sizeof(*j->files), e);
    if (!j->files || job_hold(j->place, j->id, folder, &j->held, e))
        return e->code;
    for (; j->n < r->n; j->n++) {
        struct job_file *f = &j->files[j->n];

        f->bytes = r->files[j->n].bytes;
        if (str_dup(r->files[j->n].name, &j->arena, &f->name, e) ||
            set_path(j, j->n, j->folder, e) ||
            str_printf(&j->arena, &path, e, "%s/file-%zu", folder, j->n) ||
            stage_file(r->files[j->n].fd, path.p, e))
            return e->code;
    }
    return job_rows_are_kept(j->place) ? OK : keep_in(j, folder, e);
}

/* A row comes after the files: then the job is there. */
static enum err keep_row(const struct job *j, struct error *e)
{
    struct error ignored;
    enum err rc = keep_in(j, j->folder, e);

    if (rc)
        (void)!fs_remove_tree(j->folder, SHOWN, &ignored);
    return rc;
}

enum err job_stage(struct job *j, const struct job_place *p,
                   const struct jobs_request *r, struct error *e)
{
    struct scratch s = SCRATCH_NONE;
    enum err rc;

    j->place = p;
    j->folder = fs_join(p->folder, j->id.p, &j->arena, e);
    if (!j->folder)
        return e->code;
    rc = scratch_open_in(p->folder, NEW_PREFIX, &j->arena, &s, e);
    if (!rc)
        rc = stage_in(j, s.path, r, e);
    if (!rc)
        rc = scratch_keep(&s, j->folder, SHOWN, e);
    scratch_close(&s);
    return rc || !job_rows_are_kept(p) ? rc : keep_row(j, e);
}

/* A path in the folder, for what is done at once. */
static const char *in_folder(const char *folder, const char *name,
                             char path[PATH_MAX])
{
    const int n = snprintf(path, PATH_MAX, "%s/%s", folder, name);

    return n > 0 && n < PATH_MAX ? path : NULL;
}

enum err job_hold(const struct job_place *p, struct str id, const char *folder,
                  struct lease *held, struct error *e)
{
    char room[PATH_MAX];
    const struct lease_place place = {.store = p->home->store,
                                      .file =
                                          in_folder(folder, HELD_FILE, room),
                                      .kind = JOB_LEASE,
                                      .id = id,
                                      .shown = SHOWN};

    *held = LEASE_NONE;
    return place.file ? lease_try(&place, held, e)
                      : error_set(e, ERR_FILE_WRITE_FAILED,
                                  "the path of a job is too long");
}

bool job_is_lost(const struct job *j)
{
    struct error ignored;

    return lease_check(&j->held, &ignored) == ERR_CONFLICT;
}

/* A row that is not closed is claimed by the next server, which closes it. */
void job_drop_files(struct job *j)
{
    char room[PATH_MAX];
    const char *path = in_folder(j->folder, HELD_FILE, room);
    struct error ignored;

    for (size_t i = 0; i < j->n; i++)
        (void)unlink(j->files[i].path.p);
    if (path)
        (void)unlink(path);
    if (job_rows_are_kept(j->place))
        (void)!job_rows_close(j, &ignored);
    lease_close(&j->held);
}

bool job_has_files(const struct job *j)
{
    for (size_t i = 0; i < j->n; i++)
        if (access(j->files[i].path.p, F_OK) == 0)
            return true;
    return false;
}

enum err job_file_name(const struct job *j, size_t i, struct arena *a,
                       struct str *out, struct error *e)
{
    const struct str name = j->files[i].name;

    if (bases_mount_place(&j->mount, name, a, out, e))
        return e->code;
    if (out->n == 0)
        *out = name;
    return OK;
}

/* ---- from the disk ---- */

static enum err read_mount(struct job *j, const struct json *root,
                           struct error *e)
{
    const struct json *path = json_find(root, "json_path");
    const struct json *key = json_find(root, "mount_key");

    j->mount.has_path = path != NULL;
    j->mount.has_key = key != NULL;
    j->mount.replace = json_is_true(json_find(root, "replace"));
    if (str_dup(json_text(path), &j->arena, &j->mount.json_path, e))
        return e->code;
    return str_dup(json_text(key), &j->arena, &j->mount.key, e);
}

static enum job_state read_state(const struct json *root)
{
    const struct json *state = json_find(root, "state");

    for (size_t i = 0; i < JOB_STAGING; i++)
        if (json_is(state, states[i]))
            return (enum job_state)i;
    return JOB_FAILED;
}

static enum err read_files(struct job *j, const struct json *list,
                           struct error *e)
{
    j->files = arena_alloc_array(&j->arena, list->count, sizeof(*j->files), e);
    if (!j->files)
        return e->code;
    for (const struct json *f = list->first; f; f = f->next, j->n++) {
        if (str_dup(json_text(json_find(f, "name")), &j->arena,
                    &j->files[j->n].name, e) ||
            json_read_u64(json_find(f, "bytes"), "bytes", INT64_MAX,
                          &j->files[j->n].bytes, e) ||
            set_path(j, j->n, j->folder, e))
            return e->code;
    }
    return OK;
}

static enum err read_job(const struct json *root, const char *folder,
                         struct job **out, struct error *e)
{
    const struct json *list = json_find(root, "documents");
    const struct base_entry base = {.name = json_text(json_find(root, "base")),
                                    .id =
                                        json_text(json_find(root, "base_id"))};
    struct job *j = job_new(json_text(json_find(root, "job_id")), &base, e);
    enum err rc = j ? OK : e->code;

    if (!rc && !list)
        rc = error_set(e, ERR_INTERNAL, "a job without documents");
    if (!rc) {
        j->folder = str_cstr(str_from(folder), &j->arena, e);
        rc = j->folder ? OK : e->code;
    }
    if (!rc)
        rc = str_dup(json_text(json_find(root, "author")), &j->arena,
                     &j->author, e);
    if (!rc)
        rc = str_dup(json_text(json_find(root, "created_at")), &j->arena,
                     &j->created_at, e);
    if (!rc)
        rc = json_read_u64(json_find(root, "attempts"), "attempts", UINT32_MAX,
                           &j->attempts, e);
    if (!rc)
        rc = read_files(j, list, e);
    if (!rc)
        rc = read_mount(j, root, e);
    if (!rc)
        j->state =
            read_state(root) == JOB_RUNNING ? JOB_QUEUED : read_state(root);
    if (rc) {
        job_free(j);
        j = NULL;
    }
    *out = j;
    return rc;
}

enum err job_read(const struct job_place *p, const char *id, struct arena *a,
                  struct job **j, struct str *json, struct error *e)
{
    const char *own = fs_join(p->folder, id, a, e);
    const char *path = own ? fs_join(own, JOB_FILE, a, e) : NULL;
    struct json *root = NULL;
    enum err rc = path ? OK : e->code;

    *j = NULL;
    if (!rc && job_rows_are_kept(p))
        rc = job_rows_read(p, str_from(id), a, json, e);
    else if (!rc)
        rc = fs_read_file(path, SHOWN, TEXT_BYTES, a, json, e);
    if (!rc)
        rc = json_parse(*json, &json_answer_limits, a, &root, e);
    if (!rc)
        rc = read_job(root, own, j, e);
    if (!rc)
        (*j)->place = p;
    return rc;
}
