/*
 * multipart.h - a streaming parser of multipart forms.
 *
 * Nothing but the pieces that a sink is given is ever held, except the last
 * bytes that may be the beginning of a boundary and the headers of one part.
 */
#ifndef SERVER_HTTPD_MULTIPART_H
#define SERVER_HTTPD_MULTIPART_H

#include "base/buf.h"

#define MULTIPART_HEADER_BYTES   ((size_t)8 * 1024) /* of one part */
#define MULTIPART_BOUNDARY_BYTES 70                 /* RFC 2046 section 5.1.1 */

/* One field of the form; borrowed while the sink looks at it. */
struct multipart_part {
    struct str name; /* UTF-8 without control characters, as all of these */
    bool is_file;
    struct str file; /* its name without a folder; may be empty */
    struct str type; /* of its content; empty: not said */
};

/* Receives the parts; an error of it ends the reading. */
struct multipart_sink {
    void *ctx;
    enum err (*begin)(void *ctx, const struct multipart_part *part,
                      struct error *e);
    enum err (*put)(void *ctx, struct str bytes, struct error *e);
    enum err (*end)(void *ctx, struct error *e);
};

enum multipart_state {
    MULTIPART_BEFORE,   /* what comes before the first boundary */
    MULTIPART_BOUNDARY, /* after one: is it the last? */
    MULTIPART_HEADERS,
    MULTIPART_CONTENT,
    MULTIPART_AFTER, /* the last boundary was seen */
};

struct multipart {
    struct multipart_sink sink;
    enum multipart_state state;
    char boundary[4 + MULTIPART_BOUNDARY_BYTES]; /* with its CR LF "--" */
    size_t boundary_n;
    struct buf held; /* received, and not yet parsed */
    size_t passed;   /* bytes of `held` that are passed on */
    uint64_t offset; /* bytes of the body that are, and the CR LF before it */
};

/* Is it a form of this kind, whatever its boundary? */
bool multipart_is_type(struct str content_type);

/*
 * multipart_init - begin to read.
 *
 * in       content_type  of the request
 * errors   ERR_VALIDATION_FAILED  no such form, or no usable boundary
 */
MUST_CHECK enum err multipart_init(struct multipart *m, struct str content_type,
                                   const struct multipart_sink *sink,
                                   struct error *e);

/* Also before init, when it is zeroed. */
void multipart_release(struct multipart *m);

/*
 * multipart_feed - the next piece, cut anywhere.
 *
 * errors   ERR_VALIDATION_FAILED  it is not a form; e->pos.offset says where
 *          ERR_LIMIT              no memory; headers over their bound
 *          of the sink
 * source   RFC 2046 section 5.1, RFC 7578
 */
MUST_CHECK enum err multipart_feed(struct multipart *m, struct str bytes,
                                   struct error *e);

/* Did it come whole? ERR_VALIDATION_FAILED. */
MUST_CHECK enum err multipart_finish(const struct multipart *m,
                                     struct error *e);

#endif
