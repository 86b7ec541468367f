/*
 * The life of an exchange: libmicrohttpd calls exchange_on_bytes() first for
 * the headers, then for each piece of the body, then once more; there the
 * exchange goes to the pool and the connection sleeps. The thread that has a
 * reply, which is the one that reads when it is soon there (pool.h), wakes it,
 * and exchange_on_bytes() is called again to send it. A handler that opens a
 * stream (stream.c) wakes it at once and works on.
 */
#include "server/httpd/exchange.h"

#include "base/clock.h"
#include "base/fair_share.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/principal.h"
#include "server/httpd/connection.h"
#include "server/httpd/daemon.h"
#include "server/httpd/form_upload.h"
#include "server/httpd/forwarded.h"
#include "server/httpd/request_check.h"
#include "server/httpd/server.h"
#include "server/httpd/stream.h"

/* An unwanted body of at most this size is read to its end: the connection
 * stays usable, and the reply is not lost, as it would be if the connection
 * were closed while its client still writes. */
#define PASSED_BYTES  (UINT64_C(16) << 20)
#define UPLOAD_PIECE  ((size_t)128 * 1024) /* is written at once */
#define UPLOAD_BUFFER (UPLOAD_PIECE + CONNECTION_BYTES)
#define UPLOADS_TIMES 1 /* one share has half of them at most (fair_share.h) */

static void count(struct httpd *h, int change)
{
    (void)pthread_mutex_lock(&h->lock);
    h->alive += (unsigned)change;
    if (h->alive == 0)
        (void)pthread_cond_broadcast(&h->ended);
    (void)pthread_mutex_unlock(&h->lock);
}

/* ---- creation and reference counting ---- */

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

/* May one more of this share start? With the lock. */
static enum err check_upload_room(const struct httpd *h, uint64_t key,
                                  struct error *e)
{
    unsigned n = 0;
    unsigned held = 0;

    for (const struct exchange *x = h->uploads; x; x = x->next_upload) {
        n++;
        held += x->principal.key == key;
    }
    if (fair_share_has(h->o.max_uploads, n, held, UPLOADS_TIMES))
        return OK;
    (void)error_set(e, ERR_RATE_LIMITED,
                    "too many uploads%s are in progress; try again later",
                    n < h->o.max_uploads ? " of yours" : "");
    e->retry_s = n < h->o.max_uploads ? 1 : 0;
    return e->code;
}

static enum err count_upload(struct exchange *x, struct error *e)
{
    struct httpd *h = x->server;
    enum err rc;

    (void)pthread_mutex_lock(&h->lock);
    rc = check_upload_room(h, x->principal.key, e);
    if (!rc) {
        x->next_upload = h->uploads;
        h->uploads = x;
    }
    (void)pthread_mutex_unlock(&h->lock);
    return rc;
}

/* It may not have been counted. */
static void drop_upload(struct exchange *x)
{
    struct httpd *h = x->server;

    if (!x->upload)
        return;
    (void)pthread_mutex_lock(&h->lock);
    for (struct exchange **at = &h->uploads; *at; at = &(*at)->next_upload) {
        if (*at == x) {
            *at = x->next_upload;
            break;
        }
    }
    (void)pthread_mutex_unlock(&h->lock);
    upload_free(x->upload);
    x->upload = NULL;
}

static void release(struct exchange *x)
{
    struct httpd *h = x->server;

    if (atomic_fetch_sub(&x->holders, 1) > 1)
        return;
    if (x->response)
        h->lib->MHD_destroy_response(x->response);
    drop_upload(x);
    buf_release(&x->body);
    arena_release(&x->arena);
    mem_free(x);
    count(h, -1);
}

void httpd_give_up(const struct httpd_request *r)
{
    atomic_store(&r->exchange->gone, true);
}

void httpd_linger(const struct httpd_request *r, uint64_t ms)
{
    httpd_pool_linger(&r->exchange->server->pool, r->exchange, ms);
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
    const struct libmicrohttpd *lib = x->server->lib;

    (void)lib->MHD_add_response_header(x->response, "Content-Type",
                                       reply->content_type);
    for (size_t i = 0; i < reply->headers; i++)
        (void)lib->MHD_add_response_header(x->response, reply->header[i].name,
                                           reply->header[i].value);
    if (x->ends_connection || atomic_load(&x->server->stopping) ||
        daemon_is_old(x->server, x->connection))
        (void)lib->MHD_add_response_header(x->response, "Connection", "close");
}

