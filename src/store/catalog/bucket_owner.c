#include "store/catalog/bucket_owner.h"

#include "base/fs.h"
#include "base/hash.h"
#include "store/objects/object_store.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define SHOWN       "the file blobs.id of the home"
#define OBJECT      "owner"
#define ID_BYTES    16
#define ID_MAX      ((size_t)256)
#define LOCK_MS     UINT64_C(10000)
#define ARENA_BYTES ((size_t)32 * 1024)

static enum err make_id(const char *path, struct error *e)
{
    uint8_t bytes[ID_BYTES];
    char text[2 * ID_BYTES + 1];

    if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
        return error_set(e, ERR_INTERNAL, "cannot get random bytes");
    for (size_t i = 0; i < sizeof(bytes); i++) {
        text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    text[2 * ID_BYTES] = '\0';
    return fs_write_atomic(path, SHOWN, str_from(text), true, e);
}

/* What is said there; empty: nothing yet. */
static enum err read_owner(const struct object_store *s, const char *path,
                           struct arena *a, struct str *out, struct error *e)
{
    struct object o = {.name = OBJECT, .fd = -1};
    struct error why;
    char *text = arena_alloc(a, ID_MAX, e);
    ssize_t n;
    enum err rc;

    *out = (struct str){0};
    if (!text)
        return e->code;
    rc = fs_open_unnamed(path, SHOWN, &o.fd, e);
    if (rc)
        return rc;
    rc = object_get(s, &o, &why);
    n = rc ? 0 : pread(o.fd, text, ID_MAX, 0);
    fs_close(&o.fd);
    if (rc == ERR_NOT_FOUND)
        return OK;
    if (rc)
        *e = why;
    else if (n < 0)
        rc = fs_error(ERR_FILE_READ_FAILED, "read", SHOWN, errno, e);
    else
        *out = str_trim((struct str){text, (size_t)n});
    return rc;
}

static enum err write_owner(const struct object_store *s, const char *path,
                            struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES] = "";
    struct object o = {.name = OBJECT, .fd = -1, .sha256 = hex};
    enum err rc = fs_open_read(path, SHOWN, &o.fd, e);

    if (!rc)
        rc = fs_size(path, SHOWN, &o.bytes, e);
    if (!rc)
        rc = hash_fd(o.fd, SHOWN, digest, e);
    if (!rc) {
        hash_hex(digest, hex);
        rc = object_put(s, &o, e);
    }
    fs_close(&o.fd);
    return rc;
}

static enum err own(const struct object_store *s, const char *path,
                    const char *temporary, struct arena *a, struct error *e)
{
    struct str owner = {0}, id = {0};
    enum err rc = access(path, F_OK) == 0 ? OK : make_id(path, e);

    if (!rc)
        rc = fs_read_file(path, SHOWN, ID_MAX, a, &id, e);
    if (!rc)
        rc = read_owner(s, temporary, a, &owner, e);
    if (!rc && owner.n == 0)
        rc = write_owner(s, path, e);
    else if (!rc && !str_eq(owner, str_trim(id)))
        rc = error_set(e, ERR_CONFLICT,
                       "'%s' belongs to another home; name another prefix "
                       "with --blobs, or say that this home takes its place "
                       "by copying its object 'owner' to HOME/blobs.id",
                       s->shown);
    return rc;
}

enum err bucket_own(const struct object_store *s, const char *home,
                    struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct arena a;
    const char *path, *guard, *temporary;
    enum err rc;

    if (atomic_load(&s->use->is_ours))
        return OK;
    arena_init(&a, ARENA_BYTES);
    path = fs_join(home, "blobs.id", &a, e);
    guard = path ? fs_join(home, "blobs.lock", &a, e) : NULL;
    temporary = guard ? fs_join(home, "blobs.owner", &a, e) : NULL;
    rc = temporary ? fs_lock_open(guard, SHOWN, LOCK_MS, &lock, e) : e->code;
    if (!rc && path)
        rc = own(s, path, temporary, &a, e);
    if (!rc)
        atomic_store(&s->use->is_ours, true);
    fs_lock_close(&lock);
    arena_release(&a);
    return rc;
}
