/*
 * httpd.h - an HTTP/1.1 server for untrusted clients: requests are received
 * whole, replies are sent whole or streamed.
 *
 *     client --bytes--> libmicrohttpd --request--> done here, or by a thread of
 *                              ^                           the pool
 *                              +------------- reply ----------+
 *
 * libmicrohttpd (libmicrohttpd.h) reads and writes for all clients and waits for nobody.
 * Two threads take turns at that (base/leader.h): the one whose turn it is also
 * does what is soon done, or if nothing else is; else a few others do it.
 * Meanwhile the connection sleeps. Everything that a client may make grow has a
 * bound: how many there are, header, body, how long it may be silent, how many
 * wait.
 *
 * An exchange is its connection's until it is queued, then the pool's until it
 * is answered, then its connection's again (exchange.h).
 */
#ifndef SERVER_HTTPD_HTTPD_H
#define SERVER_HTTPD_HTTPD_H

#include "server/httpd/request.h"

#define HTTPD_MAX_THREADS 16
#define HTTPD_MAX_SLOW    64

/*
 * httpd_handle - answer one request.
 *
 * in       a     of the request: what the reply borrows lives there
 *          e     for `refusal`, a failure before `handle`: a body that is too
 *                large, too many that wait; else NULL
 * out      out   in every case
 * threads  called by several at once
 */
typedef void httpd_handle(void *ctx, const struct httpd_request *r,
                          const struct error *refusal, struct arena *a,
                          struct httpd_reply *out);

/* What becomes of a request, said when its headers are there. */
enum httpd_way {
    HTTPD_QUEUE,  /* its body is read, then a thread of the pool answers it */
    HTTPD_UPLOAD, /* the same, and its body is a form whose files may be large */
    HTTPD_REPLY   /* `out` is the reply; its body is not looked at */
};

/*
 * httpd_admit - look at a request before its body is read, and before one that
 * waits for "100 Continue" sends it.
 *
 * in       r    without a body
 *          a    of the request
 * out      out  with HTTPD_REPLY
 * threads  one, which serves all clients: it waits for nothing
 */
typedef enum httpd_way httpd_admit(void *ctx, const struct httpd_request *r,
                                   struct arena *a, struct httpd_reply *out);

/* ---- replies that go on ---- */

#define HTTPD_STREAM_BYTES      ((size_t)256 * 1024)
#define HTTPD_STREAM_TEXT_BYTES ((size_t)4 * 1024 * 1024)

/*
 * A reply that others write: the handler while it works, or whoever it has
 * given the stream to, from any thread and long after it has returned. It costs
 * no thread, and memory only while something waits for a slow client.
 *
 * A stream of text/event-stream gets a comment line when it is silent for
 * `ping_s`; within two seconds after its client has left it is gone. Ending the
 * server ends the streams whose handlers have returned.
 */
struct httpd_stream;

/*
 * httpd_stream_open - begin the reply as a stream; what the handler leaves in
 * its `out` is then not looked at.
 *
 * in       r      what the handler got, without a refusal; once
 *          reply  status, content type and headers, copied; its body is not used
 * out      s      the caller's, given back with httpd_stream_release()
 * errors   ERR_LIMIT  no memory
 * threads  the handler's
 */
MUST_CHECK enum err httpd_stream_open(const struct httpd_request *r,
                                      const struct httpd_reply *reply,
                                      struct httpd_stream **s, struct error *e);

/*
 * httpd_stream_send - a text, whole and after those before it.
 *
 * Waits while more than HTTPD_STREAM_BYTES would wait for the client, which is
 * given up when it takes none for `timeout_s`.
 *
 * in       text  at most HTTPD_STREAM_TEXT_BYTES; copied
 * returns  false: ended or gone, and so it stays
 * threads  any
 */
bool httpd_stream_send(struct httpd_stream *s, struct str text);

/* As httpd_stream_send(), without waiting: a client that reads that slowly is disconnected. */
bool httpd_stream_push(struct httpd_stream *s, struct str text);

/* Has the client left, or been given up? Any thread. */
bool httpd_stream_is_gone(const struct httpd_stream *s);

