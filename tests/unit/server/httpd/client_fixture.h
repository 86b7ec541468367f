/* client_fixture.h - a client that sends exactly the bytes it is given. */
#ifndef SERVER_HTTPD_CLIENT_FIXTURE_H
#define SERVER_HTTPD_CLIENT_FIXTURE_H

#include "base/str.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CLIENT_BYTES   65536
#define CLIENT_WAIT_MS 20000

struct client {
    int fd;
    char got[CLIENT_BYTES]; /* all that came, NUL-terminated */
    size_t n;
};

/* Connected to a port of this machine, with nothing said. */
static inline void client_open(struct client *c, uint16_t port)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    c->n = 0;
    c->got[0] = '\0';
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(c->fd >= 0);
    assert_int_equal(connect(c->fd, (struct sockaddr *)&at, sizeof(at)), 0);
}

static inline void client_say(struct client *c, const char *text)
{
    assert_int_equal(send(c->fd, text, strlen(text), MSG_NOSIGNAL),
                     strlen(text));
}

/* GET `path` with some more headers, each with its line's end. */
static inline void client_get(struct client *c, const char *path,
                              const char *more)
{
    client_say(c, "GET ");
    client_say(c, path);
    client_say(c, " HTTP/1.1\r\nHost: localhost\r\n");
    client_say(c, more);
    client_say(c, "\r\n");
}

/* Some more bytes; false: the server has closed, or nothing came in time. */
static inline bool client_reads(struct client *c, bool *closed)
{
    struct pollfd in = {.fd = c->fd, .events = POLLIN};
    ssize_t n;

    *closed = false;
    if (poll(&in, 1, CLIENT_WAIT_MS) <= 0)
        return false;
    n = recv(c->fd, c->got + c->n, sizeof(c->got) - 1 - c->n, 0);
    *closed = n <= 0;
    if (n <= 0)
        return false;
    c->n += (size_t)n;
    c->got[c->n] = '\0';
    return true;
}

/* Read on until `text` is in what came. */
static inline bool client_receives(struct client *c, const char *text)
{
    bool closed;

    while (!strstr(c->got, text))
        if (c->n == sizeof(c->got) - 1 || !client_reads(c, &closed))
            return false;
    return true;
}

/* Read on until the server closes, forgetting what came before. */
static inline bool client_receives_end(struct client *c)
{
    bool closed = false;

    do
        c->n = 0;
    while (client_reads(c, &closed));
    return closed;
}

static inline void client_close(struct client *c)
{
    (void)close(c->fd);
}

#endif
