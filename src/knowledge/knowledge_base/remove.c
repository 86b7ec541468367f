/* remove.c - documents of a base, with all that is known of them. */
#include "knowledge/knowledge_base/base_search.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/crash_cleanup.h"
#include "knowledge/knowledge_base/derived.h"
#include "store/catalog/base_lock.h"
#include "store/json_document/data.h"

#define ARENA_BYTES ((size_t)64 * 1024 * 1024)

struct removing {
    const struct base *base;
    const struct bases_removal *request;
    struct arena *a;
    struct jsonw *w; /* the keys */
};

/* All of them or none: a name that is not there is found before anything is
 * gone. */
static enum err remove_all(const struct removing *r, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < r->request->n && !rc; i++) {
        struct document d;

        rc = document_find(r->base, r->request->documents[i], r->a, &d, e);
        if (!rc)
            rc = data_remove(r->base, d.id, r->request->author, e);
        if (!rc)
            rc = document_remove(r->base, d.id, e);
        if (!rc)
            jsonw_str(r->w, d.key);
    }
    return rc;
}

/* Under the base's lock, so that no add names an original meanwhile. */
static enum err remove_locked(const struct removing *r,
                              const struct lease *lock, struct error *e)
{
    enum err rc = db_begin_write(r->base->db, e);

    if (!rc)
        rc = db_end(r->base->db, remove_all(r, e), e);
    if (!rc)
        rc = base_lock_sweep(r->base, lock, e);
    return rc ? rc : derived_sweep(r->base, e);
}

/* Nobody finds them from now on; here their words go, too. */
static enum err forget(struct bases *b, const struct base *base,
                       struct error *e)
{
    const struct index_work w = {
        .base = base, .tables = b->tables, .only_removals = true};
    struct index_worked done;

    return bases_index(b, &w, &done, e); /* another indexer does it otherwise */
}

enum err bases_remove(struct bases *b, const struct bases_removal *request,
                      struct jsonw *w, struct error *e)
{
    struct base base = BASE_NONE;
    struct lease lock = LEASE_NONE;
    struct scratch sign = SCRATCH_NONE;
    struct arena a;
    struct removing r = {&base, request, &a, w};
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", request->base);
    jsonw_key(w, "removed");
    jsonw_begin_array(w);
    rc = base_open_in(&b->registry, request->base, &a, &base, e);
    if (!rc)
        rc = tidy_after_dead(&base, e);
    if (!rc) /* remains if this program dies */
        rc = scratch_open(&base.derived, &a, &sign, e);
    if (!rc)
        rc = base_lock(&base, &lock, e);
    if (!rc)
        rc = remove_locked(&r, &lock, e);
    jsonw_end_array(w);
    jsonw_end_object(w);
    lease_close(&lock);
    if (!rc)
        rc = forget(b, &base, e);
    scratch_close(&sign);
    base_close(&base);
    arena_release(&a);
    return rc;
}
