/*
 * The way of an exchange: libmicrohttpd calls on_bytes() first for the headers,
 * then for each piece of the body, then once more; there the exchange goes to
 * the pool and the connection sleeps. The thread that has a reply wakes it, and
 * on_bytes() is called again to send it.
 *
 * libmicrohttpd does not see that the client of a sleeping connection has left,
 * so one thread looks once a second and tells whoever works for nobody.
 */
#include "httpd/httpd.h"

#include "base/log.h"
#include "base/mem.h"
#include "httpd/mhd.h"
#include "httpd/pool.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG  128
#define STOP_S   5
#define SWEEP_MS 1000
#define CONNECTION_BYTES \
    ((size_t)32 * 1024) /* of its headers, and to read in */

struct httpd {
    struct httpd_options o;
    const struct mhd *lib;
    struct MHD_Daemon *daemon;
    int listening;
    struct httpd_pool pool;
    bool has_pool;
    pthread_t sweeper;
    bool has_sweeper;
    int stop_fd; /* readable: the sweeper ends */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t ended;
    unsigned alive; /* exchanges between their headers and their end */
};

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    struct sockaddr_storage room;
};

/* ---- addresses ---- */

static bool read_address(const char *text, uint16_t port, union address *out,
                         socklen_t *n)
{
    memset(out, 0, sizeof(*out));
    if (inet_pton(AF_INET, text, &out->v4.sin_addr) == 1) {
        out->v4.sin_family = AF_INET;
        out->v4.sin_port = htons(port);
        *n = sizeof(out->v4);
        return true;
    }
    if (inet_pton(AF_INET6, text, &out->v6.sin6_addr) == 1) {
        out->v6.sin6_family = AF_INET6;
        out->v6.sin6_port = htons(port);
        *n = sizeof(out->v6);
        return true;
    }
    return false;
}

bool httpd_is_loopback(const char *address)
{
    union address a;
    socklen_t n;

    if (!read_address(address, 0, &a, &n))
        return false;
    if (a.any.sa_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&a.v6.sin6_addr);
    return (ntohl(a.v4.sin_addr.s_addr) >> 24) == IN_LOOPBACKNET;
}

static uint16_t port_of(const union address *a)
{
    return ntohs(a->any.sa_family == AF_INET6 ? a->v6.sin6_port
                                              : a->v4.sin_port);
}

static enum err listen_at(struct httpd *h, uint16_t *port, struct error *e)
{
    union address a;
    socklen_t n;
    int yes = 1;

