#include "lines/line.h"

#include "base/log.h"
#include "lines/stop.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_BYTES ((size_t)32 * 1024)

/* A buffer that a large message left behind is given back over this. */
#define KEEP_BYTES ((size_t)1024 * 1024)

void line_reader_init(struct line_reader *r, int fd, int stop_fd,
                      size_t max_bytes)
{
    *r = (struct line_reader){
        .fd = fd, .stop_fd = stop_fd, .max_bytes = max_bytes};
    buf_init(&r->bytes, max_bytes + 2 * READ_BYTES);
}

void line_reader_release(struct line_reader *r)
{
    buf_release(&r->bytes);
}

/* Forget the first `n` bytes that wait. */
static void consume(struct line_reader *r, size_t n)
{
    r->start += n;
    r->scanned = r->start;
    r->passed += n;
}

/* Move what waits to the front, so that reading more needs no more room. */
static void compact(struct line_reader *r)
{
    struct buf *b = &r->bytes;

    if (r->start == 0)
        return;
    if (r->start == b->n && b->cap > KEEP_BYTES) {
        buf_release(b);
    } else {
        memmove(b->p, b->p + r->start, b->n - r->start);
        b->n -= r->start;
    }
    r->scanned -= r->start;
    r->start = 0;
}

/* Give out bytes.p[start..end) as a line, and drop `end_bytes` after it. */
static enum line_event give(struct line_reader *r, size_t end, size_t end_bytes,
                            struct str *line)
{
    struct str s = {r->bytes.p + r->start, end - r->start};
    bool skipped = r->skipping || s.n > r->max_bytes;

    r->skipping = false;
    consume(r, s.n + end_bytes);
    if (s.n && s.p[s.n - 1] == '\r')
        s.n--;
    *line = s;
    return skipped ? LINE_TOO_LONG : LINE_MESSAGE;
}

/* True when a line waits; *event says how it is. */
static bool take(struct line_reader *r, struct str *line,
                 enum line_event *event)
{
    struct buf *b = &r->bytes;
    const char *lf = NULL;

    if (b->n > r->scanned)
        lf = memchr(b->p + r->scanned, '\n', b->n - r->scanned);
    r->scanned = b->n;
    if (lf) {
        *event = give(r, (size_t)(lf - b->p), 1, line);
        return true;
    }
    if (r->at_end && (b->n > r->start || r->skipping)) {
        *event = give(r, b->n, 0, line);
        return true;
    }
    if (b->n - r->start > r->max_bytes)
        r->skipping = true;
    if (r->skipping)
        consume(r, b->n - r->start);
    return false;
}

/* Read once; false when the end is wanted. */
static bool fill(struct line_reader *r)
{
    struct pollfd p[2] = {{.fd = r->fd, .events = POLLIN},
                          {.fd = r->stop_fd, .events = POLLIN}};
    char *room;
    ssize_t n;

    if (poll(p, 2, -1) < 0)
        return true; /* a signal: the caller looks again */
    if (p[1].revents)
        return false;
    compact(r);
    room = buf_reserve(&r->bytes, READ_BYTES);
    n = room ? read(r->fd, room, READ_BYTES) : -1;
    if (n > 0)
        buf_commit(&r->bytes, (size_t)n);
    if (n > 0 || (n < 0 && room && (errno == EINTR || errno == EAGAIN)))
        return true;
    r->at_end = true;
    if (n < 0)
        r->errnum = room ? errno : ENOMEM;
    return true;
}

enum line_event line_read(struct line_reader *r, struct str *line)
{
    enum line_event event = LINE_END;

    *line = (struct str){0};
    while (!take(r, line, &event)) {
        if (r->at_end)
            return LINE_END;
        if (!fill(r))
            return LINE_STOPPED;
    }
    return event;
}

void line_writer_init(struct line_writer *w, int fd, int stop_fd)
{
    struct stat st;

    *w = (struct line_writer){.fd = fd, .stop_fd = stop_fd};
    w->is_socket = fstat(fd, &st) == 0 && S_ISSOCK(st.st_mode);
    (void)pthread_mutex_init(&w->lock, NULL);
}

void line_writer_release(struct line_writer *w)
{
    (void)pthread_mutex_destroy(&w->lock);
}

/*
 * Write what fits without waiting. The descriptor is shared with whoever
 * started us, so it must not be made non-blocking; but a pipe that poll calls
 * writable takes PIPE_BUF bytes at once, and a socket can be asked for one
 * call only.
 */
static ssize_t write_some(const struct line_writer *w, const char *p, size_t n)
{
    if (w->is_socket)
        return send(w->fd, p, n, MSG_DONTWAIT | MSG_NOSIGNAL);
    return write(w->fd, p, n < PIPE_BUF ? n : PIPE_BUF);
}

/* False when the other end is gone or the end is wanted. */
static bool write_all(const struct line_writer *w, const char *p, size_t n)
{
    while (n > 0) {
        struct pollfd ready[2] = {{.fd = w->fd, .events = POLLOUT},
                                  {.fd = w->stop_fd, .events = POLLIN}};
        ssize_t done;

        if (poll(ready, 2, -1) < 0)
            continue;
        if (ready[1].revents)
            return false;
        done = write_some(w, p, n);
        if (done < 0 && errno != EINTR && errno != EAGAIN) {
            log_warn("mcp", "the client is gone: %s", strerror(errno));
            return false;
        }
        if (done > 0) {
            p += done;
            n -= (size_t)done;
        }
    }
    return true;
}

static void flatten(struct buf *message)
{
    for (size_t i = 0; i < message->n; i++)
        if (message->p[i] == '\n' || message->p[i] == '\r')
            message->p[i] = ' ';
}

bool line_write(struct line_writer *w, struct buf *message)
{
    bool ok;

    flatten(message);
    buf_put_char(message, '\n');
    if (message->overflow)
        return false;
    (void)pthread_mutex_lock(&w->lock);
    if (!w->broken)
        w->broken = !write_all(w, message->p, message->n);
    ok = !w->broken;
    (void)pthread_mutex_unlock(&w->lock);
    return ok;
}
