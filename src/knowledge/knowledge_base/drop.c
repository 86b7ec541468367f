/* drop.c - removes a base and everything in it. */
#include "knowledge/knowledge_base/base_lifecycle.h"
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "search/index/index_backend.h"

static enum err ask_first(struct str name, const struct snapshot *s,
                          struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "base '%.*s' holds %lld documents and %llu bytes, which "
                     "would be lost; --force removes it, 'quarry base backup' "
                     "keeps it",
                     STR_FMT(name), (long long)s->documents,
                     (unsigned long long)s->bytes);
}

static void write_answer(struct jsonw *w, struct str name,
                         const struct snapshot *s)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", name);
    base_lifecycle_write_snapshot(w, s);
    jsonw_end_object(w);
}

/* A damaged base does not say where it has some. */
static enum err drop_backend(const struct bases *b, const struct base *base,
                             struct error *e)
{
    struct error why;
    enum err rc = index_backend_drop(base, b->home, &why);

    if (!rc || rc == ERR_FILE_READ_FAILED)
        return OK;
    *e = why;
    error_wrap(e, "what the backend has of the base is not removed "
                  "(" BACKEND_SETTING "=" BACKEND_NONE " leaves it there)");
    return rc;
}

enum err bases_drop(struct bases *b, struct str name, bool force,
                    struct jsonw *w, struct error *e)
{
    struct whole_old old;
    struct snapshot s = {0};
    struct arena a;
    enum err rc;

    arena_init(&a, WHOLE_ARENA_BYTES);
    rc = base_lifecycle_hold(b, name, &a, &old, e);
    if (!rc)
        rc = snapshot_measure(old.base.db, &s, e);
    if (!rc && !force)
        rc = ask_first(name, &s, e);
    if (!rc)
        rc = drop_backend(b, &old.base, e);
    if (!rc)
        rc = base_lifecycle_retire(&old, e);
    if (rc == ERR_FILE_READ_FAILED && force)
        rc = OK; /* a damaged base can go, too */
    if (!rc)
        rc = registry_remove(&b->registry, name, e);
    if (!rc)
        write_answer(w, name, &s);
    base_lifecycle_release(&old, !rc);
    arena_release(&a);
    return rc;
}
