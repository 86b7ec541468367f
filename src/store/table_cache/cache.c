#include "store/table_cache/cache.h"

#include "base/hash.h"
#include "store/table_cache/file_digest.h"
#include "store/table_cache/worker_output.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TABLE_NAME      "table.duckdb" /* as engine/worker/operation.c names it */
#define TABLE_MAX_BYTES ((uint64_t)1 << 40)

/* Enough of a SHA-256 to tell sets of reader options apart. */
#define OPTIONS_DIGITS 12

/* Locks are shared by this many first digits of the content's hash, so that
 * lock files need never be removed (removing one is a race). */
#define LOCK_DIGITS 2

static enum err path_of(const struct home *h, const char *name,
                        const char *suffix, struct arena *a, const char **out,
                        struct error *e)
{
    struct str path;
    enum err rc = str_printf(a, &path, e, "%s/%s%s", h->cache, name, suffix);

    if (!rc)
        *out = path.p;
    return rc;
}

enum err cache_entry_init(const struct home *h, const struct cache_key *k,
                          struct arena *a, struct cache_entry *out,
                          struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash state;
    struct str name;
    enum err rc;

    hash_init(&state);
    hash_update(&state, k->options.p, k->options.n);
    hash_finish(&state, digest);
    hash_hex(digest, hex);
    rc = str_printf(a, &name, e, "%s-%s-%s-%.*s", k->sha256, k->reader,
                    DUCKDB_PINNED_VERSION, OPTIONS_DIGITS, hex);
    if (rc)
        return rc;
    out->name = name.p;
    out->keeps_digests = h->keeps_digests;
    rc = path_of(h, name.p, ".duckdb", a, &out->database, e);
    if (!rc)
        rc = path_of(h, name.p, ".map.json", a, &out->map, e);
    if (!rc)
        rc = path_of(h, name.p, ".profile.json", a, &out->profile, e);
    if (!rc)
        rc = path_of(h, name.p, ".failure.json", a, &out->failure, e);
    return rc;
}

enum err cache_entry_profile(const struct cache_entry *c, size_t number,
                             struct arena *a, const char **out, struct error *e)
{
    struct str usual = str_from(c->profile);
    struct str path;
    enum err rc = str_printf(a, &path, e, "%.*s-%zu.json",
                             (int)(usual.n - strlen(".json")), usual.p, number);

    if (!rc)
        *out = path.p;
    return rc;
}

bool cache_name_is_current(struct str name)
{
    return str_starts(str_slice(name, HASH_HEX_BYTES - 1, name.n),
                      STR("-" CACHE_READER "-" DUCKDB_PINNED_VERSION "-"));
}

bool cache_entry_exists(const struct cache_entry *c)
{
    return access(c->map, R_OK) == 0 && access(c->database, R_OK) == 0;
}

/* Profiles of all tables, how many there are nobody keeps, and checksums. */
static void remove_beside(const struct cache_entry *c)
{
    struct str path = str_from(c->profile);
    struct str name = str_from(c->name);
    char folder[PATH_MAX];
    DIR *d;

    (void)snprintf(folder, sizeof(folder), "%.*s",
                   (int)(path.n - name.n - strlen("/.profile.json")), path.p);
    d = opendir(folder);
    if (!d)
        return;
    for (const struct dirent *f = readdir(d); f; f = readdir(d)) {
        struct str file = str_from(f->d_name);

        if (str_starts(file, name) &&
            (str_starts(str_slice(file, name.n, file.n), STR(".profile")) ||
             str_ends(file, STR(DIGEST_SUFFIX))))
            (void)unlinkat(dirfd(d), f->d_name, 0);
    }
    (void)closedir(d);
}

void cache_entry_drop(const struct cache_entry *c)
{
    (void)unlink(c->map); /* first: without it there is no entry */
    remove_beside(c);
    (void)unlink(c->failure);
    (void)unlink(c->database);
}

enum err cache_build_begin(const struct home *h, const struct cache_entry *c,
                           uint64_t timeout_ms, struct arena *a,
                           struct cache_build *b, struct error *e)
{
    struct str lock;
    enum err rc =
        str_printf(a, &lock, e, "%s/%.*s", h->locks, LOCK_DIGITS, c->name);

    *b = CACHE_BUILD_NONE;
    if (!rc)
        rc = fs_lock_open(lock.p, "a lock of the cache", timeout_ms, &b->lock,
                          e);
    if (!rc)
        rc = scratch_open(h, a, &b->scratch, e);
    if (!rc) {
        b->database = fs_join(b->scratch.path, TABLE_NAME, a, e);
        rc = b->database ? OK : e->code;
    }
    if (rc)
        cache_build_end(b);
    return rc;
}

enum err cache_build_publish(const struct cache_build *b,
                             const struct cache_entry *c, struct str map,
                             struct error *e)
{
    const struct worker_output table = {b->scratch.path, TABLE_NAME,
                                        TABLE_MAX_BYTES};
    enum err rc;

    cache_entry_drop(c);
    rc = worker_output_take(&table, c->database, NULL, e);
    if (!rc && c->keeps_digests)
        rc = digest_keep(c->database, e);
    /* synced, so that after a power cut a map never names a table that the
     * disk has not */
    if (!rc)
        rc = fs_write_atomic(c->map, "a map of the cache", map, true, e);
    return rc || !c->keeps_digests ? rc : digest_keep(c->map, e);
}

enum err cache_keep_profile(const struct cache_entry *c, const char *path,
                            struct str profile, struct error *e)
{
    enum err rc =
        fs_write_atomic(path, "a profile of the cache", profile, false, e);

    return rc || !c->keeps_digests ? rc : digest_keep(path, e);
}

void cache_build_end(struct cache_build *b)
{
    scratch_close(&b->scratch);
    fs_lock_close(&b->lock);
}
