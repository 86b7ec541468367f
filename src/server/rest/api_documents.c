/* The documents of a base: list, describe, read, pin, remove. */
#include "server/rest/call.h"

#include "knowledge/knowledge_base/add_text.h"
#include "knowledge/knowledge_base/base_search.h"
#include "knowledge/knowledge_base/base_sections.h"
#include "knowledge/knowledge_base/list.h"
#include "search/documents/uri.h"
#include "store/catalog/document.h"

#define URI_BYTES 4096

static struct str key_of(const struct api_call *call)
{
    return call->parameter[0];
}

/* ---- look ---- */

static enum err write_list(const struct api_call *call, struct bases *b,
                           void *ctx, struct jsonw *w, struct error *e)
{
    const struct call_part *x = ctx;

    (void)call;
    return bases_status(b, x->base, &x->page, w, e);
}

enum err api_documents_list(const struct api_call *call, struct str *json,
                            struct error *e)
{
    struct call_part x;
    const struct call_answer answer = {write_list, &x};
    enum err rc = call_part(call, &x, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

/* Is what was written a table? */
static bool is_table(const struct api_call *call, struct str document)
{
    struct json *j = NULL;
    struct error ignored;

    return json_parse(document, &json_answer_limits, call->a, &j, &ignored) ==
               OK &&
           json_is(json_find(j, "source_type"), "table");
}

/* How its table was read; one that cannot be read has no report. */
static const struct json *find_fidelity(const struct api_call *call,
                                        struct str base)
{
    struct table_source s = {.cancel = call->gone};
    struct json *map = NULL;
    struct error ignored;
    struct str text;

    if (str_printf(call->a, &s.path, &ignored, "%.*s/%.*s", STR_FMT(base),
                   STR_FMT(key_of(call))) ||
        table_get_map(call->served->tables, &s, call->a, &text, &ignored) ||
        json_parse(text, &json_answer_limits, call->a, &map, &ignored))
        return NULL;
    return json_find(map, "fidelity");
}

static enum err write_described(const struct api_call *call, struct bases *b,
                                void *ctx, struct jsonw *w, struct error *e)
{
    const struct str *base = ctx;
    const struct json *fidelity = NULL;
    size_t from;

    jsonw_begin_object(w);
    jsonw_member_str(w, "base", *base);
    jsonw_key(w, "document");
    from = w->out->n;
    if (bases_document(b, *base, key_of(call), w, e))
        return e->code;
    if (is_table(call, str_slice(buf_str(w->out), from, w->out->n)))
        fidelity = find_fidelity(call, *base);
    jsonw_key(w, "fidelity");
    json_write(fidelity, w);
    if (bases_document_kept(b, *base, key_of(call), w, e))
        return e->code;
    jsonw_end_object(w);
    return OK;
}

enum err api_documents_describe(const struct api_call *call, struct str *json,
                                struct error *e)
{
    struct str base;
    const struct call_answer answer = {write_described, &base};
    enum err rc = call_base(call, RIGHT_READ, &base, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

/* ---- read ---- */

/* "#lines=4-9", "#page=2&lines=4-9", "#heading=install"; what of it the client asks
 * for. */
static enum err read_part(const struct api_call *call, struct uri *u,
                          struct error *e)
{
    const struct str lines = httpd_query(call->request, "lines");
    const size_t dash = str_find_char(lines, '-');

    const struct str page = httpd_query(call->request, "page");

    if (page.p && (str_parse_u64(page, UINT32_MAX, &u->page, e) || !u->page))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'page' must be a number from 1");
    if (page.p)
        u->part = URI_LINES;
    if (call_query_u64(call, "table", &u->table, e))
        return e->code;
    if (u->table && !u->page)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'table' counts the tables of a page: give 'page' as "
                         "well");
    if (u->table)
        u->part = URI_ROWS;
    u->heading = httpd_query(call->request, "heading");
    if (u->heading.n)
        u->part = URI_HEADING;
    if (!lines.p)
        return OK;
    u->part = u->table ? URI_ROWS : URI_LINES;
    if (str_parse_u64(str_slice(lines, 0, dash), UINT32_MAX, &u->first, e) ||
        str_parse_u64(str_slice(lines, dash + 1, lines.n), UINT32_MAX, &u->last,
                      e) ||
        u->first == 0 || u->last < u->first)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'lines' must be FROM-TO, such as 4-9, counted from 1, both "
            "included");
    return OK;
}

static enum err write_text(const struct api_call *call, struct bases *b,
                           void *ctx, struct jsonw *w, struct error *e)
{
    struct uri *u = ctx;
    struct str text;
    struct bases_pointers p = {
        .given = &text,
        .n = 1,
        .draws = str_is(httpd_query(call->request, "image"), "true")};
    struct buf uri;
    enum err rc;

    buf_init(&uri, URI_BYTES);
    uri_write(u, &uri);
    rc = buf_dup(&uri, call->a, &text, e);
    buf_release(&uri);
    return rc ? rc : bases_fetch(b, u->base, &p, w, e);
}

enum err api_documents_text(const struct api_call *call, struct str *json,
                            struct error *e)
{
    struct uri u = {.document = key_of(call)};
    const struct call_answer answer = {write_text, &u};
    uint64_t version = 0;
    enum err rc = call_base(call, RIGHT_READ, &u.base, e);

    if (!rc)
        rc = call_query_u64(call, "version", &version, e);
    u.version = (int64_t)version;
    if (!rc)
        rc = read_part(call, &u, e);
    return rc ? rc : call_bases(call, &answer, json, e);
}

static enum err write_sections(const struct api_call *call, struct bases *b,
                               void *ctx, struct jsonw *w, struct error *e)
{
    const struct str *base = ctx;

    return bases_sections(b, *base, key_of(call), w, e);
}

enum err api_documents_sections(const struct api_call *call, struct str *json,
                                struct error *e)
{
    struct str base;
    const struct call_answer answer = {write_sections, &base};
    enum err rc = call_base(call, RIGHT_READ, &base, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

/* ---- change ---- */

static enum err write_text_added(const struct api_call *call, struct bases *b,
                                 void *ctx, struct jsonw *w, struct error *e)
{
    const struct bases_text *t = ctx;
    struct bases_added counts;

    (void)call;
    return bases_add_text(b, t, &counts, w, e);
}

enum err api_texts_add(const struct api_call *call, struct str *json,
                       struct error *e)
{
    struct bases_text t = {.base = json_text(json_find(call->body, "base")),
                           .name = json_text(json_find(call->body, "name")),
                           .text = json_text(json_find(call->body, "text")),
                           .url = json_text(json_find(call->body, "url")),
                           .author = call_author(call),
                           .cancel = call->gone};
    const struct call_answer answer = {write_text_added, &t};
    enum err rc = grant_check_base(call->served->grant, t.base, RIGHT_WRITE, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

static enum err write_removed(const struct api_call *call, struct bases *b,
                              void *ctx, struct jsonw *w, struct error *e)
{
    const struct str *base = ctx;
    const struct str key = key_of(call);
    const struct bases_removal r = {
        .base = *base, .documents = &key, .n = 1, .author = call_author(call)};

    return bases_remove(b, &r, w, e);
}

enum err api_documents_remove(const struct api_call *call, struct str *json,
                              struct error *e)
{
    struct str base;
    const struct call_answer answer = {write_removed, &base};
    enum err rc = call_base(call, RIGHT_WRITE, &base, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

static enum err write_marked(const struct api_call *call, struct bases *b,
                             void *ctx, struct jsonw *w, struct error *e)
{
    struct bases_marking *m = ctx;
    const struct str key = key_of(call);

    m->documents = &key;
    m->n = 1;
    m->cancel = call->gone;
    return bases_mark(b, m, w, e);
}

static enum err mark(const struct api_call *call, enum bases_mark what,
                     struct str *json, struct error *e)
{
    struct bases_marking m = {.mark = what};
    const struct call_answer answer = {write_marked, &m};
    enum err rc = call_base(call, RIGHT_WRITE, &m.base, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

enum err api_documents_reindex(const struct api_call *call, struct str *json,
                               struct error *e)
{
    return mark(call, BASES_REINDEX, json, e);
}

enum err api_documents_pin(const struct api_call *call, struct str *json,
                           struct error *e)
{
    return mark(call, BASES_PIN, json, e);
}

enum err api_documents_unpin(const struct api_call *call, struct str *json,
                             struct error *e)
{
    return mark(call, BASES_UNPIN, json, e);
}

enum err api_documents_prioritize(const struct api_call *call, struct str *json,
                                  struct error *e)
{
    struct bases_marking m = {.mark = BASES_PRIORITIZE};
    const struct call_answer answer = {write_marked, &m};
    struct str given;
    uint64_t priority = 0;
    enum err rc = call_base(call, RIGHT_WRITE, &m.base, e);

    if (!rc)
        rc = call_query(call, "priority", &given, e);
    if (!rc)
        rc = call_query_u64(call, "priority", &priority, e);
    m.priority = (int64_t)priority;
    return rc ? rc : call_bases(call, &answer, json, e);
}

enum err api_documents_disable(const struct api_call *call, struct str *json,
                               struct error *e)
{
    return mark(call, BASES_DISABLE, json, e);
}
