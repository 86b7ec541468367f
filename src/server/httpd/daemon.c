#include "server/httpd/daemon.h"

#include "base/fs.h"
#include "base/log.h"
#include "server/httpd/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* In GnuTLS's words. */
static char tls_versions[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2";

/* What it says may have a client's bytes, so it is for those who look. */
PRINTF_LIKE_V(2)
static void on_log(void *ctx, const char *fmt, va_list args)
{
    (void)ctx;
    (void)fmt;
    (void)args;
    log_write(LOG_LEVEL_DEBUG, "httpd", "libmicrohttpd had something to say");
}

/* Its own message may have the paths of libraries; this one says what to do. */
static enum err cannot_start(const struct httpd *h, bool is_tls,
                             struct error *e)
{
    if (!is_tls)
        return error_set(e, ERR_LIMIT, "the server cannot start: %s",
                         strerror(errno));
    if (h->lib->MHD_is_feature_supported(MHD_FEATURE_TLS) != MHD_YES)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "this libmicrohttpd has no TLS; install Debian's");
    return error_set(e, ERR_VALIDATION_FAILED,
                     "TLS cannot start: the certificate and its key must be "
                     "PEM, belong together, and the key have no password");
}

/* NULL: it cannot. The listening socket is the daemon's then. */
static struct MHD_Daemon *start(struct httpd *h, int listening,
                                const char *tls_cert, const char *tls_key)
{
    unsigned flags =
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
    const struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)tls_cert},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)tls_key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, tls_versions},
        {MHD_OPTION_END, 0, NULL}};
    const struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};

    if (tls_cert)
        flags |= MHD_USE_TLS;
    return h->lib->MHD_start_daemon(
        flags, 0, connection_accept, h, exchange_on_bytes, h,
        MHD_OPTION_URI_LOG_CALLBACK, exchange_on_target, h,
        MHD_OPTION_NOTIFY_CONNECTION, connection_on_notify, h,
        MHD_OPTION_EXTERNAL_LOGGER, on_log, h, MHD_OPTION_LISTEN_SOCKET,
        listening, MHD_OPTION_NOTIFY_COMPLETED, exchange_on_end, h,
        MHD_OPTION_CONNECTION_LIMIT, h->o.max_connections,
        MHD_OPTION_CONNECTION_TIMEOUT, h->o.timeout_s,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_BYTES,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY,
        tls_cert ? tls : none, MHD_OPTION_END);
}

static void lock(struct httpd *h)
{
    (void)pthread_mutex_lock(&h->driving);
}

static void unlock(struct httpd *h)
{
    (void)pthread_mutex_unlock(&h->driving);
}

/* With the lock: it accepts no more connections; its socket stays open until it
 * ends. */
static void retire(struct httpd *h, struct MHD_Daemon *daemon)
{
    const int listening = h->lib->MHD_quiesce_daemon(daemon);

    h->old[h->n_old++] =
        (struct old_daemon){.daemon = daemon, .listening = listening};
}

/* With the lock: another one is there. */
static enum err replace(struct httpd *h, struct MHD_Daemon *daemon,
                        struct error *e)
{
    struct MHD_Daemon *before = atomic_load(&h->daemon);

    if (before && h->n_old == HTTPD_MAX_OLD)
        return error_set(
            e, ERR_RATE_LIMITED,
            "clients still use %d earlier certificates; try again when they "
            "have disconnected",
            HTTPD_MAX_OLD);
    atomic_store(&h->daemon, daemon);
    if (before)
        retire(h, before);
    return OK;
}

enum err daemon_start(struct httpd *h, const char *tls_cert,
                      const char *tls_key, struct error *e)
{
    struct MHD_Daemon *daemon;
    int listening = fcntl(h->listening, F_DUPFD_CLOEXEC, 0);
    enum err rc;

    if (listening < 0)
        return error_set(e, ERR_LIMIT, "cannot create a descriptor: %s",
                         strerror(errno));
    daemon = start(h, listening, tls_cert, tls_key);
    if (!daemon) {
        (void)cannot_start(h, tls_cert != NULL, e);
        (void)close(listening);
        return e->code;
    }
    lock(h);
    rc = replace(h, daemon, e);
    unlock(h);
    if (rc)
        h->lib->MHD_stop_daemon(daemon);
    return rc;
}

/* With the lock. */
static void run(const struct httpd *h, struct MHD_Daemon *daemon,
                struct daemons_wait *w)
{
    const union MHD_DaemonInfo *info =
        h->lib->MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    unsigned long long ms;

    BUG_ON(!info);
    w->fds[w->n++] = (struct pollfd){.fd = info->epoll_fd, .events = POLLIN};
    (void)h->lib->MHD_run(daemon);
    if (h->lib->MHD_get_timeout(daemon, &ms) == MHD_YES && ms < INT_MAX &&
        (w->within_ms < 0 || (int)ms < w->within_ms))
        w->within_ms = (int)ms;
}

void daemons_run(struct httpd *h, struct daemons_wait *w)
{
    *w = (struct daemons_wait){.within_ms = -1};
    lock(h);
    run(h, atomic_load(&h->daemon), w);
    for (unsigned i = 0; i < h->n_old; i++)
        run(h, h->old[i].daemon, w);
    unlock(h);
}

bool daemon_is_old(const struct httpd *h, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        h->lib->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_DAEMON);

    return info && info->daemon != atomic_load(&h->daemon);
}

static void end(struct httpd *h, struct old_daemon *old)
{
    h->lib->MHD_stop_daemon(old->daemon);
    fs_close(&old->listening);
}

/* Nobody is connected, and nobody was a while ago, when it had already stopped
 * accepting. */
static bool is_done(const struct httpd *h, struct old_daemon *old)
{
    const union MHD_DaemonInfo *info = h->lib->MHD_get_daemon_info(
        old->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);

    old->idle = info && info->num_connections == 0 ? old->idle + 1 : 0;
    return old->idle > 1;
}

void daemons_sweep(struct httpd *h)
{
    unsigned kept = 0;

    lock(h);
    for (unsigned i = 0; i < h->n_old; i++) {
        if (is_done(h, &h->old[i]))
            end(h, &h->old[i]);
        else
            h->old[kept++] = h->old[i];
    }
    h->n_old = kept;
    unlock(h);
}

void daemons_quiesce(struct httpd *h)
{
    lock(h);
    /* New connections are refused at once; libmicrohttpd's socket is closed at the
     * end. */
    h->accepting = h->lib->MHD_quiesce_daemon(atomic_load(&h->daemon));
    unlock(h);
    (void)shutdown(h->listening, SHUT_RDWR);
}

void daemons_stop(struct httpd *h)
{
    lock(h);
    h->lib->MHD_stop_daemon(atomic_load(&h->daemon));
    fs_close(&h->accepting);
    for (unsigned i = 0; i < h->n_old; i++)
        end(h, &h->old[i]);
    h->n_old = 0;
    unlock(h);
}
