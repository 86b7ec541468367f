/* The bases of the home: list, make, look at, remove. */
#include "server/rest/call.h"

#include "answer/suggest.h"
#include "knowledge/knowledge_base/list.h"
#include "knowledge/knowledge_base/maintenance.h"

#define SUGGESTED_BYTES ((size_t)1 << 20)

static enum err write_list(const struct api_call *call, struct bases *b,
                           void *ctx, struct jsonw *w, struct error *e)
{
    (void)call;
    return bases_list(b, ctx, w, e);
}

enum err api_bases_list(const struct api_call *call, struct str *json,
                        struct error *e)
{
    struct bases_filter f = {.has = call_reaches,
                             .ctx = (void *)call->served->grant};
    const struct call_answer answer = {write_list, &f};
    enum err rc = grant_check_right(call->served->grant, RIGHT_READ, e);

    if (!rc)
        rc = call_page(call, &f.page, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

static enum err write_created(const struct api_call *call, struct bases *b,
                              void *ctx, struct jsonw *w, struct error *e)
{
    (void)ctx;
    return bases_create(b, json_text(json_find(call->body, "name")), w, e);
}

enum err api_bases_create(const struct api_call *call, struct str *json,
                          struct error *e)
{
    const struct call_answer answer = {write_created, NULL};
    enum err rc = grant_check_base(call->served->grant,
                                   json_text(json_find(call->body, "name")),
                                   RIGHT_WRITE, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

static enum err write_described(const struct api_call *call, struct bases *b,
                                void *ctx, struct jsonw *w, struct error *e)
{
    (void)ctx;
    return bases_describe(b, call->parameter[0], w, e);
}

enum err api_bases_describe(const struct api_call *call, struct str *json,
                            struct error *e)
{
    const struct call_answer answer = {write_described, NULL};
    enum err rc = grant_check_base(call->served->grant, call->parameter[0],
                                   RIGHT_READ, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

/* It is named in full by who removes it, which is all that --force says. */
static enum err write_dropped(const struct api_call *call, struct bases *b,
                              void *ctx, struct jsonw *w, struct error *e)
{
    (void)ctx;
    return bases_drop(b, call->parameter[0], true, w, e);
}

enum err api_bases_drop(const struct api_call *call, struct str *json,
                        struct error *e)
{
    const struct call_answer answer = {write_dropped, NULL};
    enum err rc = grant_check_base(call->served->grant, call->parameter[0],
                                   RIGHT_ADMIN, e);

    return rc ? rc : call_bases(call, &answer, json, e);
}

enum err api_bases_suggest(const struct api_call *call, struct str *json,
                           struct error *e)
{
    const struct suggest_request r = {.tables = call->served->tables,
                                      .base = call->parameter[0],
                                      .language =
                                          httpd_query(call->request, "lang"),
                                      .cancel = call->gone};
    struct jsonw w;
    struct buf b;
    enum err rc = grant_check_base(call->served->grant, call->parameter[0],
                                   RIGHT_READ, e);

    buf_init(&b, SUGGESTED_BYTES);
    jsonw_init(&w, &b);
    if (!rc)
        rc = suggest_questions(&r, call->a, &w, e);
    if (!rc)
        rc = buf_dup(&b, call->a, json, e);
    buf_release(&b);
    return rc;
}
