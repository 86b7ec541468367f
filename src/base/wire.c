#include "base/wire.h"

#include "base/clock.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static const unsigned char magic[4] = {'Q', 'R', 'Y', '1'};

/* A signal may set *cancel just before poll() sleeps: look again this often. */
#define CANCEL_LOOK_MS 100

/* poll() takes an int: longer waits are cut into pieces. */
#define LONGEST_SLICE_MS (60 * 1000)

static void put_le(unsigned char *p, uint32_t v, int bytes)
{
    for (int i = 0; i < bytes; i++)
        p[i] = (unsigned char)(v >> (8 * i));
}

static uint32_t get_le(const unsigned char *p, int bytes)
{
    uint32_t v = 0;

    for (int i = 0; i < bytes; i++)
        v |= (uint32_t)p[i] << (8 * i);
    return v;
}

void wire_encode_header(const struct wire_frame *f, uint32_t length,
                        unsigned char header[WIRE_HEADER_BYTES])
{
    memcpy(header, magic, sizeof(magic));
    put_le(header + 4, WIRE_VERSION, 2);
    put_le(header + 6, (uint32_t)f->kind, 2);
    put_le(header + 8, f->id, 4);
    put_le(header + 12, length, 4);
}

enum err wire_decode_header(const unsigned char header[WIRE_HEADER_BYTES],
                            struct wire_frame *f, uint32_t *length,
                            struct error *e)
{
    uint32_t kind = get_le(header + 6, 2);
    uint32_t n = get_le(header + 12, 4);

    if (memcmp(header, magic, sizeof(magic)) != 0)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "a message has no valid header");
    if (get_le(header + 4, 2) != WIRE_VERSION)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "a message is of version %u, not %u",
                         get_le(header + 4, 2), WIRE_VERSION);
    if (kind == 0 || kind >= WIRE_KIND_END)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "a message is of unknown kind %u", kind);
    if (n > WIRE_MAX_PAYLOAD)
        return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                         "a message claims %u bytes: the limit is %u", n,
                         WIRE_MAX_PAYLOAD);
    f->kind = (enum wire_kind)kind;
    f->id = get_le(header + 8, 4);
    *length = n;
    return OK;
}

static enum err gone(struct error *e)
{
    return error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                     "the other side closed the connection");
}

/* How long poll() may sleep, unless the wait has ended. */
static enum err next_slice(const struct wire_wait *w, int *slice_ms,
                           struct error *e)
{
    uint64_t now = w->deadline_ms ? clock_ms() : 0;

    *slice_ms = w->cancel || w->waits ? CANCEL_LOOK_MS : LONGEST_SLICE_MS;
    if (w->look_ms)
        *slice_ms = (int)w->look_ms;
    if (w->cancel && atomic_load(w->cancel))
        return error_set(e, ERR_TIMEOUT, "cancelled");
    if (w->deadline_ms && now >= w->deadline_ms)
        return error_set(e, ERR_TIMEOUT, "the time limit passed");
    if (w->deadline_ms && w->deadline_ms - now < (uint64_t)*slice_ms)
        *slice_ms = (int)(w->deadline_ms - now);
    return OK;
}

/* Sleep until `events` or the end of the wait. */
static enum err wait_for(int sock, short events, const struct wire_wait *w,
                         struct error *e)
{
    struct pollfd p = {.fd = sock, .events = events};

    for (;;) {
        int slice_ms;
        enum err rc = next_slice(w, &slice_ms, e);
        int n;

        if (rc)
            return rc;
        n = poll(&p, 1, slice_ms);
        if (n > 0)
            return OK;
        if (n < 0 && errno != EINTR)
            return gone(e);
        if (w->waits)
            w->waits(w->ctx);
    }
}

/* Attach a descriptor to the first byte of a message. */
static void attach_fd(struct msghdr *m, void *space, size_t space_bytes, int fd)
{
    struct cmsghdr *c;

    m->msg_control = space;
    m->msg_controllen = space_bytes;
    c = CMSG_FIRSTHDR(m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(c), &fd, sizeof(int));
}

