#include "knowledge/knowledge_base/base_lifecycle.h"

#include "search/index/index.h"
#include "search/retrieve/scope.h"
#include "store/catalog/base_lock.h"
#include "store/catalog/database_copy.h"
#include "store/catalog/databases.h"
#include "store/catalog/pending_upload.h"

#include <errno.h>
#include <unistd.h>

enum err base_lifecycle_begin(struct bases *b, struct arena *a,
                              struct whole_new *out, struct error *e)
{
    struct str path;
    enum err rc = registry_sweep(&b->registry, e);

    *out = (struct whole_new){.base = BASE_NONE};
    if (!rc)
        rc = registry_new_id(a, &out->id, e);
    if (!rc)
        rc = str_printf(a, &path, e, "%s/bases/%.*s", b->home->path,
                        STR_FMT(out->id));
    if (rc)
        return rc;
    out->folder = path.p;
    return fs_mkdirs(out->folder, "a folder of a base", e);
}

/* What was put there is a file: into a store it is brought, and goes. */
static enum err bring_file(struct whole_new *n, struct arena *a,
                           struct error *e)
{
    const char *path = fs_join(n->folder, "base.db", a, e);
    bool is_there = false;
    enum err rc =
        path ? fs_exists(path, "the copy of the database", &is_there, e)
             : e->code;

    if (rc || !is_there || !db_is_on_server(n->base.db))
        return rc;
    rc = database_load_base(path, n->base.db, e);
    if (!rc && unlink(path) != 0)
        rc = fs_error(ERR_FILE_WRITE_FAILED, "remove",
                      "the copy of the database", errno, e);
    return rc;
}

enum err base_lifecycle_open(struct bases *b, struct str name,
                             struct whole_new *n, struct arena *a,
                             struct error *e)
{
    enum err rc = base_open_folder(b->home, name, n->id, a, &n->base, e);

    if (!rc)
        rc = bring_file(n, a, e);
    return rc ? rc : uploads_forget_all(&n->base, e);
}

bool base_lifecycle_bring_index(const struct base *from, uint64_t wait_ms,
                                const char *folder, struct lease *lock)
{
    struct error why;
    struct arena a;
    struct str index = {0};
    bool copied = false;

    if (index_lock(from, wait_ms, lock, &why))
        return false; /* its file remains */
    if (!index_copy(from, lock, folder, &copied, &why))
        return copied;
    arena_init(&a, (size_t)16 * 1024);
    if (!str_printf(&a, &index, &why, "%s/index", folder))
        (void)!fs_remove_tree(index.p, "the index of the copy", &why);
    arena_release(&a);
    return false;
}

enum err base_lifecycle_count_waiting(struct whole_new *n, int64_t *waiting,
                                      struct error *e)
{
    struct index_state s = {0};
    enum err rc = index_note_lost(&n->base, e);

    if (!rc)
        rc = index_state_read(&n->base, &s, e);
    *waiting = s.stale + s.indexing;
    return rc;
}

void base_lifecycle_abandon(struct bases *b, struct whole_new *n)
{
    struct error ignored;

    base_close(&n->base);
    if (n->id.n > 0)
        (void)!databases_drop_base(b->registry.db, n->id, &ignored);
    if (n->folder)
        (void)!fs_remove_tree(n->folder, "a base", &ignored);
}

enum err base_lifecycle_hold(struct bases *b, struct str name, struct arena *a,
                             struct whole_old *out, struct error *e)
{
    enum err rc;

    *out = WHOLE_OLD_NONE;
    rc = base_open_in(&b->registry, name, a, &out->base, e);
    if (!rc)
        rc = base_lock(&out->base, &out->lock, e);
    if (!rc)
        rc = db_begin_write(out->base.db, e);
    out->writing = !rc;
    return rc;
}

enum err base_lifecycle_retire(struct whole_old *o, struct error *e)
{
    return o->writing ? base_retire(&o->base, e) : OK;
}

void base_lifecycle_release(struct whole_old *o, bool gone)
{
    struct error ignored;

    if (o->writing && !db_end(o->base.db, gone ? OK : ERR_CONFLICT, &ignored) &&
        gone)
        (void)!base_drop_database(&o->base, &ignored);
    o->writing = false;
    base_close(&o->base);
    lease_close(&o->lock);
}

void base_lifecycle_write_snapshot(struct jsonw *w, const struct snapshot *s)
{
    jsonw_member_i64(w, "documents", s->documents);
    jsonw_member_u64(w, "originals", s->originals);
    jsonw_member_u64(w, "bytes", s->bytes);
}