static enum MHD_Result send_reply(struct exchange *x)
{
    const struct libmicrohttpd *lib = x->server->lib;
    const struct str body = x->reply.body;
    enum MHD_Result sent;

    if (!x->stream) {
        x->response = lib->MHD_create_response_from_buffer(
            body.n, (void *)str_bytes(body), MHD_RESPMEM_PERSISTENT);
        if (!x->response)
            return MHD_NO;
        exchange_put_headers(x, &x->reply);
        connection_expect(x->client, clock_ms(), x->server->o.timeout_s,
                          body.n);
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
    const bool reads = x->reads != NULL;
    bool is_stream;

    if (x->upload) {
        x->request.file = x->upload->file;
        x->request.files = x->upload->files;
        x->request.value = x->upload->value;
        x->request.values = x->upload->values;
    } else {
        x->request.body = buf_str(&x->body);
    }
    answer(x);
    is_stream = x->stream != NULL;
    if (is_stream) { /* it may live long, and needs nothing of these */
        drop_upload(x);
        buf_release(&x->body);
        arena_release(&x->arena);
    }
    httpd_pool_remove(&h->pool, x);
    release(x);
    if (is_stream)
        return;
    if (reads) /* it need not be woken */
        h->lib->MHD_resume_connection(connection);
    else
        httpd_wake(h, connection);
}

void exchange_write(void *ctx, struct exchange *x)
{
    struct httpd *h = ctx;
    struct MHD_Connection *connection = x->connection;

    if (upload_feed(x->upload, buf_str(&x->body), &x->refusal) == OK &&
        x->is_last)
        (void)!upload_finish(x->upload, &x->refusal);
    buf_reset(&x->body);
    httpd_pool_remove(&h->disk, x);
    release(x);
    httpd_wake(h, connection);
}

/* Suspend the connection until a thread of the pool has done its part; if the
 * queue is full, it is not suspended. */
static enum err hand_over(struct httpd_pool *pool, struct exchange *x,
                          struct error *e)
{
    x->server->lib->MHD_suspend_connection(x->connection);
    atomic_fetch_add(&x->holders, 1);
    if (httpd_pool_put(pool, x, e) == OK)
        return OK;
    release(x);
    httpd_wake(x->server, x->connection);
    return e->code;
}

/* Until the connection is woken its exchange is the pool's. */
static bool is_suspended(const struct exchange *x)
{
    const union MHD_ConnectionInfo *info =
        x->server->lib->MHD_get_connection_info(
            x->connection, MHD_CONNECTION_INFO_CONNECTION_SUSPENDED);

    return info && info->suspended;
}

/* ---- replies before the body, or without it ---- */

static bool has_body(const struct exchange *x)
{
    struct str length = httpd_header(&x->request, "Content-Length");

    return (length.n && !str_is(length, "0")) ||
           httpd_header(&x->request, "Transfer-Encoding").n;
}

/* Send the reply: after a small body, otherwise at once. The rest of a body
 * could be taken for another request, so the connection is then closed. */
static enum MHD_Result reply_early(struct exchange *x)
{
    struct str length = httpd_header(&x->request, "Content-Length");
    struct error ignored;
    uint64_t n;

