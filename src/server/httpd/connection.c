#include "server/httpd/connection.h"

#include "base/clock.h"
#include "base/mem.h"
#include "server/httpd/address.h"
#include "server/httpd/server.h"

#define PACE_BYTES UINT64_C(1024) /* a second, at least */
#define MS         UINT64_C(1000)

static unsigned count_of(const struct httpd *h, uint64_t client)
{
    unsigned n = 0;

    for (const struct connection *c = h->connections; c; c = c->next)
        n += c->client == client;
    return n;
}

enum MHD_Result connection_accept(void *ctx, const struct sockaddr *a,
                                  socklen_t n)
{
    struct httpd *h = ctx;
    bool has_room;

    (void)n;
    if (h->o.max_per_client == 0)
        return MHD_YES;
    (void)pthread_mutex_lock(&h->lock);
    has_room = count_of(h, address_key(a)) < h->o.max_per_client;
    (void)pthread_mutex_unlock(&h->lock);
    return has_room ? MHD_YES : MHD_NO;
}

static void start(struct httpd *h, struct MHD_Connection *connection,
                  void **own)
{
    struct error ignored;
    struct connection *c = mem_new(sizeof(*c), &ignored);
    const union MHD_ConnectionInfo *info;

    *own = c;
    if (!c)
        return;
    info = h->lib->MHD_get_connection_info(connection,
                                           MHD_CONNECTION_INFO_CONNECTION_FD);
    c->fd = info ? info->connect_fd : -1;
    info = h->lib->MHD_get_connection_info(connection,
                                           MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info && info->client_addr)
        c->client = address_key(info->client_addr);
    connection_expect(c, clock_ms(), h->o.header_s, 0);
    (void)pthread_mutex_lock(&h->lock);
    c->next = h->connections;
    if (c->next)
        c->next->previous = c;
    h->connections = c;
    (void)pthread_mutex_unlock(&h->lock);
}

static void end(struct httpd *h, void **own)
{
    struct connection *c = *own;

    *own = NULL;
    if (!c)
        return;
    (void)pthread_mutex_lock(&h->lock);
    if (c->next)
        c->next->previous = c->previous;
    if (c->previous)
        c->previous->next = c->next;
    else
        h->connections = c->next;
    (void)pthread_mutex_unlock(&h->lock);
    mem_free(c);
}

void connection_on_notify(void *ctx, struct MHD_Connection *connection,
                          void **own, enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        start(ctx, connection, own);
    else
        end(ctx, own);
}

struct connection *connection_of(const struct httpd *h,
                                 struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = h->lib->MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

void connection_expect(struct connection *c, uint64_t since_ms,
                       unsigned grace_s, uint64_t bytes)
{
    if (c)
        atomic_store(&c->deadline_ms,
                     since_ms + grace_s * MS + bytes * MS / PACE_BYTES);
}

void connection_relax(struct connection *c)
{
    if (c)
        atomic_store(&c->deadline_ms, 0);
}

void connections_sweep(struct httpd *h)
{
    const uint64_t now_ms = clock_ms();

    (void)pthread_mutex_lock(&h->lock);
    for (struct connection *c = h->connections; c; c = c->next) {
        const uint64_t deadline_ms = atomic_load(&c->deadline_ms);

        if (deadline_ms && deadline_ms < now_ms)
            (void)shutdown(c->fd, SHUT_RDWR);
    }
    (void)pthread_mutex_unlock(&h->lock);
}
