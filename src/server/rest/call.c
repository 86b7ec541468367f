#include "server/rest/call.h"

#include "knowledge/knowledge_base/base_search.h"
#include "server/rest/routes.h"

#define ANSWER_BYTES ((size_t)64 << 20)

enum err call_query(const struct api_call *call, const char *name,
                    struct str *out, struct error *e)
{
    *out = httpd_query(call->request, name);
    if (out->n == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the query parameter '%s' is missing or empty", name);
    return OK;
}

enum err call_query_u64(const struct api_call *call, const char *name,
                        uint64_t *out, struct error *e)
{
    const struct argument *x = route_argument(call->route, str_from(name));
    const struct str given = httpd_query(call->request, name);

    BUG_ON(!x || !x->max);
    *out = x->usual;
    if (!given.p ||
        (str_parse_u64(given, x->max, out, e) == OK && *out >= x->min))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "'%s' must be a whole number from %llu to %llu", name,
                     (unsigned long long)x->min, (unsigned long long)x->max);
}

enum err call_page(const struct api_call *call, struct list_page *page,
                   struct error *e)
{
    page->after = httpd_query(call->request, "cursor");
    return call_query_u64(call, "limit", &page->limit, e);
}

enum err call_base(const struct api_call *call, enum right right,
                   struct str *base, struct error *e)
{
    enum err rc = call_query(call, "base", base, e);

    return rc ? rc : grant_check_base(call->served->grant, *base, right, e);
}

enum err call_part(const struct api_call *call, struct call_part *part,
                   struct error *e)
{
    enum err rc = call_base(call, RIGHT_READ, &part->base, e);

    return rc ? rc : call_page(call, &part->page, e);
}

enum err call_check_path(const struct api_call *call, struct str path,
                         enum right right, struct error *e)
{
    return grant_check_base(call->served->grant, base_of_path(path), right, e);
}

bool call_reaches(void *grant, struct str base)
{
    const struct grant *g = grant;

    return scope_has(&g->bases, base);
}

struct str call_author(const struct api_call *call)
{
    const struct str id = call->served->grant->id;

    return id.n ? id : STR("local");
}

enum err call_finish(const struct api_call *call, struct buf *b,
                     struct str *json, struct error *e)
{
    enum err rc = buf_dup(b, call->a, json, e);

    buf_release(b);
    return rc;
}

enum err call_write(const struct api_call *call,
                    void (*write)(const void *ctx, struct jsonw *w),
                    const void *ctx, struct str *json, struct error *e)
{
    struct jsonw w;
    struct buf b;

    buf_init(&b, ANSWER_BYTES);
    jsonw_init(&w, &b);
    write(ctx, &w);
    return call_finish(call, &b, json, e);
}

enum err call_bases(const struct api_call *call,
                    const struct call_answer *answer, struct str *json,
                    struct error *e)
{
    struct bases *bases = NULL;
    struct jsonw w;
    struct buf b;
    enum err rc = bases_new(call->served->tables, &bases, e);

    buf_init(&b, ANSWER_BYTES);
    jsonw_init(&w, &b);
    if (!rc)
        rc = answer->write(call, bases, answer->ctx, &w, e);
    if (!rc)
        rc = buf_dup(&b, call->a, json, e);
    if (bases)
        bases_keep_metrics(bases);
    bases_free(bases);
    buf_release(&b);
    return rc;
}
