#include "server/rest/event_stream.h"

#include "server/rest/problem.h"

#define EVENT_BYTES ((size_t)24 << 20)
#define PIECE_BYTES ((size_t)128 * 1024)

void event_stream_init(struct event_stream *ev, const struct api_call *call)
{
    *ev = (struct event_stream){.call = call};
}

static bool is_begun(struct event_stream *ev)
{
    struct httpd_reply head = *ev->call->reply;

    if (ev->stream || ev->failure.code)
        return ev->stream;
    head.content_type = "text/event-stream";
    if (httpd_stream_open(ev->call->request, &head, &ev->stream, &ev->failure))
        ev->stream = NULL;
    return ev->stream;
}

/* In pieces, because a write to a stream is bounded; there is no other
 * writer. */
static void send(struct event_stream *ev, struct str text)
{
    bool is_open = is_begun(ev);

    while (is_open && text.n > 0) {
        const size_t n = text.n < PIECE_BYTES ? text.n : PIECE_BYTES;

        is_open = httpd_stream_send(ev->stream, str_slice(text, 0, n));
        text = str_slice(text, n, text.n);
    }
}

void event_put(struct buf *b, const char *name, struct str json)
{
    buf_printf(b, "event: %s\ndata: ", name);
    buf_put_str(b, json);
    buf_puts(b, "\n\n");
}

void event_stream_send(struct event_stream *ev, const char *name,
                       struct str json)
{
    struct error ignored;
    struct str text;
    struct buf b;

    buf_init(&b, EVENT_BYTES);
    event_put(&b, name, json);
    if (buf_finish(&b, &text, &ignored) == OK)
        send(ev, text);
    buf_release(&b);
}

void event_stream_write(struct event_stream *ev, const char *name,
                        void (*write)(const void *ctx, struct jsonw *w),
                        const void *ctx)
{
    struct error ignored;
    struct str text;
    struct jsonw w;
    struct buf b;

    buf_init(&b, EVENT_BYTES);
    jsonw_init(&w, &b);
    write(ctx, &w);
    if (buf_finish(&b, &text, &ignored) == OK)
        event_stream_send(ev, name, text);
    buf_release(&b);
}

enum err event_stream_end(struct event_stream *ev, enum err rc, struct error *e)
{
    struct httpd_reply problem = {0};

    if (!rc && ev->failure.code) {
        *e = ev->failure;
        rc = e->code;
    }
    if (!ev->stream)
        return rc;
    if (rc) {
        problem_reply(e, 0, ev->call->a, &problem);
        event_stream_send(ev, "error", problem.body);
    }
    httpd_stream_release(ev->stream);
    ev->stream = NULL;
    return OK;
}

bool event_stream_is_wanted(const struct api_call *call)
{
    const struct str accept = httpd_header(call->request, "Accept");

    return str_find(accept, STR("text/event-stream")) < accept.n;
}
