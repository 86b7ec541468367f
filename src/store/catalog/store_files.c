#include "store/catalog/store_files.h"

#include <unistd.h>

#define NAME      "store.id"
#define MAX_BYTES 64

/* What the folder says; empty: nothing. */
static enum err read_id(const struct home *h, struct arena *a, struct str *id,
                        struct error *e)
{
    const char *path = fs_join(h->path, NAME, a, e);

    *id = (struct str){0};
    if (!path)
        return e->code;
    return access(path, F_OK) == 0
               ? fs_read_file(path, NAME, MAX_BYTES, a, id, e)
               : OK;
}

static enum err refuse(const struct home *h, const char *why, struct error *e)
{
    return error_set(e, ERR_CONFLICT,
                     "%s '%s'; name the folder that belongs to the store with "
                     "--home",
                     why, h->shown);
}

/* The file comes before the row: after a crash between them the same folder is claimed
 * again. */
static enum err claim(const struct home *h, struct db *d, struct str id,
                      struct arena *a, struct error *e)
{
    const char *databases = fs_join(h->path, "quarry.db", a, e);
    const char *path = databases ? fs_join(h->path, NAME, a, e) : NULL;
    int64_t is_claimed = 0;
    enum err rc;

    if (!path)
        return e->code;
    if (access(databases, F_OK) == 0)
        return refuse(h, "there are bases without a store in", e);
    rc = db_get_int(d, "SELECT claimed FROM files", DB_NO_ARGS, &is_claimed, e);
    if (!rc && is_claimed)
        rc = refuse(h, "the files of the store are not in", e);
    if (!rc)
        rc = fs_write_atomic(path, NAME, id, true, e);
    return rc ? rc : db_run(d, "UPDATE files SET claimed = 1", DB_NO_ARGS, e);
}

/* With the writer's lock, as several may be the first. */
static enum err claim_once(const struct home *h, struct db *d, struct str id,
                           struct arena *a, struct error *e)
{
    struct str of_folder;
    enum err rc = read_id(h, a, &of_folder, e);

    return rc || str_eq(id, of_folder) ? rc : claim(h, d, id, a, e);
}

enum err store_files_check(const struct home *h, struct db *d, struct arena *a,
                           struct error *e)
{
    struct str of_store, of_folder;
    enum err rc =
        db_get_text(d, "SELECT id FROM files", DB_NO_ARGS, a, &of_store, e);

    if (!rc)
        rc = read_id(h, a, &of_folder, e);
    if (rc || str_eq(of_store, of_folder))
        return rc;
    if (of_folder.n > 0)
        return refuse(h, "another store has its files in", e);
    rc = db_begin_write(d, e);
    return rc ? rc : db_end(d, claim_once(h, d, of_store, a, e), e);
}

enum err store_files_refuse(const struct home *h, struct arena *a,
                            struct error *e)
{
    struct str id;
    enum err rc = read_id(h, a, &id, e);

    return rc || id.n == 0
               ? rc
               : error_set(e, ERR_CONFLICT,
                           "the databases of '%s' are in a store: name it with "
                           "--store or QUARRY_STORE",
                           h->shown);
}
