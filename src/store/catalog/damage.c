#include "store/catalog/damage.h"

#include "base/json.h"

static void report(const struct damage_list *to, const char *kind,
                   struct str key, const char *what)
{
    to->found(to->ctx, kind, key, what);
}

enum err damage_find(const struct base *b, const char *kind,
                     const struct damage_rule *list, size_t n,
                     const struct damage_list *to, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < n && !rc; i++) {
        struct db_rows r;

        rc = db_query(b->db, list[i].sql, DB_NO_ARGS, &r, e);
        while (!rc && db_next(&r))
            report(to, kind, db_column_text(&r, 0), list[i].what);
        rc = db_finish(&r, rc, e);
    }
    return rc;
}

#define NO_HASH(column) \
    "(length(" column ") <> 64 OR " column " GLOB '*[^0-9a-f]*')"

/* Versions are left out where a removed document, or the base that was restored
 * over, had them (document.h). */
#define NEVER_RETIRED "NOT EXISTS (SELECT 1 FROM retired r WHERE r.key = d.key)"

static const struct damage_rule rules[] = {
    {"SELECT key FROM document d JOIN (SELECT document, count(*) AS n,"
     " min(version) AS first, max(version) AS last FROM document_version"
     " GROUP BY document) v ON v.document = d.id WHERE version <> last OR"
     " (n <> last - first + 1 AND " NEVER_RETIRED ") OR (first > 1 AND"
     " " NEVER_RETIRED " AND NOT EXISTS (SELECT 1 FROM retired WHERE"
     " version >= first - 1)) UNION ALL SELECT key FROM document WHERE id NOT"
     " IN (SELECT document FROM document_version)",
     "its versions are not 1, 2, ... to the present one"},
    {"SELECT key FROM document WHERE indexed_version > version",
     "a version is indexed that it has not"},
    {"SELECT key FROM document JOIN document_version ON document = id"
     " WHERE " NO_HASH("source_fingerprint"),
     "the fingerprint of a version is malformed"},
    {"SELECT key FROM document JOIN document_version ON document = id"
     " WHERE sha256 IS NOT NULL AND " NO_HASH("sha256"),
     "the hash of an original is malformed"},
    {"SELECT key FROM document JOIN document_version v ON document = id"
     " WHERE tree_version IS NOT NULL AND NOT EXISTS (SELECT 1 FROM"
     " tree_version t WHERE t.version = v.tree_version)",
     "a version of the tree that it names is not there"},
    {"SELECT key FROM document WHERE state IN ('stale', 'indexing') AND"
     " removed = 0 AND NOT EXISTS (SELECT 1 FROM job WHERE document = key AND"
     " kind = 'index')",
     "it is not indexed and is not going to be"},
    {"SELECT document FROM job WHERE kind = 'index' AND NOT EXISTS (SELECT 1"
     " FROM document WHERE key = job.document AND removed = 0 AND state IN"
     " ('stale', 'indexing'))",
     "it is going to be indexed and must not be"},
    {"SELECT NULL FROM (SELECT state, count(*), total(chunk_count),"
     " total(vector_count), total(lexical_only_count) FROM document"
     " WHERE removed = 0 GROUP BY state EXCEPT SELECT state, documents, chunks,"
     " vectors, lexical_only FROM tally) AS o",
     "the documents of a state are counted wrong"},
};

/* Columns that hold JSON, and whose they are. */
static const char *const texts[] = {
    "SELECT key, failure FROM document WHERE failure IS NOT NULL",
    "SELECT key, index_failure FROM document WHERE index_failure IS NOT NULL",
    "SELECT document, failure FROM job WHERE failure IS NOT NULL",
    "SELECT key, source_config FROM document",
    "SELECT key, splitter_config FROM document",
    "SELECT key, chunks FROM document",
    "SELECT NULL, patch FROM tree_version WHERE patch IS NOT NULL",
    "SELECT NULL, inverse FROM tree_version WHERE inverse IS NOT NULL",
    "SELECT NULL, value FROM setting WHERE name = 'retrieval_config'"};

static enum err check_texts(const struct base *b, const char *sql,
                            const struct damage_list *to, struct error *e)
{
    struct db_rows r;
    struct error why;
    enum err rc = db_query(b->db, sql, DB_NO_ARGS, &r, e);

    while (!rc && db_next(&r)) {
        if (json_check(db_column_text(&r, 1), &why) == ERR_VALIDATION_FAILED)
            report(to, "catalog", db_column_text(&r, 0),
                   "its metadata are not valid JSON");
    }
    return db_finish(&r, rc, e);
}

enum err damage_find_catalog(const struct base *b, const struct damage_list *to,
                             struct error *e)
{
    enum err rc = damage_find(b, "catalog", rules,
                              sizeof(rules) / sizeof(rules[0]), to, e);

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]) && !rc; i++)
        rc = check_texts(b, texts[i], to, e);
    return rc;
}
