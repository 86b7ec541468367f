/* POST /v1/ask: the request of answer/request.h, the answer object. */
#include "api/api.h"

#include "answer/answer.h"

#define ANSWER_BYTES ((size_t)16 * 1024 * 1024)

/* A conversation that begins gets its name from us. */
static enum err name_session(struct answer_request *r, struct arena *a,
                             struct error *e)
{
    char *session;

    if (r->session_id.n)
        return OK;
    session = arena_alloc(a, REQUEST_SESSION_BYTES, e);
    if (!session || request_new_session(session, e))
        return e->code;
    r->session_id = str_from(session);
    return OK;
}

enum err api_ask(const struct api_call *call, struct str *json, struct error *e)
{
    struct answer *an = arena_alloc(call->a, sizeof(*an), e);
    struct answer_request r;
    struct jsonw w;
    struct buf b;
    enum err rc;

    if (!an || request_read(call->body, call->a, &r, e) ||
        name_session(&r, call->a, e))
        return e->code;
    r.cancel = call->gone;
    if (answer_question(call->served->tables, &r, call->a, an, e))
        return e->code;
    buf_init(&b, ANSWER_BYTES);
    jsonw_init(&w, &b);
    answer_write(an, &w);
    rc = buf_dup(&b, call->a, json, e);
    buf_release(&b);
    return rc;
}

enum err api_health(const struct api_call *call, struct str *json,
                    struct error *e)
{
    (void)call;
    (void)e;
    *json = STR("{\"status\":\"ok\"}");
    return OK;
}
