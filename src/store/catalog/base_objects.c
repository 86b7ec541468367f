#include "store/catalog/base_objects.h"

#include "base/clock.h"
#include "base/hash.h"
#include "store/catalog/bucket_owner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHOWN       "a file of the base"
#define COMING      ".new-get-"
#define COMES_S     3600 /* what is older was left by who died */
#define ARENA_BYTES ((size_t)16 * 1024)

/* "<base>/<sha256>", and the digits alone. */
static enum err name_object(const struct base *b, struct str sha256,
                            struct arena *a, struct object *out,
                            struct error *e)
{
    struct str name;
    enum err rc;

    BUG_ON(sha256.n != HASH_HEX_BYTES - 1);
    *out = (struct object){.fd = -1};
    rc = str_printf(a, &name, e, "%s/%.*s", b->id, STR_FMT(sha256));
    if (rc)
        return rc;
    out->name = name.p;
    out->sha256 = name.p + strlen(b->id) + 1;
    return OK;
}

enum err base_object_put(const struct base *b, struct str sha256,
                         const char *path, struct error *e)
{
    struct object o = {.fd = -1};
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = name_object(b, sha256, &a, &o, e);
    if (!rc)
        rc = fs_open_read(path, SHOWN, &o.fd, e);
    if (!rc)
        rc = fs_size(path, SHOWN, &o.bytes, e);
    if (!rc)
        rc = bucket_own(b->blobs, b->home, e);
    if (!rc)
        rc = object_put(b->blobs, &o, e);
    if (!rc)
        atomic_fetch_add(&b->blobs->use->put, o.bytes);
    fs_close(&o.fd);
    arena_release(&a);
    return rc;
}

enum err base_object_find(const struct base *b, struct str sha256, bool *is,
                          struct object_seen *out, struct error *e)
{
    struct object_range r = {.most = 1};
    struct object_page page = {0};
    struct object o;
    struct arena a;
    enum err rc;

    *is = false;
    arena_init(&a, ARENA_BYTES);
    rc = name_object(b, sha256, &a, &o, e);
    if (!rc) {
        r.begin = str_from(o.name);
        rc = object_list(b->blobs, &r, &a, &page, e);
    }
    if (!rc && page.n > 0 && str_eq(page.list[0].name, r.begin)) {
        *is = true;
        *out = page.list[0];
        out->name = (struct str){0};
    }
    arena_release(&a);
    return rc;
}

enum err base_object_ensure(const struct base *b, struct str sha256,
                            const char *path, bool *put, struct error *e)
{
    struct object_seen seen = {0};
    uint64_t bytes = 0;
    bool is = false;
    enum err rc = fs_size(path, SHOWN, &bytes, e);

    if (!rc)
        rc = base_object_find(b, sha256, &is, &seen, e);
    *put = !rc && (!is || seen.bytes != bytes);
    return *put ? base_object_put(b, sha256, path, e) : rc;
}

void base_object_used(const struct base *b, int fd)
{
    const struct timespec now[2] = {{.tv_nsec = UTIME_NOW},
                                    {.tv_nsec = UTIME_OMIT}};

    if (b->blobs)
        (void)futimens(fd, now);
}

static enum err check_sum(const struct base *b, const struct object *o,
                          struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    enum err rc;

    if (lseek(o->fd, 0, SEEK_SET) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", SHOWN, errno, e);
    rc = hash_fd(o->fd, SHOWN, digest, e);
    if (rc)
        return rc;
    hash_hex(digest, hex);
    return strcmp(hex, o->sha256) == 0
               ? OK
               : error_set(e, ERR_FILE_READ_FAILED,
                           "an object of %s is damaged in '%s'", b->shown,
                           b->blobs->shown);
}

/* Into a file of its own, as two may want it at once. What a process that died left
 * is swept as an original without a document (originals_sweep()). */
static enum err get_into(const struct base *b, struct object *o,
                         const char *path, struct arena *a, struct error *e)
{
    struct str from;
    enum err rc = str_printf(a, &from, e, "%s/" COMING "%ld-%p", b->files,
                             (long)getpid(), (void *)o);

    if (rc)
        return rc;
    o->fd =
        open(from.p, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (o->fd < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    rc = object_get(b->blobs, o, e);
    if (!rc)
        rc = check_sum(b, o, e);
    if (!rc)
        atomic_fetch_add(&b->blobs->use->got,
                         (uint64_t)lseek(o->fd, 0, SEEK_END));
    /* a name after a power cut must not lead to less */
    if (!rc && (fsync(o->fd) != 0 || rename(from.p, path) != 0))
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
    if (rc)
        (void)unlink(from.p);
    fs_close(&o->fd);
    return rc;
}

enum err base_object_get(const struct base *b, struct str sha256,
                         const char *path, struct error *e)
{
    struct object o;
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = name_object(b, sha256, &a, &o, e);
    if (!rc)
        rc = get_into(b, &o, path, &a, e);
    arena_release(&a);
    return rc;
}

bool base_object_is_coming(DIR *folder, const char *name)
{
    struct stat st;

    return str_starts(str_from(name), STR(COMING)) &&
           fstatat(dirfd(folder), name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
           clock_wall_ms() / 1000 - st.st_mtim.tv_sec < COMES_S;
}
