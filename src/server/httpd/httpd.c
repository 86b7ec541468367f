/*
 * Starts and ends a server; exchange.c handles its requests.
 *
 * libmicrohttpd does not see that the client of a sleeping connection has left,
 * so one thread looks once a second and tells whoever works for nobody.
 */
#include "server/httpd/httpd.h"

#include "base/clock.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "server/httpd/address.h"
#include "server/httpd/connection.h"
#include "server/httpd/daemon.h"
#include "server/httpd/server.h"
#include "server/httpd/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG          128
#define DRAIN_S          30 /* as long as a query may take */
#define STOP_S           5
#define SETTLE_MS        100 /* what was sent before the end is read in it */
#define SWEEP_MS         1000
#define DISK_THREADS     2
#define DEFAULT_HEADER_S 10
#define SPARE_FDS        256 /* besides connections and uploads: bases, workers */

static enum err cannot_listen(const char *address, uint16_t port,
                              struct error *e)
{
    return error_set(
        e, errno == EADDRNOTAVAIL ? ERR_VALIDATION_FAILED : ERR_CONFLICT,
        "cannot listen at %s port %u: %s", address, port, strerror(errno));
}

/* A socket bound to that address, not listening yet. */
static enum err bind_at(const char *address, uint16_t port, int *fd,
                        struct error *e)
{
    union address a;
    socklen_t n;
    int yes = 1;

    if (!address_read(address, port, &a, &n))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s' is not an IP address such as 127.0.0.1 or ::1",
                         address);
    *fd =
        socket(a.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (*fd < 0)
        return error_set(e, ERR_LIMIT, "cannot create a socket: %s",
                         strerror(errno));
    (void)setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    return bind(*fd, &a.any, n) ? cannot_listen(address, port, e) : OK;
}

enum err httpd_check_address(const char *address, uint16_t port,
                             struct error *e)
{
    int fd = -1;
    enum err rc = bind_at(address, port, &fd, e);

    fs_close(&fd);
    return rc;
}

static enum err listen_at(struct httpd *h, uint16_t *port, struct error *e)
{
    union address a;
    socklen_t n;

    if (bind_at(h->o.address, h->o.port, &h->listening, e))
        return e->code;
    if (listen(h->listening, BACKLOG))
        return cannot_listen(h->o.address, h->o.port, e);
    n = sizeof(a);
    if (getsockname(h->listening, &a.any, &n))
        return error_set(e, ERR_INTERNAL,
                         "cannot tell the address of a socket: %s",
                         strerror(errno));
    *port = address_port(&a);
    return OK;
}

/* ---- the server ---- */

static void *sweep(void *server)
{
    struct httpd *h = server;
    struct pollfd stop = {.fd = h->stop_fd, .events = POLLIN};

    while (poll(&stop, 1, SWEEP_MS) <= 0) {
        httpd_pool_sweep(&h->pool);
        streams_sweep(h);
        connections_sweep(h);
        daemons_sweep(h);
    }
    return NULL;
}

