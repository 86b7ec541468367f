/*
 * httpd.h - HTTP/1.1 from others: a request comes whole, a reply goes whole.
 *
 *     client --bytes--> libmicrohttpd's thread --request--> a thread of the pool
 *                              ^                                    |
 *                              +------------- reply ----------------+
 *
 * libmicrohttpd (mhd.h) reads and writes for all clients in one thread and
 * waits for nobody; what is asked is done by a few threads of ours, meanwhile
 * the connection sleeps. Everything that a client may make grow has a bound: how
 * many there are, header, body, how long it may be silent, how many wait.
 *
 * Who owns what: an exchange is its connection's until it is queued, then the
 * pool's until it is answered, then its connection's again. `lock` guards the
 * queue, the list of what is under way and the counts.
 */
#ifndef HTTPD_HTTPD_H
#define HTTPD_HTTPD_H

#include "base/str.h"

#include <stdatomic.h>

#define HTTPD_MAX_THREADS 16

/* What a client asks. All is borrowed until the reply is given. */
struct httpd_request {
    struct str method;
    struct str path; /* "/v1/ask", percent-decoded, without its query */
    struct str body;
    struct str host; /* headers; empty: it has none */
    struct str origin;
    struct str content_type;
    struct str authorization;
    const atomic_bool *gone; /* true: nobody waits for the reply any more */
};

#define HTTPD_MAX_HEADERS 4

struct httpd_header {
    const char *name;
    const char *value; /* static, or in the arena */
};

struct httpd_reply {
    unsigned status;
    const char *content_type;
    struct str body; /* in the arena */
    struct httpd_header header[HTTPD_MAX_HEADERS];
    size_t headers;
};

/*
 * httpd_handle - answer one request.
 *
 * in       a     of the request: what the reply borrows lives there
 *          e     a failure before `handle` is told in `refusal`: a body that is
 *                too large, too many that wait; else NULL
 * out      out   in every case
 * threads  called by several at once
 */
typedef void httpd_handle(void *ctx, const struct httpd_request *r,
                          const struct error *refusal, struct arena *a,
                          struct httpd_reply *out);

struct httpd_options {
    const char *address; /* "127.0.0.1", "::1": numbers, no name */
    uint16_t port;       /* 0: one that is free */
    httpd_handle *handle;
    void *ctx;
    unsigned threads;         /* 1 to HTTPD_MAX_THREADS */
    unsigned max_connections; /* more wait unaccepted */
    unsigned max_queued;      /* more are refused with ERR_RATE_LIMITED */
    unsigned timeout_s;       /* a silent client's connection is closed */
    size_t max_body;          /* bytes */
    size_t arena_bytes;       /* what a request and its reply may take */
};

struct httpd;

/*
 * httpd_start - listen, and answer from threads of its own.
 *
 * in       o     copied; what it points to outlives the server
 * out      h     the caller's, ended with httpd_stop()
 *          port  that is listened to
 * errors   ERR_VALIDATION_FAILED  the address is none
 *          ERR_CONFLICT           the port is taken
 *          ERR_TOOL_WORKER_UNAVAILABLE  libmicrohttpd is not installed
 *          ERR_LIMIT              no memory, no descriptor, no thread
 */
MUST_CHECK enum err httpd_start(const struct httpd_options *o, struct httpd **h,
                                uint16_t *port, struct error *e);

/* Accept nobody more, answer who was heard, end; NULL is allowed. */
void httpd_stop(struct httpd *h);

/* Is it an address of this machine alone? False for what is no address. */
bool httpd_is_loopback(const char *address);

#endif
