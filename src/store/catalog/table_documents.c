#include "store/catalog/table_documents.h"

#define IS_PAGE ".format IN ('epub', 'html', 'mail', 'markdown')"

/* ?1: TABLE_DOCUMENTS_PAGE_TABLES */
#define WHERE_TABLE                                                      \
    " FROM document d WHERE d.removed = 0 AND d.state <> 'disabled' AND" \
    " (d.source_type = 'table' OR"                                       \
    "  ((d.format IN ('pdf', 'docx', 'pptx', 'odt', 'odp') OR"           \
    "    (d" IS_PAGE " AND (SELECT total(json_extract("                  \
    "     p.source_config, '$.tables')) FROM document p WHERE"           \
    "     p.removed = 0 AND p.state <> 'disabled' AND p" IS_PAGE         \
    "     ) <= ?1)) AND"                                                 \
    "   json_extract(d.source_config, '$.tables') > 0) OR"               \
    "  EXISTS (SELECT 1 FROM mount m WHERE"                              \
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
    enum err rc =
        db_get_int(b->db, "SELECT count(*)" WHERE_TABLE,
                   DB_ARGS(db_int(TABLE_DOCUMENTS_PAGE_TABLES)), &total, e);

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
        "SELECT CASE (SELECT count(*) FROM document o WHERE"
        "  o.name = d.name AND o.removed = 0)"
        " WHEN 1 THEN d.name ELSE d.key END" WHERE_TABLE " ORDER BY d" IS_PAGE
        ", d.name, d.key LIMIT ?2",
        DB_ARGS(db_int(TABLE_DOCUMENTS_PAGE_TABLES), db_int((int64_t)max)), &r,
        e);
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
