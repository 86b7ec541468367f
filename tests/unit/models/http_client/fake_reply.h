/* fake_reply.h - what fake_server.h answers, and the ways it goes wrong. */
#ifndef MODELS_HTTP_CLIENT_FAKE_REPLY_H
#define MODELS_HTTP_CLIENT_FAKE_REPLY_H

#include "base/str.h"

#include <poll.h>
#include <stdio.h>
#include <sys/socket.h>

enum fake_way {
    FAKE_WHOLE,
    FAKE_CUT,    /* half of the body, then it hangs up */
    FAKE_STALLS, /* half of the body, then nothing until the client leaves */
    FAKE_SILENT, /* no answer until the client leaves */
    FAKE_HANGS_UP,
    FAKE_ENDLESS,        /* the body again and again */
    FAKE_TRICKLES,       /* the same, with a pause between */
    FAKE_ENDLESS_HEADERS /* the headers again and again */
};

struct fake_reply {
    int status;
    const char *headers; /* "Retry-After: 3\r\n", or NULL */
    struct str body;
    enum fake_way way;
};

static inline bool fake_send(int fd, struct str s)
{
    while (s.n) {
        ssize_t n = send(fd, s.p, s.n, MSG_NOSIGNAL);

        if (n <= 0)
            return false;
        s = str_slice(s, (size_t)n, s.n);
    }
    return true;
}

/* False when the connection is to be closed. */
static inline bool fake_reply_to(int fd, const struct fake_reply *r)
{
    char head[1024];
    bool is_half = r->way == FAKE_CUT || r->way == FAKE_STALLS;
    struct str body =
        str_slice(r->body, 0, is_half ? r->body.n / 2 : r->body.n);
    struct str headers = str_from(r->headers);
    int n;

    if (r->way == FAKE_SILENT || r->way == FAKE_HANGS_UP)
        return r->way == FAKE_SILENT;
    n = snprintf(head, sizeof(head), "HTTP/1.1 %d X\r\n%.*s", r->status,
                 STR_FMT(headers));
    if (!fake_send(fd, (struct str){head, (size_t)n}))
        return false;
    while (r->way == FAKE_ENDLESS_HEADERS) {
        if (!fake_send(fd, headers))
            return false;
    }
    n = r->way == FAKE_ENDLESS || r->way == FAKE_TRICKLES
            ? snprintf(head, sizeof(head), "\r\n")
            : snprintf(head, sizeof(head), "Content-Length: %zu\r\n\r\n",
                       r->body.n);
    if (!fake_send(fd, (struct str){head, (size_t)n}))
        return false;
    do {
        if (!fake_send(fd, body))
            return false;
        if (r->way == FAKE_TRICKLES)
            (void)poll(NULL, 0, 20);
    } while (r->way == FAKE_ENDLESS || r->way == FAKE_TRICKLES);
    return r->way != FAKE_CUT;
}

#endif
