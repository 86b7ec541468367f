#include "server/mcp/mcp_stdio.h"

#include "base/leader.h"
#include "base/mem.h"
#include "base/stdio/line.h"
#include "base/stdio/stop.h"
#include "server/mcp/mcp.h"
#include "server/mcp/mcp_call.h"

#define MAX_MESSAGE_BYTES ((size_t)16 * 1024 * 1024)

/* Too large for a stack: the calls' slots are in it. `in`, `session` and what
 * is written in `mcp` are of the thread that reads. */
struct server {
    struct leader leader;
    struct stop stop;
    struct line_reader in;
    struct line_writer out;
    struct calls calls;
    struct mcp_session session;
    struct mcp mcp;
};

/* Nobody reads us: the same as a request to shut down. */
static void check_sent(struct server *s, bool sent)
{
    if (!sent)
        stop_raise(s->stop.fd);
}

static void send_line(void *ctx, int what, struct buf *message)
{
    struct server *s = ctx;

    (void)what;
    check_sent(s, line_write(&s->out, message));
}

static void flush(void *ctx)
{
    struct server *s = ctx;

    check_sent(s, line_flush(&s->out));
}

/* The answers to messages that came together go together: all but the last wait
 * for it. */
static enum line_event receive_next(struct server *s)
{
    const struct mcp_sink sink = {.send = send_line, .ctx = s};
    bool *more = &s->calls.readers.more;
    enum line_event event;
    struct str line;

    if (!*more)
        flush(s); /* the last one may have no answer */
    event = line_read(&s->in, &line);
    *more = line_reader_has_line(&s->in);
    if (*more)
        line_hold(&s->out);
    line = str_trim(line);
    if (event == LINE_TOO_LONG)
        mcp_receive_too_long(MAX_MESSAGE_BYTES, &sink);
    else if (event == LINE_MESSAGE && line.n)
        mcp_receive(&s->mcp, line, &sink);
    return event;
}

/* The loop of both threads. The one that reads the end of input waits until no
 * call runs. */
static void serve(struct server *s, int me)
{
    enum line_event event;

    while (leader_wait(&s->leader, me)) {
        event = receive_next(s);
        if (event == LINE_MESSAGE || event == LINE_TOO_LONG)
            continue;
        flush(s);
        calls_drain(&s->calls, s->stop.fd, s->out.fd);
        leader_finish(&s->leader);
    }
}

static void *serve_second(void *server)
{
    serve(server, 1);
    return NULL;
}

static enum err serve_with_stop(struct server *s, const struct mcp_options *o,
                                struct error *e)
{
    enum err err =
        calls_init(&s->calls, mcp_call_run, o->context, CALLS_MAX_THREADS, e);

    if (err)
        return err;
    leader_init(&s->leader, serve_second, s);
    s->calls.readers =
        (struct call_readers){.leader = &s->leader, .flush = flush, .ctx = s};
    line_reader_init(&s->in, o->in_fd, s->stop.fd, MAX_MESSAGE_BYTES);
    line_writer_init(&s->out, o->out_fd, s->stop.fd);
    mcp_session_init(&s->session);
    s->mcp = (struct mcp){.offer = o->offer,
                          .grant = o->grant,
                          .session = &s->session,
                          .runner = mcp_runner_of(&s->calls)};
    serve(s, 0);
    leader_release(&s->leader);
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
