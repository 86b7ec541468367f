#include "store/catalog/pending_upload.h"

/* Uploads that would be read into this document: those of its name, those under
 * which it came first, and those that are to be where it is in the tree. */
#define OF_DOCUMENT                                               \
    " name IN (SELECT name FROM document WHERE id = ?1"           \
    " AND substr(source, 1, 5) IN ('name:', 'path:')"             \
    " UNION SELECT substr(source, 6) FROM document WHERE id = ?1" \
    " AND substr(source, 1, 5) = 'name:'"                         \
    " UNION SELECT pointer FROM mount WHERE document = ?1)"

static enum err put_names(const struct base *b, struct str id,
                          const struct str *names, size_t n, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < n && !rc; i++)
        rc = db_run(b->db,
                    "INSERT INTO upload(accepted, name)"
                    " VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                    DB_ARGS(db_text(id), db_text(names[i])), e);
    return rc;
}

enum err uploads_expect(const struct base *b, struct str id,
                        const struct str *names, size_t n, struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    return rc ? rc : db_end(b->db, put_names(b, id, names, n, e), e);
}

static enum err outdate_since(const struct base *b, struct str id,
                              struct str since, struct error *e)
{
    return db_run(b->db,
                  "UPDATE upload SET standing = ?3 WHERE accepted = ?1"
                  " AND EXISTS (SELECT 1 FROM document d WHERE"
                  " d.updated_at > ?2 AND (d.source = 'name:' || upload.name"
                  " OR (d.name = upload.name"
                  "  AND substr(d.source, 1, 5) = 'path:')))",
                  DB_ARGS(db_text(id), db_text(since), db_int(UPLOAD_NEWER)),
                  e);
}

enum err uploads_adopt(const struct base *b, struct str id,
                       const struct str *names, size_t n,
                       struct str accepted_at, struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    if (rc)
        return rc;
    rc = put_names(b, id, names, n, e);
    if (!rc)
        rc = outdate_since(b, id, accepted_at, e);
    return db_end(b->db, rc, e);
}

enum err uploads_forget(const struct base *b, struct str id, struct error *e)
{
    return db_run(b->db, "DELETE FROM upload WHERE accepted = ?1",
                  DB_ARGS(db_text(id)), e);
}

enum err uploads_forget_all(const struct base *b, struct error *e)
{
    return db_run(b->db, "DELETE FROM upload", DB_NO_ARGS, e);
}

enum err upload_look(const struct base *b, const struct upload *u,
                     enum upload_standing *out, struct error *e)
{
    int64_t standing = UPLOAD_DONE;
    enum err rc =
        db_get_int(b->db,
                   "SELECT standing FROM upload"
                   " WHERE accepted = ?1 AND name = ?2",
                   DB_ARGS(db_text(u->id), db_text(u->name)), &standing, e);

    *out = (enum upload_standing)standing;
    return rc;
}

enum err upload_done(const struct base *b, const struct upload *u,
                     struct error *e)
{
    const struct db_args args =
        DB_ARGS(db_text(u->id), db_text(u->name), db_int(UPLOAD_NEWER));
    enum err rc = db_run(b->db,
                         "UPDATE upload SET standing = ?3 WHERE name = ?2"
                         " AND standing = 0 AND id < (SELECT id FROM upload"
                         "  WHERE accepted = ?1 AND name = ?2)",
                         args, e);

    return rc ? rc
              : db_run(b->db,
                       "DELETE FROM upload WHERE accepted = ?1 AND name = ?2",
                       DB_ARGS(db_text(u->id), db_text(u->name)), e);
}

/* Mostly there are none: then nothing is locked, and nothing written. */
enum err uploads_outdate(const struct base *b, int64_t document,
                         enum upload_standing standing, struct error *e)
{
    int64_t any = 0;
    enum err rc =
        db_get_int(b->db, "SELECT 1 FROM upload LIMIT 1", DB_NO_ARGS, &any, e);

    if (rc || !any)
        return rc;
    return db_run(b->db,
                  "UPDATE upload SET standing = ?2 WHERE standing = 0"
                  " AND" OF_DOCUMENT,
                  DB_ARGS(db_int(document), db_int(standing)), e);
}
