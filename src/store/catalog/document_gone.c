#include "store/catalog/document_gone.h"

#include "store/catalog/index_job.h"

/* NULL: there was no memory. */
static struct document_place *keep_place(const struct db_rows *r,
                                         struct arena *a, struct error *e)
{
    struct document_place *p = arena_alloc(a, sizeof(*p), e);

    if (!p)
        return NULL;
    *p = (struct document_place){.id = db_column_int(r, 0)};
    if (str_dup(db_column_text(r, 1), a, &p->name, e) ||
        str_dup(db_column_text(r, 2), a, &p->source, e))
        return NULL;
    return p;
}

/* The sources that begin with "x/" are those from there to "x0", the byte after
 * '/': the index of the sources has them together. */
static enum err end_of_folder(struct str folder, struct arena *a,
                              struct str *end, struct error *e)
{
    BUG_ON(!str_ends(folder, STR("/")));
    return str_printf(a, end, e, "%.*s0", (int)folder.n - 1, folder.p);
}

enum err document_places(const struct base *b, struct document_places *p,
                         struct arena *a, struct error *e)
{
    struct document_place **last = &p->first, *place;
    struct str end;
    struct db_rows r;
    enum err rc = end_of_folder(p->folder, a, &end, e);

    p->first = NULL;
    if (rc)
        return rc;
    rc = db_query(b->db,
                  "SELECT id, name, source FROM document WHERE source >= ?1 AND"
                  " source < ?2 AND gone = 0 AND removed = 0 ORDER BY source",
                  DB_ARGS(db_text(p->folder), db_text(end)), &r, e);
    while (!rc && db_next(&r)) {
        if (!p->wants(p->ctx, db_column_text(&r, 2)))
            continue;
        place = keep_place(&r, a, e);
        if (!place)
            return db_finish(&r, e->code, e);
        *last = place;
        last = &place->next;
    }
    return db_finish(&r, rc, e);
}

enum err document_set_gone(const struct base *b, int64_t id, bool *was_there,
                           struct error *e)
{
    enum err rc = db_run(b->db,
                         "UPDATE document SET gone = CASE state WHEN 'disabled'"
                         " THEN 2 ELSE 1 END, state = 'disabled'"
                         " WHERE id = ?1 AND gone = 0",
                         DB_ARGS(db_int(id)), e);

    *was_there = !rc && db_changes(b->db) > 0;
    return rc || !*was_there ? rc : index_job_follow(b, id, e);
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
