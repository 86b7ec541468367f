/* data_history.c - who changed a value, and the tree as it was. */
#include "store/json_document/data.h"

#include "store/database/db_large.h"
#include "store/json_document/versions.h"

#define RESTORE_BYTES ((size_t)8 << 20)

/* Does a write to `written` touch what `asked` names, or something in it? */
static bool touches(const struct pointer *written, const struct pointer *asked)
{
    return pointer_is_prefix(written, asked) ||
           pointer_is_prefix(asked, written);
}

static void write_row(const struct db_rows *r, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_i64(w, "version", db_column_int(r, 0));
    jsonw_member_str(w, "operation", db_column_text(r, 1));
    jsonw_member_str(w, "pointer", db_column_text(r, 2));
    jsonw_member_str(w, "author", db_column_text(r, 3));
    jsonw_member_str(w, "at", db_column_text(r, 4));
    jsonw_key(w, "patch");
    if (db_column_is_null(r, 5))
        jsonw_null(w);
    else
        jsonw_raw(w, db_column_text(r, 5));
    jsonw_end_object(w);
}

static enum err write_history(const struct base *b, struct str pointer,
                              struct arena *a, struct jsonw *w, struct error *e)
{
    struct mounted m;
    struct pointer p;
    struct arena scratch;
    struct db_rows r = DB_ROWS_NONE;
    enum err rc = pointer_parse(pointer, a, &p, e);

    if (!rc)
        rc = mount_find(b, &p, 0, a, &m, e);
    if (rc)
        return rc;
    arena_init(&scratch, 2 * POINTER_MAX_BYTES);
    jsonw_begin_array(w);
    rc = db_query_large(b->db,
                        "SELECT version, operation, pointer, author, at, patch"
                        " FROM tree_version ORDER BY version DESC",
                        &r, e);
    while (!rc && db_next(&r)) {
        struct pointer written;

        arena_reset(&scratch);
        rc = pointer_parse(db_column_text(&r, 2), &scratch, &written, e);
        if (!rc && touches(&written, &m.pointer))
            write_row(&r, w);
    }
    rc = db_finish(&r, rc, e);
    jsonw_end_array(w);
    arena_release(&scratch);
    return rc;
}

enum err data_history(const struct base *b, struct str pointer, struct arena *a,
                      struct jsonw *w, struct error *e)
{
    enum err rc = db_begin_read(b->db, e);

    return rc ? rc : db_end(b->db, write_history(b, pointer, a, w, e), e);
}

/* A document that was written to after the version to go back to. */
struct changed {
    int64_t id;
    struct str then; /* its place at that version; p == NULL: none */
};

struct back {
    const struct base *b;
    int64_t to;
    struct str author;
    int64_t version; /* that going back makes */
    struct arena *a;
    struct changed *list; /* list[n] */
    size_t n;
};

static enum err find_changed(struct back *k, struct error *e)
{
    int64_t count = 0;
    struct db_rows r = DB_ROWS_NONE;
    enum err rc = db_get_int(k->b->db,
                             "SELECT count(DISTINCT document) FROM"
                             " document_version WHERE tree_version > ?1",
                             DB_ARGS(db_int(k->to)), &count, e);

    if (rc)
        return rc;
    k->list = arena_alloc_array(k->a, (size_t)count, sizeof(*k->list), e);
    if (!k->list)
        return e->code;
    rc = db_query(k->b->db,
                  "SELECT DISTINCT document FROM document_version"
                  " WHERE tree_version > ?1 ORDER BY document",
                  DB_ARGS(db_int(k->to)), &r, e);
    while (!rc && k->n < (size_t)count && db_next(&r))
        k->list[k->n++].id = db_column_int(&r, 0);
    rc = db_finish(&r, rc, e);
    /* before the first version nothing stood anywhere; 0 would mean now */
    for (size_t i = 0; i < k->n && k->to > 0 && !rc; i++)
        rc = mount_of(k->b, k->list[i].id, k->to, k->a, &k->list[i].then, e);
    return rc;
}

/* Another version of a document, with the content of the one that it had. */
static enum err put_back(struct back *k, int64_t id,
                         const struct data_state *then, struct error *e)
{
    struct document_change c = {.sha256 = then->version.sha256,
                                .fingerprint = then->version.fingerprint,
                                .author = k->author,
                                .bytes = then->version.bytes,
                                .tree_version = k->version,
                                .generation = then->part.generation};
    struct document doc;
    enum err rc = document_get(k->b, id, k->a, &doc, e);

    if (rc)
        return rc;
    c.source = doc.source;
    c.name = doc.name;
    c.source_type = doc.source_type;
    c.format = doc.format;
    return document_put(k->b, &c, &id, e);
}

/* Its JSON as it was, in a new generation. */
static enum err restore(struct back *k, const struct changed *c,
                        struct error *e)
{
    struct data_state then = {0};
    struct arena a;
    int64_t generation;
    enum err rc;

    arena_init(&a, RESTORE_BYTES);
    rc = versions_find(k->b, c->id, k->to, &a, &then, e);
    if (!rc)
        rc = versions_new_generation(k->b, c->id, &generation, e);
    if (!rc)
        rc = versions_restore(k->b, c->id, k->to, generation, e);
    then.part.generation = rc ? 0 : generation;
    if (!rc)
        rc = put_back(k, c->id, &then, e);
    if (!rc)
        rc = mount_put(k->b, c->id, c->then, k->version, e);
    arena_release(&a);
    return rc;
}

/* It was not there yet. */
static enum err hide(struct back *k, const struct changed *c, struct error *e)
{
    struct data_state now = {0};
    enum err rc = versions_find(k->b, c->id, 0, k->a, &now, e);

    if (!rc)
        rc = put_back(k, c->id, &now, e);
    return rc ? rc : document_hide(k->b, c->id, k->version, e);
}

static enum err go_back(struct back *k, struct error *e)
{
    const struct tree_write w = {.operation = "rollback", .author = k->author};
    int64_t last;
    enum err rc = data_version(k->b, &last, e);

    if (!rc && (k->to < 0 || k->to > last))
        rc = error_set(e, ERR_NOT_FOUND,
                       "%s has no version %lld; the last is %lld", k->b->shown,
                       (long long)k->to, (long long)last);
    if (!rc)
        rc = find_changed(k, e);
    if (!rc)
        rc = versions_add(k->b, &w, &k->version, e);
    /* all places are given up first: two documents may have changed theirs */
    for (size_t i = 0; i < k->n && !rc; i++)
        rc = mount_end(k->b, k->list[i].id, k->version, e);
    for (size_t i = 0; i < k->n && !rc; i++)
        rc = k->list[i].then.p ? restore(k, &k->list[i], e)
                               : hide(k, &k->list[i], e);
    return rc;
}

enum err data_rollback(const struct base *b, int64_t version, struct str author,
                       struct arena *a, int64_t *made, struct error *e)
{
    struct back k = {.b = b, .to = version, .author = author, .a = a};
    enum err rc = db_begin_write(b->db, e);

    if (!rc)
        rc = db_end(b->db, go_back(&k, e), e);
    *made = k.version;
    return rc;
}
