#include "store/json_document/document_run.h"

#include "store/json_tree/split.h"

#include <string.h>

#define KEY_BYTES 4

#define COLUMNS "id, container, kind, count, child, place, text"
#define OF_CONTAINER \
    " FROM run WHERE document = ?1 AND generation = ?2 AND container = ?3 "

static void put_hash(uint32_t h, char out[KEY_BYTES])
{
    for (int i = 0; i < KEY_BYTES; i++)
        out[i] = (char)(h >> (8 * i) & 0xff);
}

void run_put_key(struct str key, struct buf *keys)
{
    char bytes[KEY_BYTES];

    put_hash(split_key_hash(key), bytes);
    buf_put(keys, bytes, KEY_BYTES);
}

static bool may_have(struct str keys, const char hash[KEY_BYTES])
{
    for (size_t i = 0; i + KEY_BYTES <= keys.n; i += KEY_BYTES) {
        if (memcmp(keys.p + i, hash, KEY_BYTES) == 0)
            return true;
    }
    return false;
}

/* A row of COLUMNS. */
static enum err read_run(const struct db_rows *r, struct arena *a,
                         struct run *out, struct error *e)
{
    enum err rc;

    *out = (struct run){.id = db_column_int(r, 0),
                        .container = db_column_int(r, 1),
                        .kind = (enum run_kind)db_column_int(r, 2),
                        .count = db_column_int(r, 3),
                        .child = db_column_int(r, 4)};
    rc = str_dup(db_column_text(r, 5), a, &out->place, e);
    return rc ? rc : str_dup(db_column_text(r, 6), a, &out->text, e);
}

/* The first row of a query, or none. */
static enum err read_first(const struct part *p, const char *sql,
                           struct db_args args, struct arena *a,
                           struct run *out, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(p->db, sql, args, &r, e);

    *out = (struct run){0};
    if (!rc && db_next(&r))
        rc = read_run(&r, a, out, e);
    return db_finish(&r, rc, e);
}

static enum err read_row(const struct part *p, int64_t id, struct arena *a,
                         struct run *out, struct error *e)
{
    return read_first(p, "SELECT " COLUMNS " FROM run WHERE id = ?1",
                      DB_ARGS(db_int(id)), a, out, e);
}

enum err run_next(const struct part *p, int64_t container, struct str place,
                  struct arena *a, struct run *out, struct error *e)
{
    return read_first(p,
                      "SELECT " COLUMNS OF_CONTAINER
                      "AND place > ?4 ORDER BY place LIMIT 1",
                      DB_ARGS(db_int(p->document), db_int(p->generation),
                              db_int(container), db_blob(place)),
                      a, out, e);
}

enum err run_previous(const struct part *p, int64_t container, struct str place,
                      struct arena *a, struct run *out, struct error *e)
{
    return read_first(p,
                      "SELECT " COLUMNS OF_CONTAINER
                      "AND place < ?4 ORDER BY place DESC LIMIT 1",
                      DB_ARGS(db_int(p->document), db_int(p->generation),
                              db_int(container), db_blob(place)),
                      a, out, e);
}

enum err run_opener(const struct part *p, int64_t container, struct arena *a,
                    struct run *out, struct error *e)
{
    return read_first(
        p,
        "SELECT " COLUMNS " FROM run WHERE document = ?1 AND"
        " generation = ?2 AND child = ?3",
        DB_ARGS(db_int(p->document), db_int(p->generation), db_int(container)),
        a, out, e);
}

enum err run_find_index(const struct part *p, int64_t container, size_t index,
                        struct arena *a, struct run_found *out, struct error *e)
{
    struct db_rows r;
    int64_t id = 0;
    int64_t count = 0;
    enum err rc = db_query(
        p->db, "SELECT id, count" OF_CONTAINER "ORDER BY place",
        DB_ARGS(db_int(p->document), db_int(p->generation), db_int(container)),
        &r, e);

    *out = (struct run_found){0};
    while (!rc && !out->found && db_next(&r)) {
        out->before += count;
        id = db_column_int(&r, 0);
        count = db_column_int(&r, 1);
        out->found = index < (size_t)(out->before + count);
    }
    rc = db_finish(&r, rc, e);
    return rc ? rc : read_row(p, id, a, &out->run, e);
}

enum err run_key(const struct run *r, struct arena *a, struct str *key,
                 struct error *e)
{
    struct json *j;
    enum err rc = json_parse(r->text, &json_default_limits, a, &j, e);

    if (!rc)
        *key = j->text;
    return rc;
}

