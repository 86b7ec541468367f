/*
 * snapshot.c - a consistent copy of a base's canonical data.
 *
 * The database is copied while others write, into a file, whatever engine it has.
 * Originals never change and only
 * vanish under the base's lock, so under it each gets a second name, which
 * takes no time; they are copied from those names when adds go on already.
 * Drafts are copied before the database and what is published after it: one
 * that is published meanwhile is a draft there, or both, and what the database
 * names is there.
 */
#include "knowledge/knowledge_base/snapshot.h"

#include "base/hash.h"
#include "knowledge/knowledge_base/exports.h"
#include "store/catalog/database_copy.h"
#include "store/catalog/originals.h"
#include "store/sqlite/db_file.h"
#include "store/table_cache/copy.h"
#include "store/table_cache/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#define ARENA_BYTES ((size_t)256 * 1024)
#define FOLDER      "the folder of the copy"
#define ORIGINAL    "an original of the base"

/* Every original that is named, once, and a document that names it. */
#define ORIGINALS                                                    \
    "SELECT sha256, min(key), max(bytes) FROM document_version JOIN" \
    " document ON document.id = document WHERE sha256 IS NOT NULL"   \
    " GROUP BY sha256"

static enum err copy_one(const char *from, const char *name, const char *to,
                         struct str sha256, struct error *e)
{
    struct copy c = {.from = -1,
                     .sha256 = sha256,
                     .folder = to,
                     .name = name,
                     .shown = ORIGINAL};
    enum err rc = fs_open_read(from, ORIGINAL, &c.from, e);

    if (!rc)
        rc = copy_make(&c, e);
    fs_close(&c.from);
    return rc;
}

/* A second name, or, where the file system has none, a copy. */
static enum err link_one(const char *from, const char *folder, const char *name,
                         struct arena *a, struct error *e)
{
    const char *to = fs_join(folder, name, a, e);

    if (!to)
        return e->code;
    if (link(from, to) == 0)
        return OK;
    return copy_one(from, name, folder, (struct str){0}, e);
}

static enum err link_all(const struct base *b, const char *folder,
                         struct error *e)
{
    DIR *d = opendir(b->files);
    const char *name;
    struct arena a;
    enum err rc;

    if (!d)
        return fs_error(ERR_FILE_READ_FAILED, "list", ORIGINAL, errno, e);
    arena_init(&a, ARENA_BYTES);
    rc = fs_next_name(d, ORIGINAL, &name, e);
    while (!rc && name) {
        const char *from = fs_join(b->files, name, &a, e);

        if (!from)
            rc = e->code;
        else if (name[0] != '.')
            rc = link_one(from, folder, name, &a, e);
        arena_reset(&a);
        if (!rc)
            rc = fs_next_name(d, ORIGINAL, &name, e);
    }
    arena_release(&a);
    (void)closedir(d);
    return rc;
}

/* One original from its second name, checked on the way. */
static enum err copy_named(const struct db_rows *r, const char *from,
                           const char *to, struct snapshot *out,
                           struct error *e)
{
    char name[HASH_HEX_BYTES] = "";
    struct str sha256 = db_column_text(r, 0);
    struct arena a;
    const char *path;
    enum err rc;

    for (size_t i = 0; i < sha256.n && i + 1 < sizeof(name); i++)
        name[i] = sha256.p[i];
    arena_init(&a, ARENA_BYTES);
    path = fs_join(from, name, &a, e);
    rc = path ? copy_one(path, name, to, sha256, e) : e->code;
    if (rc == ERR_CONFLICT || rc == ERR_NOT_FOUND)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the original of '%.*s' is %s; 'quarry base check' "
                       "says more",
                       STR_FMT(db_column_text(r, 1)),
                       rc == ERR_CONFLICT ? "damaged" : "lost");
    arena_release(&a);
    out->originals += !rc;
    return rc;
}

