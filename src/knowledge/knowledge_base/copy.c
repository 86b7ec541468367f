/*
 * copy.c - copies a base, with its index, which may have taken hours to make.
 *
 * The index and then the database are copied under the lock of the index, so
 * that they fit together; it is let go before the originals are copied. Adds wait
 * only while the database is copied. Where another indexer holds the lock for
 * long, or the index cannot be copied, every document of the copy is stale. So are
 * those that an older reader has read, whose texts are not made again.
 */
#include "knowledge/knowledge_base/base_lifecycle.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/bucket.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "knowledge/knowledge_base/snapshot.h"
#include "search/documents/derived_text.h"
#include "store/catalog/base_lock.h"
#include "store/catalog/document_reader.h"

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

/* In the order in which they are taken: an indexer may want the other. */
enum { OF_INDEX, OF_BASE, LOCKS };

/* One copy. */
struct copying {
    struct bases *bases;
    struct base from;
    struct str to;
    struct lease locks[LOCKS]; /* of `from`; let go on the way */
    struct snapshot holds;
    int64_t waiting; /* documents that are not indexed */
    struct arena *a;
};

static void write_answer(struct jsonw *w, const struct copying *x)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", x->to);
    jsonw_member_cstr(w, "copy_of", x->from.name);
    base_lifecycle_write_snapshot(w, &x->holds);
    jsonw_member_i64(w, "documents_waiting", x->waiting);
    jsonw_end_object(w);
}

static enum err make(struct copying *x, struct whole_new *made, struct error *e)
{
    enum err rc;

    (void)base_lifecycle_bring_index(&x->from, INDEX_WAIT_MS, made->folder,
                                     &x->locks[OF_INDEX]);
    rc = base_lock(&x->from, &x->locks[OF_BASE], e);
    if (!rc)
        rc = snapshot_take(&x->from, made->folder, x->locks, LOCKS, &x->holds,
                           e);
    if (!rc)
        rc = base_lifecycle_open(x->bases, x->to, made, x->a, e);
    if (!rc) /* texts are not copied */
        rc = document_stale_outdated(&made->base, STR(DOCUMENT_PARSER_READER),
                                     e);
    if (!rc)
        rc = bucket_push_new(&made->base, e);
    if (!rc)
        rc = base_lifecycle_count_waiting(made, &x->waiting, e);
    return rc;
}

static enum err copy(struct copying *x, struct error *e)
{
    struct whole_new made = {0};
    enum err rc = base_lifecycle_begin(x->bases, x->a, &made, e);

    if (!rc)
        rc = make(x, &made, e);
    base_close(&made.base);
    if (!rc)
        rc = registry_adopt(&x->bases->registry, x->to, made.id, false, e);
    if (rc)
        base_lifecycle_abandon(x->bases, &made);
    return rc;
}

enum err bases_copy(struct bases *b, struct str from, struct str to,
                    struct jsonw *w, struct error *e)
{
    struct arena a;
    struct copying x = {
        .bases = b, .to = to, .locks = {LEASE_NONE, LEASE_NONE}, .a = &a};
    enum err rc;

    arena_init(&a, WHOLE_ARENA_BYTES);
    rc = check_free(b, to, &a, e);
    if (!rc)
        rc = base_open_in(&b->registry, from, &a, &x.from, e);
    if (!rc)
        rc = copy(&x, e);
    if (!rc)
        write_answer(w, &x);
    for (size_t i = 0; i < LOCKS; i++)
        lease_close(&x.locks[i]);
    base_close(&x.from);
    arena_release(&a);
    return rc;
}
