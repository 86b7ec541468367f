/*
 * stat_cache.c - one line an entry:
 *
 *     <sha256> <size> <mtime> <ctime> <trusted|racy> <path>
 *
 * Nothing is parsed but the fixed-width hash: what a memory should say for a
 * file as it is now is written again and compared as text.
 */
#include "store/table_cache/stat_cache.h"

#include "base/clock.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HEX_DIGITS    (HASH_HEX_BYTES - 1)
#define MEMORY_MAX    ((size_t)PATH_MAX + 512)
#define SCRATCH_BYTES ((size_t)64 * 1024)
#define PART          "-part" /* ends the name of one of stat_cache_keep_live() */

/* Linux stamps files with the time of the last timer tick, 4 ms apart or 10,
 * and some file systems keep seconds (ext3) or pairs of them (FAT); a change
 * within this span after the last one may carry the same stamp. */
#define RACY_SPAN_NS INT64_C(2100000000)

static int64_t nanoseconds(struct timespec t)
{
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool changed_just_now(const struct stat *st)
{
    struct timespec now;
    int64_t newest = nanoseconds(st->st_mtim);

    if (nanoseconds(st->st_ctim) > newest)
        newest = nanoseconds(st->st_ctim);
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return true;
    return nanoseconds(now) - newest < RACY_SPAN_NS;
}

/* " <size> <mtime> <ctime> ": what must be as before. */
static enum err fingerprint(const struct stat *st, struct arena *a,
                            struct str *out, struct error *e)
{
    return str_printf(a, out, e, " %lld %lld %lld ", (long long)st->st_size,
                      (long long)nanoseconds(st->st_mtim),
                      (long long)nanoseconds(st->st_ctim));
}

static char *memory_path(const struct home *h, const struct stat *st,
                         const char *suffix, struct arena *a, struct error *e)
{
    struct str name;

    if (str_printf(a, &name, e, "%llx-%llx%s", (unsigned long long)st->st_dev,
                   (unsigned long long)st->st_ino, suffix))
        return NULL;
    return fs_join(h->seen, name.p, a, e);
}

/* Split a memory; false when it is not one. */
static bool read_memory(const char *path, struct arena *a, struct str *hex,
                        struct str *rest)
{
    struct error ignored;
    struct str text;

    if (fs_read_file(path, "a memory", MEMORY_MAX, a, &text, &ignored) ||
        text.n <= HEX_DIGITS)
        return false;
    *hex = str_slice(text, 0, HEX_DIGITS);
    *rest = str_slice(text, HEX_DIGITS, text.n);
    return true;
}

/* Remembering is a convenience: a failure only means hashing again. */
static void remember(const struct home *h, const struct stat_cache_file *f,
                     const char *suffix, bool racy, const char *hex,
                     struct arena *a)
{
    char real[PATH_MAX];
    struct error ignored;
    struct str mark;
    struct str line;
    char *file = memory_path(h, f->st, suffix, a, &ignored);

    if (file && realpath(f->path, real) &&
        !fingerprint(f->st, a, &mark, &ignored) &&
        !str_printf(a, &line, &ignored, "%s%s%s %s\n", hex, mark.p,
                    racy ? "racy" : "trusted", real))
        (void)!fs_write_atomic(file, "a memory", line, false, &ignored);
}

static bool recall(const struct home *h, const struct stat *st, struct arena *a,
                   char hex[HASH_HEX_BYTES])
{
    struct error ignored;
    struct str known;
    struct str rest;
    struct str mark;
    char *file = memory_path(h, st, "", a, &ignored);

    if (!file || fingerprint(st, a, &mark, &ignored) ||
        !read_memory(file, a, &known, &rest) || !str_starts(rest, mark) ||
        !str_starts(str_slice(rest, mark.n, rest.n), STR("trusted ")))
        return false;
    memcpy(hex, known.p, HEX_DIGITS);
    hex[HEX_DIGITS] = '\0';
    return true;
}

enum err stat_cache_hash(const struct home *h, const struct stat_cache_file *f,
                         char hex[HASH_HEX_BYTES], struct error *e)
{
    uint8_t digest[HASH_BYTES];
    struct arena a;
    bool racy = changed_just_now(f->st); /* asked before the bytes are read */
    enum err rc = OK;

    arena_init(&a, SCRATCH_BYTES);
    if (recall(h, f->st, &a, hex))
        goto out;
    rc = hash_fd(f->fd, f->shown, digest, e);
    if (rc)
        goto out;
    hash_hex(digest, hex);
    remember(h, f, "", racy, hex, &a);
out:
    arena_release(&a);
    return rc;
}

void stat_cache_keep_live(const struct home *h, const struct stat_cache_file *f,
                          const char hex[HASH_HEX_BYTES])
{
    struct arena a;

    arena_init(&a, SCRATCH_BYTES);
    remember(h, f, PART, true, hex, &a); /* nothing recalls it */
    arena_release(&a);
}

/* Is the file of this entry unchanged? */
static bool still_true(struct str rest, struct arena *a)
{
    struct error ignored;
    struct stat st;
    struct str mark;
    size_t slash = str_find_char(rest, '/');
    struct str path = str_trim(str_slice(rest, slash, rest.n));
    char *name = str_cstr(path, a, &ignored);

    return name && path.n && stat(name, &st) == 0 &&
           !fingerprint(&st, a, &mark, &ignored) && str_starts(rest, mark);
}

enum err stat_cache_collect_live(const struct home *h, struct arena *a,
                                 struct str **live, size_t *n, struct error *e)
{
    DIR *d = opendir(h->seen);
    size_t room = 0;
    enum err rc = OK;

    *n = 0;
    *live = NULL;
    if (!d)
        return OK;
    for (struct dirent *f = readdir(d); f && !rc; f = readdir(d)) {
        struct str hex;
        struct str rest;
        char *path = fs_join(h->seen, f->d_name, a, e);

        if (!path) {
            rc = e->code;
        } else if (f->d_name[0] == '.' || !read_memory(path, a, &hex, &rest)) {
            continue;
        } else if (!still_true(rest, a)) {
            (void)unlink(path);
        } else if (*n == room) {
            struct str *more;

            room = room ? room * 2 : 64;
            more = arena_alloc_array(a, room, sizeof(*more), e);
            if (!more) {
                rc = e->code;
                break;
            }
            if (*n)
                memcpy(more, *live, *n * sizeof(*more));
            *live = more;
            more[(*n)++] = hex;
        } else {
            (*live)[(*n)++] = hex;
        }
    }
    (void)closedir(d);
    return rc;
}
