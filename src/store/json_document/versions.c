#include "store/json_document/versions.h"

#include "base/clock.h"
#include "store/database/db_cancel.h"
#include "store/json_document/edit.h"
#include "store/json_document/read.h"
#include "store/json_tree/split.h"

#define UNDO_BYTES ((size_t)2 << 30)

enum err versions_add(const struct base *b, const struct tree_write *w,
                      int64_t *version, struct error *e)
{
    char now[CLOCK_ISO_BYTES];

    clock_wall_iso(now);
    return db_get_int(
        b->db,
        "INSERT INTO tree_version(operation, pointer, patch, inverse,"
        " author, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
        " RETURNING version",
        DB_ARGS(db_text(str_from(w->operation)), db_text(w->pointer),
                db_text_or_null(w->patch), db_text_or_null(w->inverse),
                db_text(w->author), db_text(str_from(now))),
        version, e);
}

enum err versions_set_pointer(const struct base *b, int64_t version,
                              struct str pointer, struct error *e)
{
    return db_run(b->db,
                  "UPDATE tree_version SET pointer = ?2 WHERE version = ?1",
                  DB_ARGS(db_int(version), db_text(pointer)), e);
}

enum err versions_of_document(const struct base *b, int64_t document,
                              int64_t *version, struct error *e)
{
    *version = 0;
    return db_get_int(b->db,
                      "SELECT max(tree_version) FROM document_version"
                      " WHERE document = ?1",
                      DB_ARGS(db_int(document)), version, e);
}

enum err versions_new_generation(const struct base *b, int64_t document,
                                 int64_t *generation, struct error *e)
{
    enum err rc;

    *generation = 0;
    rc = db_get_int(b->db,
                    "SELECT max(generation) FROM document_version"
                    " WHERE document = ?1",
                    DB_ARGS(db_int(document)), generation, e);
    (*generation)++;
    return rc;
}

enum err versions_find(const struct base *b, int64_t document, int64_t at,
                       struct arena *a, struct data_state *out, struct error *e)
{
    int64_t number = 0;
    enum err rc = db_get_int(b->db,
                             "SELECT max(version) FROM document_version"
                             " WHERE document = ?1 AND generation IS NOT NULL"
                             " AND (?2 = 0 OR tree_version <= ?2)",
                             DB_ARGS(db_int(document), db_int(at)), &number, e);

    if (!rc && number == 0)
        rc = error_set(e, ERR_NOT_FOUND, "the document has no JSON%s",
                       at ? " of that version" : "");
    if (!rc)
        rc = document_get_version(b, document, number, a, &out->version, e);
    if (!rc)
        out->part = (struct part){.db = b->db,
                                  .document = document,
                                  .generation = out->version.generation,
                                  .run_bytes = SPLIT_RUN_BYTES};
    return rc;
}

/* What undoes the writes after `at` in this generation, the last one first. */
struct later {
    struct str *inverse; /* inverse[n] */
    size_t n;
};

static enum err read_later(const struct part *p, int64_t at, struct arena *a,
                           struct later *out, struct error *e)
{
    struct db_args args =
        DB_ARGS(db_int(p->document), db_int(p->generation), db_int(at));
    int64_t count = 0;
    struct db_rows r;
    enum err rc = db_get_int(p->db,
                             "SELECT count(*) FROM document_version d"
                             " JOIN tree_version t ON t.version = tree_version"
                             " WHERE document = ?1 AND generation = ?2 AND"
                             " tree_version > ?3 AND inverse IS NOT NULL",
                             args, &count, e);

    *out = (struct later){0};
    if (rc)
        return rc;
    out->inverse =
        arena_alloc_array(a, (size_t)count, sizeof(*out->inverse), e);
    if (!out->inverse)
        return e->code;
    rc = db_query(p->db,
                  "SELECT inverse FROM document_version d"
                  " JOIN tree_version t ON t.version = tree_version"
                  " WHERE document = ?1 AND generation = ?2 AND"
                  " tree_version > ?3 AND inverse IS NOT NULL"
                  " ORDER BY tree_version DESC",
                  args, &r, e);
    while (!rc && out->n < (size_t)count && db_next(&r))
        rc = str_dup(db_column_text(&r, 0), a, &out->inverse[out->n++], e);
    return db_finish(&r, rc, e);
}

