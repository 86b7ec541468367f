/*
 * http_events.h - numbered events of a session's streams, kept for a while so
 * that a client that lost its connection can resume.
 *
 *     POST ---> channel 3: 3-1, 3-2, 3-5 ---> its connection, lost after 3-1
 *                             |
 *                             v
 *                     kept: 3-2, 3-5 -------> GET, Last-Event-ID: 3-1, and then
 *                                             what the channel says from now on
 *
 * Numbers go through all streams of a session; what comes before the dash is
 * the stream, so nothing is said on another one. What is kept is bounded, by
 * session and by `all`, which sessions share; the oldest goes first.
 *
 * `lock` guards all of it, also while an event is written: a client that reads
 * slowly makes its own streams wait, and nobody else's.
 *
 * Source: modelcontextprotocol.io/specification/2025-11-25, basic/transports,
 * "Resumability and Redelivery"; the HTML standard, "Server-sent events".
 */
#ifndef SERVER_MCP_HTTP_EVENTS_H
#define SERVER_MCP_HTTP_EVENTS_H

#include "server/httpd/httpd.h"

#include <pthread.h>

#define HTTP_EVENTS_MAX       256 /* of a session */
#define HTTP_EVENTS_BYTES     ((size_t)8 * 1024 * 1024)
#define HTTP_EVENTS_ALL_BYTES ((size_t)64 * 1024 * 1024) /* of all sessions */
#define HTTP_EVENTS_KEPT_MS   (UINT64_C(2) * 60 * 1000)

/* So long a request goes on whose client has left and may come back; after it
 * did, a minute. */
#define HTTP_LINGER_MS  (UINT64_C(10) * 1000)
#define HTTP_RESUMED_MS (UINT64_C(60) * 1000)

struct http_event;

/* The stream of a request in progress, on the stack of its thread. */
struct http_channel {
    uint64_t number;
    const struct httpd_request *request;
    struct httpd_stream *out; /* NULL: no connection at the moment */
    struct http_channel *next;
};

struct http_events {
    pthread_mutex_t lock;
    atomic_size_t *all; /* bytes that all sessions keep */
    struct http_event *first;
    struct http_event *last;
    size_t n;
    size_t bytes;
    uint64_t number;    /* of the last event */
    uint64_t channel;   /* of the last stream; 0 is that of GET */
    uint64_t forgotten; /* the last event that is not kept any more */
    struct http_channel *channels;
};

/* None yet; `all` outlives it. */
void http_events_init(struct http_events *v, atomic_size_t *all);
void http_events_release(struct http_events *v);

/*
 * http_channel_open - a stream that can be taken up again; close it in every
 * case.
 *
 * in       r        whose request it is; it goes on while its client may return
 *          out      held once more
 *          primed   say at once from where it can be taken up
 */
void http_channel_open(struct http_events *v, struct http_channel *c,
                       const struct httpd_request *r, struct httpd_stream *out,
                       bool primed);
void http_channel_close(struct http_events *v, struct http_channel *c);

/* Send a message as an event, and keep it for resumption. */
void http_channel_send(struct http_events *v, const struct http_channel *c,
                       struct str message);

/* Say on the stream of GET from where it can be taken up. */
void http_events_prime(struct http_events *v, struct httpd_stream *out);

/* An event that a client says was its last. */
struct http_place {
    uint64_t channel;
    uint64_t number;
};

/*
 * http_events_find - where a client was.
 *
 * errors   ERR_VALIDATION_FAILED  it is not an event of this session
 *          ERR_NOT_FOUND          what followed is not kept any more
 */
MUST_CHECK enum err http_events_find(struct http_events *v, struct str id,
                                     struct http_place *out, struct error *e);

/*
 * http_events_resume - what followed on that stream, and what will; it ends
 * when its request is answered.
 *
 * in       p    of http_events_find(), not of channel 0
 *          out  the caller's still
 */
void http_events_resume(struct http_events *v, const struct http_place *p,
                        struct httpd_stream *out);

#endif
