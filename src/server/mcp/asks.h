/*
 * asks.h - requests of ours to a client, and who waits for what it says.
 *
 * `lock` guards the list and what the asks in it hold; an ask is the waiting
 * thread's, on its stack, and in the list only while that waits.
 */
#ifndef SERVER_MCP_ASKS_H
#define SERVER_MCP_ASKS_H

#include "base/buf.h"

#include <pthread.h>
#include <stdatomic.h>

struct ask {
    uint64_t id;
    struct buf reply; /* the client's whole message, once it came */
    bool answered;
    struct ask *next;
};

struct asks {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    struct ask *first;
    uint64_t next_id;
};

/* None yet. */
void asks_init(struct asks *s);

/* Nobody may wait any more. */
void asks_release(struct asks *s);

/* Begin to wait: the ask gets its id. */
void asks_add(struct asks *s, struct ask *a);

/*
 * asks_await - wait for the reply; the ask is then no longer listed.
 *
 * in       cancel  true: do not wait
 * errors   ERR_TIMEOUT  cancelled, or a minute passed
 * owns     a->reply is the caller's to release, in every case
 */
MUST_CHECK enum err asks_await(struct asks *s, struct ask *a,
                               const atomic_bool *cancel, struct error *e);

/* A message with that id came; false: nobody waits for it. */
bool asks_reply(struct asks *s, struct str id, struct str message);

#endif
