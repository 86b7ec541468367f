#include "mcp/mcp_stdio.h"

#include "base/mem.h"
#include "lines/line.h"
#include "lines/stop.h"
#include "mcp/mcp.h"
#include "mcp/mcp_call.h"

#define MAX_MESSAGE_BYTES ((size_t)16 * 1024 * 1024)

/* Too large for a stack: the calls' slots are in it. */
struct server {
    struct stop stop;
    struct line_reader in;
    struct line_writer out;
    struct calls calls;
    struct mcp_session session;
    struct mcp mcp;
};

static void send_line(void *ctx, int what, struct buf *message)
{
    struct server *s = ctx;

    (void)what;
    if (!line_write(&s->out, message))
        stop_raise(s->stop.fd); /* nobody reads us: the same as a wish to end */
}

static void serve(struct server *s)
{
    const struct mcp_sink sink = {.send = send_line, .ctx = s};
    enum line_event event;
    struct str line;

    do {
        event = line_read(&s->in, &line);
        line = str_trim(line);
        if (event == LINE_TOO_LONG)
            mcp_receive_too_long(MAX_MESSAGE_BYTES, &sink);
        else if (event == LINE_MESSAGE && line.n)
            mcp_receive(&s->mcp, line, &sink);
    } while (event == LINE_MESSAGE || event == LINE_TOO_LONG);
    calls_drain(&s->calls, s->stop.fd, s->out.fd);
}

static enum err serve_with_stop(struct server *s, const struct mcp_options *o,
                                struct error *e)
{
    enum err err =
        calls_init(&s->calls, mcp_call_run, o->context, CALLS_MAX_THREADS, e);

    if (err)
        return err;
    line_reader_init(&s->in, o->in_fd, s->stop.fd, MAX_MESSAGE_BYTES);
    line_writer_init(&s->out, o->out_fd, s->stop.fd);
    mcp_session_init(&s->session);
    s->mcp = (struct mcp){.offer = o->offer,
                          .grant = o->grant,
                          .session = &s->session,
                          .runner = mcp_runner_of(&s->calls)};
    serve(s);
    calls_release(&s->calls);
    mcp_session_release(&s->session);
    line_writer_release(&s->out);
    line_reader_release(&s->in);
    return OK;
}

enum err mcp_serve_stdio(const struct mcp_options *o, struct error *e)
{
    struct server *s = mem_new(sizeof(*s), e);
    enum err err;

    if (!s)
        return e->code;
    err = stop_open(&s->stop, e);
    if (!err) {
        if (o->stop && atomic_load(o->stop))
            stop_raise(s->stop.fd);
        err = serve_with_stop(s, o, e);
        stop_close(&s->stop);
    }
    mem_free(s);
    return err;
}
