#include "store/catalog/registry.h"

#include "base/clock.h"
#include "base/hash.h"
#include "store/catalog/databases.h"
#include "store/catalog/document.h"
#include "store/catalog/log_archive.h"
#include "store/catalog/pins.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#define ID_BYTES 8 /* random; 16 digits */

/* A folder without a base may be work in progress for this long. */
#define YOUNG_S (24 * 60 * 60)

enum err registry_open(const struct home *h, struct arena *a,
                       struct registry *r, struct error *e)
{
    *r = (struct registry){.home = h};
    return databases_open_home(h, a, &r->db, e);
}

void registry_close(struct registry *r)
{
    db_close(r->db);
    r->db = NULL;
}

enum err registry_new_id(struct arena *a, struct str *id, struct error *e)
{
    uint8_t random[HASH_BYTES] = {0};
    char hex[HASH_HEX_BYTES];

    if (getrandom(random, ID_BYTES, 0) != ID_BYTES)
        return error_set(e, ERR_INTERNAL, "the system has no random bytes: %s",
                         strerror(errno));
    hash_hex(random, hex);
    return str_dup((struct str){hex, 2 * ID_BYTES}, a, id, e);
}

static enum err missing(struct str name, struct error *e)
{
    return error_set(e, ERR_NOT_FOUND,
                     "there is no base '%.*s'; 'quarry base list' lists "
                     "them, 'quarry base create %.*s' makes it",
                     STR_FMT(name), STR_FMT(name));
}

static enum err read_entry(const struct db_rows *r, struct arena *a,
                           struct base_entry *out, struct error *e)
{
    enum err rc = str_dup(db_column_text(r, 0), a, &out->name, e);

    if (!rc)
        rc = str_dup(db_column_text(r, 1), a, &out->id, e);
    return rc ? rc : str_dup(db_column_text(r, 2), a, &out->created_at, e);
}

enum err registry_find(struct registry *r, struct str name, struct arena *a,
                       struct base_entry *out, struct error *e)
{
    struct str id = {0};
    struct error why;
    struct db_rows rows;
    enum err rc =
        db_query(r->db, "SELECT name, id, created_at FROM base WHERE name = ?1",
                 DB_ARGS(db_text(name)), &rows, e);

    if (!rc)
        rc = db_next(&rows) ? read_entry(&rows, a, out, e) : missing(name, e);
    rc = db_finish(&rows, rc, e);
    if (rc && rc != ERR_NOT_FOUND)
        return rc;
    if (!rc)
        id = out->id;
    if (base_pins_check(name, id, &why)) {
        *e = why;
        return why.code;
    }
    return rc;
}

enum err registry_has_id(struct registry *r, struct str id, bool *has,
                         struct error *e)
{
    int64_t found = 0;
    enum err rc = db_get_int(r->db, "SELECT 1 FROM base WHERE id = ?1",
                             DB_ARGS(db_text(id)), &found, e);

    *has = found != 0;
    return rc;
}

enum err registry_list(struct registry *r, struct arena *a,
                       struct base_entry **list, size_t *n, struct error *e)
{
    struct db_rows rows;
    int64_t count = 0;
    size_t i = 0;
    enum err rc =
        db_get_int(r->db, "SELECT count(*) FROM base", DB_NO_ARGS, &count, e);

    if (rc)
        return rc;
    *list = arena_alloc_array(a, (size_t)count, sizeof(**list), e);
    if (!*list)
        return e->code;
    rc = db_query(r->db, "SELECT name, id, created_at FROM base ORDER BY name",
                  DB_NO_ARGS, &rows, e);
    while (!rc && i < (size_t)count && db_next(&rows))
        rc = read_entry(&rows, a, &(*list)[i++], e);
    *n = i;
    return db_finish(&rows, rc, e);
}

static enum err insert(struct registry *r, struct str name, struct str id,
                       char now[CLOCK_ISO_BYTES], struct error *e)
{
    enum err rc;

    clock_wall_iso(now);
    rc = db_run(r->db,
                "INSERT INTO base(id, name, created_at) VALUES (?1, ?2, ?3)",
                DB_ARGS(db_text(id), db_text(name), db_text(str_from(now))), e);
    return rc == ERR_CONFLICT
               ? error_set(e, ERR_CONFLICT, "there is a base '%.*s' already",
                           STR_FMT(name))
               : rc;
}

static enum err folder_of(const struct registry *r, struct str id,
                          struct arena *a, const char **out, struct error *e)
{
    struct str path;
    enum err rc =
        str_printf(a, &path, e, "%s/bases/%.*s", r->home->path, STR_FMT(id));

    if (!rc)
        *out = path.p;
    return rc;
}

static void remove_folder(const struct registry *r, struct str id)
{
    struct arena a;
    struct error ignored;
    const char *path;

    arena_init(&a, (size_t)16 * 1024);
    if (!folder_of(r, id, &a, &path, &ignored))
        (void)!fs_remove_tree(path, "a base", &ignored);
    arena_release(&a);
}

