#include "store/catalog/document.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "store/catalog/index_job.h"
#include "store/catalog/pending_upload.h"

#include <string.h>

#define KEY_NAME_MAX  48 /* bytes of the name in a key */
#define KEY_HASH_HEX  8
#define NEAR_NAMES    5
#define MAX_DOCUMENTS 1000000

#define GONE_COLUMN 29 /* of SELECT_DOCUMENT, from 0 */

/* One row a document, with its present version and the place of its JSON. */
#define SELECT_DOCUMENT                                                        \
    "SELECT d.id, d.key, d.name, d.source, d.source_type, d.format, d.state,"  \
    " d.failure, d.source_config, d.splitter_config, d.chunks, d.created_at,"  \
    " d.updated_at, m.pointer, v.sha256, v.source_fingerprint,"                \
    " (SELECT w.sha256 FROM document_version w WHERE w.document = d.id AND"    \
    "  w.sha256 IS NOT NULL ORDER BY w.version DESC LIMIT 1),"                 \
    " d.index_failure, d.last_indexed_at, d.encoding, v.reader,"               \
    " d.version, d.indexed_version, v.bytes, d.chunk_count, d.vector_count,"   \
    " d.lexical_only_count, d.hot_at, d.priority, d.gone, d.pinned, d.hotness" \
    " FROM document d"                                                         \
    " JOIN document_version v ON v.document = d.id AND v.version = d.version"  \
    " LEFT JOIN mount m ON m.document = d.id AND m.died IS NULL "

/* The columns of SELECT_DOCUMENT in its order: id, texts, numbers. */
static enum err read_document(const struct db_rows *r, struct arena *a,
                              struct document *d, struct error *e)
{
    struct str *const texts[] = {
        &d->key,          &d->name,          &d->source,
        &d->source_type,  &d->format,        &d->state,
        &d->failure,      &d->source_config, &d->splitter_config,
        &d->chunks,       &d->created_at,    &d->updated_at,
        &d->mount,        &d->sha256,        &d->fingerprint,
        &d->added_sha256, &d->index_failure, &d->last_indexed_at,
        &d->encoding,     &d->reader};
    int64_t *const numbers[] = {
        &d->version,     &d->indexed_version, &d->bytes,
        &d->chunk_count, &d->vector_count,    &d->lexical_only_count,
        &d->hot_at,      &d->priority,        &d->gone};
    int n = (int)(sizeof(texts) / sizeof(texts[0]));
    int m = (int)(sizeof(numbers) / sizeof(numbers[0]));
    enum err rc = OK;

    *d = (struct document){.id = db_column_int(r, 0)};
    for (int i = 0; i < n && !rc; i++) {
        if (!db_column_is_null(r, i + 1))
            rc = str_dup(db_column_text(r, i + 1), a, texts[i], e);
    }
    for (int i = 0; i < m; i++)
        *numbers[i] = db_column_int(r, n + 1 + i);
    d->pinned = db_column_int(r, n + m + 1) != 0;
    d->hotness = db_column_real(r, n + m + 2);
    return rc;
}

enum err document_get(const struct base *b, int64_t id, struct arena *a,
                      struct document *out, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(b->db, SELECT_DOCUMENT "WHERE d.id = ?1",
                           DB_ARGS(db_int(id)), &r, e);

    if (!rc)
        rc = db_next(&r) ? read_document(&r, a, out, e)
                         : error_set(e, ERR_NOT_FOUND, "the document is gone");
    return db_finish(&r, rc, e);
}

enum err document_find_source(const struct base *b, struct str source,
                              struct arena *a, struct document *out,
                              bool *found, struct error *e)
{
    struct db_rows r;
    enum err rc =
        db_query(b->db, SELECT_DOCUMENT "WHERE d.source = ?1 AND d.removed = 0",
                 DB_ARGS(db_text(source)), &r, e);

    *found = !rc && db_next(&r);
    if (*found)
        rc = read_document(&r, a, out, e);
    return db_finish(&r, rc, e);
}

