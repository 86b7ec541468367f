#include "store/catalog/databases.h"

#include "base/json.h"
#include "store/catalog/base_schema.h"
#include "store/catalog/store_files.h"
#include "store/pgsql/db_schema.h"
#include "store/sqlite/db_file.h"

#include <stdio.h>
#include <unistd.h>

#define SCHEMA_BYTES 64
#define HOME_SHOWN   "the home's database"

/* Of an id of registry_new_id(), or of a test. */
static void name_schema(struct str id, char name[SCHEMA_BYTES])
{
    const int n = snprintf(name, SCHEMA_BYTES, "quarry_%.*s", STR_FMT(id));

    BUG_ON(n >= SCHEMA_BYTES);
}

static enum err open_in_store(const struct home *h, struct arena *a,
                              struct db **out, struct error *e)
{
    enum err rc =
        db_schema_open(h->store, "quarry", HOME_SHOWN, DB_CREATE, out, e);

    if (!rc)
        rc = db_migrate(*out, &home_schema_server, e);
    return rc ? rc : store_files_check(h, *out, a, e);
}

enum err databases_open_home(const struct home *h, struct arena *a,
                             struct db **out, struct error *e)
{
    const char *path = fs_join(h->path, "quarry.db", a, e);
    enum err rc = OK;

    if (!path)
        return e->code;
    if (h->store)
        return open_in_store(h, a, out, e);
    if (access(path, F_OK) != 0)
        rc = store_files_refuse(h, a, e);
    if (!rc)
        rc = db_file_open(path, HOME_SHOWN, DB_CREATE, out, e);
    return rc ? rc : db_migrate(*out, &home_schema, e);
}

enum err databases_open_base(const struct home *h, struct str id,
                             const char *file, const char *shown,
                             struct db **out, struct error *e)
{
    char schema[SCHEMA_BYTES];
    enum err rc;

    if (!h->store) {
        rc = db_file_open(file, shown, DB_CREATE, out, e);
        return rc ? rc : db_migrate(*out, &base_schema, e);
    }
    name_schema(id, schema);
    rc = db_schema_open(h->store, schema, shown, DB_CREATE, out, e);
    return rc ? rc : db_migrate(*out, &base_schema_server, e);
}

/* Opening would make an empty one, and the loss would go unnoticed. */
enum err databases_check_there(const struct home *h, struct str id,
                               struct arena *a, struct error *e)
{
    struct str path;
    bool there = true;
    enum err rc =
        str_printf(a, &path, e, "%s/bases/%.*s/base.db", h->path, STR_FMT(id));

    if (!rc && !h->store)
        rc = fs_exists(path.p, "the database of the base", &there, e);
    if (!rc && !there)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the database of the base is lost; restore it from a "
                       "backup");
    return rc;
}

enum err databases_drop_base(struct db *d, struct str id, struct error *e)
{
    char schema[SCHEMA_BYTES];

    if (!db_is_on_server(d))
        return OK;
    name_schema(id, schema);
    return db_schema_drop(d, schema, e);
}

/* A list as one text, since nobody else names schemas so. */
#define LEFT                                                                 \
    "SELECT json_group_array(id) FROM (SELECT CAST(substr(CAST(n.nspname AS" \
    " TEXT), 8) AS TEXT) AS id FROM pg_namespace n"                          \
    " WHERE n.nspname ~ '^quarry_[0-9a-f]{16}$' AND NOT EXISTS (SELECT 1"    \
    " FROM base b WHERE 'quarry_' || b.id = n.nspname)"                      \
    " AND coalesce(CAST(obj_description(n.oid, 'pg_namespace') AS"           \
    " TIMESTAMPTZ), '-infinity') < now() - interval '1 day' ORDER BY 1) AS l"

enum err databases_list_left(struct db *d, struct arena *a, struct str **list,
                             size_t *n, struct error *e)
{
    struct json *root = NULL;
    struct str text;
    enum err rc;

    *list = NULL;
    *n = 0;
    if (!db_is_on_server(d))
        return OK;
    rc = db_get_text(d, LEFT, DB_NO_ARGS, a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_answer_limits, a, &root, e);
    if (!rc && root->count)
        *list = arena_alloc_array(a, root->count, sizeof(**list), e);
    if (rc || !*list)
        return rc ? rc : (root->count ? e->code : OK);
    for (const struct json *j = root->first; j; j = j->next)
        (*list)[(*n)++] = json_text(j);
    return OK;
}
