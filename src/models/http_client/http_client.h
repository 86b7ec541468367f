/*
 * http_client.h - posts JSON to an endpoint, with retries, for providers of
 * embeddings, rankings and text, and for services that keep vectors.
 *
 * What is asked computes something and changes nothing, or may be done twice with
 * the result of once, so it is sent again when a connection breaks or the endpoint is
 * busy (backoff.h), all within one deadline. Certificates are checked, redirects are answers like others, and
 * the environment has the say of transfer.h. Headers carry keys: no message and
 * no log line holds one, nor the query of a URL.
 */
#ifndef MODELS_HTTP_CLIENT_HTTP_CLIENT_H
#define MODELS_HTTP_CLIENT_HTTP_CLIENT_H

#include "base/http/http_retry.h"

struct http_client;

struct http_header {
    const char *name;
    const char *value; /* printable ASCII */
};

#define HTTP_MAX_HEADERS 8

enum http_method { HTTP_POST, HTTP_PUT, HTTP_GET, HTTP_DELETE };

struct http_request {
    enum http_method method;          /* GET has no body */
    const char *url;                  /* url.h */
    const struct http_header *header; /* header[headers], besides the type */
    size_t headers;                   /* at most HTTP_MAX_HEADERS */
    struct str body;                  /* JSON */
    uint64_t timeout_ms;              /* of all tries and waits, 1 and on */
    size_t max_response_bytes;
    const atomic_bool *cancel; /* set to true: it ends soon; NULL: never */
    const struct http_stream *stream; /* NULL: nobody */
};

struct http_response {
    int status;
    struct str body;        /* in the arena; empty, where it was heard */
    bool is_streamed;       /* it was heard while it came, whole or until
                               `take` had enough */
    uint64_t retry_after_s; /* of the last answer, at most an hour; 0 none */
};

/*
 * http_client_new - a client without connections.
 *
 * in       time   NULL: the machine's; else it outlives the client
 * owns     the caller; http_client_free() it
 * errors   ERR_LIMIT  no memory
 */
MUST_CHECK enum err http_client_new(const struct http_time *time,
                                    struct http_client **out, struct error *e);

/* Close its connections; no call may be under way; NULL is allowed. */
void http_client_free(struct http_client *c);

/*
 * http_post_json - one question, tried up to BACKOFF_TRIES times.
 *
 * A status that is not worth another try is an answer, and so is the last of
 * those that are: 429 comes back when no time is left for what it asks. What
 * was heard in part is not asked again.
 *
 * out      out    lives in `a`
 * errors   ERR_VALIDATION_FAILED        the URL, or something that is not a header
 *          ERR_TIMEOUT                  no answer in time, a stream that fell
 *                                       silent, or cancelled
 *          ERR_LIMIT                    the answer is over max_response_bytes,
 *                                       or no memory
 *          ERR_TOOL_WORKER_UNAVAILABLE  cannot be reached, its certificate is
 *                                       not trusted, a stream broke off, or
 *                                       there is no libcurl
 * threads  any number at once; each has a connection of its own, and up to 8
 *          are kept open for the next
 */
MUST_CHECK enum err http_post_json(struct http_client *c,
                                   const struct http_request *r,
                                   struct arena *a, struct http_response *out,
                                   struct error *e);

#endif
