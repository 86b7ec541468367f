#include "store/catalog/base.h"

#include "base/fs_sync.h"
#include "store/catalog/databases.h"
#include "store/catalog/registry.h"
#include "store/pgsql/db_schema.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAME_START "abcdefghijklmnopqrstuvwxyz0123456789"
#define NAME_REST  NAME_START "._-"

bool base_is_name(struct str name)
{
    if (name.n == 0 || name.n > BASE_NAME_MAX ||
        !memchr(NAME_START, name.p[0], strlen(NAME_START)))
        return false;
    for (size_t i = 1; i < name.n; i++) {
        if (!memchr(NAME_REST, name.p[i], strlen(NAME_REST)))
            return false;
    }
    return true;
}

struct str base_of_path(struct str path)
{
    return str_slice(path, 0, str_find_char(path, '/'));
}

enum err base_check_name(struct str name, struct error *e)
{
    if (base_is_name(name))
        return OK;
    return error_set(
        e, ERR_VALIDATION_FAILED,
        "'%.*s' cannot name a base; use up to %d of a-z, 0-9, '.', "
        "'_' and '-', beginning with a letter or digit",
        name.n < BASE_NAME_MAX ? (int)name.n : BASE_NAME_MAX,
        name.p ? name.p : "", BASE_NAME_MAX);
}

/* The folder `name` of the base, made when missing. */
static const char *make(const struct base *b, const char *name, struct arena *a,
                        struct error *e)
{
    char *path = fs_join(b->folder, name, a, e);

    if (!path || fs_mkdirs(path, b->shown, e))
        return NULL;
    return path;
}

static enum err name_parts(const struct home *h, struct str id, struct arena *a,
                           struct base *b, struct error *e)
{
    struct home *d = &b->derived;
    struct str folder;

    if (str_printf(a, &folder, e, "%s/bases/%.*s", h->path, STR_FMT(id)))
        return e->code;
    b->folder = folder.p;
    *d = (struct home){.path = b->folder,
                       .shown = b->shown,
                       .seen = h->seen,
                       .keeps_digests = true};
    b->files = make(b, "files", a, e);
    d->cache = b->files ? make(b, "tables", a, e) : NULL;
    d->locks = d->cache ? make(b, "locks", a, e) : NULL;
    d->build = d->locks ? make(b, "build", a, e) : NULL;
    b->lock = d->build ? fs_join(b->folder, "lock", a, e) : NULL;
    return b->lock ? OK : e->code;
}

/* A new folder, and those it is in, by name on the disk: a process that names the base
 * after that may rely on it. */
static enum err sync_names(const struct home *h, const struct base *b,
                           struct error *e)
{
    char folder[PATH_MAX];
    enum err rc = fs_sync_name(b->folder, b->shown, e);
    int n = snprintf(folder, sizeof(folder), "%s/bases", h->path);

    if (!rc && n > 0 && (size_t)n < sizeof(folder))
        rc = fs_sync_name(folder, b->shown, e);
    return rc ? rc : fs_sync_name(h->path, b->shown, e);
}

enum err base_open_folder(const struct home *h, struct str name, struct str id,
                          struct arena *a, struct base *b, struct error *e)
{
    struct str shown;
    const char *file;
    bool is_new;
    enum err rc;

    *b = BASE_NONE;
    if (str_printf(a, &shown, e, "base '%.*s'", STR_FMT(name)))
        return e->code;
    b->shown = shown.p;
    b->blobs = h->blobs;
    b->store = h->store;
    b->home = h->path;
    b->name = str_cstr(name, a, e);
    b->id = b->name ? str_cstr(id, a, e) : NULL;
    rc = b->id ? name_parts(h, id, a, b, e) : e->code;
    file = rc ? NULL : fs_join(b->folder, "base.db", a, e);
    if (!file)
        return e->code;
    is_new = !h->store && access(file, F_OK) != 0;
    rc = databases_open_base(h, id, file, b->shown, &b->db, e);
    return rc || !is_new ? rc : sync_names(h, b, e);
}

enum err base_open_entry(const struct home *h, const struct base_entry *entry,
                         struct arena *a, struct base *b, struct error *e)
{
    enum err rc = databases_check_there(h, entry->id, a, e);

    *b = BASE_NONE;
    return rc ? rc : base_open_folder(h, entry->name, entry->id, a, b, e);
}

enum err base_open_in(struct registry *r, struct str name, struct arena *a,
                      struct base *b, struct error *e)
{
    struct base_entry entry;
    enum err rc = base_check_name(name, e);

    *b = BASE_NONE;
    if (!rc)
        rc = registry_find(r, name, a, &entry, e);
    return rc ? rc : base_open_entry(r->home, &entry, a, b, e);
}

enum err base_open(const struct home *h, struct str name, struct arena *a,
                   struct base *b, struct error *e)
{
    struct registry r = REGISTRY_NONE;
    enum err rc = base_check_name(name, e);

    *b = BASE_NONE;
    if (!rc)
        rc = registry_open(h, a, &r, e);
    if (!rc)
        rc = base_open_in(&r, name, a, b, e);
    registry_close(&r);
    return rc;
}

void base_close(struct base *b)
{
    db_close(b->db);
    b->db = NULL;
}

#define REFUSE(table, event)                                                 \
    "CREATE TRIGGER gone_" #table "_" #event " BEFORE " #event " ON " #table \
    " BEGIN SELECT RAISE(ABORT, 'gone'); END;"

enum err base_retire(const struct base *b, struct error *e)
{
    if (db_is_on_server(b->db))
        return db_schema_retire(b->db, e);
    /* every write begins with one of these */
    return db_exec(b->db,
                   REFUSE(document, INSERT) REFUSE(document, UPDATE)
                       REFUSE(document, DELETE) REFUSE(document_version, INSERT)
                           REFUSE(tree_version, INSERT) REFUSE(setting, INSERT)
                               REFUSE(setting, UPDATE) REFUSE(job, INSERT)
                                   REFUSE(job, UPDATE) REFUSE(job, DELETE)
                                       REFUSE(upload, INSERT),
                   e);
}

enum err base_drop_database(const struct base *b, struct error *e)
{
    return databases_drop_base(b->db, str_from(b->id), e);
}

enum err base_get_setting(const struct base *b, const char *name,
                          struct arena *a, struct str *value, struct error *e)
{
    return db_get_text(b->db, "SELECT value FROM setting WHERE name = ?1",
                       DB_ARGS(db_text(str_from(name))), a, value, e);
}

enum err base_set_setting(const struct base *b, const char *name,
                          struct str value, struct error *e)
{
    return db_run(b->db,
                  "INSERT INTO setting(name, value) VALUES (?1, ?2) "
                  "ON CONFLICT(name) DO UPDATE SET value = ?2",
                  DB_ARGS(db_text(str_from(name)), db_text(value)), e);
}

const char *base_draft(const struct base *b, struct arena *a, struct error *e)
{
    return fs_join(b->folder, "draft", a, e);
}
