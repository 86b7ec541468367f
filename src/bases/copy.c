/* copy.c - another base with the same content. */
#include "bases/bases_internal.h"
#include "bases/keep.h"
#include "bases/snapshot.h"
#include "bases/whole.h"
#include "catalog/originals.h"

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

static void write_answer(struct jsonw *w, struct str from, struct str to,
                         const struct snapshot *s)
{
    jsonw_begin_object(w);
    jsonw_key(w, "base");
    jsonw_str(w, to);
    jsonw_key(w, "copy_of");
    jsonw_str(w, from);
    whole_write_snapshot(w, s);
    jsonw_end_object(w);
}

/* Under the lock of the base that is copied, which is let go on the way. */
static enum err copy_locked(struct bases *b, const struct base *from,
                            struct str to, struct fs_lock *lock,
                            struct arena *a, struct snapshot *s,
                            struct error *e)
{
    struct whole_new made = {0};
    enum err rc = whole_begin(b, a, &made, e);

    if (!rc)
        rc = snapshot_take(from, made.folder, lock, s, e);
    if (!rc)
        rc = whole_open(b, to, &made, a, e);
    base_close(&made.base);
    if (!rc)
        rc = registry_adopt(&b->registry, to, made.id, false, e);
    if (rc)
        whole_abandon(&made);
    return rc;
}

enum err bases_copy(struct bases *b, struct str from, struct str to,
                    struct jsonw *w, struct error *e)
{
    struct base base = BASE_NONE;
    struct fs_lock lock = FS_LOCK_NONE;
    struct snapshot s;
    struct arena a;
    enum err rc;

    arena_init(&a, WHOLE_ARENA_BYTES);
    rc = check_free(b, to, &a, e);
    if (!rc)
        rc = base_open(b->home, from, &a, &base, e);
    if (!rc)
        rc = originals_lock(&base, &lock, e);
    if (!rc)
        rc = copy_locked(b, &base, to, &lock, &a, &s, e);
    if (!rc)
        write_answer(w, from, to, &s);
    fs_lock_close(&lock);
    base_close(&base);
    arena_release(&a);
    return rc;
}