/* The whole setting of a new base. */
static const char *new_config(const struct home *h)
{
    if (str_is(h->new_bases, "vector"))
        return REGISTRY_VECTOR;
    if (str_is(h->new_bases, "keyword"))
        return REGISTRY_KEYWORD;
    return REGISTRY_HYBRID;
}

/* Keys of a base that had the name are not those of this one. */
static enum err set_key_salt(struct registry *r, const struct base *b,
                             struct str name, struct arena *a, struct error *e)
{
    struct str removed;
    enum err rc =
        db_get_text(r->db, "SELECT n FROM retired_base WHERE name = ?1",
                    DB_ARGS(db_text(name)), a, &removed, e);

    return rc || removed.n == 0
               ? rc
               : base_set_setting(b, DOCUMENT_KEY_SALT, removed, e);
}

/* Its folder and database, closed again before the base has its name: the
 * row never leads to what is half made. */
static enum err make_base(struct registry *r, struct str name, struct str id,
                          struct arena *a, struct error *e)
{
    struct base b = BASE_NONE;
    enum err rc = base_open_folder(r->home, name, id, a, &b, e);

    if (!rc)
        rc = set_key_salt(r, &b, name, a, e);

    if (!rc)
        rc = base_set_setting(&b, "retrieval_config",
                              str_from(new_config(r->home)), e);
    base_close(&b);
    return rc;
}

static void abandon(struct registry *r, struct str id)
{
    struct error ignored;

    (void)!databases_drop_base(r->db, id, &ignored);
    remove_folder(r, id);
}

enum err registry_create(struct registry *r, struct str name, struct arena *a,
                         struct base_entry *made, struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    struct str id;
    enum err rc = base_check_name(name, e);

    if (!rc)
        rc = registry_new_id(a, &id, e);
    if (rc)
        return rc;
    rc = make_base(r, name, id, a, e);
    if (!rc)
        rc = insert(r, name, id, now, e);
    if (rc) {
        abandon(r, id);
        return rc;
    }
    base_pins_forget(name);
    rc = base_pins_check(name, id, e);
    if (rc || !made)
        return rc;
    made->id = id;
    rc = str_dup(name, a, &made->name, e);
    return rc ? rc : str_dup(str_from(now), a, &made->created_at, e);
}

enum err registry_claim(struct registry *r, struct str name, struct arena *a,
                        struct base_entry *entry, bool *created,
                        struct error *e)
{
    enum err rc = base_check_name(name, e);

    *created = false;
    if (!rc)
        rc = registry_find(r, name, a, entry, e);
    if (rc != ERR_NOT_FOUND)
        return rc;
    rc = registry_create(r, name, a, entry, e);
    *created = !rc;
    return rc == ERR_CONFLICT /* another program was quicker */
               ? registry_find(r, name, a, entry, e)
               : rc;
}

static enum err run_all(struct registry *r, const char *const *changes,
                        size_t n, struct db_args args, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < n && !rc; i++)
        rc = db_run(r->db, changes[i], args, e);
    return rc;
}

/* What is granted and kept of a base stays when another folder becomes it. */
static enum err hand_over(struct registry *r, struct str old, struct str id,
                          struct error *e)
{
    static const char *const changes[] = {
        "UPDATE exposure SET base_id = ?2 WHERE base_id = ?1",
        "UPDATE bound_tool SET base_id = ?2 WHERE base_id = ?1",
        "UPDATE query_log SET base_id = ?2 WHERE base_id = ?1",
        "UPDATE ingestion_log SET base_id = ?2 WHERE base_id = ?1",
        "UPDATE token SET base_ids = (SELECT json_group_array(id) FROM"
        " (SELECT CASE value WHEN ?1 THEN ?2 ELSE value END AS id"
        " FROM json_each(token.base_ids) ORDER BY key) AS o)"
        " WHERE EXISTS (SELECT 1 FROM json_each(token.base_ids)"
        " WHERE value = ?1)"};

    return run_all(r, changes, COUNT_OF(changes),
                   DB_ARGS(db_text(old), db_text(id)), e);
}

/* Under the writer's lock: whose folder it was is in `old`, empty when nobody
 * had the name. */
static enum err take_name(struct registry *r, struct str name, struct str id,
                          struct arena *a, struct str *old, struct error *e)
{
    enum err rc = db_get_text(r->db, "SELECT id FROM base WHERE name = ?1",
                              DB_ARGS(db_text(name)), a, old, e);

    if (rc || old->n == 0)
        return rc;
    rc = db_run(r->db, "UPDATE base SET id = ?2 WHERE name = ?1",
                DB_ARGS(db_text(name), db_text(id)), e);
    return rc ? rc : hand_over(r, *old, id, e);
}

