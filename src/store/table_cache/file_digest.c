#include "store/table_cache/file_digest.h"

#include "base/hash.h"

#include <string.h>
#include <sys/stat.h>

#define SHOWN       "a derived file"
#define ARENA_BYTES ((size_t)64 * 1024)

static enum err hash_path(const char *path, char hex[HASH_HEX_BYTES],
                          uint64_t *bytes, struct error *e)
{
    uint8_t digest[HASH_BYTES];
    struct stat st;
    int fd = -1;
    enum err rc = fs_open_read(path, SHOWN, &fd, e);

    if (!rc)
        rc = hash_fd(fd, SHOWN, digest, e);
    if (!rc && fstat(fd, &st) == 0)
        *bytes = (uint64_t)st.st_size;
    if (!rc)
        hash_hex(digest, hex);
    fs_close(&fd);
    return rc;
}

static const char *sum_path(const char *path, struct arena *a, struct error *e)
{
    struct str sum;

    return str_printf(a, &sum, e, "%s" DIGEST_SUFFIX, path) ? NULL : sum.p;
}

enum err digest_keep(const char *path, struct error *e)
{
    char hex[HASH_HEX_BYTES];
    uint64_t bytes = 0;
    struct arena a;
    const char *sum;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    sum = sum_path(path, &a, e);
    rc = sum ? hash_path(path, hex, &bytes, e) : e->code;
    if (!rc)
        rc = fs_write_atomic(sum, "a checksum", str_from(hex), false, e);
    arena_release(&a);
    return rc;
}

bool digest_check(const char *path, uint64_t *bytes)
{
    char hex[HASH_HEX_BYTES];
    struct error ignored;
    struct str kept;
    struct arena a;
    const char *sum;
    bool is;

    arena_init(&a, ARENA_BYTES);
    *bytes = 0;
    sum = sum_path(path, &a, &ignored);
    is = sum &&
         fs_read_file(sum, "a checksum", HASH_HEX_BYTES, &a, &kept, &ignored) ==
             OK &&
         hash_path(path, hex, bytes, &ignored) == OK && str_is(kept, hex);
    arena_release(&a);
    return is;
}
