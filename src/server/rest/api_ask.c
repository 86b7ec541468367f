/* POST /v1/ask: the request of answer/ask_request.h, the answer object or, with
 * "stream", the events of ask_stream.h; with "wait" a job where something is
 * not indexed. */
#include "server/rest/ask_stream.h"
#include "server/rest/call.h"
#include "server/rest/job_reply.h"
#include "server/tools/asking.h"

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

/* A member that is true, false, null or not there. */
static enum err read_switch(const struct json *body, const char *name, bool *is,
                            struct error *e)
{
    const struct json *given = json_find(body, name);

    *is = json_is_true(given);
    if (given && given->type != JSON_TRUE && given->type != JSON_FALSE &&
        given->type != JSON_NULL)
        return error_set(e, ERR_VALIDATION_FAILED, "'%s' must be true or false",
                         name);
    return OK;
}

/* Is something of a base that is asked not indexed? Then its job is the
 * reply. */
static enum err wait_for_index(const struct api_call *call,
                               const struct answer_request *r, bool *waits,
                               struct str *json, struct error *e)
{
    enum err rc = OK;

    *waits = false;
    for (size_t i = 0; i < r->n && !rc && !*waits; i++)
        rc = job_reply_wait(call, r->sources[i].path, waits, json, e);
    return rc;
}

static enum err check_sources(const struct api_call *call,
                              const struct answer_request *r, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < r->n && !rc; i++)
        rc = call_check_path(call, r->sources[i].path, RIGHT_READ, e);
    return rc;
}

/* An exposure has one base, which its callers need not know. */
static struct str base_of(const struct api_call *call)
{
    const struct grant *g = call->served->grant;

    return g->exposure.n && g->bases.n == 1 ? g->bases.names[0]
                                            : (struct str){0};
}

static void write_answer(const void *ctx, struct jsonw *w)
{
    answer_write(ctx, w);
}

enum err api_ask(const struct api_call *call, struct str *json, struct error *e)
{
    struct answer *an = arena_alloc(call->a, sizeof(*an), e);
    struct answer_request r;
    bool stream, waits;

    if (!an || request_read(call->body, base_of(call), call->a, &r, e) ||
        read_switch(call->body, "stream", &stream, e) ||
        read_switch(call->body, "wait", &waits, e) ||
        check_sources(call, &r, e) || name_session(&r, call->a, e) ||
        wait_for_index(call, &r, &waits, json, e))
        return e->code;
    if (waits)
        return OK;
    r.cancel = call->gone;
    if (stream)
        return ask_stream(call, &r, an, e);
    if (asking_answer(call->served, &r, call->a, an, e))
        return e->code;
    return call_write(call, write_answer, an, json, e);
}
