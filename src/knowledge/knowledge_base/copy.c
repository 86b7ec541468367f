/*
 * copy.c - copies a base, with its index, which may have taken hours to make.
 *
 * The database and the index are copied under the lock of the index, so that
 * they fit together. Where another indexer holds it for long, or the index
 * cannot be copied, every document of the copy is stale.
 */
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/keep.h"
#include "knowledge/knowledge_base/snapshot.h"
#include "knowledge/knowledge_base/whole.h"
#include "search/index/index.h"
#include "store/catalog/originals.h"

#define INDEX_WAIT_MS UINT64_C(2000)

static enum err check_free(struct bases *b, struct str name, struct arena *a,
                           struct error *e)
{
    struct base_entry entry;
    struct error why;
    enum err rc = base_check_name(name, e);

    if (rc)
        return rc;
    rc = registry_find(&b->registry, name, a, &entry, &why);
    if (rc == ERR_NOT_FOUND)
        return OK;
    return rc ? error_set(e, rc, "%s", why.msg)
              : error_set(e, ERR_CONFLICT, "there is a base '%.*s' already",
                          STR_FMT(name));
}

/* One copy. */
struct copying {
    struct bases *bases;
    struct base from;
    struct str to;
    struct fs_lock lock;       /* of `from`; let go on the way */
    struct fs_lock index_lock; /* of `from`; not held: it stays behind */
    struct snapshot holds;
    int64_t waiting; /* documents that are not indexed */
    struct arena *a;
};

static void write_answer(struct jsonw *w, const struct copying *x)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", x->to);
    jsonw_member_cstr(w, "copy_of", x->from.name);
    whole_write_snapshot(w, &x->holds);
    jsonw_member_i64(w, "documents_waiting", x->waiting);
    jsonw_end_object(w);
}

/* That it cannot be copied is no failure: it is derived. */
static void bring_index(struct copying *x, const char *folder)
{
    struct error why;
    struct str index = {0};
    bool copied = false;

    if (x->index_lock.fd < 0)
        return;
    if (index_copy(&x->from, &x->index_lock, folder, &copied, &why) &&
        !str_printf(x->a, &index, &why, "%s/index", folder))
        (void)!fs_remove_tree(index.p, "the index of the copy", &why);
    fs_lock_close(&x->index_lock);
}

static enum err copy_locked(struct copying *x, struct error *e)
{
    struct whole_new made = {0};
    enum err rc = whole_begin(x->bases, x->a, &made, e);

    if (!rc)
        rc = snapshot_take(&x->from, made.folder, &x->lock, &x->holds, e);
    if (!rc)
        bring_index(x, made.folder);
    if (!rc)
        rc = whole_open(x->bases, x->to, &made, x->a, e);
    if (!rc)
        rc = whole_count_waiting(&made, &x->waiting, e);
    base_close(&made.base);
    if (!rc)
        rc = registry_adopt(&x->bases->registry, x->to, made.id, false, e);
    if (rc)
        whole_abandon(&made);
    return rc;
}

enum err bases_copy(struct bases *b, struct str from, struct str to,
                    struct jsonw *w, struct error *e)
{
    struct arena a;
    struct copying x = {.bases = b,
                        .to = to,
                        .lock = FS_LOCK_NONE,
                        .index_lock = FS_LOCK_NONE,
                        .a = &a};
    struct error busy;
    enum err rc;

    arena_init(&a, WHOLE_ARENA_BYTES);
    rc = check_free(b, to, &a, e);
    if (!rc)
        rc = base_open_in(&b->registry, from, &a, &x.from, e);
    if (!rc) /* first: an indexer that holds it may want the other */
        (void)!index_lock(&x.from, INDEX_WAIT_MS, &x.index_lock, &busy);
    if (!rc)
        rc = originals_lock(&x.from, &x.lock, e);
    if (!rc)
        rc = copy_locked(&x, e);
    if (!rc)
        write_answer(w, &x);
    fs_lock_close(&x.lock);
    fs_lock_close(&x.index_lock);
    base_close(&x.from);
    arena_release(&a);
    return rc;
}