    if (!has_body(
            x)) /* libmicrohttpd ends a connection that it is said on now */
        return MHD_YES;
    if (length.n && !httpd_header(&x->request, "Expect").n &&
        str_parse_u64(length, PASSED_BYTES, &n, &ignored) == OK)
        return MHD_YES;
    x->ends_connection = true;
    return send_reply(x);
}

static enum MHD_Result refuse(struct exchange *x)
{
    answer(x);
    return reply_early(x);
}

static enum err too_large(uint64_t most, struct error *e)
{
    return error_set(e, ERR_LIMIT, "this body may have at most %llu bytes",
                     (unsigned long long)most);
}

/* Does Content-Length exceed the limit? 0: it is not given. */
static enum err check_length(const struct exchange *x, uint64_t most,
                             uint64_t *declared, struct error *e)
{
    struct str length = httpd_header(&x->request, "Content-Length");
    struct error ignored;

    *declared = 0;
    if (length.n && str_parse_u64(length, most, declared, &ignored))
        return too_large(most, e);
    return OK;
}

static void read_connection(struct exchange *x)
{
    const struct libmicrohttpd *lib = x->server->lib;
    struct httpd_request *r = &x->request;
    const union MHD_ConnectionInfo *info = lib->MHD_get_connection_info(
        x->connection, MHD_CONNECTION_INFO_CONNECTION_FD);

    if (info)
        x->fd = info->connect_fd;
    info = lib->MHD_get_connection_info(x->connection,
                                        MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info && info->client_addr)
        r->client = forwarded_client(x, info->client_addr);
    r->is_tls = x->server->o.tls_cert != NULL;
    request_read_headers(r);
    x->principal = (struct principal){
        .key = r->client ^
               hash_bytes(str_bytes(r->authorization), r->authorization.n),
        .is_anonymous = true};
}

/* Its kind of threads, and its principal. */
static void classify(struct exchange *x)
{
    const struct httpd_options *o = &x->server->o;

    x->is_classified = true;
    if (o->classify && o->slow_threads)
        x->kind = o->classify(o->ctx, &x->request, &x->principal);
}

static enum err begin_upload(struct exchange *x, struct error *e)
{
    struct httpd *h = x->server;
    uint64_t declared;

    BUG_ON(!h->has_disk);
    if (check_length(x, h->o.max_upload, &declared, e) ||
        upload_new(h->upload_folder, x->request.content_type, declared,
                   &x->arena, &x->upload, e))
        return e->code;
    buf_init(&x->body, UPLOAD_BUFFER);
    classify(x);
    x->kind = HTTPD_QUICK; /* the disk has one kind, for all of its body */
    return count_upload(x, e);
}

/*
 * libmicrohttpd stores each query argument in the connection's small memory
 * pool, and closes the connection without a reply when that is full. So they
 * are parsed here, and the query is cut off in its buffer, which it passes to
 * us before parsing it.
 */
static void take_query(struct exchange *x)
{
    const size_t mark = str_find_char(x->target, '?');
    const struct str query = str_slice(x->target, mark + 1, x->target.n);

    (void)!request_read_query(x, query, &x->refusal);
    if (query.n > 0)
        *(char *)(uintptr_t)query.p = '\0';
}

void *exchange_on_target(void *ctx, const char *target,
                         struct MHD_Connection *connection)
{
    struct httpd *h = ctx;
    struct exchange *x = new_exchange(h);

    if (!x)
        return NULL;
    x->connection = connection;
    x->client = connection_of(h, connection);
    x->target = str_from(target);
    x->has_nul = str_find(x->target, STR("%00")) < x->target.n;
    take_query(x);
    return x;
}

/* The deadline for its body, if there is one. */
static void expect_body(struct exchange *x)
{
    if (has_body(x))
        connection_expect(x->client, x->begun_ms, x->server->o.timeout_s,
                          x->came);
    else
        connection_relax(x->client);
}

static enum MHD_Result begin(struct exchange *x, const char *version)
{
    struct httpd *h = x->server;
    enum httpd_way way = HTTPD_QUEUE;
    uint64_t ignored;

