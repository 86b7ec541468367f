#include "base/stdio/line.h"

#include "base/log.h"
#include "base/stdio/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define READ_BYTES ((size_t)32 * 1024)

/* A buffer that a large message made larger than this is freed. */
#define KEEP_BYTES ((size_t)1024 * 1024)

/* Messages that wait for others; a pipe takes as much. */
#define MAX_WAITING ((size_t)64 * 1024)

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

bool line_reader_has_line(struct line_reader *r)
{
    const struct buf *b = &r->bytes;

    if (b->n == r->scanned)
        return false;
    if (memchr(b->p + r->scanned, '\n', b->n - r->scanned))
        return true;
    r->scanned = b->n;
    return false;
}

/* The pipe once more, as a descriptor of our own; -1 where that is not
 * allowed. */
static int open_own(int fd)
{
    char path[32];

    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    return open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
}

void line_writer_init(struct line_writer *w, int fd, int stop_fd)
{
    struct stat st = {0};

    *w = (struct line_writer){.fd = fd, .stop_fd = stop_fd, .own_fd = -1};
    if (fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode))
        w->own_fd = open_own(fd);
    w->is_socket = S_ISSOCK(st.st_mode);
    buf_init(&w->waiting, MAX_WAITING);
    (void)pthread_mutex_init(&w->lock, NULL);
}

void line_writer_release(struct line_writer *w)
{
    if (w->own_fd >= 0)
        (void)close(w->own_fd);
    buf_release(&w->waiting);
    (void)pthread_mutex_destroy(&w->lock);
}

/*
 * Write what fits without waiting. The descriptor is shared with whatever
 * process started us, so it must not be made non-blocking; but a pipe can be
 * opened once more, or takes PIPE_BUF bytes at once when poll calls it
 * writable, and a socket can be asked for one call only.
 */
static ssize_t write_some(const struct line_writer *w, const char *p, size_t n)
{
    if (w->is_socket)
        return send(w->fd, p, n, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (w->own_fd >= 0)
        return write(w->own_fd, p, n);
    return write(w->fd, p, n < PIPE_BUF ? n : PIPE_BUF);
}

/* Until it takes something; false when the end is wanted. */
static bool await_room(const struct line_writer *w)
{
    struct pollfd ready[2] = {{.fd = w->fd, .events = POLLOUT},
                              {.fd = w->stop_fd, .events = POLLIN}};

    while (poll(ready, 2, -1) < 0)
        ;
    return !ready[1].revents;
}

/* False when the other end is gone or the end is wanted. */
static bool write_all(const struct line_writer *w, const char *p, size_t n)
{
    bool waits = !w->is_socket && w->own_fd < 0; /* a write could */

    while (n > 0) {
        ssize_t done;

        if (waits && !await_room(w))
            return false;
        done = write_some(w, p, n);
        waits = waits || (done < 0 && errno == EAGAIN);
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

static void flatten(struct buf *message, char c)
{
    char *end = message->p + message->n;
    char *p = message->n ? memchr(message->p, c, message->n) : NULL;

    for (; p; p = memchr(p, c, (size_t)(end - p)))
        *p = ' ';
}

/* With the lock. */
static void put(struct line_writer *w, struct str bytes)
{
    if (!w->broken)
        w->broken = !write_all(w, bytes.p, bytes.n);
}

/* With the lock: in the order in which they came. */
static void put_waiting(struct line_writer *w)
{
    put(w, buf_str(&w->waiting));
    buf_reset(&w->waiting);
}

/* With the lock: is there room for a message that may wait? */
static bool keeps(struct line_writer *w, const struct buf *message)
{
    if (!w->held || message->n > MAX_WAITING - w->waiting.n)
        return false;
    buf_put_str(&w->waiting, buf_str(message));
    return !w->waiting.overflow;
}

bool line_write(struct line_writer *w, struct buf *message)
{
    bool ok;

    flatten(message, '\n');
    flatten(message, '\r');
    buf_put_char(message, '\n');
    if (message->overflow)
        return false;
    (void)pthread_mutex_lock(&w->lock);
    if (!keeps(w, message)) {
        put_waiting(w);
        put(w, buf_str(message));
    }
    ok = !w->broken;
    (void)pthread_mutex_unlock(&w->lock);
    return ok;
}

void line_hold(struct line_writer *w)
{
    (void)pthread_mutex_lock(&w->lock);
    w->held = true;
    (void)pthread_mutex_unlock(&w->lock);
}

bool line_flush(struct line_writer *w)
{
    bool ok;

    (void)pthread_mutex_lock(&w->lock);
    w->held = false;
    put_waiting(w);
    ok = !w->broken;
    (void)pthread_mutex_unlock(&w->lock);
    return ok;
}
