#include "server/httpd/stream.h"

#include "base/clock.h"
#include "base/mem.h"
#include "server/httpd/server.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#define BLOCK_BYTES   1024 /* libmicrohttpd keeps one for each stream */
#define KEPT_BYTES    1024 /* a larger buffer is given back when it is empty */
#define DEFAULT_PING  15
#define MS            UINT64_C(1000)
#define PING          STR(": ping\n\n")
#define EVENTS_PREFIX STR("text/event-stream")

static void lock(struct httpd_stream *s)
{
    (void)pthread_mutex_lock(&s->lock);
}

static void unlock(struct httpd_stream *s)
{
    (void)pthread_mutex_unlock(&s->lock);
}

/* ---- what leaves: the thread that reads ---- */

/* With the lock: the connection goes on. */
static void wake(struct httpd_stream *s)
{
    if (!s->asleep)
        return;
    s->asleep = false;
    httpd_wake(s->server, s->connection);
}

/* With the lock: the client does not read any more. */
static void give_up(struct httpd_stream *s)
{
    bool slept = s->asleep;

    atomic_store(&s->gone, true);
    (void)pthread_cond_broadcast(&s->room);
    wake(s); /* read_on() then ends it */
    if (!slept && s->connection)
        (void)shutdown(s->fd, SHUT_RDWR); /* it may wait for its socket */
}

static void empty(struct buf *b)
{
    if (b->cap > KEPT_BYTES)
        buf_release(b);
    else
        buf_reset(b);
}

/* With the lock: the next bytes are in `leaving`, if there are any. */
static bool has_bytes(struct httpd_stream *s)
{
    struct buf sent = s->leaving;

    if (s->taken < s->leaving.n)
        return true;
    empty(&sent);
    s->leaving = s->waiting;
    s->waiting = sent;
    s->taken = 0;
    (void)pthread_cond_broadcast(&s->room);
    return s->leaving.n > 0;
}

static ssize_t read_on(void *stream, uint64_t position, char *to, size_t max)
{
    struct httpd_stream *s = stream;
    ssize_t n = 0;

    (void)position;
    lock(s);
    if (atomic_load(&s->gone)) {
        n = MHD_CONTENT_READER_END_WITH_ERROR;
    } else if (has_bytes(s)) {
        size_t left = s->leaving.n - s->taken;

        n = (ssize_t)(left < max ? left : max);
        memcpy(to, s->leaving.p + s->taken, (size_t)n);
        s->taken += (size_t)n;
    } else if (s->ended) {
        n = MHD_CONTENT_READER_END_OF_STREAM;
    } else {
        s->asleep = true;
        s->server->lib->MHD_suspend_connection(s->connection);
    }
    unlock(s);
    return n;
}

/* ---- holders ---- */

static void free_stream(struct httpd_stream *s)
{
    buf_release(&s->waiting);
    buf_release(&s->leaving);
    (void)pthread_cond_destroy(&s->room);
    (void)pthread_mutex_destroy(&s->lock);
    mem_free(s);
}

/* Its response is not needed any more. */
static void on_response_end(void *stream)
{
    struct httpd_stream *s = stream;
    bool last;

    lock(s);
    s->has_response = false;
    last = s->writers == 0;
    unlock(s);
    if (last)
        free_stream(s);
}

static void link_in(struct httpd *h, struct httpd_stream *s)
{
    (void)pthread_mutex_lock(&h->lock);
    s->next = h->streams;
    if (s->next)
        s->next->previous = s;
    h->streams = s;
    (void)pthread_mutex_unlock(&h->lock);
}

void stream_detach(struct httpd_stream *s)
{
    struct httpd *h = s->server;

    (void)pthread_mutex_lock(&h->lock);
    if (s->next)
        s->next->previous = s->previous;
    if (s->previous)
        s->previous->next = s->next;
    else
        h->streams = s->next;
    (void)pthread_mutex_unlock(&h->lock);
    lock(s);
    s->connection = NULL;
    s->fd = -1;
    s->asleep = false;
    give_up(s);
    buf_release(&s->waiting);
    buf_release(&s->leaving);
    s->taken = 0;
    unlock(s);
}

static struct httpd_stream *new_stream(const struct exchange *x,
                                       struct error *e)
{
    struct httpd_stream *s = mem_new(sizeof(*s), e);

    if (!s)
        return NULL;
    s->server = x->server;
    s->connection = x->connection;
    s->fd = x->fd;
    s->writers = 1;
    s->owner = atomic_load(&x->owner);
    s->quiet_ms = clock_ms();
    atomic_init(&s->gone, false);
    buf_init(&s->waiting, HTTPD_STREAM_TEXT_BYTES);
    buf_init(&s->leaving, HTTPD_STREAM_TEXT_BYTES);
    (void)pthread_mutex_init(&s->lock, NULL);
    clock_cond_init(&s->room);
    return s;
}