/* The whole document with the later writes undone. */
static enum err undo_later(const struct part *p, const struct later *l,
                           struct arena *a, const struct json **out,
                           struct error *e)
{
    const struct pointer whole = {NULL, 0};
    struct json *root;
    enum err rc = read_tree(p, &whole, DATA_MAX_BYTES, a, &root, e);

    *out = root;
    for (size_t i = 0; i < l->n && !rc; i++) {
        struct json *doc;
        struct json_patch patch;

        if (db_is_cancelled(p->db))
            return error_set(e, ERR_TIMEOUT, "cancelled");
        rc = json_parse(l->inverse[i], &json_default_limits, a, &doc, e);
        if (!rc)
            rc = json_patch_read(doc, a, &patch, e);
        if (!rc)
            rc = json_patch_apply(&patch, *out, a, out, NULL, e);
    }
    return rc;
}

static enum err copy_runs(const struct part *from, int64_t generation,
                          struct error *e)
{
    return db_run(from->db,
                  "INSERT INTO run(document, generation, container, place,"
                  " kind, count, child, keys, text)"
                  " SELECT document, ?3, container, place, kind, count, child,"
                  " keys, text FROM run WHERE document = ?1 AND"
                  " generation = ?2",
                  DB_ARGS(db_int(from->document), db_int(from->generation),
                          db_int(generation)),
                  e);
}

static enum err apply_inverse(const struct part *p, struct str inverse,
                              struct arena *a, struct error *e)
{
    struct undo ignored = {0};
    struct json *doc;
    struct json_patch patch;
    enum err rc = json_parse(inverse, &json_default_limits, a, &doc, e);

    if (!rc)
        rc = json_patch_read(doc, a, &patch, e);
    for (size_t i = 0; !rc && i < patch.n; i++)
        rc = edit_apply(p, &patch.op[i], a, &ignored, e);
    return rc;
}

enum err versions_restore(const struct base *b, int64_t document, int64_t at,
                          int64_t generation, struct error *e)
{
    struct data_state state = {0};
    struct later later = {0};
    struct arena a, scratch;
    enum err rc;

    arena_init(&a, UNDO_BYTES);
    arena_init(&scratch, UNDO_BYTES);
    rc = versions_find(b, document, at, &a, &state, e);
    if (!rc)
        rc = read_later(&state.part, at, &a, &later, e);
    if (!rc)
        rc = copy_runs(&state.part, generation, e);
    state.part.generation = generation;
    for (size_t i = 0; i < later.n && !rc; i++) {
        rc = apply_inverse(&state.part, later.inverse[i], &scratch, e);
        arena_reset(&scratch);
    }
    arena_release(&scratch);
    arena_release(&a);
    return rc;
}

enum err versions_read(const struct base *b, int64_t document,
                       const struct pointer *inner, int64_t at, struct buf *out,
                       struct error *e)
{
    const struct json *root;
    const struct json *value;
    struct later later = {0};
    struct jsonw w;
    struct data_state state = {0};
    struct arena a;
    enum err rc;

    arena_init(&a, UNDO_BYTES);
    rc = versions_find(b, document, at, &a, &state, e);
    if (!rc && at)
        rc = read_later(&state.part, at, &a, &later, e);
    if (!rc && later.n == 0) {
        rc = read_value(&state.part, inner, out, e);
    } else if (!rc) {
        rc = undo_later(&state.part, &later, &a, &root, e);
        if (!rc)
            rc = pointer_get(root, inner, &value, e);
        jsonw_init(&w, out);
        if (!rc)
            json_write(value, &w);
    }
    arena_release(&a);
    return rc;
}
