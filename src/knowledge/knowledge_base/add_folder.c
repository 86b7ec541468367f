/*
 * add_folder.c - a folder of an add: its files, and those that are gone.
 *
 * When all files of an add are added the base is what its folders are: a document
 * that came from a path in one of them where no file is any more does not answer
 * (store/catalog/document_gone.h). A path that cannot be looked at is not gone.
 */
#include "base/fs_walk.h"
#include "knowledge/knowledge_base/add_members.h"
#include "store/catalog/document_gone.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#define NAME_BYTES ((size_t)64 * 1024)

struct str add_last_part(struct str path)
{
    while (path.n > 1 && path.p[path.n - 1] == '/')
        path.n--;
    return str_after_last(path, '/');
}

/* The source name of a file in the folder `path`: "docs/keys.md". "." and ".."
 * are left out of it. */
static enum err name_in_folder(const char *path, struct str file,
                               struct arena *a, struct str *out,
                               struct error *e)
{
    struct str folder = add_last_part(str_from(path));

    if (str_eq(folder, STR(".")) || str_eq(folder, STR(".."))) {
        *out = file;
        return OK;
    }
    return str_printf(a, out, e, "%.*s/%.*s", STR_FMT(folder), STR_FMT(file));
}

static enum err add_files(struct adding *x, const char *path,
                          const struct fs_tree *t, struct arena *a,
                          struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; !rc && i < t->n; i++) {
        struct str file, shown;

        if (x->request->progress.report)
            x->request->progress.report(x->request->progress.ctx, i, t->n);
        rc = str_printf(a, &file, e, "%s/%.*s", path, STR_FMT(t->files[i]));
        if (!rc)
            rc = name_in_folder(path, t->files[i], a, &shown, e);
        if (!rc)
            rc = add_one(x, file.p, shown, false, e);
    }
    return rc;
}

static enum err skip_passed(struct adding *x, const char *path,
                            const struct fs_tree *t, struct arena *a,
                            struct error *e)
{
    static const struct {
        const char *kind;
        const char *reason;
    } why[] = {
        [FS_SKIPPED_LINK] = {"links",
                             "a symbolic link; links are not followed"},
        [FS_SKIPPED_HIDDEN] = {"hidden", "hidden: its name begins with a dot"},
        [FS_SKIPPED_SPECIAL] = {"special", "neither a file nor a folder"},
        [FS_SKIPPED_CLOSED] = {"closed", "it may not be looked at or into"}};
    enum err rc = OK;

    for (size_t i = 0; !rc && i < t->n_skipped; i++) {
        const struct fs_skipped *p = &t->skipped[i];
        struct str shown;

        rc = name_in_folder(path, p->path, a, &shown, e);
        if (!rc)
            skip_file(x, shown, str_from(why[p->why].kind), why[p->why].reason);
    }
    return rc;
}

/* The file of the path, or a folder of it, is one that holds others. */
static bool is_held(char *path)
{
    for (char *p = path; (p = strchr(p + 1, '/')) != NULL; *p = '/') {
        *p = '\0';
        if (members_hold(path))
            return true;
    }
    return false;
}

/* A path below the folder where there is certainly no file. What is no path was in
 * a file that does not hold it any more. */
static bool is_gone(struct str source)
{
    struct stat st;
    char path[PATH_MAX];
    struct str place = str_slice(source, STR(BASES_PATH).n, source.n);

    if (!str_starts(source, STR(BASES_PATH)))
        return true;
    if (place.n >= sizeof(path))
        return false;
    memcpy(path, place.p, place.n);
    path[place.n] = '\0';
    if (lstat(path, &st) == 0)
        return !S_ISREG(st.st_mode);
    return errno == ENOENT || errno == ENOTDIR;
}

/* Is it a document of a file that is there, which knows what it holds? */
static bool is_member(struct str source)
{
    char path[PATH_MAX];
    struct str place = str_slice(source, STR(BASES_PATH).n, source.n);

    if (place.n >= sizeof(path))
        return false;
    memcpy(path, place.p, place.n);
    path[place.n] = '\0';
    return is_held(path);
}

