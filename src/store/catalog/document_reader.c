#include "store/catalog/document_reader.h"

#include "store/catalog/index_job.h"

#define IDS_BYTES ((size_t)16 << 20)

enum err document_set_reader(const struct base *b, int64_t id,
                             const struct document_reading *r, bool *is,
                             struct error *e)
{
    enum err rc =
        db_run(b->db,
               "UPDATE document_version SET reader = ?3 WHERE document = ?1 AND"
               " version = (SELECT version FROM document WHERE id = ?1) AND"
               " sha256 = ?2",
               DB_ARGS(db_int(id), db_text(r->sha256), db_text(r->reader)), e);

    *is = !rc && db_changes(b->db) > 0;
    if (rc || !*is || !r->is_other)
        return rc;
    rc = db_run(b->db,
                "UPDATE document SET state = 'stale' WHERE id = ?1 AND"
                " state IN ('ready', 'indexing')",
                DB_ARGS(db_int(id)), e);
    return rc ? rc : index_job_follow(b, id, e);
}

/* By the index of readers: those of the present one, nearly all, are not looked at.
 * ?1: the present one */
#define OUTDATED                                              \
    " FROM document_version v JOIN document d ON"             \
    " d.id = v.document AND d.version = v.version WHERE"      \
    " (v.reader < ?1 OR v.reader > ?1) AND d.removed = 0 AND" \
    " d.gone = 0 AND d.failure IS NULL"

enum err document_count_outdated(const struct base *b, struct str reader,
                                 int64_t *n, struct error *e)
{
    return db_get_int(b->db, "SELECT count(*)" OUTDATED,
                      DB_ARGS(db_text(reader)), n, e);
}

static enum err list_outdated(const struct base *b, struct str reader,
                              struct arena *a, int64_t **id, size_t *n,
                              struct error *e)
{
    struct db_rows r;
    int64_t most = 0;
    enum err rc = document_count_outdated(b, reader, &most, e);

    *n = 0;
    if (rc)
        return rc;
    *id = arena_alloc_array(a, (size_t)most + 1, sizeof(**id), e);
    if (!*id)
        return e->code;
    rc = db_query(b->db, "SELECT d.id" OUTDATED, DB_ARGS(db_text(reader)), &r,
                  e);
    while (!rc && *n < (size_t)most && db_next(&r))
        (*id)[(*n)++] = db_column_int(&r, 0);
    return db_finish(&r, rc, e);
}

static enum err stale_all(const struct base *b, struct str reader,
                          struct error *e)
{
    struct arena a;
    int64_t *id = NULL;
    size_t n = 0;
    enum err rc;

    arena_init(&a, IDS_BYTES);
    rc = list_outdated(b, reader, &a, &id, &n, e);
    for (size_t i = 0; i < n && !rc; i++) {
        rc = db_run(b->db,
                    "UPDATE document SET state = 'stale' WHERE id = ?1 AND"
                    " state IN ('ready', 'indexing')",
                    DB_ARGS(db_int(id[i])), e);
        if (!rc)
            rc = index_job_follow(b, id[i], e);
    }
    arena_release(&a);
    return rc;
}

enum err document_stale_outdated(const struct base *b, struct str reader,
                                 struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    return rc ? rc : db_end(b->db, stale_all(b, reader, e), e);
}

enum err document_is_read_by(const struct base *b, struct str sha256,
                             struct str reader, bool *is, struct error *e)
{
    int64_t n = 0;
    enum err rc = db_get_int(
        b->db,
        "SELECT 1 FROM document_version WHERE sha256 = ?1 AND reader = ?2"
        " LIMIT 1",
        DB_ARGS(db_text(sha256), db_text(reader)), &n, e);

    *is = n > 0;
    return rc;
}
