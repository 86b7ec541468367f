#include "server/mcp/mcp_http.h"

#include "base/hash.h"
#include "base/log.h"
#include "base/mem.h"
#include "server/mcp/http_headers.h"
#include "server/mcp/mcp_call.h"
#include "server/mcp/mcp_sessions.h"

#define SESSION          "Mcp-Session-Id"
#define ANSWER_BYTES     ((size_t)64 * 1024 * 1024)
#define LOOK_BYTES       ((size_t)4 * 1024) /* of a body that is looked at... */
#define LOOK_ARENA_BYTES ((size_t)1 << 20)  /* ...by the thread that reads */
#define PIECE_BYTES \
    ((size_t)128 * 1024) /* of an event, so that a slow client
                                             holds no more of it in memory */

struct mcp_http {
    const struct mcp_capabilities *offer;
    struct mcp_sessions sessions;
    struct kept_sessions *kept; /* NULL: in memory alone */
};

/* One request on its way to its reply; one thread's. */
struct posted {
    struct mcp_http *http;
    const struct mcp_caller *caller;
    const struct httpd_request *request;
    struct arena *arena;
    struct httpd_reply *reply;
    struct http_accepts accepts;
    enum mcp_era era;
    struct mcp_http_session *session; /* NULL: none */
    struct httpd_stream *stream;      /* NULL: none yet */
    struct http_channel channel;      /* of the stream in a session... */
    bool has_channel;                 /* ...which can be taken up again */
    bool answered;
};

/* ---- replies ---- */

static void begin_reply(struct httpd_reply *out)
{
    out->status = 200; /* headers may be there already */
    out->content_type = "application/json";
    httpd_put_header(out, "X-Content-Type-Options", "nosniff");
    httpd_put_header(out, "Cache-Control", "no-store");
}

/* The status of an answer with this code; one in a session is always found. */
static unsigned status_of(enum mcp_era era, int code)
{
    static const int wrong[] = {
        RPC_PARSE_ERROR,     RPC_INVALID_REQUEST,    RPC_INVALID_PARAMS,
        RPC_HEADER_MISMATCH, RPC_MISSING_CAPABILITY, RPC_UNSUPPORTED_VERSION};

    if (era == MCP_SESSION || code == MCP_RESULT)
        return 200;
    if (code == RPC_METHOD_NOT_FOUND)
        return 404;
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        if (code == wrong[i])
            return 400;
    return 200;
}

static bool begin_stream(struct posted *p)
{
    struct error ignored;

    p->reply->content_type = "text/event-stream";
    httpd_put_header(p->reply, "X-Accel-Buffering", "no");
    return httpd_stream_open(p->request, p->reply, &p->stream, &ignored) == OK;
}

/* Clients of the revision before cannot read an event without a message. */
static bool is_primed(const struct posted *p)
{
    const char *version = p->session->state.version;

    return version && str_is(str_from(version), "2025-11-25");
}

/* The stream of a request; one in a session can be taken up again. */
static bool open_stream(struct posted *p)
{
    if (p->stream)
        return true;
    if (!begin_stream(p))
        return false;
    p->has_channel = p->session != NULL;
    if (p->has_channel)
        http_channel_open(&p->session->events, &p->channel, p->request,
                          p->stream, is_primed(p));
    return true;
}

static void close_stream(struct posted *p)
{
    if (p->has_channel)
        http_channel_close(&p->session->events, &p->channel);
    httpd_stream_release(p->stream);
}

/* JSON has line breaks between tokens alone, and an event is lines. */
static void join_lines(struct buf *message)
{
    for (size_t i = 0; i < message->n; i++)
        if (message->p[i] == '\n' || message->p[i] == '\r')
            message->p[i] = ' ';
}

static void send_event(struct posted *p, struct buf *message)
{
    struct str rest = buf_str(message);

    if (!open_stream(p))
        return;
    join_lines(message);
    if (p->has_channel) {
        http_channel_send(&p->session->events, &p->channel, rest);
        return;
    }
    if (!httpd_stream_send(p->stream, STR("event: message\ndata: ")))
        return;
    while (rest.n) {
        size_t n = rest.n < PIECE_BYTES ? rest.n : PIECE_BYTES;

        if (!httpd_stream_send(p->stream, str_slice(rest, 0, n)))
            return;
        rest = str_slice(rest, n, rest.n);
    }
    (void)httpd_stream_send(p->stream, STR("\n\n"));
}