/* Names that begin as the reference does, or else some, for a message. */
static enum err missing(const struct base *b, struct str reference,
                        struct error *e)
{
    struct error ignored;
    struct db_rows r;
    char names[200] = "";
    size_t at = 0;
    int n = 0;
    enum err rc = db_query(
        b->db,
        "SELECT name FROM document WHERE removed = 0 ORDER BY substr(name, 1, 1) <>"
        " substr(?1, 1, 1), substr(name, 1, 3) <> substr(?1, 1, 3), name"
        " LIMIT 6",
        DB_ARGS(db_text(reference)), &r, &ignored);

    while (!rc && n < NEAR_NAMES && db_next(&r)) {
        struct str name = db_column_text(&r, 0);

        if (at + name.n + 8 > sizeof(names))
            break;
        if (n++ > 0) {
            memcpy(names + at, ", ", 2);
            at += 2;
        }
        memcpy(names + at, name.p, name.n);
        at += name.n;
    }
    (void)!db_finish(&r, OK, &ignored);
    return error_set(e, ERR_NOT_FOUND, "%s has no document '%.*s'%s%.*s",
                     b->shown, reference.n < 100 ? (int)reference.n : 100,
                     reference.p, n ? "; it has " : "", (int)at, names);
}

static enum err several(const struct base *b, struct str reference,
                        struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "%s has several documents '%.*s'; use a key of "
                     "'quarry status'",
                     b->shown, STR_FMT(reference));
}

/* Of two of a name, the one whose file is not gone is meant. */
static bool is_first_alone(const struct document *first,
                           const struct db_rows *second)
{
    return !first->gone && db_column_int(second, GONE_COLUMN) != 0;
}

/* By one of the ways below; out->id is 0 when there is none. */
static enum err find_by(const struct base *b, const char *sql,
                        struct str reference, struct arena *a,
                        struct document *out, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(b->db, sql, DB_ARGS(db_text(reference)), &r, e);

    *out = (struct document){0};
    if (!rc && db_next(&r))
        rc = read_document(&r, a, out, e);
    if (!rc && out->id && db_next(&r) && !is_first_alone(out, &r))
        rc = several(b, reference, e);
    return db_finish(&r, rc, e);
}

enum err document_find(const struct base *b, struct str reference,
                       struct arena *a, struct document *out, struct error *e)
{
    static const char *const ways[] = {
        SELECT_DOCUMENT "WHERE d.removed = 0 AND d.key = ?1",
        SELECT_DOCUMENT "WHERE d.removed = 0 AND m.pointer = ?1",
        SELECT_DOCUMENT "WHERE d.removed = 0 AND d.name = ?1"
                        " ORDER BY d.gone <> 0 LIMIT 2",
        SELECT_DOCUMENT "WHERE d.removed = 0 AND m.pointer = '/' ||"
                        " replace(replace(?1, '~', '~0'), '/', '~1')",
        SELECT_DOCUMENT "WHERE d.removed = 0 AND"
                        " substr(d.source, -length(?1) - 1) = '/' || ?1"
                        " ORDER BY d.gone <> 0 LIMIT 2"};
    enum err rc = OK;

    out->id = 0;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]) && !out->id && !rc;
         i++)
        rc = find_by(b, ways[i], reference, a, out, e);
    return rc || out->id ? rc : missing(b, reference, e);
}

enum err document_count(const struct base *b, int64_t *n, struct error *e)
{
    return db_get_int(b->db, "SELECT count(*) FROM document WHERE removed = 0",
                      DB_NO_ARGS, n, e);
}

/* The name of a cursor's key is asked for, as what a cursor says may not be in
 * all bytes what it was made of. */
enum err document_list(const struct base *b, const struct list_page *page,
                       struct arena *a, struct document **list, size_t *n,
                       struct error *e)
{
    static const struct list_page whole;
    struct str key, name;
    struct db_rows r;
    int64_t count = 0;
    size_t i = 0;
    enum err rc = document_count(b, &count, e);

    page = page ? page : &whole;
    if (rc || list_page_split(page, &key, &name, e))
        return e->code;
    if ((uint64_t)count > list_page_wanted(page))
        count = (int64_t)list_page_wanted(page);
    *list = arena_alloc_array(a, (size_t)count, sizeof(**list), e);
    if (!*list)
        return e->code;
    rc = db_query(b->db,
                  SELECT_DOCUMENT
                  "WHERE d.removed = 0 AND (d.name, d.key) > (coalesce((SELECT"
                  " o.name FROM document o WHERE o.key = ?1), ?2), ?1)"
                  " ORDER BY d.name, d.key LIMIT ?3",
                  DB_ARGS(db_text(key.n ? key : STR("")),
                          db_text(name.n ? name : STR("")), db_int(count)),
                  &r, e);
    while (!rc && i < (size_t)count && db_next(&r))
        rc = read_document(&r, a, &(*list)[i++], e);
    *n = i;
    return db_finish(&r, rc, e);
}