static void advance(struct msghdr *m, size_t n)
{
    m->msg_control = NULL; /* the descriptor went with the first byte */
    m->msg_controllen = 0;
    while (m->msg_iovlen && n >= m->msg_iov->iov_len) {
        n -= m->msg_iov->iov_len;
        m->msg_iov++;
        m->msg_iovlen--;
    }
    if (m->msg_iovlen) {
        m->msg_iov->iov_base = (char *)m->msg_iov->iov_base + n;
        m->msg_iov->iov_len -= n;
    }
}

enum err wire_send(int sock, const struct wire_frame *f,
                   const struct wire_wait *w, struct error *e)
{
    unsigned char header[WIRE_HEADER_BYTES];
    _Alignas(struct cmsghdr) char space[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec parts[2] = {{header, sizeof(header)},
                             {(void *)(uintptr_t)f->payload.p, f->payload.n}};
    struct msghdr m = {.msg_iov = parts, .msg_iovlen = 2};

    BUG_ON(f->payload.n > WIRE_MAX_PAYLOAD);
    wire_encode_header(f, (uint32_t)f->payload.n, header);
    if (f->fd >= 0)
        attach_fd(&m, space, sizeof(space), f->fd);
    while (m.msg_iovlen) {
        ssize_t n = sendmsg(sock, &m, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (n >= 0) {
            advance(&m, (size_t)n);
        } else if (errno == EAGAIN) {
            enum err rc = wait_for(sock, POLLOUT, w, e);

            if (rc)
                return rc;
        } else if (errno != EINTR) {
            return gone(e);
        }
    }
    return OK;
}

/* Take the descriptor out of a received message; extra ones are closed. */
static void take_fd(struct msghdr *m, int *fd)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
        size_t n = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);

        if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
            continue;
        for (size_t i = 0; i < n; i++) {
            int got;

            memcpy(&got, CMSG_DATA(c) + i * sizeof(int), sizeof(int));
            if (*fd >= 0)
                (void)close(got);
            else
                *fd = got;
        }
    }
}

/* Exactly n bytes; a descriptor that comes with them goes to *fd. */
static enum err receive_bytes(int sock, void *into, size_t n, int *fd,
                              const struct wire_wait *w, struct error *e)
{
    size_t have = 0;

    while (have < n) {
        _Alignas(struct cmsghdr) char space[CMSG_SPACE(4 * sizeof(int))];
        struct iovec part = {(char *)into + have, n - have};
        struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1};
        ssize_t got;

        m.msg_control = space;
        m.msg_controllen = sizeof(space);
        got = recvmsg(sock, &m, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
        if (got > 0) {
            take_fd(&m, fd);
            have += (size_t)got;
        } else if (got == 0) {
            return gone(e);
        } else if (errno == EAGAIN) {
            enum err rc = wait_for(sock, POLLIN, w, e);

            if (rc)
                return rc;
        } else if (errno != EINTR) {
            return gone(e);
        }
    }
    return OK;
}

enum err wire_receive(int sock, struct buf *b, struct wire_frame *f,
                      const struct wire_wait *w, struct error *e)
{
    unsigned char header[WIRE_HEADER_BYTES];
    uint32_t length = 0;
    char *room;
    int fd = -1;
    int ignored;
    enum err rc;

    buf_reset(b);
    /* a peer that sends without pause must not keep us past the deadline */
    rc = next_slice(w, &ignored, e);
    if (!rc)
        rc = receive_bytes(sock, header, sizeof(header), &fd, w, e);
    if (!rc)
        rc = wire_decode_header(header, f, &length, e);
    if (rc)
        goto out;
    room = buf_reserve(b, length);
    if (!room) {
        rc = buf_finish(b, &f->payload, e);
        goto out;
    }
    rc = receive_bytes(sock, room, length, &fd, w, e);
    if (rc)
        goto out;
    buf_commit(b, length);
    f->payload = buf_str(b);
    f->fd = fd;
    fd = -1;
out:
    if (fd >= 0)
        (void)close(fd);
    return rc;
}