/* Nothing more comes; what waits still goes. Any thread, more than once. */
void httpd_stream_end(struct httpd_stream *s);

/* One more who will release it. Any thread that may use it. */
void httpd_stream_hold(struct httpd_stream *s);

/* Use it no more; the last one to do so ends it. NULL is allowed. */
void httpd_stream_release(struct httpd_stream *s);

/* ---- the server ---- */

struct httpd_options {
    const char *address;      /* "127.0.0.1", "::1": numbers, no name */
    uint16_t port;            /* 0: one that is free */
    httpd_admit *admit;       /* NULL: all are queued */
    httpd_classify *classify; /* NULL: all are quick */
    httpd_handle *handle;
    void *ctx;
    const char *tls_cert;      /* PEM, the server's own first; NULL: no TLS */
    const char *tls_key;       /* PEM, its key, without a password */
    unsigned threads;          /* 1 to HTTPD_MAX_THREADS */
    unsigned slow_threads;     /* 1 to HTTPD_MAX_SLOW; 0: all is quick */
    unsigned max_connections;  /* more wait unaccepted */
    unsigned max_per_client;   /* of these, of one address; 0: as many */
    unsigned max_queued;       /* of each kind; more are ERR_RATE_LIMITED */
    unsigned timeout_s;        /* a silent client's connection is closed */
    unsigned header_s;         /* to say all of the headers in; 0: 10 */
    unsigned ping_s;           /* 0: 15 */
    size_t max_body;           /* bytes */
    uint64_t max_upload;       /* bytes of a body that is one */
    unsigned max_uploads;      /* at a time, of one share as many as are free */
    const char *upload_folder; /* whose file system gets them; NULL: there are
                                  no uploads */
    const char *const
        *proxies; /* proxies[n_proxies], whose X-Forwarded-For is trusted */
    size_t n_proxies;
    size_t arena_bytes; /* what a request and its reply may take */
};

struct httpd;

/*
 * httpd_start - listen, and answer from threads of its own.
 *
 * in       o     copied; what it points to outlives the server
 * out      h     the caller's, ended with httpd_stop()
 *          port  that is listened to
 * errors   ERR_VALIDATION_FAILED  not an address; the certificate and the
 *                                 key cannot be used, or not together
 *          ERR_CONFLICT           the port is taken
 *          ERR_TOOL_WORKER_UNAVAILABLE  libmicrohttpd is not installed
 *          ERR_LIMIT              no memory, no descriptor, no thread
 */
MUST_CHECK enum err httpd_start(const struct httpd_options *o, struct httpd **h,
                                uint16_t *port, struct error *e);

/*
 * httpd_set_tls - replace the certificate of a TLS server, for clients that
 * connect from now on. Connections that are there go on; those that wait for
 * their next request end after a reply.
 *
 * in       cert, key  as tls_cert and tls_key
 * errors   ERR_VALIDATION_FAILED  they cannot be used, or not together: the
 *                                 one before stays
 *          ERR_RATE_LIMITED       some were replaced a moment ago
 *          ERR_LIMIT              no descriptor, no thread
 * threads  the one that started the server
 */
MUST_CHECK enum err httpd_set_tls(struct httpd *h, const char *cert,
                                  const char *key, struct error *e);

/* Accept no more connections, reply to the requests received, end; NULL is
 * allowed. */
void httpd_stop(struct httpd *h);

/* The `client` of requests from an address that is text, as forwarded_client()
 * reads it: "192.0.2.1", "[2001:db8::1]:443"; 0 if it is not one. */
uint64_t httpd_client_of(struct str address);

/* Could a server listen there? Nobody hears of the question; as httpd_start(). */
MUST_CHECK enum err httpd_check_address(const char *address, uint16_t port,
                                        struct error *e);

/* Can they be used, and together? As httpd_start(). */
MUST_CHECK enum err httpd_check_tls(const char *cert, const char *key,
                                    struct error *e);

/* Is it an address of this machine alone? False for what is not an address. */
bool httpd_is_loopback(const char *address);

/* Is the text an address, IPv4 or IPv6, and nothing else? */
bool httpd_is_address(struct str text);

#endif
