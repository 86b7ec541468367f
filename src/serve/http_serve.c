#include "serve/http_serve.h"

#include "api/api.h"
#include "jobs/jobs.h"
#include "lines/stop.h"
#include "mcp/mcp_http.h"
#include "page/page.h"
#include "serve/door.h"

#include <errno.h>
#include <poll.h>

#define THREADS     4
#define CONNECTIONS 1024
#define PER_CLIENT  128 /* that come from elsewhere */
#define QUEUED      256
#define TIMEOUT_S   30
#define MAX_UPLOAD  (UINT64_C(2) << 30)
#define UPLOADS     16
#define ARENA_BYTES ((size_t)512 << 20) /* as of one `quarry ask` */

struct front {
    struct api api;
    struct mcp_http *mcp;
};

static bool is_mcp(struct str path)
{
    return str_is(path, "/mcp") || str_starts(path, STR("/mcp/"));
}

/* What stands behind /mcp/ is the name of an exposure. */
static void handle_mcp(const struct front *f, const struct httpd_request *r,
                       const struct error *refusal, struct arena *a,
                       struct httpd_reply *out)
{
    struct served served = {.tables = f->api.tables, .grant = &grant_local};
    const struct mcp_caller who = {.context = &served, .grant = served.grant};
    struct error e = {0};

    if (!refusal && !str_is(r->path, "/mcp")) {
        (void)error_set(&e, ERR_NOT_FOUND, "there is no such exposure here");
        refusal = &e;
    }
    mcp_http_handle(f->mcp, &who, r, refusal, a, out);
}

/* Who is let in goes to the interface that the path belongs to; who is not is
 * told so in its form. */
static void handle(void *ctx, const struct httpd_request *r,
                   const struct error *refusal, struct arena *a,
                   struct httpd_reply *out)
{
    struct front *f = ctx;
    struct error e = {0};

    if (!refusal && door_admit(r, &e))
        refusal = &e;
    if (is_mcp(r->path)) {
        handle_mcp(f, r, refusal, a, out);
        return;
    }
    if (!refusal) {
        bool found;

        if (page_reply(r, a, out, &found, &e))
            refusal = &e;
        else if (found)
            return;
    }
    api_handle(&f->api, &grant_local, r, refusal, a, out);
}

/* Answered where all clients are read: it waits for nothing, and says that they
 * are served even when every thread works. */
static bool is_quick(const struct httpd_request *r)
{
    return str_is(r->path, "/healthz");
}

/* Nothing of an upload is read for who is not let in. */
static enum httpd_way admit(void *ctx, const struct httpd_request *r,
                            struct arena *a, struct httpd_reply *out)
{
    struct front *f = ctx;
    struct error e = {0};

    if (is_quick(r)) {
        handle(ctx, r, NULL, a, out);
        return HTTPD_REPLY;
    }
    if (!api_is_upload(r))
        return HTTPD_QUEUE;
    if (door_admit(r, &e) == OK)
        return HTTPD_UPLOAD;
    api_handle(&f->api, &grant_local, r, &e, a, out);
    return HTTPD_REPLY;
}

static void wait_for(int fd)
{
    struct pollfd stop = {.fd = fd, .events = POLLIN};

    while (poll(&stop, 1, -1) < 0 && errno == EINTR)
        ;
}

static enum err listen_until(const struct http_serve_options *o,
                             struct front *front, const struct stop *stop,
                             struct error *e)
{
    const struct httpd_options server = {
        .address = o->address,
        .port = o->port,
        .tls_cert = o->tls_cert,
        .tls_key = o->tls_key,
        .admit = admit,
        .handle = handle,
        .ctx = front,
        .threads = THREADS,
        .max_connections = CONNECTIONS,
        .max_per_client = httpd_is_loopback(o->address) ? 0 : PER_CLIENT,
        .max_queued = QUEUED,
        .timeout_s = TIMEOUT_S,
        .max_body = API_MAX_BODY,
        .max_upload = MAX_UPLOAD,
        .max_uploads = UPLOADS,
        .upload_folder = jobs_folder(front->api.jobs),
        .arena_bytes = ARENA_BYTES};
    struct httpd *h = NULL;
    uint16_t port = 0;
    enum err rc = httpd_start(&server, &h, &port, e);

    if (rc)
        return rc;
    rc = o->ready(o->ctx, port, e);
    if (!rc)
        wait_for(stop->fd);
    httpd_stop(h);
    return rc;
}

static enum err serve_until(const struct http_serve_options *o,
                            const struct stop *stop, struct error *e)
{
    struct front front = {.api.tables = o->tables};
    enum err rc = jobs_open(o->tables, &front.api.jobs, e);

    if (!rc)
        rc = mcp_http_new(o->offer, &front.mcp, e);
    if (!rc)
        rc = listen_until(o, &front, stop, e);
    mcp_http_free(front.mcp);
    jobs_close(front.api.jobs);
    return rc;
}

enum err http_serve(const struct http_serve_options *o, struct error *e)
{
    struct stop stop;
    enum err rc;

    if (!httpd_is_loopback(o->address))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s' is not an address of this machine alone, as "
                         "127.0.0.1 and ::1 are; others are not served yet",
                         o->address);
    rc = stop_open(&stop, e);
    if (rc)
        return rc;
    if (o->stop && atomic_load(o->stop))
        stop_raise(stop.fd);
    rc = serve_until(o, &stop, e);
    stop_close(&stop);
    return rc;
}
