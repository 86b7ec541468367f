#include "store/catalog/members_known.h"

#include "base/hash.h"

#include <string.h>

void members_digest_add(struct members_digest *d, struct str source,
                        struct str sha256)
{
    uint8_t digest[HASH_BYTES];
    struct hash h;
    uint64_t n;

    hash_init(&h);
    hash_update(&h, str_bytes(source), source.n);
    hash_update(&h, "", 1); /* a NUL, which no source has */
    hash_update(&h, str_bytes(sha256), sha256.n);
    hash_finish(&h, digest);
    memcpy(&n, digest, sizeof(n));
    d->documents++;
    d->sum += n;
}

enum err members_known_keep(const struct base *b, const struct members_known *k,
                            struct error *e)
{
    return db_run(b->db,
                  "INSERT INTO members_known(source, sha256, reader,"
                  " documents, digest) VALUES (?1, ?2, ?3, ?4, ?5)"
                  " ON CONFLICT(source) DO UPDATE SET"
                  " sha256 = excluded.sha256, reader = excluded.reader,"
                  " documents = excluded.documents,"
                  " digest = excluded.digest",
                  DB_ARGS(db_text(k->source), db_text(k->sha256),
                          db_text(k->reader), db_int(k->digest.documents),
                          db_int((int64_t)k->digest.sum)),
                  e);
}

/* What is kept, if it is of these bytes, read in this way. */
static enum err find_kept(const struct base *b, const struct members_known *k,
                          struct members_digest *kept, bool *is,
                          struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(
        b->db,
        "SELECT documents, digest FROM members_known WHERE source = ?1 AND"
        " sha256 = ?2 AND reader = ?3 AND NOT EXISTS (SELECT 1 FROM upload)",
        DB_ARGS(db_text(k->source), db_text(k->sha256), db_text(k->reader)), &r,
        e);

    *is = !rc && db_next(&r);
    if (*is)
        *kept = (struct members_digest){db_column_int(&r, 0),
                                        (uint64_t)db_column_int(&r, 1)};
    return db_finish(&r, rc, e);
}

/* The file itself, where it is a document, and those whose sources begin with "x/",
 * which are before "x0". One whose table was not described before the program died
 * is not as it is to be. */
static enum err sum_documents(const struct base *b, struct str source,
                              struct members_digest *found, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(
        b->db,
        "SELECT d.source, (SELECT w.sha256 FROM document_version w WHERE"
        "  w.document = d.id AND w.sha256 IS NOT NULL"
        "  ORDER BY w.version DESC LIMIT 1) FROM document d WHERE"
        " (d.source = ?1 OR (d.source > ?1 || '/' AND d.source < ?1 || '0'))"
        " AND d.gone = 0 AND d.removed = 0 AND d.failure IS NULL"
        " AND NOT (d.source_type = 'table' AND d.source_config = '{}')",
        DB_ARGS(db_text(source)), &r, e);

    while (!rc && db_next(&r))
        members_digest_add(found, db_column_text(&r, 0), db_column_text(&r, 1));
    return db_finish(&r, rc, e);
}

enum err members_known_find(const struct base *b, const struct members_known *k,
                            bool *is, uint64_t *n, struct error *e)
{
    struct members_digest kept = {0};
    struct members_digest found = {0};
    enum err rc = find_kept(b, k, &kept, is, e);

    if (!rc && *is)
        rc = sum_documents(b, k->source, &found, e);
    *is = !rc && *is && kept.documents > 0 &&
          kept.documents == found.documents && kept.sum == found.sum;
    *n = (uint64_t)found.documents;
    return rc;
}