    x->is_begun = true;
    x->begun_ms = clock_ms();
    read_connection(x);
    if (request_check_form(x, version, &x->refusal)) {
        x->ends_connection = true;
        answer(x);
        return send_reply(x);
    }
    if (x->refusal.code)
        return refuse(x);
    expect_body(x);
    /* Its chunk boundaries are not known here, so nothing may follow it. */
    x->ends_connection = httpd_header(&x->request, "Transfer-Encoding").n > 0;
    if (h->o.admit)
        way = h->o.admit(h->o.ctx, &x->request, &x->arena, &x->reply);
    if (way == HTTPD_REPLY) {
        x->is_answered = true;
        return reply_early(x);
    }
    if (way == HTTPD_UPLOAD)
        (void)!begin_upload(x, &x->refusal);
    else
        (void)!check_length(x, h->o.max_body, &ignored, &x->refusal);
    return x->refusal.code ? refuse(x) : MHD_YES;
}

/* ---- the body ---- */

/* It is not needed any more, and only read so that the reply can follow its
 * end. */
static enum MHD_Result pass_over(struct exchange *x, size_t n)
{
    buf_release(&x->body);
    x->passed_over += n;
    return x->passed_over > PASSED_BYTES ? MHD_NO : MHD_YES;
}

/* The memory of a large body counts for its sender, who is authenticated once
 * it is large. */
static void put_body(struct exchange *x, struct str bytes)
{
    if (x->body.n + bytes.n >= MEM_COUNTED_BYTES / 2 && !x->is_classified)
        classify(x);
    principal_set(x->principal);
    buf_put_str(&x->body, bytes);
    principal_set(PRINCIPAL_NONE);
}

static enum MHD_Result take(struct exchange *x, struct str bytes)
{
    struct httpd *h = x->server;
    uint64_t most = x->upload ? h->o.max_upload : h->o.max_body;
    struct error ignored;
    struct str all;

    x->came += bytes.n;
    expect_body(x);
    if (!x->refusal.code && !x->is_answered && x->came > most)
        (void)too_large(most, &x->refusal);
    if (x->refusal.code || x->is_answered)
        return pass_over(x, bytes.n);
    put_body(x, bytes);
    if (x->body.overflow)
        (void)!buf_finish(&x->body, &all, &x->refusal);
    else if (x->upload && x->body.n >= UPLOAD_PIECE)
        (void)!hand_over(&h->disk, x, &ignored); /* else it is kept for the next
                                                    time */
    return MHD_YES;
}

static enum MHD_Result on_last(struct exchange *x)
{
    struct httpd *h = x->server;
    struct error ignored;
    bool slept;

    connection_relax(x->client);
    if (x->is_answered)
        return send_reply(x);
    if (x->upload && !x->is_last && !x->refusal.code) {
        x->is_last = true;
        return hand_over(&h->disk, x, &ignored) ? MHD_NO : MHD_YES;
    }
    if (x->refusal.code || request_keep(x, &x->refusal)) {
        answer(x);
        return send_reply(x);
    }
    if (!x->upload)
        x->request.body = buf_str(&x->body);
    classify(x);
    /* Asked before the connection sleeps: one that libmicrohttpd lets sleep and
     * wakes in the same call is sometimes not looked at again for long. */
    slept = httpd_pool_check_room(&h->pool, x, &x->refusal) == OK;
    if (slept && hand_over(&h->pool, x, &x->refusal) == OK)
        return MHD_YES;
    answer(x);
    return slept ? MHD_YES : send_reply(x);
}

/* NOLINTNEXTLINE(readability-function-size) parameters: libmicrohttpd's */
enum MHD_Result exchange_on_bytes(void *ctx, struct MHD_Connection *connection,
                                  const char *path, const char *method,
                                  const char *version, const char *bytes,
                                  size_t *n, void **own)
{
    struct exchange *x = *own;

    (void)ctx;
    (void)connection;
    if (!x) /* there was no memory for it */
        return MHD_NO;
    if (is_suspended(x)) /* it asks for the next chunk all the same */
        return MHD_YES;
    if (!x->is_begun) {
        x->request.method = str_from(method);
        x->request.path = str_from(path);
        return begin(x, version);
    }
    if (*n > 0) {
        const struct str piece = {bytes, *n};

        *n = 0;
        return take(x, piece);
    }
    return on_last(x);
}

void exchange_on_end(void *ctx, struct MHD_Connection *connection, void **own,
                     enum MHD_RequestTerminationCode why)
{
    const struct httpd *h = ctx;
    struct exchange *x = *own;

    (void)connection;
    (void)why;
    if (!x)
        return;
    connection_expect(x->client, clock_ms(), h->o.timeout_s + h->o.header_s, 0);
    httpd_pool_left(&x->server->pool, x);
    if (x->stream)
        stream_detach(x->stream);
    *own = NULL;
    release(x);
}
