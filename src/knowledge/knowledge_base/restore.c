/*
 * restore.c - restores a backup.
 *
 *     manifest -> every file copied and hashed into a new folder -> checked
 *              -> the base that is there: held, backed up
 *              -> the name given to the new folder
 *
 * Until the last step nothing of what is there was touched.
 */
#include "knowledge/knowledge_base/backup.h"
#include "knowledge/knowledge_base/bucket.h"
#include "knowledge/knowledge_base/check.h"
#include "knowledge/knowledge_base/exports.h"
#include "knowledge/knowledge_base/maintenance.h"
#include "store/catalog/document.h"
#include "store/table_cache/copy.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

/* One restore. */
struct restoring {
    struct bases *bases;
    const struct bases_restore *request;
    struct arena *a;
    const char *folder; /* of the backup */
    struct str shown;
    struct manifest manifest;
    struct whole_new made;
    bool replaced;
    struct str saved_to; /* empty: nothing */
    int64_t waiting;     /* documents that are not indexed */
};

#define BACKUPS "the backups of the base"

static enum err none(struct str base, struct error *e)
{
    return error_set(e, ERR_NOT_FOUND,
                     "there is no backup of '%.*s' in the home; name a folder "
                     "with --from",
                     STR_FMT(base));
}

/* The newest: its name is its time. */
static enum err find_newest(struct restoring *x, struct error *e)
{
    struct str base = x->request->base;
    const char *parent;
    enum err rc = backup_folder(x->bases, base, x->a, &parent, e);
    DIR *d = rc ? NULL : opendir(parent);
    struct str newest = {0};
    const char *f;

    if (rc)
        return rc;
    if (!d && errno != ENOENT)
        return fs_error(ERR_FILE_READ_FAILED, "list", BACKUPS, errno, e);
    if (!d)
        return none(base, e);
    rc = fs_next_name(d, BACKUPS, &f, e);
    while (!rc && f) {
        struct str name = str_from(f);
        const char *path = fs_join(parent, f, x->a, e);

        if (!path)
            rc = e->code;
        else if (f[0] != '.' && str_cmp(name, newest) > 0 &&
                 manifest_exists(path))
            rc = str_dup(name, x->a, &newest, e);
        if (!rc)
            rc = fs_next_name(d, BACKUPS, &f, e);
    }
    (void)closedir(d);
    if (!rc && newest.n == 0)
        rc = none(base, e);
    if (!rc)
        rc = str_printf(x->a, &x->shown, e, "backups/%.*s/%.*s", STR_FMT(base),
                        STR_FMT(newest));
    x->folder = rc ? NULL : fs_join(parent, newest.p, x->a, e);
    return rc || x->folder ? rc : e->code;
}

static enum err find_backup(struct restoring *x, struct error *e)
{
    enum err rc = base_check_name(x->request->base, e);

    if (rc)
        return rc;
    if (x->request->from.n == 0)
        return find_newest(x, e);
    x->shown = x->request->from;
    x->folder = str_cstr(x->shown, x->a, e);
    if (!x->folder)
        return e->code;
    return manifest_exists(x->folder)
               ? OK
               : error_set(e, ERR_NOT_FOUND,
                           "'%.*s' is not a backup: it has no manifest.json",
                           STR_FMT(x->shown));
}

static enum err damaged(const struct manifest_file *f, struct error *e)
{
    return error_set(e, ERR_FILE_READ_FAILED,
                     "'%.*s' of the backup is damaged or lost; use another "
                     "backup",
                     STR_FMT(f->path));
}

/* One file of the backup, which is what the manifest says. */
static enum err copy_file(struct restoring *x, const struct manifest_file *f,
                          const char *files, struct error *e)
{
    bool is_original = str_starts(f->path, STR("files/"));
    const char *name = f->path.p + (is_original ? strlen("files/") : 0);
    struct copy c = {.from = -1,
                     .sha256 = f->sha256,
                     .folder = is_original ? files : x->made.folder,
                     .name = name,
                     .shown = f->path.p};
    struct error why;
    struct stat st;
    enum err rc = fs_open_below(x->folder, f->path.p, O_RDONLY | O_NONBLOCK,
                                FS_BELOW_NO_LINKS, &c.from, &why);

    if (rc)
        return damaged(f, e);
    if (fstat(c.from, &st) != 0 || !S_ISREG(st.st_mode) ||
        (uint64_t)st.st_size != f->bytes)
        rc = damaged(f, e);
    if (!rc && exports_is_path(f->path))
        rc = exports_place(c.from, f->sha256, x->made.folder, f->path, x->a, e);
    else if (!rc)
        rc = copy_make(&c, e);
    if (rc == ERR_CONFLICT)
        rc = damaged(f, e);
    fs_close(&c.from);
    return rc;
}

static enum err copy_all(struct restoring *x, struct error *e)
{
    const char *files;
    enum err rc = base_lifecycle_begin(x->bases, x->a, &x->made, e);

