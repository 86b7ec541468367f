#include "store/table_cache/copy.h"

#include "base/hash.h"
#include "base/read_at.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COPY_BYTES  ((size_t)256 * 1024)
#define ARENA_BYTES (COPY_BYTES + (size_t)64 * 1024)
#define SHOWN       "a copy of a file"

/* Write what is read, unless `to` shares the blocks; its SHA-256 in `hex`. */
static enum err fill(const struct copy *c, int to, struct arena *a,
                     char hex[HASH_HEX_BYTES], struct error *e)
{
    bool shared = c->bytes == 0 && ioctl(to, FICLONE, c->from) == 0;
    char *room = arena_alloc(a, COPY_BYTES, e);
    uint8_t digest[HASH_BYTES];
    struct hash state;
    uint64_t at = 0;
    enum err rc = room ? OK : e->code;

    hash_init(&state);
    while (!rc) {
        size_t wanted = c->bytes && c->bytes - at < COPY_BYTES
                            ? (size_t)(c->bytes - at)
                            : COPY_BYTES;
        ssize_t n = read_at(shared ? to : c->from, room, wanted, at);

        if (n == 0)
            break;
        if (n < 0)
            return fs_error(ERR_FILE_READ_FAILED, "read", c->shown, errno, e);
        hash_update(&state, room, (size_t)n);
        at += (uint64_t)n;
        if (!shared)
            rc = fs_append(to, SHOWN, (struct str){room, (size_t)n}, e);
    }
    hash_finish(&state, digest);
    hash_hex(digest, hex);
    return rc;
}

enum err copy_write(const struct copy *c, int to, struct error *e)
{
    char hex[HASH_HEX_BYTES];
    struct arena a;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    rc = fill(c, to, &a, hex, e);
    if (!rc && c->sha256.n > 0 && !str_is(c->sha256, hex))
        rc = error_set(e, ERR_CONFLICT,
                       "'%s' changed while it was read; try again", c->shown);
    arena_release(&a);
    return rc;
}

static enum err give_name(const struct copy *c, int to, const char *temporary,
                          const char *path, struct error *e)
{
    if (c->sync)
        return fs_publish(to, temporary, path, SHOWN, e);
    if (rename(temporary, path) == 0)
        return OK;
    return fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
}

enum err copy_make(const struct copy *c, struct error *e)
{
    char *temporary, *path;
    struct arena a;
    int to = -1;
    enum err rc = OK;

    arena_init(&a, ARENA_BYTES);
    temporary = fs_join(c->folder, COPY_UNFINISHED, &a, e);
    path = temporary ? fs_join(c->folder, c->name, &a, e) : NULL;
    if (!path) {
        rc = e->code;
        goto out;
    }
    to = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
              0600);
    if (to < 0) {
        rc = fs_error(ERR_FILE_WRITE_FAILED, "write", SHOWN, errno, e);
        goto out;
    }
    rc = copy_write(c, to, e);
    if (!rc)
        rc = give_name(c, to, temporary, path, e);
    if (rc)
        (void)unlink(temporary);
out:
    fs_close(&to);
    arena_release(&a);
    return rc;
}

enum err copy_sync_all(const char *folder, struct error *e)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum err rc = OK;

    if (fd < 0 || syncfs(fd) != 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "sync", "a folder", errno, e);
    fs_close(&fd);
    return rc;
}