enum err httpd_stream_open(const struct httpd_request *r,
                           const struct httpd_reply *reply,
                           struct httpd_stream **out, struct error *e)
{
    struct exchange *x = r->exchange;
    struct httpd *h = x->server;
    struct httpd_stream *s = new_stream(x, e);

    BUG_ON(x->is_answered || x->refusal.code); /* it sleeps until now */
    *out = NULL;
    if (!s)
        return e->code;
    x->response = h->lib->MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK_BYTES, read_on, s, on_response_end);
    if (!x->response) {
        free_stream(s);
        return error_set(e, ERR_LIMIT, "out of memory: cannot create a stream");
    }
    s->has_response = true;
    s->has_pings = str_starts(str_from(reply->content_type), EVENTS_PREFIX);
    exchange_put_headers(x, reply);
    x->reply.status = reply->status;
    x->stream = s;
    x->is_answered = true;
    link_in(h, s);
    *out = s;
    httpd_wake(h, x->connection);
    if (x->reads)
        leader_hurry(x->reads); /* it is sent on while the handler works */
    return OK;
}

void httpd_stream_hold(struct httpd_stream *s)
{
    lock(s);
    s->writers++;
    unlock(s);
}

/* With the lock. */
static void end(struct httpd_stream *s)
{
    s->ended = true;
    (void)pthread_cond_broadcast(&s->room);
    wake(s);
}

void httpd_stream_end(struct httpd_stream *s)
{
    lock(s);
    end(s);
    unlock(s);
}

void httpd_stream_release(struct httpd_stream *s)
{
    bool last;

    if (!s)
        return;
    lock(s);
    if (--s->writers == 0)
        end(s);
    last = s->writers == 0 && !s->has_response;
    unlock(s);
    if (last)
        free_stream(s);
}

/* ---- what is written ---- */

/* With the lock. */
static bool is_open(const struct httpd_stream *s)
{
    return !s->ended && !atomic_load(&s->gone);
}

/* With the lock: a text is never cut, so that those of several writers do not
 * mix; one that is larger than the bound goes alone. */
static bool has_room(const struct httpd_stream *s, size_t n)
{
    return s->waiting.n == 0 || n + s->waiting.n <= HTTPD_STREAM_BYTES;
}

/* With the lock, and open: after the server's end it is not. */
static void await_room(struct httpd_stream *s, size_t n)
{
    uint64_t until_ms = clock_ms() + s->server->o.timeout_s * MS;

    while (is_open(s) && !has_room(s, n))
        if (!clock_cond_wait(&s->room, &s->lock, until_ms))
            break;
}

/* With the lock; false: it is over. */
static bool put(struct httpd_stream *s, struct str text)
{
    if (is_open(s) && has_room(s, text.n)) {
        buf_put_str(&s->waiting, text);
        s->quiet_ms = clock_ms();
        if (!s->waiting.overflow) {
            wake(s);
            return true;
        }
    }
    if (is_open(s))
        give_up(s);
    return false;
}

bool httpd_stream_send(struct httpd_stream *s, struct str text)
{
    bool sent;

    lock(s);
    if (is_open(s))
        await_room(s, text.n);
    sent = put(s, text);
    unlock(s);
    return sent;
}

bool httpd_stream_push(struct httpd_stream *s, struct str text)
{
    bool sent;

    lock(s);
    sent = put(s, text);
    unlock(s);
    return sent;
}

bool httpd_stream_is_gone(const struct httpd_stream *s)
{
    return atomic_load(&s->gone);
}

/* ---- all of them ---- */

void stream_break(struct httpd_stream *s)
{
    lock(s);
    if (!atomic_load(&s->gone))
        give_up(s);
    unlock(s);
}

/* With the lock; a client that says nothing more has left. */
static bool has_left(const struct httpd_stream *s)
{
    struct pollfd socket = {.fd = s->fd, .events = POLLRDHUP};

    return poll(&socket, 1, 0) > 0 &&
           socket.revents & (POLLRDHUP | POLLHUP | POLLERR);
}

void streams_sweep(struct httpd *h)
{
    const uint64_t due_ms = (h->o.ping_s ? h->o.ping_s : DEFAULT_PING) * MS;

    (void)pthread_mutex_lock(&h->lock);
    for (struct httpd_stream *s = h->streams; s; s = s->next) {
        lock(s);
        if (s->connection && !atomic_load(&s->gone) && has_left(s))
            give_up(s);
        else if (s->has_pings && s->asleep &&
                 clock_ms() - s->quiet_ms >= due_ms)
            (void)put(s, PING);
        unlock(s);
    }
    (void)pthread_mutex_unlock(&h->lock);
}

void streams_end(struct httpd *h)
{
    (void)pthread_mutex_lock(&h->lock);
    for (struct httpd_stream *s = h->streams; s; s = s->next)
        httpd_stream_end(s);
    (void)pthread_mutex_unlock(&h->lock);
}
