/*
 * endpoint.h - what all endpoint providers share: the model's address, the key,
 * and one call with its errors mapped to ours.
 */
#ifndef MODELS_HTTP_CLIENT_ENDPOINT_H
#define MODELS_HTTP_CLIENT_ENDPOINT_H

#include "base/json.h"
#include "models/http_client/http_client.h"
#include "models/http_client/key.h"

#define ENDPOINT_TIMEOUT_MS 60000

/* How endpoints are called; all NULL and 0 will do. */
struct endpoint_options {
    const char *home;             /* whose keys/ is looked in */
    uint64_t timeout_ms;          /* a call with its tries; 0: the above */
    const atomic_bool *cancel;    /* set to true: calls end in ERR_TIMEOUT */
    const struct http_time *time; /* for tests; outlives the endpoint */
    bool is_discreet; /* messages name no address, no key and nothing that the
                         endpoint says; the log does */
};

/* "<model>@<url>"; both borrow the text. */
struct endpoint_name {
    struct str model;
    struct str url;
};

/*
 * endpoint_name_parse - "text-embedding-3-small@https://api.openai.com/v1".
 *
 * The URL is what the endpoint's own pages call its base, without a query.
 *
 * errors   ERR_VALIDATION_FAILED  no '@http', a model of over 200 bytes or of
 *                                 other than printable ASCII without blanks, a
 *                                 URL that url_parse() refuses
 */
MUST_CHECK enum err endpoint_name_parse(struct str text,
                                        struct endpoint_name *out,
                                        struct error *e);

/* How one kind of endpoint is called; outlives what is opened by it. */
struct endpoint_kind {
    const char *path;        /* after the URL of the name: "/embeddings" */
    struct key_place key;    /* where one may be; its `home` is the options' */
    const char *key_header;  /* whose value is the key; NULL: "Authorization:
                               Bearer <key>" */
    struct http_header more; /* sent with each call; name NULL: none */
};

struct endpoint {
    struct http_client *client;
    struct arena arena; /* holds what follows */
    const char *url;
    struct str shown; /* of it, for messages */
    struct api_key key;
    char *authorization; /* NULL: without */
    struct endpoint_options how;
    const struct endpoint_kind *kind;
};

/*
 * endpoint_open - ready to call; nothing is sent.
 *
 * owns     the caller; endpoint_close() it, also after an error
 * errors   ERR_VALIDATION_FAILED, and those of key_find()
 */
MUST_CHECK enum err endpoint_open(struct endpoint *ep,
                                  const struct endpoint_name *name,
                                  const struct endpoint_kind *kind,
                                  const struct endpoint_options *how,
                                  struct error *e);

/* Close its connections and wipe the key; a zeroed one is allowed. */
void endpoint_close(struct endpoint *ep);

struct endpoint_question {
    enum http_method method;
    const char *path; /* after the endpoint's URL; NULL: nothing */
    int *status;      /* of what was answered, 0: nothing; NULL: unwanted */
    struct str body;
    const struct str *text; /* text[n]: what no message may repeat */
    size_t n;
    uint64_t timeout_ms; /* 0: as opened */
    size_t max_response_bytes;
    const atomic_bool *cancel;        /* NULL: as opened */
    const struct http_stream *stream; /* NULL: nobody hears the answer come */
};

/*
 * endpoint_ask - one call.
 *
 * out      root   the answer, in `a`; NULL: `stream` has heard it
 * errors   ERR_UNAUTHORIZED  401 or 403: a key is missing or not accepted
 *          ERR_RATE_LIMITED  429, also after trying again
 *          ERR_TIMEOUT, ERR_LIMIT
 *          ERR_TOOL_WORKER_UNAVAILABLE  all else, with the endpoint's own
 *                                       message as endpoint_message() gives it
 * threads  any number at once
 */
MUST_CHECK enum err endpoint_ask(const struct endpoint *ep,
                                 const struct endpoint_question *q,
                                 struct arena *a, const struct json **root,
                                 struct error *e);

/*
 * endpoint_failed - the error of a failure that an endpoint tells in the middle
 * of an answer.
 *
 * in       kind   what it calls it: "overloaded_error", ...
 *          body   all that it says, for endpoint_message()
 */
enum err endpoint_failed(const struct endpoint *ep,
                         const struct endpoint_question *q, struct str kind,
                         struct str body, struct error *e);

/* "'URL' answered <what>", where it is JSON but not of the expected shape. */
enum err endpoint_misshapen(const struct endpoint *ep, const char *what,
                            struct error *e);

#define ENDPOINT_MESSAGE_BYTES 161

/*
 * endpoint_message - what an endpoint says of a failure, made safe.
 *
 * The message of its JSON, cut, each character that is not printable ASCII as
 * '?'. Empty when it repeats a part of the key or of a text that was sent: both
 * have been seen, and neither belongs in a log.
 *
 * in       body   JSON, or anything
 *          key    NULL: none
 */
void endpoint_message(struct str body, const char *key,
                      const struct endpoint_question *q,
                      char out[ENDPOINT_MESSAGE_BYTES]);

#endif
