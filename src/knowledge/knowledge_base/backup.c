/*
 * backup.c - backs up a base to a new folder.
 *
 * The folder is made under a name that begins with a dot, beside where it is to
 * be, and gets its name when everything in it is on the disk, the manifest
 * last. A process that dies leaves the other name, which the next backup there
 * removes: no process holds it any more.
 */
#include "knowledge/knowledge_base/backup.h"

#include "base/clock.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "store/catalog/base_lock.h"

#include <string.h>

#define UNFINISHED ".quarry-backup-"

enum err backup_folder(const struct bases *b, struct str base, struct arena *a,
                       const char **out, struct error *e)
{
    struct str path;
    enum err rc = str_printf(a, &path, e, "%s/backups/%.*s", b->home->path,
                             STR_FMT(base));

    if (!rc)
        *out = path.p;
    return rc;
}

/* Where it goes: the folder above, the path, and how people see it. */
struct target {
    const char *parent;
    const char *path;
    const char *shown;
};

/* 20260309T140509.123Z: sorts by time and is a name everywhere. */
static enum err default_target(const struct bases *b, struct str base,
                               struct str now, struct arena *a,
                               struct target *t, struct error *e)
{
    struct str name, shown;
    struct buf compact;
    enum err rc = backup_folder(b, base, a, &t->parent, e);

    if (rc)
        return rc;
    buf_init(&compact, CLOCK_ISO_BYTES);
    for (size_t i = 0; i < now.n; i++) {
        if (now.p[i] != '-' && now.p[i] != ':')
            buf_put_char(&compact, now.p[i]);
    }
    rc = str_dup(buf_str(&compact), a, &name, e);
    buf_release(&compact);
    if (!rc)
        rc = str_printf(a, &shown, e, "backups/%.*s/%.*s", STR_FMT(base),
                        STR_FMT(name));
    if (rc)
        return rc;
    t->shown = shown.p;
    t->path = fs_join(t->parent, name.p, a, e);
    return t->path ? OK : e->code;
}

static enum err given_target(struct str to, struct arena *a, struct target *t,
                             struct error *e)
{
    size_t slash;

    t->shown = str_cstr(to, a, e);
    while (to.n > 1 && to.p[to.n - 1] == '/')
        to.n--;
    for (slash = to.n; slash > 0 && to.p[slash - 1] != '/'; slash--)
        ;
    t->path = t->shown ? str_cstr(to, a, e) : NULL;
    if (slash == 0)
        t->parent = ".";
    else
        t->parent = str_cstr(str_slice(to, 0, slash), a, e);
    return t->path && t->parent ? OK : e->code;
}

static enum err fill(struct backup *k, const struct target *t, struct arena *a,
                     struct error *e)
{
    struct scratch s = SCRATCH_NONE;
    struct error ignored;
    uint64_t swept;
    enum err rc = fs_mkdirs(t->parent, t->shown, e);

    if (rc)
        return rc;
    (void)!scratch_sweep_in(t->parent, UNFINISHED, &swept, &ignored);
    rc = scratch_open_in(t->parent, UNFINISHED, a, &s, e);
    if (!rc)
        rc = snapshot_take(k->base, s.path, k->release, k->release ? 1 : 0,
                           &k->manifest.holds, e);
    if (!rc)
        rc = manifest_write(s.path, &k->manifest, a, e);
    if (!rc)
        rc = scratch_keep(&s, t->path, t->shown, e);
    scratch_close(&s);
    return rc;
}

enum err backup_make(const struct bases *b, struct backup *k, struct arena *a,
                     struct error *e)
{
    struct manifest *m = &k->manifest;
    char now[CLOCK_ISO_BYTES];
    struct target t = {0};
    enum err rc;

    clock_wall_iso(now);
    *m = (struct manifest){.base = str_from(k->base->name)};
    rc = str_dup(str_from(now), a, &m->created_at, e);
    if (!rc)
        rc = k->to.n > 0 ? given_target(k->to, a, &t, e)
                         : default_target(b, m->base, m->created_at, a, &t, e);
    k->path = str_from(t.shown);
    return rc ? rc : fill(k, &t, a, e);
}

static void write_answer(struct jsonw *w, const struct backup *k)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", k->manifest.base);
    jsonw_member_str(w, "path", k->path);
    base_lifecycle_write_snapshot(w, &k->manifest.holds);
    jsonw_member_str(w, "created_at", k->manifest.created_at);
    jsonw_end_object(w);
}

enum err bases_backup(struct bases *b, struct str name, struct str to,
                      struct jsonw *w, struct error *e)
{
    struct base base = BASE_NONE;
    struct lease lock = LEASE_NONE;
    struct backup k = {.base = &base, .to = to, .release = &lock};
    struct arena a;
    enum err rc;

    arena_init(&a, WHOLE_ARENA_BYTES);
    rc = base_open_in(&b->registry, name, &a, &base, e);
    if (!rc)
        rc = base_lock(&base, &lock, e);
    if (!rc)
        rc = backup_make(b, &k, &a, e);
    if (!rc)
        write_answer(w, &k);
    lease_close(&lock);
    base_close(&base);
    arena_release(&a);
    return rc;
}
