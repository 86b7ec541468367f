/* api_logs.c - GET /v1/logs: the query log; needs the admin right. */
#include "server/query_log/query_log.h"
#include "server/rest/call.h"
#include "store/catalog/registry.h"
#include "tables/tables.h"

#define ANSWER_BYTES ((size_t)64 << 20)

enum err api_logs(const struct api_call *call, struct str *json,
                  struct error *e)
{
    const struct grant *g = call->served->grant;
    struct query_log_filter f = {.session =
                                     httpd_query(call->request, "session_id"),
                                 .bases = g->bases.all ? NULL : &g->bases};
    struct registry r = REGISTRY_NONE;
    struct jsonw w;
    struct buf b;
    enum err rc = grant_check_right(g, RIGHT_ADMIN, e);

    if (rc || call_page(call, &f.page, e) ||
        call_query_u64(call, "offset", &f.offset, e))
        return e->code;
    buf_init(&b, ANSWER_BYTES);
    jsonw_init(&w, &b);
    rc = registry_open(tables_home(call->served->tables), call->a, &r, e);
    if (!rc)
        rc = query_log_write(&r, &f, &w, e);
    registry_close(&r);
    if (rc) {
        buf_release(&b);
        return rc;
    }
    return call_finish(call, &b, json, e);
}
