/*
 * bucket_trim.c - keeps the folder of a home small, where a bucket has its files, too.
 *
 * A file goes only after the bucket was asked for it, under the base's locks, and said that
 * it has an object of its SHA-256 with as many bytes; nothing that the folder says of
 * itself is trusted for that. Who reads a file meanwhile has it open; who opens it later
 * gets it from the bucket. Files that were used are known by their time of access, which
 * whoever opens one sets (base_objects.h), so that it does not depend on how the file
 * system is mounted.
 */
#include "base/log.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/bucket.h"
#include "search/index/index.h"
#include "search/index/index_objects.h"
#include "store/catalog/base_lock.h"
#include "store/catalog/base_objects.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHOWN       "the files of a base"
#define ARENA_BYTES ((size_t)1 << 30)
#define BATCH       64 /* files under the locks at a time */

/* A file that may go. */
struct cached {
    const char *name;
    uint64_t bytes;
    struct timespec used;
    uint32_t base; /* of known[] */
    bool of_index;
};

struct trimming {
    struct bases *bases;
    struct arena a; /* of all */
    struct arena batch;
    struct base_entry *known;
    size_t n_known;
    struct cached *at;     /* at[n], those used longest ago first */
    size_t n, room, first; /* before `first` all were tried */
    uint64_t bytes, goal, removed;
};

static enum err add(struct trimming *x, const struct cached *c, struct error *e)
{
    struct cached *more;

    if (x->n == x->room) {
        x->room = x->room ? x->room * 2 : 1024;
        more = arena_alloc_array(&x->a, x->room, sizeof(*more), e);
        if (!more)
            return e->code;
        if (x->n)
            memcpy(more, x->at, x->n * sizeof(*more));
        x->at = more;
    }
    x->at[x->n++] = *c;
    x->bytes += c->bytes;
    return OK;
}

/* An original is its SHA-256; of an index, segments. */
static bool is_wanted(struct str name, bool of_index)
{
    return of_index ? str_ends(name, STR(".seg")) || str_ends(name, STR(".vec"))
                    : name.n == HASH_HEX_BYTES - 1 && name.p[0] != '.';
}

static enum err list_folder(struct trimming *x, const char *path,
                            struct cached as, struct error *e)
{
    DIR *d = opendir(path);
    const char *name;
    enum err rc;

    if (!d)
        return OK; /* no index, or the base was removed just now */
    rc = fs_next_name(d, SHOWN, &name, e);
    while (!rc && name) {
        struct stat st;

        if (is_wanted(str_from(name), as.of_index) &&
            fstatat(dirfd(d), name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(st.st_mode)) {
            as.name = str_cstr(str_from(name), &x->a, e);
            as.bytes = (uint64_t)st.st_size;
            as.used = st.st_atim;
            rc = as.name ? add(x, &as, e) : e->code;
        }
        if (!rc)
            rc = fs_next_name(d, SHOWN, &name, e);
    }
    (void)closedir(d);
    return rc;
}

static enum err list_all(struct trimming *x, struct error *e)
{
    enum err rc =
        registry_list(&x->bases->registry, &x->a, &x->known, &x->n_known, e);

    for (size_t i = 0; i < x->n_known && !rc; i++) {
        struct cached as = {.base = (uint32_t)i};
        struct str path;

        rc = str_printf(&x->a, &path, e, "%s/bases/%.*s/files",
                        x->bases->home->path, STR_FMT(x->known[i].id));
        if (!rc)
            rc = list_folder(x, path.p, as, e);
        as.of_index = true;
        if (!rc)
            rc = str_printf(&x->a, &path, e, "%s/bases/%.*s/index",
                            x->bases->home->path, STR_FMT(x->known[i].id));
        if (!rc)
            rc = list_folder(x, path.p, as, e);
    }
    return rc;
}

static int by_use(const void *a, const void *b)
{
    const struct cached *x = a, *y = b;

    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    return (x->used.tv_nsec > y->used.tv_nsec) -
           (x->used.tv_nsec < y->used.tv_nsec);
}

/* What is to go of one base, and what its index is there. */
struct going {
    struct base base;
    struct index_object *list;
    size_t n;
};

static struct str sum_of(const struct going *g, const struct cached *c)
{
    if (!c->of_index)
        return str_from(c->name);
    for (size_t i = 0; i < g->n; i++)
        if (str_is(g->list[i].file, c->name))
            return g->list[i].sha256;
    return (struct str){0};
}

static enum err remove_one(struct trimming *x, const struct going *g,
                           const struct cached *c, const struct lease *held,
                           struct error *e)
{
    const struct str sum = sum_of(g, c);
    struct object_seen seen = {0};
    struct str path;
    bool is = false;
    enum err rc =
        sum.n == 0 ? OK : base_object_find(&g->base, sum, &is, &seen, e);