enum err registry_adopt(struct registry *r, struct str name, struct str id,
                        bool replace, struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    struct arena a;
    struct str old = {0};
    enum err rc = base_check_name(name, e);

    arena_init(&a, (size_t)16 * 1024);
    if (!rc)
        rc = db_begin_write(r->db, e);
    if (!rc && replace)
        rc = take_name(r, name, id, &a, &old, e);
    if (!rc && old.n == 0)
        rc = insert(r, name, id, now, e);
    if (!rc && old.n > 0) /* while no purge of the log can write there */
        log_archive_move(r->home, old, id);
    rc = db_end(r->db, rc, e);
    if (rc && old.n > 0)
        log_archive_move(r->home, id, old);
    if (!rc)
        base_pins_forget(name);
    if (!rc && old.n > 0)
        remove_folder(r, old);
    arena_release(&a);
    return rc;
}

/* What was granted of a base goes with it. */
static enum err take_grants(struct registry *r, struct str id, struct error *e)
{
    static const char *const changes[] = {
        "DELETE FROM exposure WHERE base_id = ?1",
        "DELETE FROM bound_tool WHERE base_id = ?1",
        "DELETE FROM token WHERE base_ids = json_array(?1)",
        "UPDATE token SET base_ids = (SELECT json_group_array(value)"
        " FROM json_each(token.base_ids) WHERE value <> ?1)"
        " WHERE EXISTS (SELECT 1 FROM json_each(token.base_ids)"
        " WHERE value = ?1)"};

    return run_all(r, changes, COUNT_OF(changes), DB_ARGS(db_text(id)), e);
}

static enum err forget(struct registry *r, const struct base_entry *b,
                       struct error *e)
{
    enum err rc = db_run(r->db, "DELETE FROM base WHERE id = ?1",
                         DB_ARGS(db_text(b->id)), e);

    if (!rc)
        rc = db_run(r->db,
                    "UPDATE ingestion_log SET status = 'failed',"
                    " completed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),"
                    " error_message = 'the base was removed before all of it"
                    " was indexed', awaited = NULL"
                    " WHERE base_id = ?1 AND awaited IS NOT NULL",
                    DB_ARGS(db_text(b->id)), e);
    return rc ? rc : take_grants(r, b->id, e);
}

/* End the transaction that forgot it; then its files go. */
static enum err end_removal(struct registry *r, const struct base_entry *entry,
                            enum err rc, struct error *e)
{
    rc = db_end(r->db, rc, e);
    if (rc)
        return rc;
    base_pins_forget(entry->name);
    remove_folder(r, entry->id);
    log_archive_drop(r->home, entry->id);
    return OK;
}

enum err registry_remove_held(struct registry *r,
                              const struct base_entry *entry, enum err rc,
                              struct error *e)
{
    if (!rc)
        rc = forget(r, entry, e);
    return end_removal(r, entry, rc, e);
}

enum err registry_unmake(struct registry *r, const struct base_entry *entry,
                         struct error *e)
{
    static const char *const changes[] = {
        "UPDATE retired_base SET n = n - 1 WHERE name = ?1",
        "DELETE FROM retired_base WHERE name = ?1 AND n <= 0"};
    enum err rc = db_begin_write(r->db, e);

    if (rc)
        return rc;
    rc = forget(r, entry, e);
    if (!rc)
        rc = run_all(r, changes, COUNT_OF(changes),
                     DB_ARGS(db_text(entry->name)), e);
    return end_removal(r, entry, rc, e);
}

enum err registry_remove(struct registry *r, struct str name, struct error *e)
{
    struct arena a;
    struct base_entry entry = {0};
    enum err rc = base_check_name(name, e);

    arena_init(&a, (size_t)16 * 1024);
    if (!rc)
        rc = registry_find(r, name, &a, &entry, e);
    if (!rc)
        rc = db_begin_write(r->db, e);
    if (!rc)
        rc = registry_remove_held(r, &entry, OK, e);
    arena_release(&a);
    return rc;
}

static bool is_old(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
           time(NULL) - st.st_mtime > YOUNG_S;
}

static enum err sweep_one(struct registry *r, struct str id, struct arena *a,
                          struct error *e)
{
    const char *path;
    int64_t named = 0;
    enum err rc = folder_of(r, id, a, &path, e);

    if (rc || !is_old(path))
        return rc;
    rc = db_get_int(r->db, "SELECT 1 FROM base WHERE id = ?1",
                    DB_ARGS(db_text(id)), &named, e);
    if (!rc && !named)
        remove_folder(r, id);
    return rc;
}

enum err registry_sweep(struct registry *r, struct error *e)
{
    struct arena a;
    const char *path;
    DIR *d;
    enum err rc;

    arena_init(&a, (size_t)64 * 1024);
    rc = folder_of(r, STR(""), &a, &path, e);
    d = rc ? NULL : opendir(path);
    while (d && !rc) {
        const struct dirent *f = readdir(d);

        if (!f)
            break;
        if (f->d_name[0] != '.')
            rc = sweep_one(r, str_from(f->d_name), &a, e);
    }
    if (d)
        (void)closedir(d);
    arena_release(&a);
    return rc;
}
