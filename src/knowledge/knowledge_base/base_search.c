#include "knowledge/knowledge_base/base_search.h"

#include "base/log.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "store/catalog/document_state.h"
#include "store/catalog/index_job.h"
#include "store/catalog/ingestion_log.h"
#include "store/catalog/lease.h"
#include "store/catalog/metrics_store.h"

#define ARENA_BYTES ((size_t)1 << 30)

/* An add that left its documents to a server is complete when they are indexed.
 * If it cannot be noted, that is not a failure: the reader of the log looks again. */
static void settle_log(struct bases *b, const struct base *base)
{
    struct error e;

    if (ingestion_log_settle(&b->registry, base, &e))
        log_warn("index", "the ingestion log is not up to date: %s", e.msg);
}

enum err bases_index(struct bases *b, const struct index_work *w,
                     struct index_worked *out, struct error *e)
{
    enum err rc = index_work(w, out, e);

    if (out->documents + out->failed > 0)
        settle_log(b, w->base);
    return rc;
}

enum err bases_search(struct bases *b, struct str name,
                      const struct passage_search *q,
                      struct passage_search_after *after, struct jsonw *w,
                      struct error *e)
{
    struct base base = BASE_NONE;
    struct arena a;
    enum err rc;

    *after = (struct passage_search_after){0};
    arena_init(&a, ARENA_BYTES);
    rc = base_open_in(&b->registry, name, &a, &base, e);
    if (!rc)
        rc = passage_search(b->tables, &base, q, after, w, e);
    if (after->indexed)
        settle_log(b, &base);
    base_close(&base);
    arena_release(&a);
    return rc;
}

enum err bases_catch_up(struct bases *b, const struct bases_catch_up *r,
                        struct index_worked *out, struct error *e)
{
    struct base base = BASE_NONE;
    const struct index_work w = {.base = &base,
                                 .tables = b->tables,
                                 .cancel = r->cancel,
                                 .wait_ms = r->wait_ms,
                                 .budget_ms = r->budget_ms,
                                 .report = r->progress.report,
                                 .ctx = r->progress.ctx,
                                 .measure = r->progress.measure};
    struct arena a;
    enum err rc;

    *out = (struct index_worked){0};
    arena_init(&a, ARENA_BYTES);
    rc = base_open_in(&b->registry, r->base, &a, &base, e);
    if (!rc)
        rc = bases_index(b, &w, out, e);
    base_close(&base);
    arena_release(&a);
    return rc;
}

bool bases_has_server(const struct bases *b)
{
    struct fs_lock lock = FS_LOCK_NONE;
    struct error ignored;
    struct arena a;
    char *path;
    bool free_to_take = true;
    bool any = false;

    if (b->home->store)
        return !lease_any(b->registry.db, BASES_SERVERS, &any, &ignored) && any;
    arena_init(&a, 16384);
    path = fs_join(b->home->path, "server.lock", &a, &ignored);
    if (path && !fs_lock_try(path, "the server's lock", &lock, &ignored))
        free_to_take = lock.fd >= 0;
    fs_lock_close(&lock);
    arena_release(&a);
    return !free_to_take;
}

static enum err mark_one(const struct base *b, const struct bases_marking *m,
                         int64_t id, struct error *e)
{
    switch (m->mark) {
    case BASES_PIN: return document_pin(b, id, e);
    case BASES_UNPIN: return document_unpin(b, id, e);
    case BASES_PRIORITIZE: return document_set_priority(b, id, m->priority, e);
    case BASES_REINDEX: return document_reindex(b, id, e);
    case BASES_DISABLE: return document_disable(b, id, e);
    }
    return error_set(e, ERR_INTERNAL, "a mark");
}

/* Their ids; all or none are marked. */
static enum err mark_all(const struct base *b, const struct bases_marking *m,
                         int64_t *id, struct arena *a, struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    if (rc)
        return rc;
    if (m->n == 0)
        rc = index_jobs_all_stale(b, e);
    for (size_t i = 0; i < m->n && !rc; i++) {
        struct document d;

        rc = document_find(b, m->documents[i], a, &d, e);
        if (!rc)
            rc = mark_one(b, m, d.id, e);
        id[i] = d.id;
    }
    return db_end(b->db, rc, e);
}

static enum err write_documents(const struct base *b, const int64_t *id,
                                size_t n, struct arena *a, struct jsonw *w,
                                struct error *e)
{
    enum err rc = OK;

    jsonw_key(w, "documents");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n && !rc; i++) {
        struct document d;

        rc = document_get(b, id[i], a, &d, e);
        if (rc)
            break;
        jsonw_begin_object(w);
        jsonw_member_str(w, "key", d.key);
        jsonw_member_str(w, "state", d.gone ? STR("gone") : d.state);
        jsonw_member_bool(w, "pinned", d.pinned);
        jsonw_member_i64(w, "priority", d.priority);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    return rc;
}

static void write_worked(const struct index_worked *x, struct jsonw *w)
{
    jsonw_member_u64(w, "chunks_embedded", x->counts.embedded);
    jsonw_member_u64(w, "chunks_reused", x->counts.reused);
    jsonw_key(w, "failures");
    jsonw_begin_array(w);
    if (x->first_failure.code) {
        jsonw_begin_object(w);
        bases_write_failure(w, &x->first_failure);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

enum err bases_mark(struct bases *b, const struct bases_marking *m,
                    struct jsonw *w, struct error *e)
{
    struct base base = BASE_NONE;
    const struct index_work work = {.base = &base,
                                    .tables = b->tables,
                                    .cancel = m->cancel,
                                    .wait_ms = INDEX_WORK_WAIT_MS,
                                    .report = m->progress.report,
                                    .ctx = m->progress.ctx,
                                    .measure = m->progress.measure};
    struct index_worked done = {0};
    struct arena a;
    int64_t *id;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    id = arena_alloc_array(&a, m->n, sizeof(*id), e);
    if (!id)
        return e->code;
    rc = base_open_in(&b->registry, m->base, &a, &base, e);
    if (!rc)
        rc = mark_all(&base, m, id, &a, e);
    if (!rc && (m->mark == BASES_REINDEX || m->mark == BASES_DISABLE))
        rc = bases_index(b, &work, &done, e);
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", m->base);
    if (!rc)
        rc = write_documents(&base, id, m->n, &a, w, e);
    write_worked(&done, w);
    jsonw_end_object(w);
    base_close(&base);
    arena_release(&a);
    return rc;
}

void bases_keep_metrics(struct bases *b)
{
    struct error ignored;

    (void)!metrics_store_flush(&b->registry, &ignored);
}

enum err bases_metrics(struct bases *b, struct jsonw *w, struct error *e)
{
    return metrics_store_write(&b->registry, w, e);
}

enum err bases_metrics_text(struct bases *b, struct buf *out, struct error *e)
{
    struct metrics all;
    enum err rc = metrics_store_read(&b->registry, &all, e);

    if (!rc)
        metrics_write_text(&all, out);
    return rc;
}
