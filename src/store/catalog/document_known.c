#include "store/catalog/document_known.h"

enum err document_find_known(const struct base *b, struct str source,
                             struct arena *a, struct document_known *out,
                             struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(
        b->db,
        "SELECT id, removed, name, encoding FROM document WHERE source = ?1",
        DB_ARGS(db_text(source)), &r, e);

    *out = (struct document_known){0};
    if (!rc && db_next(&r)) {
        *out = (struct document_known){.id = db_column_int(&r, 0),
                                       .is_hidden = db_column_int(&r, 1) != 0};
        rc = str_dup(db_column_text(&r, 2), a, &out->name, e);
        if (!rc)
            rc = str_dup(db_column_text(&r, 3), a, &out->encoding, e);
    }
    return db_finish(&r, rc, e);
}

/* Of the name itself or not, gone or not: the first kind that is there counts. */
static bool is_same_kind(const struct db_rows *r, bool gone, bool exact)
{
    return (db_column_int(r, 1) != 0) == gone &&
           (db_column_int(r, 2) != 0) == exact;
}

enum err document_find_named(const struct base *b, struct str name,
                             struct str begins, struct arena *a,
                             struct document_named *out, struct error *e)
{
    struct db_rows r;
    bool gone = false;
    bool exact = false;
    enum err rc = db_query(
        b->db,
        "SELECT source, gone <> 0, name = ?1 FROM document WHERE removed = 0"
        " AND (name = ?1 OR substr(name, -length(?1) - 1) = '/' || ?1)"
        " AND substr(source, 1, ?3) = ?2"
        " ORDER BY gone <> 0, name <> ?1, id LIMIT 2",
        DB_ARGS(db_text(name), db_text(begins), db_int((int64_t)begins.n)), &r,
        e);

    *out = (struct document_named){0};
    if (!rc && db_next(&r)) {
        gone = db_column_int(&r, 1) != 0;
        exact = db_column_int(&r, 2) != 0;
        out->n = 1;
        rc = str_dup(db_column_text(&r, 0), a, &out->source, e);
    }
    if (!rc && out->n == 1 && db_next(&r) && is_same_kind(&r, gone, exact))
        out->n = 2;
    return db_finish(&r, rc, e);
}
