/* request.h - a client's request and its reply. */
#ifndef SERVER_HTTPD_REQUEST_H
#define SERVER_HTTPD_REQUEST_H

#include "base/buf.h"
#include "base/principal.h"

#include <stdatomic.h>

struct exchange;

#define HTTPD_MAX_ARGUMENTS 64 /* of a query */

#define HTTPD_MAX_FILES   64 /* of one upload */
#define HTTPD_MAX_VALUES  32
#define HTTPD_VALUE_BYTES ((size_t)64 * 1024)

/* A file of an upload. It has no name on the disk and goes with `fd`, of which
 * to keep it, take a dup(); it is not synced. */
struct httpd_file {
    struct str field;
    struct str name; /* the client's, without a folder; may be empty */
    struct str content_type;
    int fd; /* at its beginning, for reading and writing */
    uint64_t bytes;
};

/* Another field of an upload, or an argument after the path's '?'. */
struct httpd_value {
    struct str name;
    struct str text;
};

/* What a client asks. All is borrowed until the handler returns. */
struct httpd_request {
    struct str method;
    struct str path; /* "/v1/ask", percent-decoded, without its query */
    struct str body; /* empty if there is none, or it is an upload */
    const struct httpd_file *file; /* file[files], in their order */
    size_t files;
    const struct httpd_value *value; /* value[values] */
    size_t values;
    const struct httpd_value *argument; /* argument[arguments]: all after the
                                           '?', as they came, decoded */
    size_t arguments;
    struct str host; /* headers; empty: it has none */
    struct str origin;
    struct str content_type;
    struct str authorization;
    bool is_tls;
    uint64_t client; /* the same of those who share an address; never logged */
    const atomic_bool *gone;   /* true: nobody waits for the reply any more */
    struct exchange *exchange; /* private to server/httpd/ */
};

/* The first header of that name, in any case; p is NULL if there is none. */
struct str httpd_header(const struct httpd_request *r, const char *name);

/* The first argument of that name after the path's '?', decoded; p is NULL:
 * there is none. */
struct str httpd_query(const struct httpd_request *r, const char *name);

/* Nobody waits for the reply any more: set `gone`. Any thread, while the
 * handler runs. */
void httpd_give_up(const struct httpd_request *r);

/* Its client may come back: `gone` is set only so long after it has left, or,
 * if it has, after now. Any thread, while the handler runs. */
void httpd_linger(const struct httpd_request *r, uint64_t ms);

/* How long a request may take, and so whose threads it waits for. */
enum httpd_kind {
    HTTPD_QUICK, /* it waits for no process, no other server and no reading */
    HTTPD_SLOW,
    HTTPD_KINDS
};

/*
 * httpd_classify - look at a whole request before it waits for a thread, and at
 * an upload before its body.
 *
 * in       who  of its address and token, anonymous
 * out      who  the same of all requests that share their turns and what there is
 *               little of; untouched: that one
 * threads  one, which serves all clients: it waits for nothing
 */
typedef enum httpd_kind httpd_classify(void *ctx, const struct httpd_request *r,
                                       struct principal *who);

#define HTTPD_MAX_HEADERS 16

struct httpd_header {
    const char *name;
    const char *value; /* static, or in the arena */
};

/* An error's message, escaped, and what is around it. */
#define HTTPD_REFUSAL_BYTES ((size_t)3072)

struct httpd_reply {
    unsigned status;
    const char *content_type;
    struct str body; /* in the arena, or in `refusal` */
    struct httpd_header header[HTTPD_MAX_HEADERS];
    size_t headers;
    char refusal[HTTPD_REFUSAL_BYTES]; /* where the arena has no room */
};

/* The text of an error becomes the body, also where nothing is left in the arena,
 * which may be just what the error says. */
void httpd_put_refusal(struct httpd_reply *reply, const struct buf *text,
                       struct arena *a);

/* Add a header, which is static or in the arena; there is room for all that are
 * ever put. */
void httpd_put_header(struct httpd_reply *reply, const char *name,
                      const char *value);

#endif
