/*
 * object_store.h - objects by name in a bucket that speaks S3's protocol.
 *
 * Two requests, signed by libcurl: PUT without a condition, which is idempotent as
 * names are hashes of contents, and GET. Both are sent again as http_retry.h says.
 *
 * From the environment, as AWS's programs have it: AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION or AWS_DEFAULT_REGION (us-east-1),
 * AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL where it is not AWS. Keys are in no message.
 */
#ifndef STORE_OBJECTS_OBJECT_STORE_H
#define STORE_OBJECTS_OBJECT_STORE_H

#include "base/arena.h"
#include "base/str.h"

struct object_store {
    const char *shown; /* "s3://bucket/prefix" */
    const char *url;   /* of its objects, up to their names */
    const char *signs;
    const char *secret;
    const char *token; /* a header; NULL: none */
    bool is_direct;    /* no proxy */
};

/*
 * object_store_open - take the keys; nothing is sent.
 *
 * in       url  s3://BUCKET or s3://BUCKET/PREFIX
 * out      out  lives in `a`
 * errors   ERR_VALIDATION_FAILED  no such URL; or the endpoint is another machine
 *                                 without TLS
 *          ERR_UNAUTHORIZED       no keys in the environment
 */
MUST_CHECK enum err object_store_open(struct str url, struct arena *a,
                                      struct object_store *out,
                                      struct error *e);

/* One object. */
struct object {
    const char *name; /* of [a-z0-9/] */
    int fd;
    uint64_t bytes;     /* to put */
    const char *sha256; /* to put: of them */
};

/*
 * object_put - all of a file as an object, which is replaced where it is there.
 *
 * errors   ERR_UNAUTHORIZED             the keys may not do this
 *          ERR_TOOL_WORKER_UNAVAILABLE  it cannot be reached, or fails
 *          ERR_TIMEOUT, ERR_LIMIT
 * threads  any number at once
 */
MUST_CHECK enum err object_put(const struct object_store *s,
                               const struct object *o, struct error *e);

/* An object into an empty file; errors as object_put(), and ERR_NOT_FOUND. What it holds
 * is for the caller to check. */
MUST_CHECK enum err object_get(const struct object_store *s,
                               const struct object *o, struct error *e);

#endif