/* Not only a hash that is alike. */
static enum err really_has(const struct run *r, struct str key, struct arena *a,
                           bool *has, struct error *e)
{
    struct json *children;
    struct str own;
    enum err rc;

    *has = false;
    if (r->kind != RUN_VALUES) {
        rc = run_key(r, a, &own, e);
        *has = !rc && str_eq(own, key);
        return rc;
    }
    rc = run_children(r, true, a, &children, e);
    for (const struct json *j = rc ? NULL : children->first; j && !*has;
         j = j->next)
        *has = str_eq(j->key, key);
    return rc;
}

enum err run_find_key(const struct part *p, int64_t container, struct str key,
                      struct arena *a, struct run_found *out, struct error *e)
{
    struct db_rows r;
    char hash[KEY_BYTES];
    enum err rc = db_query(
        p->db, "SELECT id, count, keys" OF_CONTAINER "ORDER BY place",
        DB_ARGS(db_int(p->document), db_int(p->generation), db_int(container)),
        &r, e);
    int64_t id = 0;
    int64_t count = 0;

    put_hash(split_key_hash(key), hash);
    *out = (struct run_found){0};
    while (!rc && !out->found && db_next(&r)) {
        out->before += count;
        id = db_column_int(&r, 0);
        count = db_column_int(&r, 1);
        if (!may_have(db_column_text(&r, 2), hash))
            continue;
        rc = read_row(p, id, a, &out->run, e);
        if (!rc)
            rc = really_has(&out->run, key, a, &out->found, e);
    }
    rc = db_finish(&r, rc, e);
    if (!rc && !out->found)
        rc = read_row(p, id, a, &out->run, e);
    return rc;
}

enum err run_children(const struct run *r, bool in_object, struct arena *a,
                      struct json **out, struct error *e)
{
    struct str text;
    enum err rc;

    BUG_ON(r->kind != RUN_VALUES);
    rc = str_printf(a, &text, e, "%c%.*s%c", in_object ? '{' : '[',
                    STR_FMT(r->text), in_object ? '}' : ']');
    if (!rc)
        rc = json_parse(text, &json_answer_limits, a, out, e);
    if (rc == ERR_VALIDATION_FAILED)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the JSON of a document is damaged");
    return rc;
}

enum err run_insert(const struct part *p, const struct run *r, struct str keys,
                    struct error *e)
{
    return db_run(p->db,
                  "INSERT INTO run(document, generation, container, place,"
                  " kind, count, child, keys, text)"
                  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                  DB_ARGS(db_int(p->document), db_int(p->generation),
                          db_int(r->container), db_blob(r->place),
                          db_int(r->kind), db_int(r->count),
                          r->child ? db_int(r->child) : db_null(),
                          db_blob(keys), db_blob(r->text)),
                  e);
}

enum err run_update(const struct part *p, const struct run *r, struct str keys,
                    struct error *e)
{
    return db_run(p->db,
                  "UPDATE run SET kind = ?2, count = ?3, child = ?4,"
                  " keys = ?5, text = ?6 WHERE id = ?1",
                  DB_ARGS(db_int(r->id), db_int(r->kind), db_int(r->count),
                          r->child ? db_int(r->child) : db_null(),
                          db_blob(keys), db_blob(r->text)),
                  e);
}

enum err run_delete(const struct part *p, const struct run *r, struct error *e)
{
    return db_run(p->db, "DELETE FROM run WHERE id = ?1",
                  DB_ARGS(db_int(r->id)), e);
}

enum err run_delete_container(const struct part *p, int64_t container,
                              struct error *e)
{
    return db_run(
        p->db,
        "WITH RECURSIVE open(container) AS (VALUES (?3) UNION ALL"
        " SELECT child FROM run JOIN open ON run.container = open.container"
        " WHERE document = ?1 AND generation = ?2 AND child IS NOT NULL)"
        " DELETE FROM run WHERE document = ?1 AND generation = ?2 AND"
        " container IN (SELECT container FROM open)",
        DB_ARGS(db_int(p->document), db_int(p->generation), db_int(container)),
        e);
}

enum err run_new_container(const struct part *p, int64_t *container,
                           struct error *e)
{
    enum err rc;

    *container = 0;
    rc = db_get_int(p->db,
                    "SELECT max(child) FROM run WHERE document = ?1 AND"
                    " generation = ?2 AND child IS NOT NULL",
                    DB_ARGS(db_int(p->document), db_int(p->generation)),
                    container, e);

    (*container)++;
    return rc;
}
