#include "store/catalog/document_gone.h"

#include "store/catalog/index_job.h"

#define WHERE_BEGINS                   \
    " FROM document WHERE removed = 0" \
    " AND substr(source, 1, length(?1)) = ?1"

enum err document_places(const struct base *b, struct str begins,
                         struct arena *a, struct document_place **list,
                         size_t *n, struct error *e)
{
    const struct db_args begin = DB_ARGS(db_text(begins));
    struct db_rows r;
    int64_t count = 0;
    enum err rc =
        db_get_int(b->db, "SELECT count(*)" WHERE_BEGINS, begin, &count, e);

    *n = 0;
    *list = rc ? NULL : arena_alloc_array(a, (size_t)count, sizeof(**list), e);
    if (!*list)
        return e->code;
    rc = db_query(
        b->db, "SELECT id, name, source, gone" WHERE_BEGINS " ORDER BY source",
        begin, &r, e);
    while (!rc && *n < (size_t)count && db_next(&r)) {
        struct document_place *p = &(*list)[(*n)++];

        *p = (struct document_place){.id = db_column_int(&r, 0),
                                     .gone = db_column_int(&r, 3) != 0};
        rc = str_dup(db_column_text(&r, 1), a, &p->name, e);
        if (!rc)
            rc = str_dup(db_column_text(&r, 2), a, &p->source, e);
    }
    return db_finish(&r, rc, e);
}

enum err document_set_gone(const struct base *b, int64_t id, struct error *e)
{
    enum err rc = db_run(b->db,
                         "UPDATE document SET gone = CASE state WHEN 'disabled'"
                         " THEN 2 ELSE 1 END, state = 'disabled'"
                         " WHERE id = ?1 AND gone = 0",
                         DB_ARGS(db_int(id)), e);

    return rc ? rc : index_job_follow(b, id, e);
}

enum err document_set_back(const struct base *b, int64_t id, struct error *e)
{
    enum err rc = db_run(b->db,
                         "UPDATE document SET state = CASE WHEN gone = 2 THEN"
                         " state WHEN failure IS NOT NULL THEN 'failed'"
                         " ELSE 'stale' END, gone = 0"
                         " WHERE id = ?1 AND gone <> 0",
                         DB_ARGS(db_int(id)), e);

    return rc ? rc : index_job_follow(b, id, e);
}

enum err document_same_content(const struct base *b, int64_t id,
                               struct arena *a, struct str *name,
                               struct error *e)
{
    return db_get_text(
        b->db,
        "SELECT d.name FROM document_version v JOIN document_version o"
        " ON o.sha256 = v.sha256 JOIN document d ON d.id = o.document AND"
        " d.version = o.version WHERE v.document = ?1 AND v.version ="
        " (SELECT version FROM document WHERE id = ?1) AND d.id <> ?1 AND"
        " d.gone = 0 AND d.removed = 0 ORDER BY d.id DESC LIMIT 1",
        DB_ARGS(db_int(id)), a, name, e);
}