    files = rc ? NULL : fs_join(x->made.folder, "files", x->a, e);
    if (!files)
        return e->code;
    rc = fs_mkdirs(files, "a folder of a base", e);
    for (size_t i = 0; i < x->manifest.n && !rc; i++)
        rc = copy_file(x, &x->manifest.files[i], files, e);
    return rc ? rc : copy_sync_all(x->made.folder, e);
}

static void note_damage(void *ctx, const char *kind, struct str document,
                        const char *what)
{
    struct error *first = ctx;

    if (!first->code)
        (void)error_set(first, ERR_FILE_READ_FAILED,
                        "the backup is of a damaged base: %s '%.*s': %s", kind,
                        STR_FMT(document), what);
}

/* What was copied is a base, and whole. */
static enum err check_new(struct restoring *x, struct error *e)
{
    struct error first = {0};
    const struct damage_list to = {note_damage, &first};
    struct check_counts counts = {0};
    enum err rc =
        base_lifecycle_open(x->bases, x->request->base, &x->made, x->a, e);

    if (!rc)
        rc = check_canonical(&x->made.base, &to, &counts, e);
    if (!rc && !first.code)
        rc = bucket_push_new(&x->made.base, e);
    if (!rc)
        rc = base_lifecycle_count_waiting(&x->made, &x->waiting, e);
    base_close(&x->made.base);
    if (!rc && first.code) {
        *e = first;
        rc = first.code;
    }
    return rc;
}

/* By a connection of its own: one that holds the writer's lock cannot copy. */
static enum err back_up(struct restoring *x, struct error *e)
{
    struct base reader = BASE_NONE;
    struct backup k = {.base = &reader};
    enum err rc =
        base_open_in(&x->bases->registry, x->request->base, x->a, &reader, e);

    if (!rc)
        rc = backup_make(x->bases, &k, x->a, e);
    if (!rc)
        x->saved_to = k.path;
    base_close(&reader);
    return rc;
}

/* Keep what is there, holding it so that nothing is added meanwhile. */
static enum err save_old(struct restoring *x, struct whole_old *old,
                         struct error *e)
{
    enum err rc = base_lifecycle_hold(x->bases, x->request->base, x->a, old, e);

    if (rc == ERR_FILE_READ_FAILED && x->request->force)
        return OK;
    if (!rc && !x->request->force)
        rc = back_up(x, e);
    if (!rc)
        rc = base_lifecycle_retire(old, e);
    if (rc == ERR_FILE_READ_FAILED)
        error_wrap(
            e,
            "the existing base cannot be backed up first; --force replaces it "
            "anyway");
    return rc;
}

/* Pointers to what the base had since the backup do not lead to what comes
 * after it. Of a base that cannot be read nothing is known. */
static enum err retire_keys(struct restoring *x, const struct whole_old *old,
                            struct error *e)
{
    struct base *b = &x->made.base;
    enum err rc = base_open_folder(x->bases->home, x->request->base, x->made.id,
                                   x->a, b, e);

    if (!rc)
        rc = base_set_setting(b, DOCUMENT_KEY_SALT, x->made.id, e);
    if (!rc && old->writing)
        rc = document_retire_all(b, &old->base, e);
    base_close(b);
    return rc;
}

static enum err adopt(struct restoring *x, struct error *e)
{
    struct whole_old old = WHOLE_OLD_NONE;
    struct base_entry entry;
    struct error why;
    enum err rc = registry_find(&x->bases->registry, x->request->base, x->a,
                                &entry, &why);

    x->replaced = rc == OK;
    if (rc == ERR_NOT_FOUND)
        rc = OK;
    else if (rc)
        *e = why;
    else
        rc = save_old(x, &old, e);
    if (!rc)
        rc = retire_keys(x, &old, e);
    if (!rc)
        rc = registry_adopt(&x->bases->registry, x->request->base, x->made.id,
                            x->replaced, e);
    base_lifecycle_release(&old, !rc);
    return rc;
}

static void write_answer(const struct restoring *x, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", x->request->base);
    jsonw_member_str(w, "path", x->shown);
    jsonw_member_str(w, "created_at", x->manifest.created_at);
    base_lifecycle_write_snapshot(w, &x->manifest.holds);
    jsonw_member_bool(w, "replaced", x->replaced);
    jsonw_member_text(w, "saved_to", x->saved_to);
    jsonw_member_i64(w, "documents_waiting", x->waiting);
    jsonw_end_object(w);
}

enum err bases_restore(struct bases *b, const struct bases_restore *r,
                       struct jsonw *w, struct error *e)
{
    struct arena a;
    struct restoring x = {.bases = b, .request = r, .a = &a};
    enum err rc;

    arena_init(&a, WHOLE_ARENA_BYTES);
    rc = find_backup(&x, e);
    if (!rc)
        rc = manifest_read(x.folder, &a, &x.manifest, e);
    if (!rc)
        rc = copy_all(&x, e);
    if (!rc)
        rc = check_new(&x, e);
    if (!rc)
        rc = adopt(&x, e);
    if (rc)
        base_lifecycle_abandon(b, &x.made);
    else
        write_answer(&x, w);
    arena_release(&a);
    return rc;
}
