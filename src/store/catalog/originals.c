#include "store/catalog/originals.h"

#include "base/clock.h"
#include "store/catalog/base_objects.h"
#include "store/table_cache/copy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define SHOWN      "an original of the base"
#define UNFINISHED ".new-%016" PRIx64 "-%zu" /* tag, number; the lock is held */
#define OPEN_TRIES 3 /* of one that another removes from the folder again */

/* Up to this many files are synced one by one. */
#define SYNC_SINGLY 4

static enum err path_of(const struct base *b, struct str sha256,
                        struct arena *a, const char **out, struct error *e)
{
    struct str path;
    enum err rc;

    BUG_ON(sha256.n != HASH_HEX_BYTES - 1);
    rc = str_printf(a, &path, e, "%s/%.*s", b->files, STR_FMT(sha256));
    if (!rc)
        *out = path.p;
    return rc;
}

/* Where the n-th of a batch is written. */
static const char *temporary(const struct originals *o, size_t n,
                             struct error *e)
{
    struct str path;

    return str_printf(o->a, &path, e, "%s/" UNFINISHED, o->base->files, o->tag,
                      n)
               ? NULL
               : path.p;
}

static enum err copy_new(const struct originals *o, const struct copy *c,
                         struct error *e)
{
    const char *path = temporary(o, o->n, e);
    int to;
    enum err rc;

