#include "store/catalog/table_documents.h"

#define IS_PAGE ".format IN ('epub', 'html', 'mail', 'markdown')"

#define HAS_TABLES "json_extract(d.source_config, '$.tables') > 0"

#define TABLES_OF_PAGES                                            \
    "SELECT total(json_extract(d.source_config, '$.tables')) FROM" \
    " document d WHERE d.removed = 0 AND d.state <> 'disabled' AND d" IS_PAGE

/* The name of a document, or its key where several have the name. */
#define REFERENCE                                        \
    "SELECT CASE (SELECT count(*) FROM document o WHERE" \
    "  o.name = d.name AND o.removed = 0)"               \
    " WHEN 1 THEN d.name ELSE d.key END"

/* ?1: are those of pages among them? */
#define WHERE_TABLE                                                       \
    " FROM document d WHERE d.removed = 0 AND d.state <> 'disabled' AND"  \
    " (d.source_type = 'table' OR"                                        \
    "  ((d.format IN ('pdf', 'picture', 'docx', 'pptx', 'odt', 'odp') OR" \
    "    (?1 <> 0 AND d" IS_PAGE ")) AND " HAS_TABLES ") OR"              \
    "  EXISTS (SELECT 1 FROM mount m WHERE"                               \
    "  m.document = d.id AND m.died IS NULL))"

#define WHERE_PAGES                                                  \
    " FROM document d WHERE d.removed = 0 AND d.state <> 'disabled'" \
    " AND d.source_type NOT IN ('table', 'data')"

bool table_documents_is_page(struct str format)
{
    static const char *const pages[] = {"epub", "html", "mail", "markdown"};

    return str_in(format, pages, COUNT_OF(pages));
}

static enum err count(const struct base *b, struct table_documents *out,
                      struct error *e)
{
    int64_t total = 0;
    int64_t documents = 0;
    int64_t pages = 0;
    int64_t of_pages = 0;
    enum err rc = db_get_int(b->db, TABLES_OF_PAGES, DB_NO_ARGS, &of_pages, e);

    out->leaves_pages_out = of_pages > TABLE_DOCUMENTS_PAGE_TABLES;
    if (!rc)
        rc = db_get_int(b->db, "SELECT count(*)" WHERE_TABLE,
                        DB_ARGS(db_int(!out->leaves_pages_out)), &total, e);
    if (!rc)
        rc =
            db_get_int(b->db, "SELECT count(*) FROM document WHERE removed = 0",
                       DB_NO_ARGS, &documents, e);
    if (!rc)
        rc = db_get_int(b->db, "SELECT count(*)" WHERE_PAGES, DB_NO_ARGS,
                        &pages, e);
    out->total = (size_t)total;
    out->documents = (size_t)documents;
    out->pages = (size_t)pages;
    return rc;
}

/* In one read transaction, so that the counts match the list. */
static enum err list(const struct base *b, size_t max, struct arena *a,
                     struct table_documents *out, struct error *e)
{
    struct db_rows r;
    enum err rc = count(b, out, e);

    if (rc)
        return rc;
    max = max < out->total ? max : out->total;
    out->references = arena_alloc_array(a, max, sizeof(*out->references), e);
    if (!out->references)
        return e->code;
    rc = db_query(
        b->db,
        REFERENCE WHERE_TABLE " ORDER BY d" IS_PAGE ", d.name, d.key LIMIT ?2",
        DB_ARGS(db_int(!out->leaves_pages_out), db_int((int64_t)max)), &r, e);
    while (!rc && out->n < max && db_next(&r))
        rc = str_dup(db_column_text(&r, 0), a, &out->references[out->n++], e);
    return db_finish(&r, rc, e);
}

enum err table_documents_list(const struct base *b, size_t max, struct arena *a,
                              struct table_documents *out, struct error *e)
{
    enum err rc = db_begin_read(b->db, e);

    *out = (struct table_documents){0};
    return rc ? rc : db_end(b->db, list(b, max, a, out, e), e);
}

enum err table_documents_of_page(const struct base *b, struct str key,
                                 struct arena *a, struct str *reference,
                                 size_t *n, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(
        b->db,
        REFERENCE ", json_extract(d.source_config, '$.tables')"
                  " FROM document d WHERE d.key = ?1 AND"
                  " d.removed = 0 AND d.state <> 'disabled' AND d" IS_PAGE
                  " AND " HAS_TABLES,
        DB_ARGS(db_text(key)), &r, e);

    *reference = (struct str){0};
    *n = 0;
    if (!rc && db_next(&r)) {
        *n = (size_t)db_column_int(&r, 1);
        rc = str_dup(db_column_text(&r, 0), a, reference, e);
    }
    return db_finish(&r, rc, e);
}
