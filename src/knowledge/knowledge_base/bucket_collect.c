/*
 * bucket_collect.c - removes objects that nothing refers to.
 *
 *     a page of names -> those of one base that are older than the grace time
 *       -> 256 at a time, under the base's locks: not named by a version or the index,
 *          and still old -> removed
 *
 * Names are looked for first and locks are held for few of them at a time, so that adds
 * wait for some requests, not for a list of a million objects. What is put again between
 * the page and the lock is young when it is looked at again; what would be put after that
 * waits for the lock.
 */
#include "base/clock.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/bucket.h"
#include "search/index/index.h"
#include "search/index/index_objects.h"
#include "store/catalog/base_lock.h"
#include "store/catalog/base_objects.h"
#include "store/catalog/bucket_owner.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ARENA_BYTES   ((size_t)256 << 20)
#define ID_DIGITS     16
#define BATCH         256
#define INDEX_WAIT_MS UINT64_C(2000)

struct collecting {
    struct bases *bases;
    const struct bucket_collect *how;
    const struct object_store *store;
    struct jsonw *w;
    struct arena a;    /* of a page */
    struct arena base; /* of a batch */
    struct base_entry *known;
    size_t n_known;
    struct object_seen batch[BATCH]; /* of one base */
    const struct lease *held;        /* its lock; NULL: there is no such base */
    size_t n;
    struct buf busy; /* names of bases, a line each */
    uint64_t objects, bytes, removed, removed_bytes, young, others, shown;
};

static bool is_hex(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!memchr("0123456789abcdef", s.p[i], 16))
            return false;
    return true;
}

/* "<id of a base>/<SHA-256>" */
static bool is_ours(struct str name)
{
    return name.n == ID_DIGITS + HASH_HEX_BYTES && name.p[ID_DIGITS] == '/' &&
           is_hex(str_slice(name, 0, ID_DIGITS)) &&
           is_hex(str_slice(name, ID_DIGITS + 1, name.n));
}

static struct str sum_of(struct str name)
{
    return str_slice(name, ID_DIGITS + 1, name.n);
}

static bool is_young(const struct collecting *x, int64_t at_ms)
{
    const int64_t age = clock_wall_ms() - at_ms;

    return age < 0 || (uint64_t)age < x->how->grace_ms;
}

static void show(struct collecting *x, const struct object_seen *o)
{
    if (x->shown++ >= BUCKET_SHOWN_MAX)
        return;
    jsonw_begin_object(x->w);
    jsonw_member_str(x->w, "object", o->name);
    jsonw_member_u64(x->w, "bytes", o->bytes);
    jsonw_member_i64(x->w, "age_s", (clock_wall_ms() - o->at_ms) / 1000);
    jsonw_end_object(x->w);
}

/* Nothing refers to it; is it still old? */
static enum err remove_one(struct collecting *x, const struct object_seen *o,
                           struct error *e)
{
    const struct object_range r = {.begin = o->name, .most = 1};
    struct object_page now = {0};
    const char *name = str_cstr(o->name, &x->base, e);
    enum err rc = name ? object_list(x->store, &r, &x->base, &now, e) : e->code;

    if (rc || now.n == 0 || !str_eq(now.list[0].name, o->name))
        return rc;
    if (is_young(x, now.list[0].at_ms)) {
        x->young++;
        return OK;
    }
    if (x->held)
        rc = lease_check(x->held, e);
    if (!rc && !x->how->is_dry)
        rc = object_remove(x->store, name, e);
    if (!rc) {
        x->removed++;
        x->removed_bytes += o->bytes;
        show(x, o);
    }
    return rc;
}

/* ---- of a base ---- */

static enum err is_named(const struct base *b, const struct index_object *of,
                         size_t n, struct str sum, bool *is, struct error *e)
{
    int64_t one = 0;
    enum err rc = db_get_int(
        b->db, "SELECT 1 FROM document_version WHERE sha256 = ?1 LIMIT 1",
        DB_ARGS(db_text(sum)), &one, e);

    *is = one == 1;
    for (size_t i = 0; i < n && !*is; i++)
        *is = str_eq(of[i].sha256, sum);
    return rc;
}

/* Under both locks, in one state of the database. */
static enum err collect_named(struct collecting *x, const struct base *b,
                              struct error *e)
{
    struct index_object *list = NULL;
    struct str of_list = {0};
    size_t n = 0;
    enum err rc = index_objects_list(b, &x->base, &list, &n, &of_list, e);

    for (size_t i = 0; i < x->n && !rc; i++) {
        const struct str sum = sum_of(x->batch[i].name);
        bool is = false;

        rc = is_named(b, list, n, sum, &is, e);
        if (!rc && !is && !str_eq(sum, of_list))
            rc = remove_one(x, &x->batch[i], e);
    }
    return rc;
}

static enum err collect_locked(struct collecting *x, const struct base *b,
                               struct error *e)
{
    enum err rc = db_begin_read(b->db, e);

    return rc ? rc : db_end(b->db, collect_named(x, b, e), e);
}

static enum err collect_of(struct collecting *x, const struct base_entry *entry,
                           struct error *e)
{
    struct lease of_index = LEASE_NONE, of_base = LEASE_NONE;
    struct base b = BASE_NONE;
    struct error why;
    enum err rc = base_open_entry(x->bases->home, entry, &x->base, &b, &why);

