#include "catalog/originals.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define LOCK_MS    ((uint64_t)60 * 1000)
#define SHOWN      "an original of the base"
#define UNFINISHED ".new" /* at most one, as the lock is held */
#define COPY_BYTES ((size_t)256 * 1024)

enum err originals_lock(const struct base *b, struct fs_lock *lock,
                        struct error *e)
{
    return fs_lock_open(b->lock, b->shown, LOCK_MS, lock, e);
}

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

static enum err write_all(int to, const char *bytes, size_t n, struct error *e)
{
    while (n > 0) {
        ssize_t done = write(to, bytes, n);

        if (done < 0 && errno != EINTR)
            return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
        if (done > 0) {
            bytes += done;
            n -= (size_t)done;
        }
    }
    return OK;
}

/* What is to be kept. */
struct given {
    int fd;
    struct str sha256;
    const char *shown;
};

/* Copy from its start; the SHA-256 of what was copied in `hex`. */
static enum err copy(const struct given *g, int to, struct arena *a,
                     char hex[HASH_HEX_BYTES], struct error *e)
{
    char *room = arena_alloc(a, COPY_BYTES, e);
    uint8_t digest[HASH_BYTES];
    struct hash state;
    off_t at = 0;
    enum err rc = room ? OK : e->code;

    hash_init(&state);
    while (!rc) {
        ssize_t n = pread(g->fd, room, COPY_BYTES, at);

        if (n == 0)
            break;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fs_error(ERR_FILE_READ_FAILED, "read", g->shown, errno, e);
        hash_update(&state, room, (size_t)n);
        at += n;
        rc = write_all(to, room, (size_t)n, e);
    }
    hash_finish(&state, digest);
    hash_hex(digest, hex);
    return rc;
}

static enum err copy_new(const struct base *b, const struct given *g,
                         const char *path, struct arena *a, struct error *e)
{
    char *temporary = fs_join(b->files, UNFINISHED, a, e);
    char hex[HASH_HEX_BYTES];
    int to;
    enum err rc;

    if (!temporary)
        return e->code;
    to = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
              0600);
    if (to < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    rc = copy(g, to, a, hex, e);
    if (!rc && !str_is(g->sha256, hex))
        rc = error_set(e, ERR_CONFLICT,
                       "'%s' changed while it was read; try again", g->shown);
    if (!rc)
        rc = fs_publish(to, temporary, path, SHOWN, e);
    if (rc)
        (void)unlink(temporary);
    fs_close(&to);
    return rc;
}

enum err originals_put(const struct base *b, int fd, struct str sha256,
                       const char *shown, struct error *e)
{
    const struct given g = {fd, sha256, shown};
    struct arena a;
    const char *path;
    enum err rc;

    arena_init(&a, 2 * COPY_BYTES);
    rc = path_of(b, sha256, &a, &path, e);
    if (!rc && access(path, F_OK) != 0)
        rc = copy_new(b, &g, path, &a, e);
    arena_release(&a);
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
        rc = fs_open_read(path, SHOWN, fd, e);
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

enum err originals_sweep(const struct base *b, struct error *e)
{
    DIR *d = opendir(b->files);
    enum err rc = OK;

    if (!d)
        return fs_error(ERR_FILE_READ_FAILED, "list", SHOWN, errno, e);
    for (const struct dirent *f = readdir(d); f && !rc; f = readdir(d)) {
        bool named = true;

        if (strcmp(f->d_name, ".") == 0 || strcmp(f->d_name, "..") == 0)
            continue;
        rc = is_named(b, str_from(f->d_name), &named, e);
        if (!rc && !named)
            (void)unlinkat(dirfd(d), f->d_name, 0);
    }
    (void)closedir(d);
    return rc;
}

static enum err check_one(const struct base *b, struct str sha256,
                          struct str key, struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    int fd = -1;
    enum err rc = originals_open(b, sha256, &fd, e);

    if (!rc)
        rc = hash_fd(fd, SHOWN, digest, e);
    if (!rc) {
        hash_hex(digest, hex);
        if (!str_is(sha256, hex))
            rc = error_set(e, ERR_FILE_READ_FAILED, "it is damaged");
    }
    if (rc)
        error_wrap(e, "the original of '%.*s'", STR_FMT(key));
    fs_close(&fd);
    return rc;
}

enum err originals_check(const struct base *b, struct error *e)
{
    struct db_rows r;
    enum err rc =
        db_query(b->db,
                 "SELECT sha256, min(key) FROM document_version JOIN document"
                 " ON document.id = document WHERE sha256 IS NOT NULL"
                 " GROUP BY sha256 ORDER BY min(key)",
                 DB_NO_ARGS, &r, e);

    while (!rc && db_next(&r))
        rc = check_one(b, db_column_text(&r, 0), db_column_text(&r, 1), e);
    return db_finish(&r, rc, e);
}
