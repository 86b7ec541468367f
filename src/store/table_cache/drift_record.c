/*
 * drift_record.c - a record is
 *
 *     <checksum> map1 <sha256> <bytes of summary> <bytes of drift>\n
 *     summary drift path
 *
 * with the SHA-256 of all that follows it as checksum, and the path at the end
 * for drift_record_sweep(), as in stat_cache.c.
 */
#include "store/table_cache/drift_record.h"

#include "base/buf.h"
#include "base/hash.h"
#include "store/table_cache/cache.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FORM           "map1 "
#define HEX_DIGITS     (HASH_HEX_BYTES - 1)
#define MEMORY_MAX     ((size_t)64 * 1024 * 1024)
#define SMALL_BYTES    ((size_t)64 * 1024)
#define LEFTOVER_AGE_S 3600 /* a file that is still being written is younger */

static void hex_of(const void *bytes, size_t n, char hex[HASH_HEX_BYTES])
{
    uint8_t digest[HASH_BYTES];
    struct hash state;

    hash_init(&state);
    hash_update(&state, bytes, n);
    hash_finish(&state, digest);
    hash_hex(digest, hex);
}

/* The folder without links, the name in it as given; NULL when there is
 * none. */
static char *absolute(const char *path, struct arena *a)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    char real[PATH_MAX];
    struct error ignored;
    char *folder = NULL;

    if (!slash)
        folder = realpath(".", real);
    else if (slash == path)
        return str_cstr(str_from(path), a, &ignored);
    else {
        char *above =
            str_cstr((struct str){path, (size_t)(slash - path)}, a, &ignored);

        folder = above ? realpath(above, real) : NULL;
    }
    return folder ? fs_join(folder, name, a, &ignored) : NULL;
}

static char *memory_path(const struct home *h, const struct drift_record_key *k,
                         const char *path, struct arena *a)
{
    char hex[HASH_HEX_BYTES];
    struct error ignored;
    struct str name;

    hex_of(path, strlen(path), hex);
    return str_printf(a, &name, &ignored, "%s%s", hex, k->entry + HEX_DIGITS)
               ? NULL
               : fs_join(h->mapped, name.p, a, &ignored);
}

/* A number up to `end`, which is skipped. */
static bool take_number(struct str *rest, char end, size_t *out)
{
    size_t at = str_find_char(*rest, end);
    struct error ignored;
    uint64_t v;

    if (at == rest->n ||
        str_parse_u64(str_slice(*rest, 0, at), MEMORY_MAX, &v, &ignored))
        return false;
    *out = (size_t)v;
    *rest = str_slice(*rest, at + 1, rest->n);
    return true;
}

/* Split a memory; false when it is not one, or not as it was written. */
static bool read_memory(const char *file, struct arena *a,
                        struct drift_record *m, struct str *path)
{
    const size_t body = HEX_DIGITS + 1;
    char hex[HASH_HEX_BYTES];
    struct error ignored;
    struct str text;
    size_t summary, drift;

    if (fs_read_file(file, "a memory", MEMORY_MAX, a, &text, &ignored) ||
        text.n < body + strlen(FORM) + HEX_DIGITS + 1)
        return false;
    hex_of(text.p + body, text.n - body, hex);
    if (memcmp(hex, text.p, HEX_DIGITS) != 0 || text.p[HEX_DIGITS] != ' ')
        return false;
    text = str_slice(text, body, text.n);
    if (!str_starts(text, STR(FORM)))
        return false;
    text = str_slice(text, strlen(FORM), text.n);
    m->sha256 = str_slice(text, 0, HEX_DIGITS);
    text = str_slice(text, HEX_DIGITS + 1, text.n);
    if (!take_number(&text, ' ', &summary) ||
        !take_number(&text, '\n', &drift) || text.n < summary + drift)
        return false;
    m->summary = str_slice(text, 0, summary);
    m->drift = str_slice(text, summary, summary + drift);
    *path = str_slice(text, summary + drift, text.n);
    return true;
}

bool drift_record_recall(const struct home *h, const struct drift_record_key *k,
                         struct arena *a, struct drift_record *out)
{
    char *path = absolute(k->path, a);
    char *file = path ? memory_path(h, k, path, a) : NULL;
    struct str known;

    return file && read_memory(file, a, out, &known) &&
           str_eq(known, str_from(path));
}

void drift_record_remember(const struct home *h,
                           const struct drift_record_key *k,
                           const struct drift_record *m)
{
    char hex[HASH_HEX_BYTES];
    struct error ignored;
    struct buf body, text;
    struct arena a;
    char *path, *file;
    struct str s;

    arena_init(&a, SMALL_BYTES);
    buf_init(&body, MEMORY_MAX);
    buf_init(&text, MEMORY_MAX);
    path = absolute(k->path, &a);
    file = path ? memory_path(h, k, path, &a) : NULL;
    if (!file)
        goto out;
    buf_printf(&body, FORM "%.*s %zu %zu\n", STR_FMT(m->sha256), m->summary.n,
               m->drift.n);
    buf_put_str(&body, m->summary);
    buf_put_str(&body, m->drift);
    buf_puts(&body, path);
    if (buf_finish(&body, &s, &ignored))
        goto out;
    hex_of(s.p, s.n, hex);
    buf_printf(&text, "%s ", hex);
    buf_put_str(&text, s);
    if (!buf_finish(&text, &s, &ignored))
        (void)!fs_write_atomic(file, "a memory", s, false, &ignored);
out:
    buf_release(&text);
    buf_release(&body);
    arena_release(&a);
}

static bool is_gone(struct str path, struct arena *a)
{
    struct error ignored;
    struct stat st;
    char *name = str_cstr(path, a, &ignored);

    return name && stat(name, &st) != 0 &&
           (errno == ENOENT || errno == ENOTDIR);
}

/* Is this file of the folder of no more use? */
static bool is_stale(const char *file, const char *name, struct arena *a)
{
    struct drift_record m;
    struct stat st;
    struct str path;

    if (strstr(name, ".tmp-"))
        return stat(file, &st) == 0 &&
               st.st_mtim.tv_sec < time(NULL) - LEFTOVER_AGE_S;
    return !cache_name_is_current(str_from(name)) ||
           !read_memory(file, a, &m, &path) || is_gone(path, a);
}

void drift_record_sweep(const struct home *h, bool all)
{
    DIR *d = opendir(h->mapped);
    struct error ignored;
    struct arena a;

    if (!d)
        return;
    arena_init(&a, MEMORY_MAX + SMALL_BYTES);
    for (const struct dirent *f = readdir(d); f; f = readdir(d)) {
        char *file = fs_join(h->mapped, f->d_name, &a, &ignored);

        if (file && f->d_name[0] != '.' &&
            (all || is_stale(file, f->d_name, &a)))
            (void)unlink(file);
        arena_reset(&a);
    }
    (void)closedir(d);
    arena_release(&a);
}