static enum err copy_all(struct db *d, const char *from, const char *to,
                         struct snapshot *out, struct error *e)
{
    struct snapshot all;
    struct db_rows r;
    enum err rc = db_query(d, ORIGINALS, DB_NO_ARGS, &r, e);

    while (!rc && db_next(&r))
        rc = copy_named(&r, from, to, out, e);
    rc = db_finish(&r, rc, e);
    if (!rc)
        rc = snapshot_measure(d, &all, e);
    if (!rc)
        *out = all;
    return rc;
}

enum err snapshot_measure(struct db *d, struct snapshot *out, struct error *e)
{
    int64_t database = 0, originals = 0, bytes = 0;
    enum err rc = db_size(d, &database, e);

    *out = (struct snapshot){0};
    if (!rc)
        rc = db_get_int(d, "SELECT count(*) FROM document WHERE removed = 0",
                        DB_NO_ARGS, &out->documents, e);
    if (!rc)
        rc = db_get_int(d, "SELECT count(*) FROM (" ORIGINALS ") AS o",
                        DB_NO_ARGS, &originals, e);
    if (!rc)
        rc = db_get_int(d,
                        "SELECT sum(bytes) FROM (SELECT max(bytes) AS bytes"
                        " FROM document_version WHERE sha256 IS NOT NULL"
                        " GROUP BY sha256) AS o",
                        DB_NO_ARGS, &bytes, e);
    out->originals = (uint64_t)originals;
    out->bytes = (uint64_t)(database + bytes);
    return rc;
}

/* What was copied is whole: the copy says what it names. */
static enum err copy_files(const char *folder, const char *links,
                           struct arena *a, struct snapshot *out,
                           struct error *e)
{
    const char *path = fs_join(folder, "base.db", a, e);
    const char *files = path ? fs_join(folder, "files", a, e) : NULL;
    struct db *d = NULL;
    enum err rc;

    if (!files)
        return e->code;
    rc = fs_mkdirs(files, FOLDER, e);
    if (!rc)
        rc = db_file_open(path, "the copy of the base", DB_EXISTING, &d, e);
    if (!rc)
        rc = db_check(d, e);
    if (!rc)
        rc = copy_all(d, links, files, out, e);
    db_close(d);
    return rc ? rc : copy_sync_all(folder, e);
}

/* The database as it is now, and a second name of each original. A file is copied
 * at once; of a store one state is read, which may take long, when the locks are let
 * go already. */
static enum err copy_database(const struct base *b, const char *path,
                              const char *links, struct lease *release,
                              size_t n, struct error *e)
{
    const bool is_held = db_is_on_server(b->db);
    enum err rc =
        is_held ? database_hold(b->db, e) : database_save_base(b->db, path, e);

    if (!rc) /* what went from the folder again since */
        rc = originals_bring_all(b, e);
    if (!rc)
        rc = link_all(b, links, e);
    for (size_t i = 0; i < n && !rc; i++)
        lease_close(&release[i]);
    if (!rc && is_held)
        rc = database_save_base(b->db, path, e);
    database_let_go(b->db);
    return rc;
}

enum err snapshot_take(const struct base *b, const char *folder,
                       struct lease *release, size_t n, struct snapshot *out,
                       struct error *e)
{
    struct scratch links = SCRATCH_NONE;
    struct arena a;
    const char *path;
    enum err rc;

    *out = (struct snapshot){0};
    arena_init(&a, ARENA_BYTES);
    path = fs_join(folder, "base.db", &a, e);
    rc = path ? scratch_open(&b->derived, &a, &links, e) : e->code;
    if (!rc)
        rc = exports_copy(b, EXPORTS_DRAFT, folder, e);
    if (!rc)
        rc = originals_bring_all(b, e);
    if (!rc)
        rc = copy_database(b, path, links.path, release, n, e);
    if (!rc)
        rc = exports_copy(b, EXPORTS_PUBLISHED, folder, e);
    if (!rc)
        rc = copy_files(folder, links.path, &a, out, e);
    scratch_close(&links);
    arena_release(&a);
    return rc;
}
