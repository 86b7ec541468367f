/* What was exported from a base, until it is published: GET and DELETE
 * /v1/drafts, GET /v1/drafts/content, POST /v1/drafts/publish. */
#include "server/rest/call.h"

#include "base/percent.h"
#include "knowledge/knowledge_base/drafts.h"

#define HEADER_BYTES 4096

static enum err write_list(const struct api_call *call, struct bases *b,
                           void *ctx, struct jsonw *w, struct error *e)
{
    const struct call_part *x = ctx;

    (void)call;
    return bases_drafts(b, x->base, &x->page, w, e);
}

enum err api_drafts_list(const struct api_call *call, struct str *json,
                         struct error *e)
{
    struct call_part x;
    const struct call_answer answer = {write_list, &x};
    enum err rc = call_part(call, &x, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

/* Saved under its own name; RFC 6266, section 4.3. */
static enum err name_download(const struct api_call *call, struct str path,
                              struct error *e)
{
    struct buf b;
    struct str text;
    enum err rc;

    buf_init(&b, HEADER_BYTES);
    buf_puts(&b, "attachment; filename*=UTF-8''");
    percent_put(str_after_last(path, '/'), "", &b);
    rc = buf_dup(&b, call->a, &text, e);
    buf_release(&b);
    if (!rc)
        httpd_put_header(call->reply, "Content-Disposition", str_bytes(text));
    return rc;
}

/* Untrusted bytes: nothing of them is run or shown by a browser. */
enum err api_drafts_content(const struct api_call *call, struct str *json,
                            struct error *e)
{
    struct draft d = {0};
    struct bases *bases = NULL;
    enum err rc = call_base(call, RIGHT_READ, &d.base, e);

    if (!rc)
        rc = call_query(call, "path", &d.path, e);
    d.is_published = str_is(httpd_query(call->request, "published"), "true");
    if (!rc)
        rc = bases_new(call->served->tables, &bases, e);
    if (!rc)
        rc = bases_draft_read(bases, &d, call->a, json, e);
    bases_free(bases);
    if (rc)
        return rc;
    call->reply->content_type = "application/octet-stream";
    return name_download(call, d.path, e);
}

static enum err write_discarded(const struct api_call *call, struct bases *b,
                                void *ctx, struct jsonw *w, struct error *e)
{
    (void)call;
    return bases_draft_discard(b, ctx, w, e);
}

enum err api_drafts_discard(const struct api_call *call, struct str *json,
                            struct error *e)
{
    struct draft d = {0};
    const struct call_answer answer = {write_discarded, &d};
    enum err rc = call_base(call, RIGHT_WRITE, &d.base, e);

    if (!rc)
        rc = call_query(call, "path", &d.path, e);
    return rc ? rc : call_bases(call, &answer, json, e);
}

static enum err write_published(const struct api_call *call, struct bases *b,
                                void *ctx, struct jsonw *w, struct error *e)
{
    (void)call;
    return bases_draft_publish(b, ctx, w, e);
}

enum err api_drafts_publish(const struct api_call *call, struct str *json,
                            struct error *e)
{
    struct draft d = {.base = json_text(json_find(call->body, "base")),
                      .path = json_text(json_find(call->body, "path")),
                      .author = call_author(call)};
    const struct call_answer answer = {write_published, &d};
    enum err rc = grant_check_base(call->served->grant, d.base, RIGHT_WRITE, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}
