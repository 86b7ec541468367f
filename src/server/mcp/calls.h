/*
 * calls.h - calls that are queued for, or run on, a few threads.
 *
 * So that a ping or a cancel is answered while a query runs. Threads start
 * when the first call needs them: a server that is only asked for its list
 * has none. Where two threads take turns at reading (base/leader.h), the one
 * that reads runs a call itself that was quick the last time, or when it is the
 * only one: that is soon done, or else somebody reads on.
 *
 * Who owns what: `struct calls` owns its slots, a slot owns its call from
 * calls_submit() until the call is done. `lock` guards all fields from there
 * on down and each slot's `state`, `order` and its being free; the other
 * fields of a slot are written before it is queued and only read after that,
 * and `cancel` and `answered` are atomic. `run` is called without the lock.
 */
#ifndef SERVER_MCP_CALLS_H
#define SERVER_MCP_CALLS_H

#include "base/leader.h"
#include "server/mcp/capabilities.h"
#include "server/mcp/rpc.h"
#include "server/mcp/server_requests.h"

#include <pthread.h>

#define CALLS_MAX         128 /* waiting and running */
#define CALLS_MAX_THREADS 4
#define CALLS_MAX_BYTES   ((size_t)64 * 1024 * 1024) /* of their requests */
#define CALLS_KINDS       32

/* What a message is to the request that it belongs to. An answer that is an
 * error is that error's code, which is below zero. */
enum mcp_sent {
    MCP_RESULT,
    MCP_ASIDE /* it goes before the answer */
};

/* Where answers go. Implementations may be called from any thread. */
struct mcp_sink {
    void (*send)(void *ctx, int what, struct buf *message); /* may change it */
    void *ctx;
};

/* One request that may take its time. All that is borrowed lives in `arena`,
 * which comes along, or in the session. */
struct call {
    struct rpc_id id;
    enum mcp_era era;
    struct rpc_id progress_token; /* JSON_NULL: none is wanted */
    enum mcp_level level;         /* what its client wants to hear from */
    unsigned can;                 /* what its client can do: enum mcp_can */
    /* it reads catalogs alone: it waits for no worker or model */
    bool is_catalog;
    mcp_answer *answer;
    const struct tool *tool;        /* of a call of one */
    const struct bound_tool *bound; /* what it is bound to; NULL: nothing */
    const struct json *arguments;
    const struct json *params;
    const struct mcp_capabilities *offer;
    struct server_requests
        *server_requests; /* NULL: the client cannot be asked */
    struct mcp_sink sink;
    struct arena arena;
    atomic_bool *
        answered; /* calls_submit() sets it; the thread that runs the call makes
                              it true before the answer goes out, from when
                              on the id is free again */
};

enum call_phase { CALL_FREE, CALL_QUEUED, CALL_RUNNING };

struct call_slot {
    struct call call;
    atomic_bool cancel;
    atomic_bool answered;
    enum call_phase state;
    uint64_t order; /* older calls start first */
};

/* How a call is carried out; `cancel` is true when nobody wants its answer. */
typedef void call_run(void *ctx, const struct call *call,
                      const atomic_bool *cancel);

/* How long calls of a kind take: it is known by its tool, or what answers
 * it. */
struct call_kind {
    uintptr_t of;
    uint64_t took_ns; /* the last one */
};

/* Threads that take turns at reading and submitting. */
struct call_readers {
    struct leader *leader;    /* NULL: there is one, and it runs no call */
    void (*flush)(void *ctx); /* called before it runs one that may last */
    void *ctx;
    bool more; /* set by the reader: another message has arrived already */
};

struct calls {
    call_run *run;
    void *ctx;
    struct call_readers readers; /* set after calls_init() */
    unsigned max_threads;        /* 0: calls_submit() runs the call itself */
    int idle_fd; /* readable when the last call ends, while drained */
    pthread_cond_t changed; /* a call was queued, or `closing` */
    pthread_mutex_t lock;

    struct call_slot slots[CALLS_MAX];
    size_t used;      /* slots that are not free */
    size_t bytes;     /* their arenas */
    unsigned waiting; /* threads without a call */
    unsigned queued;  /* calls without a thread */
    uint64_t next_order;
    bool closing;
    bool draining; /* `idle_fd` is looked at */
    struct call_kind kinds[CALLS_KINDS];
    pthread_t threads[CALLS_MAX_THREADS + 1]; /* one more for catalogs */
    unsigned n_threads;
};

/*
 * calls_init - no thread is started yet.
 *
 * in       run, ctx     called for each call, from max_threads threads at once,
 *                       and one more of those that read catalogs alone
 *          max_threads  at most CALLS_MAX_THREADS
 * errors   ERR_INTERNAL  the system has no descriptor left
 */
MUST_CHECK enum err calls_init(struct calls *c, call_run *run, void *ctx,
                               unsigned max_threads, struct error *e);

/* Cancel every call, wait for those that run, free. */
void calls_release(struct calls *c);

/*
 * calls_submit - queue one call, or run it.
 *
 * owns     on OK call->arena is taken over and left empty
 * errors   ERR_CONFLICT      its id belongs to a call that is not done
 *          ERR_RATE_LIMITED  too many calls, or too many bytes, wait
 */
MUST_CHECK enum err calls_submit(struct calls *c, struct call *call,
                                 struct error *e);

/* Cancel the call with this id, if there is one. */
void calls_cancel(struct calls *c, struct rpc_id id);

/*
 * calls_drain - wait until no call is left.
 *
 * in       stop_fd  readable: cancel them all; or -1
 *          out_fd   hung up: nobody reads answers, cancel them all; or -1
 */
void calls_drain(struct calls *c, int stop_fd, int out_fd);

#endif
