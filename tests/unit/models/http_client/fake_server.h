/*
 * fake_server.h - an HTTP server on a free port of loopback, in a thread of the
 * test, with scripted answers, that misbehaves on request.
 *
 * One thread serves all connections, a request at a time, so what it has seen
 * belongs to the test as soon as its own calls have returned.
 */
#ifndef MODELS_HTTP_CLIENT_FAKE_SERVER_H
#define MODELS_HTTP_CLIENT_FAKE_SERVER_H

#include "fake_reply.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define FAKE_CONNECTIONS   16
#define FAKE_REQUEST_BYTES ((size_t)4 << 20)

struct fake_server;

/* What to answer to the n-th request, from 0; the body lives until the next. */
typedef struct fake_reply (*fake_answer)(struct fake_server *s, unsigned nth,
                                         struct str body);

struct fake_server {
    fake_answer answer;
    const struct fake_reply *script; /* script[n], the last one on and on */
    size_t n;
    void *ctx; /* of the test */
    int listen_fd;
    int stop_fd;
    unsigned port;
    pthread_t thread;
    struct pollfd fd[FAKE_CONNECTIONS + 2];
    nfds_t fds;
    unsigned requests;
    unsigned connections;
    char head[8192]; /* of the last request */
    struct str body; /* the same */
    char in[FAKE_REQUEST_BYTES];
};

static inline size_t fake_length(struct str head)
{
    for (size_t i = 0; i + 16 < head.n; i++) {
        if (!strncasecmp(head.p + i, "content-length: ", 16))
            return strtoul(head.p + i + 16, NULL, 10);
    }
    return 0;
}

/* False when the client has left. */
static inline bool fake_read(struct fake_server *s, int fd)
{
    size_t have = 0;
    size_t head = 0;

    for (;;) {
        struct str got = {s->in, have};
        ssize_t n;

        if (!head && str_find(got, STR("\r\n\r\n")) < have)
            head = str_find(got, STR("\r\n\r\n")) + 4;
        if (head) {
            size_t body = fake_length(str_slice(got, 0, head));

            if (have >= head + body) {
                (void)snprintf(s->head, sizeof(s->head), "%.*s", (int)head,
                               s->in);
                s->body = (struct str){s->in + head, body};
                return true;
            }
        }
        if (have == sizeof(s->in))
            return false;
        n = recv(fd, s->in + have, sizeof(s->in) - have, 0);
        if (n <= 0)
            return false;
        have += (size_t)n;
    }
}

static inline bool fake_serve(struct fake_server *s, int fd)
{
    struct fake_reply r;

    if (!fake_read(s, fd))
        return false;
    if (s->answer)
        r = s->answer(s, s->requests, s->body);
    else
        r = s->script[s->requests < s->n ? s->requests : s->n - 1];
    s->requests++;
    return fake_reply_to(fd, &r);
}

static inline void fake_accept(struct fake_server *s)
{
    int fd = accept(s->listen_fd, NULL, NULL);
    int yes = 1;

    if (fd < 0)
        return;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
    s->connections++;
    if (s->fds == FAKE_CONNECTIONS + 2)
        (void)close(fd);
    else
        s->fd[s->fds++] = (struct pollfd){fd, POLLIN, 0};
}

static inline void *fake_run(void *arg)
{
    struct fake_server *s = arg;

    while (poll(s->fd, s->fds, -1) > 0 && !s->fd[1].revents) {
        if (s->fd[0].revents)
            fake_accept(s);
        for (nfds_t i = 2; i < s->fds; i++) {
            if (!s->fd[i].revents || fake_serve(s, s->fd[i].fd))
                continue;
            (void)close(s->fd[i].fd);
            s->fd[i--] = s->fd[--s->fds];
        }
    }
    for (nfds_t i = 2; i < s->fds; i++)
        (void)close(s->fd[i].fd);
    return NULL;
}

/* A port that is ours; nobody listens yet. */
static inline void fake_bind(struct fake_server *s)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof(at);

    s->listen_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(s->listen_fd >= 0);
    assert_int_equal(bind(s->listen_fd, (struct sockaddr *)&at, size), 0);
    assert_int_equal(getsockname(s->listen_fd, (struct sockaddr *)&at, &size),
                     0);
    s->port = ntohs(at.sin_port);
}

/* Set `answer` or `script` and `n` before; fake_stop() it. */
static inline void fake_start(struct fake_server *s)
{
    fake_bind(s);
    assert_int_equal(listen(s->listen_fd, FAKE_CONNECTIONS), 0);
    s->stop_fd = eventfd(0, EFD_CLOEXEC);
    assert_true(s->stop_fd >= 0);
    s->fd[0] = (struct pollfd){s->listen_fd, POLLIN, 0};
    s->fd[1] = (struct pollfd){s->stop_fd, POLLIN, 0};
    s->fds = 2;
    s->requests = 0;
    s->connections = 0;
    s->head[0] = '\0';
    assert_int_equal(pthread_create(&s->thread, NULL, fake_run, s), 0);
}

/* The clients have ended their calls. */
static inline void fake_stop(struct fake_server *s)
{
    assert_int_equal(eventfd_write(s->stop_fd, 1), 0);
    assert_int_equal(pthread_join(s->thread, NULL), 0);
    (void)close(s->listen_fd);
    (void)close(s->stop_fd);
}

/* Is there a header line of the last request that begins so? */
static inline bool fake_saw(const struct fake_server *s, const char *line)
{
    for (const char *p = s->head; (p = strchr(p, '\n'));) {
        if (!strncasecmp(++p, line, strlen(line)))
            return true;
    }
    return false;
}

#endif
