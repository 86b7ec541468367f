/*
 * transfer.h - one request over libcurl, which only transfer.c includes.
 *
 * What libcurl takes from its environment: for https the proxy that
 * https_proxy, HTTPS_PROXY, all_proxy or ALL_PROXY names, unless no_proxy or
 * NO_PROXY lists the host; SSLKEYLOGFILE; the system's certificates; name
 * resolution. Nothing else: no .netrc, no cookies, no HSTS or alt-svc files, and
 * no proxy for http or loopback, where it would read what is sent.
 */
#ifndef BASE_HTTP_TRANSFER_H
#define BASE_HTTP_TRANSFER_H

#include "base/buf.h"

#include <stdatomic.h>

/*
 * The receiver of an answer while it comes: one of status 2xx whose type is
 * text/event-stream. Any other is read whole, as without a stream.
 */
struct http_stream {
    void *ctx;
    /* The next bytes, cut anywhere; false: enough was heard, end the call. */
    bool (*take)(void *ctx, struct str bytes);
    uint64_t silence_ms; /* so long without a byte ends the call; 1 and on */
};

/* A handle of libcurl with the connections it keeps open. */
struct transfer_handle;

enum transfer_method {
    TRANSFER_POST, /* of `body`, as are others but GET without an object */
    TRANSFER_PUT,  /* of what is in the object's file */
    TRANSFER_GET,  /* into the object's file, where the status is 200 */
    TRANSFER_DELETE
};

/* A file in place of `body`, signed for. */
struct transfer_object {
    int fd; /* read from its start, or written to; -1: none */
    uint64_t bytes;
    const char *signs;  /* "aws:amz:REGION:s3", as CURLOPT_AWS_SIGV4 has it */
    const char *secret; /* "ID:KEY" */
};

struct transfer {
    enum transfer_method method;
    const struct transfer_object *object; /* NULL: none */
    const char *url;                      /* as url_parse() accepts it */
    bool is_direct;            /* whatever proxy the environment names */
    const char *const *header; /* header[n], "Name: value" */
    size_t n;
    struct str body;
    uint64_t timeout_ms; /* at least 1 */
    size_t max_response_bytes;
    const atomic_bool *cancel;        /* looked at every 50 ms; NULL: never */
    const struct http_stream *stream; /* NULL: nobody hears it come */
};

enum transfer_outcome {
    TRANSFER_ANSWERED,    /* whatever the status */
    TRANSFER_UNREACHABLE, /* no connection, or it broke; may be tried again */
    TRANSFER_TIMED_OUT,
    TRANSFER_SILENT, /* nothing came for the stream's silence_ms */
    TRANSFER_CANCELLED,
    TRANSFER_TOO_LARGE, /* over max_response_bytes, or 64 KiB of headers */
    TRANSFER_NO_MEMORY,
    TRANSFER_REFUSED /* by us: the certificate, another protocol, ... */
};

struct transferred {
    enum transfer_outcome outcome;
    const char *reason; /* static words, unless it was answered */
    int status;
    bool is_streamed;       /* some of it was heard */
    uint64_t retry_after_s; /* of seconds or a date; 0 none */
    struct buf *body;       /* the caller's, emptied before; bounded by
                               max_response_bytes */
};

/*
 * transfer_open - a handle without a connection yet.
 *
 * libcurl is loaded at the first call: it brings 30 libraries along, and
 * linking it made every start of the program 7 ms longer.
 *
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  libcurl is not installed, or too old
 *          ERR_LIMIT                    no memory
 */
MUST_CHECK enum err transfer_open(struct transfer_handle **out,
                                  struct error *e);

/* Close it and its connections; NULL is allowed. */
void transfer_close(struct transfer_handle *l);

/*
 * transfer_post - send, and read the answer; no redirect is followed.
 *
 * out      out    out->body is given by the caller
 * threads  one at a time over one handle
 */
void transfer_post(struct transfer_handle *l, const struct transfer *t,
                   struct transferred *out);

#endif
