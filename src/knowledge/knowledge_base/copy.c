/* copy.c - copies a base. */
#include "knowledge/knowledge_base/bases_internal.h"
#include "knowledge/knowledge_base/keep.h"
#include "knowledge/knowledge_base/snapshot.h"
#include "knowledge/knowledge_base/whole.h"
#include "store/catalog/originals.h"

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
    struct fs_lock lock; /* of `from`; let go on the way */
    struct snapshot holds;
    struct arena *a;
};

static void write_answer(struct jsonw *w, const struct copying *x)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", x->to);
    jsonw_member_cstr(w, "copy_of", x->from.name);
    whole_write_snapshot(w, &x->holds);
    jsonw_end_object(w);
}

static enum err copy_locked(struct copying *x, struct error *e)
{
    struct whole_new made = {0};
    enum err rc = whole_begin(x->bases, x->a, &made, e);

    if (!rc)
        rc = snapshot_take(&x->from, made.folder, &x->lock, &x->holds, e);
    if (!rc)
        rc = whole_open(x->bases, x->to, &made, x->a, e);
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
    struct copying x = {.bases = b, .to = to, .lock = FS_LOCK_NONE, .a = &a};
    enum err rc;

    arena_init(&a, WHOLE_ARENA_BYTES);
    rc = check_free(b, to, &a, e);
    if (!rc)
        rc = base_open_in(&b->registry, from, &a, &x.from, e);
    if (!rc)
        rc = originals_lock(&x.from, &x.lock, e);
    if (!rc)
        rc = copy_locked(&x, e);
    if (!rc)
        write_answer(w, &x);
    fs_lock_close(&x.lock);
    base_close(&x.from);
    arena_release(&a);
    return rc;
}
