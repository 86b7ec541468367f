/*
 * object_store.h - objects by name in a bucket that speaks S3's protocol.
 *
 * Requests are signed by libcurl: PUT without a condition, which is idempotent as names
 * are hashes of contents, GET, DELETE, and lists (ListObjectsV2). Each is sent again as
 * http_retry.h says.
 *
 * From the environment, as AWS's programs have it: AWS_ACCESS_KEY_ID,
 * AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION or AWS_DEFAULT_REGION (us-east-1),
 * AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL where it is not AWS. Keys are in no message.
 */
#ifndef STORE_OBJECTS_OBJECT_STORE_H
#define STORE_OBJECTS_OBJECT_STORE_H

#include "base/arena.h"
#include "base/http/http_lines.h"
#include "base/str.h"
#include "store/objects/object_page.h"

#include <stdatomic.h>

/* What a process did so far. */
struct object_use {
    atomic_bool is_ours;    /* the bucket was seen to be this home's */
    atomic_ullong put, got; /* bytes */
    struct http_lines lines;
};

struct object_store {
    const char *shown; /* "s3://bucket/prefix" */
    const char *url;   /* of its objects, up to their names */
    const char *signs;
    const char *secret;
    const char *token; /* a header; NULL: none */
    bool is_direct;    /* no proxy */
    struct str prefix; /* of names, in `url`: empty, or with '/' at its end */
    struct object_use *use; /* of this process */
    uint64_t cache_bytes;   /* the folder is kept as small; 0: it is not */
};

/*
 * object_store_open - take the keys; nothing is sent. object_store_close() it.
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

/* Close its connections; one that was not opened, all zeros, is allowed. */
void object_store_close(const struct object_store *s);

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

/* Remove one; that it is not there is no error. Errors as object_put(). */
MUST_CHECK enum err object_remove(const struct object_store *s,
                                  const char *name, struct error *e);

struct object_range {
    struct str begin; /* of their names */
    struct str after; /* names behind this one; empty: all */
    unsigned most;    /* 0: as many as the bucket gives, which is 1,000 */
};

/*
 * object_list - names in their order, a page of them.
 *
 * out      out  lives in `a`
 * errors   as object_put(); ERR_FILE_READ_FAILED: no list that can be read
 */
MUST_CHECK enum err object_list(const struct object_store *s,
                                const struct object_range *r, struct arena *a,
                                struct object_page *out, struct error *e);

#endif