/* A file of the walk is there; both lists are by their bytes. */
struct walked {
    const struct fs_tree *tree;
    size_t next;     /* of its files: those before it were skipped */
    size_t n_folder; /* bytes of a source before the path in the folder */
};

static bool is_missing(void *ctx, struct str source)
{
    struct walked *w = ctx;
    const struct fs_tree *t = w->tree;
    struct str file = str_slice(source, w->n_folder, source.n);

    while (w->next < t->n && str_cmp(t->files[w->next], file) < 0)
        w->next++;
    return (w->next == t->n || !str_eq(t->files[w->next], file)) &&
           is_gone(source) && !is_member(source);
}

void add_missing(struct adding *x, struct document_place *first)
{
    while (*x->missing_end)
        x->missing_end = &(*x->missing_end)->next;
    *x->missing_end = first;
}

static enum err find_missing(struct adding *x, const char *path,
                             const struct fs_tree *t, struct error *e)
{
    struct walked w = {.tree = t};
    struct document_places p = {.wants = is_missing, .ctx = &w};
    char real[PATH_MAX];
    enum err rc;

    if (!realpath(path, real))
        return OK;
    rc = str_printf(x->arena, &p.folder, e, BASES_PATH "%s/", real);
    w.n_folder = p.folder.n;
    if (!rc)
        rc = document_places(&x->base, &p, x->arena, e);
    add_missing(x, rc ? NULL : p.first);
    return rc;
}

static enum err report_gone(struct adding *x, const struct document_place *p,
                            struct error *e)
{
    struct arena a;
    struct str now = {0};
    enum err rc;

    if (x->counts->gone++ >= ADD_MAX_LISTED)
        return OK;
    arena_init(&a, NAME_BYTES);
    rc = document_same_content(&x->base, p->id, &a, &now, e);
    jsonw_begin_object(x->gone);
    jsonw_member_str(x->gone, "document", p->name);
    jsonw_member_text(x->gone, "now", now);
    jsonw_end_object(x->gone);
    arena_release(&a);
    return rc;
}

/* Another program may have added the file again meanwhile. */
static enum err mark_all(struct adding *x, struct error *e)
{
    enum err rc = OK;

    for (const struct document_place *p = x->missing; p && !rc; p = p->next) {
        bool was_there;

        if (!is_gone(p->source))
            continue;
        rc = document_set_gone(&x->base, p->id, &was_there, e);
        if (!rc && was_there)
            rc = report_gone(x, p, e);
    }
    return rc;
}

enum err gone_commit(struct adding *x, struct error *e)
{
    enum err rc = x->missing ? db_begin_write(x->base.db, e) : OK;

    return rc || !x->missing ? rc : db_end(x->base.db, mark_all(x, e), e);
}

enum err add_folder(struct adding *x, const char *path, struct arena *a,
                    struct error *e)
{
    struct fs_tree tree;
    enum err rc = fs_walk_tree(path, path, a, &tree, e);

    if (!rc)
        rc = skip_passed(x, path, &tree, a, e);
    if (!rc)
        rc = add_files(x, path, &tree, a, e);
    return rc || x->request->keep_missing ? rc
                                          : find_missing(x, path, &tree, e);
}

static enum err bring_back(struct adding *x, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < x->n_back && !rc; i++)
        rc = document_set_back(&x->base, x->back[i], e);
    return rc;
}

enum err back_commit(struct adding *x, struct error *e)
{
    enum err rc = x->n_back ? db_begin_write(x->base.db, e) : OK;

    if (rc || x->n_back == 0)
        return rc;
    rc = db_end(x->base.db, bring_back(x, e), e);
    for (size_t i = 0; i < x->n_back && !rc && x->leaves; i++)
        jsonw_i64(x->awaited, x->back[i]);
    if (!rc)
        x->counts->unchanged += x->back_unchanged;
    x->n_back = 0;
    x->back_unchanged = 0;
    return rc;
}

enum err back_add(struct adding *x, const struct item *i, struct error *e)
{
    x->back[x->n_back++] = i->id;
    x->back_unchanged += !i->is_kept;
    return x->n_back == ADD_BACK ? back_commit(x, e) : OK;
}
