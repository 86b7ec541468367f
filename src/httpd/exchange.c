/*
 * The way of an exchange: libmicrohttpd calls exchange_on_bytes() first for the
 * headers, then for each piece of the body, then once more; there the exchange
 * goes to the pool and the connection sleeps. The thread that has a reply wakes
 * it, and exchange_on_bytes() is called again to send it. A handler that opens a
 * stream (stream.c) wakes it at once and works on.
 */
#include "httpd/exchange.h"

#include "base/mem.h"
#include "httpd/address.h"
#include "httpd/server.h"
#include "httpd/stream.h"

static void count(struct httpd *h, int change)
{
    (void)pthread_mutex_lock(&h->lock);
    h->alive += (unsigned)change;
    if (h->alive == 0)
        (void)pthread_cond_broadcast(&h->ended);
    (void)pthread_mutex_unlock(&h->lock);
}

/* ---- from its first byte to its last holder ---- */

static struct exchange *new_exchange(struct httpd *h)
{
    struct error ignored;
    struct exchange *x = mem_new(sizeof(*x), &ignored);

    if (!x)
        return NULL;
    x->server = h;
    x->fd = -1;
    buf_init(&x->body, h->o.max_body);
    arena_init(&x->arena, h->o.arena_bytes);
    atomic_init(&x->gone, false);
    atomic_init(&x->holders, 1);
    x->request.gone = &x->gone;
    x->request.exchange = x;
    count(h, +1);
    return x;
}

static void release(struct exchange *x)
{
    struct httpd *h = x->server;

    if (atomic_fetch_sub(&x->holders, 1) > 1)
        return;
    if (x->response)
        h->lib->MHD_destroy_response(x->response);
    buf_release(&x->body);
    arena_release(&x->arena);
    mem_free(x);
    count(h, -1);
}

/* ---- the reply ---- */

static void answer(struct exchange *x)
{
    struct httpd *h = x->server;

    h->o.handle(h->o.ctx, &x->request, x->refusal.code ? &x->refusal : NULL,
                &x->arena, &x->reply);
    if (!x->stream) /* else the connection has it already */
        x->is_answered = true;
}

void exchange_put_headers(struct exchange *x, const struct httpd_reply *reply)
{
    const struct mhd *lib = x->server->lib;

    (void)lib->MHD_add_response_header(x->response, "Content-Type",
                                       reply->content_type);
    for (size_t i = 0; i < reply->headers; i++)
        (void)lib->MHD_add_response_header(x->response, reply->header[i].name,
                                           reply->header[i].value);
    if (atomic_load(&x->server->stopping))
        (void)lib->MHD_add_response_header(x->response, "Connection", "close");
}

static enum MHD_Result send_reply(struct exchange *x)
{
    const struct mhd *lib = x->server->lib;
    const struct str body = x->reply.body;
    enum MHD_Result sent;

    if (!x->stream) {
        x->response = lib->MHD_create_response_from_buffer(
            body.n, (void *)str_bytes(body), MHD_RESPMEM_PERSISTENT);
        if (!x->response)
            return MHD_NO;
        exchange_put_headers(x, &x->reply);
    }
    sent = lib->MHD_queue_response(x->connection, x->reply.status, x->response);
    lib->MHD_destroy_response(x->response);
    x->response = NULL;
    return sent;
}

void exchange_run(void *ctx, struct exchange *x)
{
    struct httpd *h = ctx;
    struct MHD_Connection *connection = x->connection;
    bool is_stream;

    answer(x);
    is_stream = x->stream != NULL;
    if (is_stream) { /* it may live long, and needs nothing of these */
        buf_release(&x->body);
        arena_release(&x->arena);
    }
    httpd_pool_remove(&h->pool, x);
    release(x);
    if (!is_stream)
        h->lib->MHD_resume_connection(connection);
}

/* Said before the whole body came: the connection ends with it. */
static enum MHD_Result refuse(struct exchange *x)
{
    answer(x);
    return send_reply(x);
}

/* ---- the request ---- */

/* Is the body known to be too large before it comes? */
static bool is_too_large(const struct exchange *x)
{
    struct str length = httpd_header(&x->request, "Content-Length");
    struct error ignored;
    uint64_t n;

    return length.n &&
           str_parse_u64(length, x->server->o.max_body, &n, &ignored);
}

static void set_too_large(struct exchange *x)
{
    (void)error_set(&x->refusal, ERR_LIMIT, "a body has at most %zu bytes",
                    x->server->o.max_body);
}

static void read_connection(struct exchange *x)
{
    const struct mhd *lib = x->server->lib;
    struct httpd_request *r = &x->request;
    const union MHD_ConnectionInfo *info = lib->MHD_get_connection_info(
        x->connection, MHD_CONNECTION_INFO_CONNECTION_FD);

    if (info)
        x->fd = info->connect_fd;
    info = lib->MHD_get_connection_info(x->connection,
                                        MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info && info->client_addr)
        r->client = address_key(info->client_addr);
    request_read_headers(r);
}

static enum MHD_Result begin(struct httpd *h, struct MHD_Connection *connection,
                             const char *method, const char *path, void **own)
{
    struct exchange *x = new_exchange(h);

    if (!x)
        return MHD_NO;
    *own = x;
    x->connection = connection;
    x->request.method = str_from(method);
    x->request.path = str_from(path);
    read_connection(x);
    if (!is_too_large(x))
        return MHD_YES;
    set_too_large(x);
    return refuse(x);
}

static enum MHD_Result enqueue(struct httpd *h, struct exchange *x)
{
    if (x->body.overflow)
        set_too_large(x);
    else if (request_keep(x, &x->refusal))
        return refuse(x);
    if (x->refusal.code)
        return refuse(x);
    x->request.body = buf_str(&x->body);
    h->lib->MHD_suspend_connection(x->connection);
    atomic_fetch_add(&x->holders, 1);
    if (httpd_pool_put(&h->pool, x))
        return MHD_YES;
    release(x);
    h->lib->MHD_resume_connection(x->connection);
    (void)error_set(&x->refusal, ERR_RATE_LIMITED,
                    "too many requests wait already; try again in a second");
    answer(x);
    return MHD_YES;
}

/* NOLINTNEXTLINE(readability-function-size) parameters: libmicrohttpd's */
enum MHD_Result exchange_on_bytes(void *ctx, struct MHD_Connection *connection,
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
    return x->is_answered ? send_reply(x) : enqueue(h, x);
}

void exchange_on_end(void *ctx, struct MHD_Connection *connection, void **own,
                     enum MHD_RequestTerminationCode why)
{
    struct exchange *x = *own;

    (void)ctx;
    (void)connection;
    (void)why;
    if (!x)
        return;
    atomic_store(&x->gone, true);
    if (x->stream)
        stream_detach(x->stream);
    *own = NULL;
    release(x);
}
