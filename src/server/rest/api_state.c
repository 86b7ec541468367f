/* Health, readiness and metrics. */
#include "server/rest/call.h"
#include "server/rest/readiness.h"

#include "knowledge/knowledge_base/base_search.h"

#define TEXT_BYTES ((size_t)1 << 20)

/* It answers at all. */
enum err api_health(const struct api_call *call, struct str *json,
                    struct error *e)
{
    (void)call;
    (void)e;
    *json = STR("{\"status\":\"ok\"}");
    return OK;
}

/* Its home can be read and a worker starts; else 503, whatever it is. */
enum err api_ready(const struct api_call *call, struct str *json,
                   struct error *e)
{
    enum err rc = readiness_check(call->api->readiness, e);

    if (rc)
        *call->problem = 503;
    *json = STR("{\"status\":\"ready\"}");
    return rc;
}

enum err api_metrics(const struct api_call *call, struct str *json,
                     struct error *e)
{
    struct bases *bases = NULL;
    struct buf b;
    enum err rc = grant_check_right(call->served->grant, RIGHT_ADMIN, e);

    buf_init(&b, TEXT_BYTES);
    if (!rc)
        rc = bases_new(call->served->tables, &bases, e);
    if (!rc)
        rc = bases_metrics_text(bases, &b, e);
    bases_free(bases);
    call->reply->content_type = "text/plain; version=0.0.4";
    if (!rc)
        rc = buf_dup(&b, call->a, json, e);
    buf_release(&b);
    return rc;
}
