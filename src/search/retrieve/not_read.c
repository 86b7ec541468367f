#include "search/retrieve/not_read.h"

#include "search/documents/passage.h"

/* As the index `document_not_read` has it. */
#define HAS_PAGES_NOT_READ "instr(source_config, '\"not_read\":[{') > 0"

struct writing {
    const struct not_read_query *q;
    struct arena *a;
    struct jsonw *w;
    size_t n; /* written */
};

/* A document of which something was not read. */
struct unread_document {
    struct str key, name, failure, config;
};

static void begin(struct writing *x, const struct unread_document *d)
{
    jsonw_begin_object(x->w);
    jsonw_member_str(x->w, "document", d->name);
    jsonw_member_str(x->w, "document_key", d->key);
    x->n++;
}

/* Where OCR looked at a picture and found no letter there is none to be read. */
static bool lacks_text(struct str state, bool lacks_ocr)
{
    return str_is(state, "empty") || (str_is(state, "picture") && !lacks_ocr);
}

static void write_pages(struct writing *x, const struct unread_document *d,
                        const struct json *j, bool lacks_ocr)
{
    const struct str state = json_text(json_find(j, "state"));

    if (lacks_text(state, lacks_ocr) || x->n >= NOT_READ_MAX_LISTED)
        return;
    begin(x, d);
    jsonw_member_str(x->w, "state", state);
    jsonw_member_str(x->w, "pages", json_text(json_find(j, "pages")));
    jsonw_member_u64(x->w, "count",
                     json_u64(json_find(j, "count"), UINT32_MAX));
    jsonw_member_cstr(x->w, "reason", passage_page_state(state, lacks_ocr));
    jsonw_end_object(x->w);
}

static void write_failure(struct writing *x, const struct unread_document *d,
                          const struct json *failure)
{
    begin(x, d);
    jsonw_member_null(x->w, "state");
    jsonw_member_null(x->w, "pages");
    jsonw_member_null(x->w, "count");
    jsonw_member_str(x->w, "reason", json_text(json_find(failure, "message")));
    jsonw_end_object(x->w);
}

static enum err write_document(struct writing *x,
                               const struct unread_document *d, struct error *e)
{
    const struct str text = d->failure.n ? d->failure : d->config;
    const struct json *pages;
    struct json *j = NULL;
    enum err rc = text.n && x->n < NOT_READ_MAX_LISTED
                      ? json_parse(text, &json_answer_limits, x->a, &j, e)
                      : OK;

    if (rc || !j)
        return rc;
    if (d->failure.n) {
        write_failure(x, d, j);
        return OK;
    }
    pages = json_find(j, "not_read");
    for (const struct json *p = pages ? pages->first : NULL; p; p = p->next)
        write_pages(x, d, p, json_is_true(json_find(j, "lacks_ocr")));
    return OK;
}

/* Is it the document of a hit before `end`? */
static bool is_found(const struct candidates *found, size_t end, int64_t id)
{
    for (size_t i = 0; i < end; i++)
        if (found->at[i].document->id == id)
            return true;
    return false;
}

static enum err write_found(struct writing *x, struct error *e)
{
    const struct candidates *found = x->q->found;
    enum err rc = OK;

    for (size_t i = 0; i < found->n && !rc; i++) {
        const struct document *d = found->at[i].document;
        const struct unread_document unread = {
            .key = d->key, .name = d->name, .config = d->source_config};

        if (document_has_drawn_pages(d->format) && !is_found(found, i, d->id))
            rc = write_document(x, &unread, e);
    }
    return rc;
}

/* Only the first of them are looked at: of very many that failed it is enough to
 * know that there are some. The index of documents that are not ready has those that
 * failed. */
static enum err write_others(struct writing *x, struct error *e)
{
    struct db_rows r;
    enum err rc = db_query(
        x->q->base->db,
        "SELECT id, key, name, failure, source_config FROM document"
        " WHERE state <> 'ready' AND state = 'failed' AND source_type = 'file'"
        "  AND failure IS NOT NULL AND removed = 0 AND gone = 0"
        " UNION ALL"
        " SELECT id, key, name, NULL, source_config FROM document"
        " WHERE " HAS_PAGES_NOT_READ
        "  AND state NOT IN ('failed', 'disabled') AND removed = 0 AND gone = 0"
        " ORDER BY 3, 1",
        DB_NO_ARGS, &r, e);

    while (!rc && x->n < NOT_READ_MAX_LISTED && db_next(&r)) {
        const struct unread_document d = {.key = db_column_text(&r, 1),
                                          .name = db_column_text(&r, 2),
                                          .failure = db_column_text(&r, 3),
                                          .config = db_column_text(&r, 4)};
        const int64_t id = db_column_int(&r, 0);

        if (scoped_has(x->q->scoped, id) &&
            !is_found(x->q->found, x->q->found->n, id))
            rc = write_document(x, &d, e);
    }
    return db_finish(&r, rc, e);
}

enum err not_read_write(const struct not_read_query *q, struct arena *a,
                        struct jsonw *w, struct error *e)
{
    struct writing x = {.q = q, .a = a, .w = w};
    enum err rc;

    jsonw_key(w, "not_read");
    jsonw_begin_array(w);
    rc = write_found(&x, e);
    if (!rc && q->of_all)
        rc = write_others(&x, e);
    jsonw_end_array(w);
    return rc;
}