    if (!read_address(h->o.address, h->o.port, &a, &n))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'%s' is no address; give numbers, as 127.0.0.1 or ::1",
            h->o.address);
    h->listening =
        socket(a.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (h->listening < 0)
        return error_set(e, ERR_LIMIT, "no socket: %s", strerror(errno));
    (void)setsockopt(h->listening, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    if (bind(h->listening, &a.any, n) || listen(h->listening, BACKLOG))
        return error_set(
            e, errno == EADDRNOTAVAIL ? ERR_VALIDATION_FAILED : ERR_CONFLICT,
            "cannot listen at %s port %u: %s", h->o.address, h->o.port,
            strerror(errno));
    n = sizeof(a);
    if (getsockname(h->listening, &a.any, &n))
        return error_set(e, ERR_INTERNAL, "no name of a socket: %s",
                         strerror(errno));
    *port = port_of(&a);
    return OK;
}

/* ---- one exchange ---- */

static void count(struct httpd *h, int change)
{
    (void)pthread_mutex_lock(&h->lock);
    h->alive += (unsigned)change;
    if (h->alive == 0)
        (void)pthread_cond_broadcast(&h->ended);
    (void)pthread_mutex_unlock(&h->lock);
}

static struct str header_of(const struct httpd *h, struct exchange *x,
                            const char *name)
{
    return str_from(h->lib->MHD_lookup_connection_value(x->connection,
                                                        MHD_HEADER_KIND, name));
}

static void read_headers(struct httpd *h, struct exchange *x)
{
    struct httpd_request *r = &x->request;

    r->host = header_of(h, x, "Host");
    r->origin = header_of(h, x, "Origin");
    r->content_type = header_of(h, x, "Content-Type");
    r->authorization = header_of(h, x, "Authorization");
}

static void answer(struct httpd *h, struct exchange *x)
{
    h->o.handle(h->o.ctx, &x->request, x->refusal.code ? &x->refusal : NULL,
                &x->arena, &x->reply);
    x->is_answered = true;
}

/* A thread of the pool. */
static void run(void *ctx, struct exchange *x)
{
    struct httpd *h = ctx;
    struct MHD_Connection *connection = x->connection;

    answer(h, x);
    httpd_pool_remove(&h->pool, x);
    h->lib->MHD_resume_connection(connection);
}

static enum MHD_Result send_reply(struct httpd *h, struct exchange *x)
{
    const struct httpd_reply *r = &x->reply;
    struct MHD_Response *response = h->lib->MHD_create_response_from_buffer(
        r->body.n, (void *)str_bytes(r->body), MHD_RESPMEM_PERSISTENT);
    enum MHD_Result sent;

    if (!response)
        return MHD_NO;
    (void)h->lib->MHD_add_response_header(response, "Content-Type",
                                          r->content_type);
    for (size_t i = 0; i < r->headers; i++)
        (void)h->lib->MHD_add_response_header(response, r->header[i].name,
                                              r->header[i].value);
    sent = h->lib->MHD_queue_response(x->connection, r->status, response);
    h->lib->MHD_destroy_response(response);
    return sent;
}

/* Said before the whole body came: the connection ends with it. */
static enum MHD_Result refuse(struct httpd *h, struct exchange *x)
{
    answer(h, x);
    return send_reply(h, x);
}

/* Is the body known to be too large before it comes? */
static bool is_too_large(const struct httpd *h, struct exchange *x)
{
    struct str length = header_of(h, x, "Content-Length");
    struct error ignored;
    uint64_t n;

    return length.n && str_parse_u64(length, h->o.max_body, &n, &ignored);
}

static void set_too_large(const struct httpd *h, struct exchange *x)
{
    (void)error_set(&x->refusal, ERR_LIMIT, "a body has at most %zu bytes",
                    h->o.max_body);
}

static enum MHD_Result begin(struct httpd *h, struct MHD_Connection *connection,
                             const char *method, const char *path, void **own)
{
    struct exchange *x = exchange_new(h->o.max_body, h->o.arena_bytes);
    const union MHD_ConnectionInfo *info;

    if (!x)
        return MHD_NO;
    *own = x;
    count(h, +1);
    x->connection = connection;
    info = h->lib->MHD_get_connection_info(connection,
                                           MHD_CONNECTION_INFO_CONNECTION_FD);
    x->fd = info ? info->connect_fd : -1;
    x->request.method = str_from(method);
    x->request.path = str_from(path);
    read_headers(h, x);
    if (!is_too_large(h, x))
        return MHD_YES;
    set_too_large(h, x);
    return refuse(h, x);
}

static enum MHD_Result enqueue(struct httpd *h, struct exchange *x)
{
    if (x->body.overflow)
        set_too_large(h, x);
    if (x->refusal.code)
        return refuse(h, x);
    x->request.body = buf_str(&x->body);
    h->lib->MHD_suspend_connection(x->connection);
    if (httpd_pool_put(&h->pool, x))
        return MHD_YES;
    h->lib->MHD_resume_connection(x->connection);
    (void)error_set(&x->refusal, ERR_RATE_LIMITED,
                    "too many requests wait already; try again in a second");
    answer(h, x);
    return MHD_YES;
}

/* NOLINTNEXTLINE(readability-function-size) parameters: libmicrohttpd's */
static enum MHD_Result on_bytes(void *ctx, struct MHD_Connection *connection,
                                const char *path, const char *method,
                                const char *version, const char *bytes,
                                size_t *n, void **own)
{
    struct httpd *h = ctx;
    struct exchange *x = *own;

    (void)version;
    if (!x)
        return begin(h, connection, method, path, own);
    if (*n > 0) {
        buf_put(&x->body, bytes, *n);
        *n = 0;
        return MHD_YES;
    }
    return x->is_answered ? send_reply(h, x) : enqueue(h, x);
}

static void on_end(void *ctx, struct MHD_Connection *connection, void **own,
                   enum MHD_RequestTerminationCode why)
{
    (void)connection;
    (void)why;
    if (!*own)
        return;
    exchange_free(*own);
    *own = NULL;
    count(ctx, -1);
}

/* ---- the server ---- */

static void *sweep(void *server)
{
    struct httpd *h = server;
    struct pollfd stop = {.fd = h->stop_fd, .events = POLLIN};

    while (poll(&stop, 1, SWEEP_MS) <= 0)
        httpd_pool_sweep(&h->pool);
    return NULL;
}

/* What it says may have a client's bytes, so it is for those who look. */
PRINTF_LIKE_V(2)
static void on_log(void *ctx, const char *fmt, va_list args)
{
    (void)ctx;
    (void)fmt;
    (void)args;
    log_write(LOG_LEVEL_DEBUG, "httpd", "libmicrohttpd had something to say");
}

static enum err start_daemon(struct httpd *h, struct error *e)
{
    h->daemon = h->lib->MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
            MHD_USE_ERROR_LOG,
        0, NULL, NULL, on_bytes, h, MHD_OPTION_EXTERNAL_LOGGER, on_log, h,
        MHD_OPTION_LISTEN_SOCKET, h->listening, MHD_OPTION_NOTIFY_COMPLETED,
        on_end, h, MHD_OPTION_CONNECTION_LIMIT, h->o.max_connections,
        MHD_OPTION_CONNECTION_TIMEOUT, h->o.timeout_s,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_BYTES,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (!h->daemon)
        return error_set(e, ERR_LIMIT, "the server cannot start: %s",
                         strerror(errno));
    h->listening = -1; /* it is the daemon's now */
    return OK;
}

static enum err start(struct httpd *h, uint16_t *port, struct error *e)
{
    int failed;

    if (mhd_load(&h->lib, e) || listen_at(h, port, e))
        return e->code;
    h->pool.run = run;
    h->pool.ctx = h;
    if (httpd_pool_open(&h->pool, h->o.threads, h->o.max_queued, e))
        return e->code;
    h->has_pool = true;
    h->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (h->stop_fd < 0)
        return error_set(e, ERR_LIMIT, "no event descriptor: %s",
                         strerror(errno));
    failed = pthread_create(&h->sweeper, NULL, sweep, h);
    if (failed)
        return error_set(e, ERR_LIMIT, "no thread: %s", strerror(failed));
    h->has_sweeper = true;
    return start_daemon(h, e);
}

enum err httpd_start(const struct httpd_options *o, struct httpd **out,
                     uint16_t *port, struct error *e)
{
    struct httpd *h = mem_new(sizeof(*h), e);

    *out = NULL;
    if (!h)
        return e->code;
    h->o = *o;
    h->listening = h->stop_fd = -1;
    (void)pthread_mutex_init(&h->lock, NULL);
    (void)pthread_cond_init(&h->ended, NULL);
    if (start(h, port, e)) {
        httpd_stop(h);
        return e->code;
    }
    *out = h;
    return OK;
}

/* Replies that are on their way, but not for a client that does not read. */
static void await_ends(struct httpd *h)
{
    struct timespec until;

    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += STOP_S;
    (void)pthread_mutex_lock(&h->lock);
    while (h->alive > 0 &&
           pthread_cond_timedwait(&h->ended, &h->lock, &until) == 0)
        ;
    (void)pthread_mutex_unlock(&h->lock);
}

void httpd_stop(struct httpd *h)
{
    const uint64_t one = 1;

    if (!h)
        return;
    if (h->daemon) {
        int fd = h->lib->MHD_quiesce_daemon(h->daemon);

        if (fd >= 0)
            (void)close(fd);
        httpd_pool_drain(&h->pool);
        await_ends(h);
        h->lib->MHD_stop_daemon(h->daemon);
    }
    if (h->has_sweeper) {
        ssize_t ignored = write(h->stop_fd, &one, sizeof(one));

        (void)ignored;
        (void)pthread_join(h->sweeper, NULL);
    }
    if (h->has_pool)
        httpd_pool_close(&h->pool);
    if (h->listening >= 0)
        (void)close(h->listening);
    if (h->stop_fd >= 0)
        (void)close(h->stop_fd);
    (void)pthread_cond_destroy(&h->ended);
    (void)pthread_mutex_destroy(&h->lock);
    mem_free(h);
}
