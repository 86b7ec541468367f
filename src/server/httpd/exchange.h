/*
 * exchange.h - one request and its reply, in progress. Private to
 * server/httpd/.
 *
 * It is held by its connection, from the headers on to the end of the reply,
 * and by the pool while that has it; the last one frees it. A connection whose
 * exchange has no stream sleeps while the pool has it, so that nothing in it is
 * used by two threads; with a stream the connection uses `response` alone.
 */
#ifndef SERVER_HTTPD_EXCHANGE_H
#define SERVER_HTTPD_EXCHANGE_H

#include "base/buf.h"
#include "server/httpd/httpd.h"
#include "server/httpd/libmicrohttpd.h"

/* In the exchange's arena. */
struct fields {
    struct httpd_value *field;
    size_t n;
};

struct leader;

struct exchange {
    struct httpd *server;
    struct MHD_Connection *connection;
    struct connection *client; /* NULL: there was no memory for it */
    struct str target;         /* as it came, in the connection's memory */
    bool has_nul;  /* encoded in the target: it ends the path for us alone */
    bool is_begun; /* its headers are there... */
    uint64_t begun_ms;     /* ...since then, clock_ms() */
    int fd;                /* its socket, which libmicrohttpd owns */
    struct buf body;       /* of an upload: what the disk has not got yet */
    uint64_t came;         /* bytes of it */
    uint64_t passed_over;  /* of these, as nobody wants them any more */
    struct upload *upload; /* NULL: the body stays in memory */
    bool is_last;          /* its last piece came */
    struct httpd_request request;
    struct httpd_reply reply;
    struct fields headers;
    struct MHD_Response *response; /* made, but not on its way yet */
    struct httpd_stream *stream;   /* NULL: the reply goes whole */
    struct error refusal;          /* code OK: nothing is refused */
    struct arena arena;
    atomic_bool gone;
    atomic_uint holders;
    _Atomic uint64_t owner;     /* httpd_claim(); 0: no owner */
    struct principal principal; /* whose share of resources it uses */
    enum httpd_kind kind;       /* whose threads it waits for */
    bool is_classified;         /* `principal` and `kind` are known, not
                                   guessed */
    uint64_t turn;              /* among those that wait (pool.c) */
    uint64_t linger_ms;         /* how long its client may be away... */
    uint64_t left_ms;     /* ...which it is since then, clock_ms(); 0: it is
                             not */
    bool ends_connection; /* its reply is the last */
    bool is_kept;         /* `headers` are copies */
    bool is_answered;     /* `reply` or `stream` is there */
    struct leader *reads; /* the thread that runs it also reads; NULL: no */
    struct exchange *next;
    struct exchange *previous;
    struct exchange *next_upload; /* of the server's, with its lock */
};

/* libmicrohttpd's, with the server as `ctx`; the first is called when it has
 * read the request's first line. */
void *exchange_on_target(void *ctx, const char *target,
                         struct MHD_Connection *connection);
enum MHD_Result exchange_on_bytes(void *ctx, struct MHD_Connection *connection,
                                  const char *path, const char *method,
                                  const char *version, const char *bytes,
                                  size_t *n, void **own);
void exchange_on_end(void *ctx, struct MHD_Connection *connection, void **own,
                     enum MHD_RequestTerminationCode why);

/* The pool's: answer it and hand it back. */
void exchange_run(void *ctx, struct exchange *x);

/* The disk's: write what came of its upload and hand it back. */
void exchange_write(void *ctx, struct exchange *x);

/* What `reply` has of headers, into the response. */
void exchange_put_headers(struct exchange *x, const struct httpd_reply *reply);

/*
 * request_read_query - the arguments after the '?' of a target.
 *
 * errors   ERR_VALIDATION_FAILED  more than HTTPD_MAX_ARGUMENTS
 *          ERR_LIMIT              no memory
 */
MUST_CHECK enum err request_read_query(struct exchange *x, struct str query,
                                       struct error *e);

/* The headers that have a field of their own. */
void request_read_headers(struct httpd_request *r);

/*
 * request_keep - copy into the arena what the request borrows of the
 * connection, which a stream's handler outlives.
 *
 * errors   ERR_LIMIT  no memory
 */
MUST_CHECK enum err request_keep(struct exchange *x, struct error *e);

#endif
