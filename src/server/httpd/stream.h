/*
 * stream.h - the connection's side of a stream; the writer's is in httpd.h.
 * Private to server/httpd/.
 *
 *     writers --text--> waiting | leaving --bytes--> libmicrohttpd
 *
 * What is written goes to the end of `waiting`. When `leaving` has gone the two
 * change places, so nothing is moved; when both are empty the connection sleeps
 * and has no memory of ours but this struct. The next text wakes it.
 *
 * It is freed when its response and its last writer have let go. `lock` guards
 * all but `gone`, which is atomic, and `next` and `previous`, which are the
 * server's. MHD_suspend_connection() and MHD_resume_connection() are called with
 * it, so that they alternate.
 */
#ifndef SERVER_HTTPD_STREAM_H
#define SERVER_HTTPD_STREAM_H

#include "server/httpd/exchange.h"

#include <pthread.h>

struct MHD_Response;

struct httpd_stream {
    struct httpd *server;
    pthread_mutex_t lock;
    pthread_cond_t room; /* something left, or it is over */
    unsigned writers;
    bool has_response;
    struct MHD_Connection *connection; /* NULL: it has ended */
    int fd;                            /* its socket */
    struct buf waiting;
    struct buf leaving;
    size_t taken;      /* bytes of `leaving` */
    uint64_t owner;    /* of its exchange */
    uint64_t quiet_ms; /* clock_ms() of the last text */
    bool asleep;       /* the connection is suspended */
    bool ended;        /* nothing comes after what waits */
    bool has_pings;
    atomic_bool gone; /* nobody reads it any more */
    struct httpd_stream *next;
    struct httpd_stream *previous;
};

/* Its connection has ended. */
void stream_detach(struct httpd_stream *s);

/* Nobody may read it any more; with the server's lock. */
void stream_break(struct httpd_stream *s);

/* Once a second for all: are the clients still there, is a sign of life due? */
void streams_sweep(struct httpd *h);

/* Nothing more comes on any. */
void streams_end(struct httpd *h);

#endif