    if (!rc)
        rc = index_lock(&b, INDEX_WAIT_MS, &of_index, &why);
    if (!rc)
        rc = base_lock(&b, &of_base, &why);
    if (rc == ERR_TIMEOUT)
        buf_printf(&x->busy, "%.*s\n", STR_FMT(entry->name));
    else if (rc)
        *e = why;
    else {
        x->held = &of_base;
        rc = collect_locked(x, &b, e);
        x->held = NULL;
    }
    lease_close(&of_base);
    lease_close(&of_index);
    base_close(&b);
    return rc == ERR_TIMEOUT && why.code == ERR_TIMEOUT ? OK : rc;
}

/* ---- of none ---- */

/* Somebody makes a base of that id, or removes it. */
static bool has_folder(const struct collecting *x, struct str id)
{
    char path[4096];
    const int n = snprintf(path, sizeof(path), "%s/bases/%.*s",
                           x->bases->home->path, STR_FMT(id));

    return n <= 0 || (size_t)n >= sizeof(path) || access(path, F_OK) == 0;
}

static enum err collect_orphans(struct collecting *x, struct str id,
                                struct error *e)
{
    bool has = has_folder(x, id);
    enum err rc = has ? OK : registry_has_id(&x->bases->registry, id, &has, e);

    for (size_t i = 0; i < x->n && !rc && !has; i++)
        rc = remove_one(x, &x->batch[i], e);
    return rc;
}

/* ---- all ---- */

static enum err flush(struct collecting *x, struct error *e)
{
    const struct base_entry *entry = NULL;
    struct str id;
    enum err rc;

    if (x->n == 0)
        return OK;
    id = str_slice(x->batch[0].name, 0, ID_DIGITS);
    for (size_t i = 0; i < x->n_known && !entry; i++)
        if (str_eq(x->known[i].id, id))
            entry = &x->known[i];
    rc = entry ? collect_of(x, entry, e) : collect_orphans(x, id, e);
    arena_reset(&x->base);
    x->n = 0;
    return rc;
}

static enum err take(struct collecting *x, const struct object_seen *o,
                     struct error *e)
{
    enum err rc = OK;

    if (!is_ours(o->name)) {
        x->others++;
        return OK;
    }
    x->objects++;
    x->bytes += o->bytes;
    if (x->n == BATCH ||
        (x->n > 0 && !str_eq(str_slice(x->batch[0].name, 0, ID_DIGITS),
                             str_slice(o->name, 0, ID_DIGITS))))
        rc = flush(x, e);
    if (is_young(x, o->at_ms))
        x->young++;
    else if (!rc)
        x->batch[x->n++] = *o;
    return rc;
}

static enum err pages(struct collecting *x, struct error *e)
{
    char after[1100] = "";
    struct object_page page = {.more = true};
    enum err rc = OK;

    while (!rc && page.more) {
        const struct object_range r = {.after = str_from(after)};

        if (x->how->cancel && atomic_load(x->how->cancel))
            return error_set(e, ERR_TIMEOUT,
                             "cancelled; what was removed before is gone");
        rc = object_list(x->store, &r, &x->a, &page, e);
        for (size_t i = 0; i < page.n && !rc; i++)
            rc = take(x, &page.list[i], e);
        if (!rc) /* as it borrows the page */
            rc = flush(x, e);
        if (page.n > 0)
            (void)snprintf(after, sizeof(after), "%.*s",
                           STR_FMT(page.list[page.n - 1].name));
        arena_reset(&x->a);
    }
    return rc;
}

static void write_busy(struct collecting *x)
{
    struct str rest = {x->busy.p, x->busy.n};

    jsonw_key(x->w, "busy");
    jsonw_begin_array(x->w);
    while (rest.n > 0) {
        const struct str name = str_slice(rest, 0, str_find_char(rest, '\n'));

        jsonw_str(x->w, name);
        rest = str_slice(rest, name.n + 1, rest.n);
    }
    jsonw_end_array(x->w);
}

static void write_rest(struct collecting *x)
{
    jsonw_member_u64(x->w, "objects", x->objects);
    jsonw_member_u64(x->w, "bytes", x->bytes);
    jsonw_member_u64(x->w, "removed", x->removed);
    jsonw_member_u64(x->w, "removed_bytes", x->removed_bytes);
    jsonw_member_u64(x->w, "young", x->young);
    jsonw_member_u64(x->w, "others", x->others);
    write_busy(x);
}

static enum err collect(struct collecting *x, struct arena *a, struct error *e)
{
    enum err rc = bucket_own(x->store, x->bases->home->path, e);

    if (!rc)
        rc = registry_list(&x->bases->registry, a, &x->known, &x->n_known, e);
    if (rc)
        return rc;
    jsonw_begin_object(x->w);
    jsonw_member_cstr(x->w, "bucket", x->store->shown);
    jsonw_member_bool(x->w, "dry", x->how->is_dry);
    jsonw_key(x->w, "items");
    jsonw_begin_array(x->w);
    rc = pages(x, e);
    jsonw_end_array(x->w);
    write_rest(x);
    jsonw_end_object(x->w);
    return rc;
}

enum err bases_collect(struct bases *b, const struct bucket_collect *how,
                       struct jsonw *w, struct error *e)
{
    struct arena a;
    struct collecting x = {
        .bases = b, .how = how, .store = b->home->blobs, .w = w};
    enum err rc;

    if (!x.store)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "name the bucket with --blobs s3://BUCKET/PREFIX or "
                         "in QUARRY_BLOBS");
    arena_init(&a, ARENA_BYTES);
    arena_init(&x.a, ARENA_BYTES);
    arena_init(&x.base, ARENA_BYTES);
    buf_init(&x.busy, (size_t)1 << 20);
    rc = collect(&x, &a, e);
    buf_release(&x.busy);
    arena_release(&x.base);
    arena_release(&x.a);
    arena_release(&a);
    return rc;
}