/* What a key may have of a name: letters of any script, digits and "._-"; all
 * else would be escaped in pointers. Folder and suffix are left out. */
static size_t clean_name(struct str path, char out[KEY_NAME_MAX])
{
    const char *slash = path.n ? memrchr(path.p, '/', path.n) : NULL;
    struct str name =
        slash ? str_slice(path, (size_t)(slash - path.p) + 1, path.n) : path;
    const char *dot = name.n > 1 ? memrchr(name.p + 1, '.', name.n - 1) : NULL;
    size_t n = dot ? (size_t)(dot - name.p) : name.n;
    size_t at = 0;

    for (size_t i = 0; i < n && at < KEY_NAME_MAX; i++) {
        unsigned char c = (unsigned char)name.p[i];
        bool keep = c >= 0x80 || (c >= '0' && c <= '9') ||
                    (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                    c == '.' || c == '_' || c == '-';

        out[at++] = keep ? (char)c : '-';
    }
    return utf8_valid_prefix((struct str){out, at}); /* no half character */
}

/* name-<hash8>: the n-th try, should another document have the same, or have
 * had it. */
static enum err mint_key(const struct document_change *c, struct str salt,
                         unsigned attempt, struct arena *a, struct str *key,
                         struct error *e)
{
    char name[KEY_NAME_MAX];
    size_t n = clean_name(c->name, name);
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash state;

    hash_init(&state);
    hash_update(&state, c->source.p, c->source.n);
    if (salt.n)
        hash_update(&state, salt.p, salt.n);
    hash_update(&state, &attempt, attempt ? sizeof(attempt) : 0);
    hash_finish(&state, digest);
    hash_hex(digest, hex);
    return str_printf(a, key, e, "%.*s-%.*s", n ? (int)n : 8,
                      n ? name : "document", KEY_HASH_HEX, hex);
}

static enum err free_key(const struct base *b, const struct document_change *c,
                         struct arena *a, struct str *key, struct error *e)
{
    int64_t taken = 1;
    struct str salt = {0};
    enum err rc = base_get_setting(b, DOCUMENT_KEY_SALT, a, &salt, e);

    for (unsigned attempt = 0; taken && !rc; attempt++) {
        taken = 0;
        rc = mint_key(c, salt, attempt, a, key, e);
        if (!rc)
            rc = db_get_int(b->db,
                            "SELECT 1 FROM document WHERE key = ?1 UNION ALL"
                            " SELECT 1 FROM retired WHERE key = ?1 LIMIT 1",
                            DB_ARGS(db_text(*key)), &taken, e);
    }
    return rc;
}

static enum err insert(const struct base *b, const struct document_change *c,
                       struct str now, int64_t *id, struct error *e)
{
    struct arena a;
    struct str key;
    enum err rc;

    arena_init(&a, (size_t)16 * 1024);
    rc = free_key(b, c, &a, &key, e);
    if (!rc)
        rc = db_get_int(
            b->db,
            "INSERT INTO document(key, name, source, source_type,"
            " format, version, state, created_at, updated_at)"
            " VALUES (?1, ?2, ?3, ?4, ?5, (SELECT"
            " ifnull(max(version), 0) FROM retired WHERE file = ?7),"
            " 'stale', ?6, ?6) RETURNING id",
            DB_ARGS(db_text(key), db_text(c->name), db_text(c->source),
                    db_text(c->source_type), db_text(c->format), db_text(now),
                    db_text(str_after_last(c->name, '/'))),
            id, e);
    arena_release(&a);
    return rc;
}

static enum err add_version(const struct base *b,
                            const struct document_change *c, struct str now,
                            int64_t id, struct error *e)
{
    enum err rc = db_run(
        b->db,
        "UPDATE document SET version = 1 + max(version, ifnull((SELECT"
        "  r.version FROM retired r WHERE r.key = document.key), 0)),"
        " name = ?2,"
        " source_type = ?3, format = ?4, failure = ?5, index_failure = NULL,"
        " state = CASE WHEN state = 'disabled' AND gone <> 1 THEN state"
        "  WHEN ?5 IS NULL THEN 'stale' ELSE 'failed' END,"
        " updated_at = ?6, removed = 0, gone = 0,"
        " encoding = CASE WHEN ?8 <> 0 THEN ?7 ELSE encoding END WHERE id = ?1",
        DB_ARGS(db_int(id), db_text(c->name), db_text(c->source_type),
                db_text(c->format), db_text_or_null(c->failure), db_text(now),
                db_text_or_null(c->encoding), db_int(c->sha256.n > 0)),
        e);

    return rc ? rc
              : db_run(
                    b->db,
                    "INSERT INTO document_version(document, version, sha256,"
                    " bytes, source_fingerprint, tree_version, generation,"
                    " author, at, reader)"
                    " SELECT id, version, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9"
                    " FROM document WHERE id = ?1",
                    DB_ARGS(db_int(id), db_text_or_null(c->sha256),
                            db_int(c->bytes), db_text(c->fingerprint),
                            c->tree_version ? db_int(c->tree_version)
                                            : db_null(),
                            c->generation ? db_int(c->generation) : db_null(),
                            db_text(c->author), db_text(now),
                            db_text_or_null(c->reader)),
                    e);
}

/* Uploads that wait are older than this version, but those after its own. */
static enum err note_upload(const struct base *b,
                            const struct document_change *c, int64_t id,
                            struct error *e)
{
    const struct upload u = {c->upload,
                             c->upload_name.n ? c->upload_name : c->name};

    return c->upload.n ? upload_done(b, &u, e)
                       : uploads_outdate(b, id, UPLOAD_NEWER, e);
}

enum err document_put(const struct base *b, const struct document_change *c,
                      int64_t *id, struct error *e)
{
    char now[CLOCK_ISO_BYTES];
    int64_t count = 0;
    enum err rc;

    clock_wall_iso(now);
    rc = document_find_id(b, c->source, id, e);
    if (!rc && *id == 0) {
        rc = db_get_int(b->db, "SELECT count(*) FROM document", DB_NO_ARGS,
                        &count, e);
        if (!rc && count >= MAX_DOCUMENTS)
            rc = error_set(e, ERR_LIMIT, "a base holds up to %d documents",
                           MAX_DOCUMENTS);
        if (!rc)
            rc = insert(b, c, str_from(now), id, e);
    }
    if (!rc)
        rc = add_version(b, c, str_from(now), *id, e);
    if (!rc)
        rc = note_upload(b, c, *id, e);
    return rc ? rc : index_job_follow(b, *id, e);
}

enum err document_find_id(const struct base *b, struct str source, int64_t *id,
                          struct error *e)
{
    *id = 0;
    return db_get_int(b->db, "SELECT id FROM document WHERE source = ?1",
                      DB_ARGS(db_text(source)), id, e);
}

enum err document_hide(const struct base *b, int64_t id, int64_t tree_version,
                       struct error *e)
{
    enum err rc =
        db_run(b->db, "UPDATE document SET removed = ?2 WHERE id = ?1",
               DB_ARGS(db_int(id), db_int(tree_version)), e);

    if (!rc)
        rc = uploads_outdate(b, id, UPLOAD_REMOVED, e);
    return rc ? rc : index_job_follow(b, id, e);
}

/* Passages that were made meanwhile, without it, are made again. */
static enum err stale_if_other(const struct base *b, int64_t id,
                               struct str source_config, struct str chunks,
                               struct error *e)
{
    enum err rc = db_run(b->db,
                         "UPDATE document SET state = 'stale' WHERE id = ?1"
                         " AND state IN ('ready', 'indexing') AND"
                         " (source_config <> coalesce(?2, source_config)"
                         " OR chunks <> coalesce(?3, chunks))",
                         DB_ARGS(db_int(id), db_text_or_null(source_config),
                                 db_text_or_null(chunks)),
                         e);

    return rc || db_changes(b->db) == 0 ? rc : index_job_follow(b, id, e);
}

enum err document_set_config(const struct base *b, int64_t id,
                             struct str source_config, struct str chunks,
                             struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    if (rc)
        return rc;
    rc = stale_if_other(b, id, source_config, chunks, e);
    if (!rc)
        rc = db_run(b->db,
                    "UPDATE document SET"
                    " source_config = coalesce(?2, source_config),"
                    " chunks = coalesce(?3, chunks) WHERE id = ?1",
                    DB_ARGS(db_int(id), db_text_or_null(source_config),
                            db_text_or_null(chunks)),
                    e);
    return db_end(b->db, rc, e);
}

enum err document_set_failure(const struct base *b, int64_t id,
                              struct str failure, struct error *e)
{
    enum err rc = db_begin_write(b->db, e);

    if (rc)
        return rc;
    rc = db_run(b->db,
                "UPDATE document SET failure = ?2, state = CASE state"
                " WHEN 'disabled' THEN state ELSE 'failed' END WHERE id = ?1",
                DB_ARGS(db_int(id), db_text(failure)), e);
    if (!rc)
        rc = index_job_follow(b, id, e);
    return db_end(b->db, rc, e);
}

enum err document_remove(const struct base *b, int64_t id, struct error *e)
{
    enum err rc = index_job_put(b, id, INDEX_JOB_REMOVE, INDEX_JOB_REMOVAL, e);

    if (!rc)
        rc = uploads_outdate(b, id, UPLOAD_REMOVED, e);
    return rc ? rc
              : db_run(b->db, "DELETE FROM document WHERE id = ?1",
                       DB_ARGS(db_int(id)), e);
}

static enum err retire_one(const struct base *b, const struct db_rows *r,
                           struct error *e)
{
    return db_run(b->db,
                  "INSERT INTO retired(key, file, version) VALUES (?1, ?2, ?3)"
                  " ON CONFLICT(key) DO UPDATE SET"
                  " version = max(retired.version, excluded.version)",
                  DB_ARGS(db_text(db_column_text(r, 0)),
                          db_text(str_after_last(db_column_text(r, 1), '/')),
                          db_int(db_column_int(r, 2))),
                  e);
}

enum err document_retire_all(const struct base *b, const struct base *old,
                             struct error *e)
{
    struct db_rows r;
    enum err rc = db_begin_write(b->db, e);

    if (rc)
        return rc;
    rc = db_query(old->db,
                  "SELECT key, name, version FROM document UNION ALL"
                  " SELECT key, file, version FROM retired",
                  DB_NO_ARGS, &r, e);
    while (!rc && db_next(&r))
        rc = retire_one(b, &r, e);
    rc = db_finish(&r, rc, e);
    return db_end(b->db, rc, e);
}

static enum err read_version(const struct db_rows *r, struct arena *a,
                             struct document_version *out, struct error *e)
{
    enum err rc;

    *out = (struct document_version){.version = db_column_int(r, 0),
                                     .bytes = db_column_int(r, 3),
                                     .tree_version = db_column_int(r, 4),
                                     .generation = db_column_int(r, 7)};
    rc = str_dup(db_column_text(r, 1), a, &out->sha256, e);
    if (!rc)
        rc = str_dup(db_column_text(r, 2), a, &out->fingerprint, e);
    if (!rc)
        rc = str_dup(db_column_text(r, 5), a, &out->author, e);
    if (!rc && !db_column_is_null(r, 8))
        rc = str_dup(db_column_text(r, 8), a, &out->reader, e);
    return rc ? rc : str_dup(db_column_text(r, 6), a, &out->at, e);
}

enum err document_get_version(const struct base *b, int64_t id, int64_t version,
                              struct arena *a, struct document_version *out,
                              struct error *e)
{
    struct db_rows r;
    enum err rc =
        db_query(b->db,
                 "SELECT v.version, v.sha256, v.source_fingerprint, v.bytes,"
                 " v.tree_version, v.author, v.at, v.generation, v.reader FROM"
                 " document_version v"
                 " JOIN document d ON d.id = v.document WHERE d.id = ?1 AND"
                 " v.version = CASE ?2 WHEN 0 THEN d.version ELSE ?2 END",
                 DB_ARGS(db_int(id), db_int(version)), &r, e);

    if (!rc)
        rc = db_next(&r) ? read_version(&r, a, out, e)
                         : error_set(e, ERR_NOT_FOUND,
                                     "the document has no version %lld",
                                     (long long)version);
    return db_finish(&r, rc, e);
}