    if (rc || !is || seen.bytes != c->bytes)
        return rc;
    rc = lease_check(held, e);
    if (!rc)
        rc = str_printf(&x->batch, &path, e, "%s/%s/%s", g->base.folder,
                        c->of_index ? "index" : "files", c->name);
    if (!rc && unlink(path.p) == 0) {
        x->removed++;
        x->bytes -= c->bytes;
    }
    return rc;
}

static enum err remove_some(struct trimming *x, struct going *g,
                            struct cached **some, size_t n, struct error *e)
{
    struct lease of_index = LEASE_NONE, of_base = LEASE_NONE;
    enum err rc = index_lock(&g->base, 0, &of_index, e);

    if (!rc)
        rc = base_lock_try(&g->base, &of_base, e);
    if (!rc && !lease_is_held(&of_base))
        rc = error_set(e, ERR_TIMEOUT, "%s is in use", g->base.shown);
    if (!rc)
        rc = index_objects_list(&g->base, &x->batch, &g->list, &g->n, NULL, e);
    for (size_t i = 0; i < n && !rc; i++)
        rc = remove_one(x, g, some[i], &of_base, e);
    lease_close(&of_base);
    lease_close(&of_index);
    return rc;
}

/* The next that go, of the base of the first of them; a base that is written or
 * indexed keeps its files for now. */
static void remove_batch(struct trimming *x, bool *done)
{
    struct cached *some[BATCH];
    struct going g = {.base = BASE_NONE};
    uint64_t bytes = 0;
    size_t n = 0;
    struct error e;
    enum err rc;

    while (x->first < x->n && done[x->first])
        x->first++;
    for (size_t i = x->first;
         i < x->n && n < BATCH && x->bytes - bytes > x->goal; i++) {
        if (done[i] || (n > 0 && x->at[i].base != some[0]->base))
            continue;
        done[i] = true;
        bytes += x->at[i].bytes;
        some[n++] = &x->at[i];
    }
    if (n == 0) {
        x->goal = x->bytes; /* there are no more */
        return;
    }
    rc = base_open_entry(x->bases->home, &x->known[some[0]->base], &x->batch,
                         &g.base, &e);
    if (!rc)
        rc = remove_some(x, &g, some, n, &e);
    if (rc && rc != ERR_TIMEOUT) {
        log_warn("bucket", "files stay in the folder: %s", e.msg);
        x->goal = x->bytes;
    }
    base_close(&g.base);
    arena_reset(&x->batch);
}

static enum err trim(struct trimming *x, uint64_t most, struct error *e)
{
    bool *done;
    enum err rc = list_all(x, e);

    if (rc || x->bytes <= most)
        return rc;
    x->goal = most / 10 * 9;
    qsort(x->at, x->n, sizeof(*x->at), by_use);
    done = arena_alloc_array(&x->a, x->n, sizeof(*done), e);
    if (!done)
        return e->code;
    while (x->bytes > x->goal)
        remove_batch(x, done);
    return OK;
}

enum err bases_trim(struct bases *b, uint64_t most, struct bucket_trimmed *out,
                    struct error *e)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct trimming x = {.bases = b};
    const char *path;
    enum err rc;

    *out = (struct bucket_trimmed){0};
    if (!b->home->blobs)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "name the bucket with --blobs s3://BUCKET/PREFIX or "
                         "in QUARRY_BLOBS");
    arena_init(&x.a, ARENA_BYTES);
    arena_init(&x.batch, ARENA_BYTES);
    path = fs_join(b->home->locks, "trim", &x.a, e);
    rc = path ? fs_lock_try(path, "the lock of the cache", &lock, e) : e->code;
    if (!rc && lock.fd >= 0)
        rc = trim(&x, most, e);
    *out = (struct bucket_trimmed){x.bytes, x.removed};
    fs_lock_close(&lock);
    arena_release(&x.batch);
    arena_release(&x.a);
    return rc;
}
