#include "store/catalog/base_objects.h"

#include "base/clock.h"
#include "base/hash.h"
#include "store/objects/object_store.h"

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
        rc = object_put(b->blobs, &o, e);
    fs_close(&o.fd);
    arena_release(&a);
    return rc;
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
    if (!rc && rename(from.p, path) != 0)
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
