/*
 * server_requests.h - requests from the server to a client, and the threads
 * that wait for its responses.
 *
 * `lock` guards the list and what the requests in it hold; a request is the
 * waiting thread's, on its stack, and in the list only while that waits.
 */
#ifndef SERVER_MCP_SERVER_REQUESTS_H
#define SERVER_MCP_SERVER_REQUESTS_H

#include "base/buf.h"

#include <pthread.h>
#include <stdatomic.h>

struct server_request {
    uint64_t id;
    struct buf reply; /* the client's whole message, once it came */
    bool answered;
    struct server_request *next;
};

struct server_requests {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    struct server_request *first;
    uint64_t next_id;
};

/* None yet. */
void server_requests_init(struct server_requests *s);

/* Nobody may wait any more. */
void server_requests_release(struct server_requests *s);

/* Begin to wait: the request gets its id. */
void server_requests_add(struct server_requests *s, struct server_request *a);

/*
 * server_requests_await - wait for the reply; the request is then not listed any
 * more.
 *
 * in       cancel  true: do not wait
 * errors   ERR_TIMEOUT  cancelled, or a minute passed
 * owns     a->reply is the caller's to release, in every case
 */
MUST_CHECK enum err server_requests_await(struct server_requests *s,
                                          struct server_request *a,
                                          const atomic_bool *cancel,
                                          struct error *e);

/* A response with that id arrived; false: no thread waits for it. */
bool server_requests_reply(struct server_requests *s, struct str id,
                           struct str message);

#endif