    if (!path)
        return e->code;
    to = open(path, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (to < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    rc = copy_write(c, to, e);
    if (rc)
        (void)unlink(path);
    fs_close(&to);
    return rc;
}

void originals_begin(struct originals *o, const struct base *b, struct arena *a)
{
    *o = (struct originals){.base = b, .a = a, .tag = clock_ns()};
    (void)!getrandom(&o->tag, sizeof(o->tag), 0);
}

static bool is_written(const struct originals *o, const char *path)
{
    for (size_t i = 0; i < o->n; i++) {
        if (strcmp(o->path[i], path) == 0)
            return true;
    }
    return false;
}

enum err originals_write(struct originals *o, int fd, struct str sha256,
                         const char *shown, struct error *e)
{
    const struct copy c = {.from = fd, .sha256 = sha256, .shown = shown};
    const char *path;
    bool put;
    enum err rc = path_of(o->base, sha256, o->a, &path, e);

    if (rc || is_written(o, path))
        return rc;
    if (access(path, F_OK) == 0) /* maybe from a time without a bucket */
        return o->base->blobs
                   ? base_object_ensure(o->base, sha256, path, &put, e)
                   : OK;
    if (o->n == ORIGINALS_BATCH)
        return error_set(e, ERR_LIMIT, "too many files at once");
    rc = copy_new(o, &c, e);
    if (!rc)
        o->path[o->n++] = path;
    return rc;
}

static enum err sync_one(const char *path, struct error *e)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    enum err rc = OK;

    if (fd < 0 || fsync(fd) != 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    fs_close(&fd);
    return rc;
}

/* A sync waits for the disk, so 256 of them took 0.8 s where one of the whole
 * file system took 0.01 s; but that one also waits for what others wrote. */
static enum err sync_all(const struct originals *o, int folder, struct error *e)
{
    enum err rc = OK;

    if (o->n > SYNC_SINGLY)
        return syncfs(folder) == 0
                   ? OK
                   : fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    for (size_t i = 0; i < o->n && !rc; i++) {
        const char *path = temporary(o, i, e);

        rc = path ? sync_one(path, e) : e->code;
    }
    return rc;
}

/* The SHA-256 in the path of an original. */
static struct str sum_of(const char *path)
{
    return str_from(strrchr(path, '/') + 1);
}

/* What the folder has is there, too, so that is first. */
static enum err name_all(const struct originals *o, struct error *e)
{
    for (size_t i = 0; i < o->n; i++) {
        const char *path = temporary(o, i, e);

        if (!path || (o->base->blobs &&
                      base_object_put(o->base, sum_of(o->path[i]), path, e)))
            return e->code;
        if (rename(path, o->path[i]) != 0)
            return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    }
    return OK;
}

enum err originals_name_all(struct originals *o, struct error *e)
{
    int folder = open(o->base->files, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum err rc =
        folder < 0 ? fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e)
                   : sync_all(o, folder, e);

    if (!rc)
        rc = name_all(o, e);
    /* also when all were there: the process that named them may have died before this */
    if (!rc && fsync(folder) != 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    fs_close(&folder);
    if (!rc)
        o->n = 0;
    return rc;
}

void originals_end(struct originals *o)
{
    struct error ignored;

    for (size_t i = 0; i < o->n; i++) {
        const char *path = temporary(o, i, &ignored);

        if (path)
            (void)unlink(path);
    }
    o->n = 0;
}

enum err originals_put(const struct base *b, int fd, struct str sha256,
                       const char *shown, struct error *e)
{
    struct originals o;
    struct arena a;
    enum err rc;

    arena_init(&a, (size_t)64 * 1024);
    originals_begin(&o, b, &a);
    rc = originals_write(&o, fd, sha256, shown, e);
    if (!rc)
        rc = originals_name_all(&o, e);
    originals_end(&o);
    arena_release(&a);
    return rc;
}

static enum err open_anywhere(const struct base *b, const char *path, int *fd,
                              struct error *e)
{
    struct error none;
    enum err rc = fs_open_read(path, SHOWN, fd, &none);

    for (int i = 0; i < OPEN_TRIES && rc == ERR_NOT_FOUND && b->blobs; i++) {
        rc = base_object_get(b, sum_of(path), path, e);
        if (rc)
            return rc;
        rc = fs_open_read(path, SHOWN, fd, &none);
    }
    if (rc)
        *e = none;
    else
        base_object_used(b, *fd);
    return rc;
}

enum err originals_open(const struct base *b, struct str sha256, int *fd,
                        struct error *e)
{
    struct arena a;
    const char *path;
    enum err rc;

    arena_init(&a, (size_t)16 * 1024);
    rc = path_of(b, sha256, &a, &path, e);
    if (!rc)
        rc = open_anywhere(b, path, fd, e);
    if (rc == ERR_NOT_FOUND)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "an original of %s is lost; restore it from a backup",
                       b->shown);
    arena_release(&a);
    return rc;
}

static enum err is_named(const struct base *b, struct str sha256, bool *named,
                         struct error *e)
{
    int64_t one = 0;
    enum err rc = db_get_int(
        b->db, "SELECT 1 FROM document_version WHERE sha256 = ?1 LIMIT 1",
        DB_ARGS(db_text(sha256)), &one, e);

    *named = one == 1;
    return rc;
}

enum err originals_replace(const struct base *b, struct str sha256,
                           struct error *e)
{
    struct arena a;
    const char *path;
    enum err rc;

    arena_init(&a, (size_t)16 * 1024);
    rc = path_of(b, sha256, &a, &path, e);
    if (!rc)
        rc = base_object_get(b, sha256, path, e);
    arena_release(&a);
    return rc;
}

enum err originals_bring_all(const struct base *b, struct error *e)
{
    struct db_rows r;
    enum err rc;

    if (!b->blobs)
        return OK;
    rc = db_query(b->db,
                  "SELECT DISTINCT sha256 FROM document_version"
                  " WHERE sha256 IS NOT NULL",
                  DB_NO_ARGS, &r, e);
    while (!rc && db_next(&r)) {
        int fd = -1;

        rc = originals_open(b, db_column_text(&r, 0), &fd, e);
        fs_close(&fd);
    }
    return db_finish(&r, rc, e);
}

enum err originals_sweep(const struct base *b, struct error *e)
{
    DIR *d = opendir(b->files);
    const char *name;
    enum err rc;

    if (!d)
        return fs_error(ERR_FILE_READ_FAILED, "list", SHOWN, errno, e);
    rc = fs_next_name(d, SHOWN, &name, e);
    while (!rc && name) {
        bool named = true;

        rc = is_named(b, str_from(name), &named, e);
        if (!rc && !named && !base_object_is_coming(d, name))
            (void)unlinkat(dirfd(d), name, 0);
        if (!rc)
            rc = fs_next_name(d, SHOWN, &name, e);
    }
    (void)closedir(d);
    return rc;
}