/* As many descriptors as its clients may need, as far as that is allowed. */
static void want_descriptors(const struct httpd *h)
{
    rlim_t wanted = h->o.max_connections +
                    (rlim_t)h->o.max_uploads * HTTPD_MAX_FILES + SPARE_FDS;
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static enum err start_sweeper(struct httpd *h, struct error *e)
{
    int failed;

    h->stop_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (h->stop_fd < 0)
        return error_set(e, ERR_LIMIT, "cannot create an event descriptor: %s",
                         strerror(errno));
    failed = pthread_create(&h->sweeper, NULL, sweep, h);
    if (failed)
        return error_set(e, ERR_LIMIT, "cannot create a thread: %s",
                         strerror(failed));
    h->has_sweeper = true;
    return OK;
}

/* ---- reading requests ---- */

static void wake_reader(const struct httpd *h)
{
    const uint64_t one = 1;
    ssize_t ignored = write(h->wake_fd, &one, sizeof(one));

    (void)ignored; /* it refuses only when it is readable already */
}

void httpd_wake(struct httpd *h, struct MHD_Connection *connection)
{
    h->lib->MHD_resume_connection(connection);
    wake_reader(h);
}

/* Until libmicrohttpd has something to do. */
static void await_clients(const struct httpd *h, struct daemons_wait *w)
{
    struct pollfd fds[HTTPD_MAX_OLD + 2] = {
        {.fd = h->wake_fd, .events = POLLIN}};
    uint64_t times;

    memcpy(fds + 1, w->fds, w->n * sizeof(*fds));
    if (poll(fds, w->n + 1, w->within_ms) > 0 && fds[0].revents) {
        ssize_t ignored = read(h->wake_fd, &times, sizeof(times));

        (void)ignored;
    }
}

/* libmicrohttpd answers what waits for nobody itself, and puts what has to be
 * done into the pool. */
static void serve(struct httpd *h, int me)
{
    struct daemons_wait w;

    while (leader_wait(&h->leader, me)) {
        if (!httpd_pool_lead(&h->pool, &h->leader)) {
            wake_reader(h); /* a connection goes on that this one woke */
            continue;
        }
        daemons_run(h, &w);
        if (!httpd_pool_waits(&h->pool))
            await_clients(h, &w);
    }
}

static void *serve_first(void *server)
{
    serve(server, 0);
    return NULL;
}

static void *serve_second(void *server)
{
    serve(server, 1);
    return NULL;
}

static enum err start_reader(struct httpd *h, struct error *e)
{
    int failed;

    h->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (h->wake_fd < 0)
        return error_set(e, ERR_LIMIT, "cannot create an event descriptor: %s",
                         strerror(errno));
    failed = pthread_create(&h->reader, NULL, serve_first, h);
    if (failed)
        return error_set(e, ERR_LIMIT, "cannot create a thread: %s",
                         strerror(failed));
    h->has_reader = true;
    return OK;
}

/* Nobody calls libmicrohttpd any more. */
static void end_readers(struct httpd *h)
{
    leader_finish(&h->leader);
    wake_reader(h);
    if (h->has_reader)
        (void)pthread_join(h->reader, NULL);
    leader_join(&h->leader);
}

static enum err start_disk(struct httpd *h, struct error *e)
{
    h->upload_folder =
        open(h->o.upload_folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (h->upload_folder < 0)
        return fs_error(ERR_FILE_WRITE_FAILED, "open", "the upload folder",
                        errno, e);
    h->disk.run = exchange_write;
    h->disk.ctx = h;
    if (httpd_pool_open(&h->disk, DISK_THREADS, 0, h->o.max_uploads, e))
        return e->code;
    h->has_disk = true;
    return OK;
}

static enum err start(struct httpd *h, uint16_t *port, struct error *e)
{
    if (libmicrohttpd_load(&h->lib, e) || listen_at(h, port, e))
        return e->code;
    want_descriptors(h);
    h->pool.run = exchange_run;
    h->pool.ctx = h;
    h->pool.is_led = true;
    if (httpd_pool_open(&h->pool, h->o.threads, h->o.slow_threads,
                        h->o.max_queued, e))
        return e->code;
    h->has_pool = true;
    if ((h->o.upload_folder && start_disk(h, e)) || start_sweeper(h, e))
        return e->code;
    return daemon_start(h, h->o.tls_cert, h->o.tls_key, e) ? e->code
                                                           : start_reader(h, e);
}

enum err httpd_start(const struct httpd_options *o, struct httpd **out,
                     uint16_t *port, struct error *e)
{
    struct httpd *h = mem_new(sizeof(*h), e);

    *out = NULL;
    if (!h)
        return e->code;
    h->o = *o;
    if (h->o.header_s == 0)
        h->o.header_s = DEFAULT_HEADER_S;
    h->listening = h->accepting = h->stop_fd = h->upload_folder = -1;
    h->wake_fd = -1;
    atomic_init(&h->stopping, false);
    atomic_init(&h->daemon, NULL);
    (void)pthread_mutex_init(&h->lock, NULL);
    clock_cond_init(&h->ended);
    (void)pthread_mutex_init(&h->driving, NULL);
    leader_init(&h->leader, serve_second, h);
    if (start(h, port, e)) {
        httpd_stop(h);
        return e->code;
    }
    *out = h;
    return OK;
}

static void say_nothing(void *ctx, const struct httpd_request *r,
                        const struct error *refusal, struct arena *a,
                        struct httpd_reply *out)
{
    (void)ctx;
    (void)r;
    (void)refusal;
    (void)a;
    *out = (struct httpd_reply){.status = 503, .content_type = "text/plain"};
}

enum err httpd_check_tls(const char *cert, const char *key, struct error *e)
{
    const struct httpd_options o = {.address = "127.0.0.1",
                                    .handle = say_nothing,
                                    .tls_cert = cert,
                                    .tls_key = key,
                                    .threads = 1,
                                    .max_connections = 1,
                                    .max_queued = 1,
                                    .timeout_s = 1,
                                    .arena_bytes = 4096};
    struct httpd *h = NULL;
    uint16_t port;
    enum err rc = httpd_start(&o, &h, &port, e);

    httpd_stop(h);
    return rc;
}

enum err httpd_set_tls(struct httpd *h, const char *cert, const char *key,
                       struct error *e)
{
    enum err rc = daemon_start(h, cert, key, e);

    wake_reader(h);
    return rc;
}

/* Replies that are on their way, but not for a client that does not read. */
static void await_ends(struct httpd *h)
{
    const uint64_t until_ms = clock_ms() + STOP_S * UINT64_C(1000);

    (void)pthread_mutex_lock(&h->lock);
    while (h->alive > 0 && clock_cond_wait(&h->ended, &h->lock, until_ms))
        ;
    (void)pthread_mutex_unlock(&h->lock);
}

/* Reply to the requests received, then stop listening. */
static void stop_daemons(struct httpd *h)
{
    daemons_quiesce(h);
    (void)poll(NULL, 0, SETTLE_MS);
    httpd_pool_drain(&h->pool, DRAIN_S);
    streams_end(h);
    await_ends(h);
    httpd_pool_shut(&h->pool); /* no connection may sleep when it ends */
    if (h->has_disk)
        httpd_pool_shut(&h->disk);
    end_readers(h);
    daemons_stop(h);
}

void httpd_stop(struct httpd *h)
{
    const uint64_t one = 1;

    if (!h)
        return;
    atomic_store(&h->stopping, true);
    if (atomic_load(&h->daemon))
        stop_daemons(h);
    if (h->has_sweeper) {
        ssize_t ignored = write(h->stop_fd, &one, sizeof(one));

        (void)ignored;
        (void)pthread_join(h->sweeper, NULL);
    }
    if (h->has_disk)
        httpd_pool_close(&h->disk);
    if (h->has_pool)
        httpd_pool_close(&h->pool);
    fs_close(&h->listening);
    fs_close(&h->stop_fd);
    fs_close(&h->wake_fd);
    fs_close(&h->upload_folder);
    leader_release(&h->leader);
    (void)pthread_cond_destroy(&h->ended);
    (void)pthread_mutex_destroy(&h->driving);
    (void)pthread_mutex_destroy(&h->lock);
    mem_free(h);
}