/* A refusal in the form of the protocol: an error that answers no request. */
static void refuse(struct httpd_reply *out, struct arena *a, unsigned status,
                   int code, const char *message)
{
    const struct rpc_id none = {.type = JSON_NULL};
    struct jsonw w;
    struct buf b;

    out->status = status;
    buf_init(&b, ANSWER_BYTES);
    jsonw_init(&w, &b);
    rpc_write_error(&w, none, code, message);
    httpd_put_refusal(out, &b, a);
    buf_release(&b);
}

static void put_retry(struct httpd_reply *out, struct arena *a,
                      uint32_t retry_s)
{
    struct error ignored;
    struct str seconds;

    if (str_printf(a, &seconds, &ignored, "%u", retry_s ? retry_s : 1))
        seconds = STR("1");
    httpd_put_header(out, "Retry-After", seconds.p);
}

static void refuse_error(struct httpd_reply *out, struct arena *a,
                         const struct error *e)
{
    refuse(out, a, (unsigned)err_http_status(e->code), err_rpc_code(e->code),
           e->msg);
    if (out->status == 429 || out->status == 503)
        put_retry(out, a, e->retry_s);
}

static void send_json(struct posted *p, int code, const struct buf *message)
{
    struct error e;

    p->reply->status = status_of(p->era, code);
    if (buf_dup(message, p->arena, &p->reply->body, &e))
        refuse_error(p->reply, p->arena, &e);
}

/* The sink of a request. */
static void send(void *ctx, int what, struct buf *message)
{
    struct posted *p = ctx;

    if (what == MCP_ASIDE) {
        if (p->accepts.events)
            send_event(p, message);
        return;
    }
    p->answered = true;
    if (p->stream || !p->accepts.json)
        send_event(p, message);
    else
        send_json(p, what, message);
}

/* ---- how requests are carried out ---- */

static enum err run(void *ctx, struct call *call, struct error *e)
{
    struct posted *p = ctx;
    struct inflight_request flight = {.id = call->id, .request = p->request};

    if (p->era == MCP_STATELESS) {
        mcp_call_run(p->caller->context, call, p->request->gone);
        return OK;
    }
    if (mcp_sessions_begin(&p->http->sessions, p->session, &flight, e))
        return e->code;
    mcp_call_run(p->caller->context, call, p->request->gone);
    mcp_sessions_finish(&p->http->sessions, p->session, &flight);
    return OK;
}

/* Without a session there is nothing but the connection to tell requests of
 * one client from those of others. */
static void cancel(void *ctx, struct rpc_id id)
{
    struct posted *p = ctx;

    if (p->session)
        mcp_sessions_cancel(&p->http->sessions, p->session, id);
}

static void carry_out(struct posted *p, struct mcp_incoming *in,
                      struct mcp_session *session)
{
    const struct mcp m = {.offer = p->http->offer,
                          .grant = p->caller->grant,
                          .session = session,
                          .runner = {run, cancel, p}};
    const struct mcp_sink sink = {send, p};

    mcp_carry_out(&m, in, &sink);
    if (in->message.kind != RPC_REQUEST) {
        p->reply->status = 202;
    } else if (!p->answered && !p->stream) {
        /* Cancelled: there is no answer, and so no body, nor an event after
         * which a client would ask for one again. */
        if (p->accepts.events)
            (void)begin_stream(p);
        else
            p->reply->status = 202;
    }
    close_stream(p);
}

/* ---- without a session ---- */

static void on_stateless(struct posted *p, struct mcp_incoming *in)
{
    const struct mcp_sink sink = {send, p};
    struct mcp_session nobody;
    struct error e = {0};
    int code = RPC_INVALID_REQUEST;

    if (in->message.kind == RPC_RESPONSE) {
        refuse(p->reply, p->arena, 400, code,
               "this revision has no responses from clients");
        return;
    }
    if (http_headers_check(p->request, &in->message, p->arena, &code, &e)) {
        if (code == RPC_UNSUPPORTED_VERSION)
            mcp_send_unknown_version(
                &sink, in->message.id,
                httpd_header(p->request, "MCP-Protocol-Version"));
        else
            mcp_send_error(&sink, in->message.id, code, e.msg);
        httpd_stream_release(p->stream);
        return;
    }
    mcp_session_init(&nobody);
    carry_out(p, in, &nobody);
    mcp_session_release(&nobody);
}

/* ---- in a session ---- */

static struct mcp_session_owner owner_of(const struct mcp_caller *caller)
{
    return (struct mcp_session_owner){
        .key = caller->key,
        .place = hash_bytes(str_bytes(caller->place), caller->place.n),
        .principal = caller->principal,
        .is_public = caller->is_public};
}

/* The owner's session of that name, here or taken up from the store. Where it was kept
 * and is not any more, another server has ended it. */
