/*
 * ask_stream.c - the listener of an answer that writes events.
 *
 * `token` events make up the answer's text when they are put together; the
 * sentences of a language model come while it writes, what the rules say comes
 * when it is sure. Should a text that was sent already be another in the end
 * (that of tables is shortened where pages need the space), a token with
 * `replace` has all of it.
 */
#include "server/rest/ask_stream.h"

#include "server/rest/event_stream.h"
#include "server/tools/asking.h"

#define TEXT_BYTES ((size_t)1 << 20)

struct asked {
    struct event_stream ev;
    const struct answer *an;
    size_t sources;  /* that were sent */
    bool has_rows;   /* sql and rows were sent */
    struct buf said; /* the text that was sent */
};

static void write_route(const void *ctx, struct jsonw *w)
{
    answer_write_routing(ctx, w);
}

static void write_sql(const void *ctx, struct jsonw *w)
{
    jsonw_begin_object(w);
    answer_write_reading(ctx, w);
    jsonw_end_object(w);
}

static void write_rows(const void *ctx, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_key(w, "results");
    answer_write_results(ctx, w);
    jsonw_member_cstr(w, "visualization", answer_visualization(ctx));
    jsonw_end_object(w);
}

static void write_evidence(const void *ctx, struct jsonw *w)
{
    const struct asked *x = ctx;

    jsonw_begin_object(w);
    jsonw_key(w, "sources");
    answer_write_sources(x->an, x->sources, w);
    jsonw_end_object(w);
}

static void write_figure(const void *ctx, struct jsonw *w)
{
    answer_write_figure(ctx, w);
}

static void write_done(const void *ctx, struct jsonw *w)
{
    answer_write(ctx, w);
}

/* The sources that were not sent before. */
static void send_evidence(struct asked *x, const struct answer *so_far)
{
    const size_t n = answer_tables_used(so_far) + so_far->n_passages;

    x->an = so_far;
    if (n > x->sources)
        event_stream_write(&x->ev, "evidence", write_evidence, x);
    x->sources = n > x->sources ? n : x->sources;
}

static void reached(void *ctx, const struct answer *so_far,
                    enum answer_stage stage)
{
    struct asked *x = ctx;

    if (stage == ANSWER_ROUTED)
        event_stream_write(&x->ev, "route", write_route, so_far);
    if (stage == ANSWER_ROWS && so_far->result && !x->has_rows) {
        x->has_rows = true;
        event_stream_write(&x->ev, "sql", write_sql, so_far);
        event_stream_write(&x->ev, "rows", write_rows, so_far);
    }
    if (stage != ANSWER_ROUTED)
        send_evidence(x, so_far);
}

static void send_token(struct asked *x, struct str text, bool replaces)
{
    struct error ignored;
    struct str json;
    struct jsonw w;
    struct buf b;

    buf_init(&b, TEXT_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "text", text);
    if (replaces)
        jsonw_member_bool(&w, "replace", true);
    jsonw_end_object(&w);
    if (buf_finish(&b, &json, &ignored) == OK)
        event_stream_send(&x->ev, "token", json);
    buf_release(&b);
    buf_put_str(&x->said, text);
}

/* A sentence of a model follows what tables say, on a line of its own. */
static void said(void *ctx, const struct answer *so_far, struct str line)
{
    struct asked *x = ctx;

    if (x->said.n == 0 && so_far->text.n) {
        send_token(x, so_far->text, false);
        send_token(x, STR("\n\n"), false);
    } else if (x->said.n) {
        send_token(x, STR("\n"), false);
    }
    send_token(x, line, false);
}

/* What of the text was not sent, a line a token. */
static void send_rest(struct asked *x, struct str text)
{
    const struct str sent = buf_str(&x->said);

    if (!str_starts(text, sent)) {
        send_token(x, text, true);
        return;
    }
    text = str_slice(text, sent.n, text.n);
    while (text.n > 0) {
        const size_t n = str_find_char(text, '\n') + 1;

        send_token(x, str_slice(text, 0, n), false);
        text = str_slice(text, n, text.n);
    }
}

static void send_end(struct asked *x, const struct answer *an)
{
    reached(x, an, ANSWER_ROWS);
    send_rest(x, an->text);
    for (size_t i = 0; i < an->n_figures; i++)
        event_stream_write(&x->ev, "figure", write_figure, &an->figures[i]);
    event_stream_write(&x->ev, "done", write_done, an);
}

enum err ask_stream(const struct api_call *call, struct answer_request *r,
                    struct answer *an, struct error *e)
{
    struct asked x = {0};
    enum err rc;

    event_stream_init(&x.ev, call);
    buf_init(&x.said, TEXT_BYTES);
    r->listener =
        (struct answer_listener){.ctx = &x, .reached = reached, .said = said};
    rc = asking_answer(call->served, r, call->a, an, e);
    if (!rc)
        send_end(&x, an);
    rc = event_stream_end(&x.ev, rc, e);
    buf_release(&x.said);
    return rc;
}