static enum err hold_session(struct posted *p, struct str id,
                             struct mcp_http_session **out, struct error *e)
{
    struct mcp_sessions *all = &p->http->sessions;
    const struct mcp_session_owner owner = owner_of(p->caller);
    struct kept_session kept = {0};
    bool is_over = false;
    enum err rc = OK;

    *out = mcp_sessions_find(all, id, owner);
    if (id.n < REQUEST_SESSION_BYTES)
        rc = kept_sessions_find(p->http->kept, id, p->caller->grant, &kept, e);
    if (!rc && kept.is_there && !*out)
        rc = mcp_sessions_resume(all, owner, id, &kept, out, e);
    else if (!rc && kept.is_there)
        atomic_store(&(*out)->state.level, kept.level);
    else
        is_over = !rc && *out && atomic_load(&(*out)->is_kept);
    if (is_over)
        mcp_sessions_end(all, *out);
    if (*out && (rc || is_over)) {
        mcp_sessions_leave(all, *out);
        *out = NULL;
    }
    return rc;
}

/* Other servers know it from now on, or as it is now. */
static void keep_session(struct posted *p)
{
    struct mcp_http_session *x = p->session;
    struct error e = {0};

    if (!p->http->kept)
        return;
    if (kept_sessions_put(p->http->kept, str_from(x->id), p->caller->grant,
                          &x->state, &e))
        log_warn("mcp", "a session is known to this server alone: %s", e.msg);
    else
        atomic_store(&x->is_kept, true);
}

/* The session that the request names, or why there is none. */
static struct mcp_http_session *find_session(struct posted *p)
{
    struct str id = httpd_header(p->request, SESSION);
    struct mcp_http_session *found;
    struct error e = {0};

    if (!id.n) {
        refuse(p->reply, p->arena, 400, RPC_INVALID_REQUEST,
               "the header " SESSION
               " is missing; initialize answers with one");
        return NULL;
    }
    if (hold_session(p, id, &found, &e))
        refuse_error(p->reply, p->arena, &e);
    else if (!found)
        refuse(p->reply, p->arena, 404, RPC_INVALID_REQUEST,
               "there is no such session, or it has ended; start another with "
               "initialize");
    return found;
}

static void on_initialize(struct posted *p, struct mcp_incoming *in)
{
    struct mcp_sessions *all = &p->http->sessions;
    struct str id;
    struct error e = {0};

    if (mcp_sessions_open(all, owner_of(p->caller), &p->session, &e)) {
        refuse_error(p->reply, p->arena, &e);
        return;
    }
    if (str_dup(str_from(p->session->id), p->arena, &id, &e)) {
        refuse_error(p->reply, p->arena, &e);
    } else {
        httpd_put_header(p->reply, SESSION, id.p);
        carry_out(p, in, &p->session->state);
    }
    if (p->session->state.phase == MCP_READY)
        keep_session(p);
    else
        mcp_sessions_end(all, p->session);
    mcp_sessions_leave(all, p->session);
}

static void on_session(struct posted *p, struct mcp_incoming *in)
{
    int level;

    if (in->message.kind == RPC_REQUEST &&
        str_is(in->message.method, "initialize") &&
        !httpd_header(p->request, SESSION).p) {
        on_initialize(p, in);
        return;
    }
    p->session = find_session(p);
    if (!p->session)
        return;
    level = atomic_load(&p->session->state.level);
    carry_out(p, in, &p->session->state);
    if (atomic_load(&p->session->state.level) != level)
        keep_session(p);
    mcp_sessions_leave(&p->http->sessions, p->session);
}

/* ---- methods of HTTP ---- */

static void on_post(struct posted *p)
{
    const struct mcp_sink sink = {send, p};
    struct mcp_incoming in;

    if (!http_headers_is_json(p->request)) {
        refuse(p->reply, p->arena, 415, RPC_INVALID_REQUEST,
               "a body is JSON, with Content-Type: application/json");
        return;
    }
    if (!p->accepts.json && !p->accepts.events) {
        refuse(p->reply, p->arena, 406, RPC_INVALID_REQUEST,
               "answers are application/json or text/event-stream; Accept "
               "must list both");
        return;
    }
    p->era = MCP_STATELESS; /* for the status of what is not a message */
    if (mcp_read(str_trim(p->request->body), &in, &sink)) {
        p->era = http_headers_era(p->request, &in.message);
        if (p->era == MCP_STATELESS)
            on_stateless(p, &in);
        else
            on_session(p, &in);
    } else {
        httpd_stream_release(p->stream);
    }
    arena_release(&in.arena);
}

static void refuse_method(struct httpd_reply *out, struct arena *a,
                          const char *allowed)
{
    refuse(out, a, 405, RPC_INVALID_REQUEST,
           "this revision has no such method here");
    httpd_put_header(out, "Allow", allowed);
}

/* The rest of a stream whose connection was lost. */
static void on_resume(struct posted *p, const struct http_place *place)
{
    if (!begin_stream(p)) {
        p->reply->status = 503;
        return;
    }
    http_events_resume(&p->session->events, place, p->stream);
    httpd_stream_release(p->stream);
}

/* What belongs to no request. */
static void on_listen(struct posted *p)
{
    if (!begin_stream(p)) {
        p->reply->status = 503;
        return;
    }
    if (is_primed(p))
        http_events_prime(&p->session->events, p->stream);
    mcp_sessions_listen(&p->http->sessions, p->session, p->stream);
}

static void on_get(struct posted *p)
{
    struct str last = httpd_header(p->request, "Last-Event-ID");
    struct http_place place = {0};
    struct error e = {0};

    if (!p->accepts.events) {
        refuse(p->reply, p->arena, 406, RPC_INVALID_REQUEST,
               "this is a stream; Accept must list text/event-stream");
        return;
    }
    p->session = find_session(p);
    if (!p->session)
        return;
    if (last.n &&
        http_events_find(&p->session->events, str_trim(last), &place, &e))
        refuse(p->reply, p->arena, 400, RPC_INVALID_REQUEST, e.msg);
    else if (place.channel)
        on_resume(p, &place);
    else
        on_listen(p);
    mcp_sessions_leave(&p->http->sessions, p->session);
}

static void on_delete(struct posted *p)
{
    struct mcp_http_session *session = find_session(p);
    struct error e = {0};

    if (!session)
        return;
    if (kept_sessions_drop(p->http->kept, str_from(session->id), &e)) {
        refuse_error(p->reply, p->arena, &e);
    } else {
        mcp_sessions_end(&p->http->sessions, session);
        p->reply->status = 204;
    }
    mcp_sessions_leave(&p->http->sessions, session);
}

static void on_method(struct posted *p)
{
    const struct httpd_request *r = p->request;

    if (str_is(r->method, "POST"))
        on_post(p);
    else if (http_headers_era(r, NULL) == MCP_STATELESS)
        refuse_method(p->reply, p->arena, "POST");
    else if (str_is(r->method, "GET"))
        on_get(p);
    else if (str_is(r->method, "DELETE"))
        on_delete(p);
    else
        refuse_method(p->reply, p->arena, "GET, POST, DELETE");
}

void mcp_http_handle(struct mcp_http *h, const struct mcp_caller *caller,
                     const struct httpd_request *r, const struct error *refusal,
                     struct arena *a, struct httpd_reply *out)
{
    struct posted p = {.http = h,
                       .caller = caller,
                       .request = r,
                       .arena = a,
                       .reply = out,
                       .accepts = http_headers_accepts(r)};

    begin_reply(out);
    if (refusal)
        refuse_error(out, a, refusal);
    else
        on_method(&p);
}

/* ---- how long it may take ---- */

static bool is_slow_call(const struct json *message)
{
    static const char *const methods[] = {"tools/call", "resources/read",
                                          "prompts/get"};
    const struct str method = json_text(json_find(message, "method"));
    const struct tool_spec *tool = tool_spec_find(
        json_text(json_find(json_find(message, "params"), "name")));

    return STR_IN(method, methods) && !(tool && tool->is_catalog);
}

bool mcp_http_is_slow(const struct httpd_request *r)
{
    struct json *message = NULL;
    struct error ignored;
    struct arena a;
    bool slow;

    if (!str_is(r->method, "POST"))
        return false;
    arena_init(&a, LOOK_ARENA_BYTES);
    slow = r->body.n > LOOK_BYTES ||
           (json_parse(r->body, &json_default_limits, &a, &message, &ignored) ==
                OK &&
            is_slow_call(message));
    arena_release(&a);
    return slow;
}

/* ---- the endpoint ---- */

enum err mcp_http_new(const struct mcp_capabilities *offer,
                      const struct home *home, struct mcp_http **h,
                      struct error *e)
{
    *h = mem_new(sizeof(**h), e);
    if (!*h)
        return e->code;
    (*h)->offer = offer;
    mcp_sessions_init(&(*h)->sessions);
    return kept_sessions_open(home, &(*h)->kept, e);
}

void mcp_http_free(struct mcp_http *h)
{
    if (!h)
        return;
    mcp_sessions_release(&h->sessions);
    kept_sessions_close(h->kept);
    mem_free(h);
}

void mcp_http_sweep(struct mcp_http *h,
                    bool (*is_open)(void *ctx, uint64_t key), void *ctx)
{
    mcp_sessions_sweep(&h->sessions, is_open, ctx);
}
