/*
 * worker_process.h - one running quarry-worker, seen from the parent.
 *
 * The process may die, hang or lie at any time. Each call ends by its deadline
 * with an answer or one clear error; when the worker cannot be trusted after
 * that, worker_process_is_dead() says so and the owner frees it.
 *
 * threads  one call at a time; the pool sees to that
 */
#ifndef TABLES_WORKER_CLIENT_WORKER_PROCESS_H
#define TABLES_WORKER_CLIENT_WORKER_PROCESS_H

#include "base/wire.h"

#include <sys/types.h>

struct worker_process;

/* What to start and under which limits, fixed for the process's life. */
struct worker_program {
    const char *path;
    uint64_t memory_bytes; /* of which DuckDB counts a part */
    unsigned threads;      /* that DuckDB may use */
};

/* Called between frames while a call runs. */
struct worker_progress {
    void (*report)(void *ctx, uint64_t done_bytes, uint64_t total_bytes);
    void *ctx;
    void (*early)(void *ctx); /* a table for the first question is there;
                                 NULL: nobody asks */
};

struct worker_call {
    enum wire_kind kind; /* WIRE_ASSIGN or WIRE_REQUEST */
    struct str payload;  /* JSON */
    int fd;              /* rides along, stays the caller's; -1: none */
    struct wire_wait wait;
    struct worker_progress progress;
    uint64_t memory_bytes; /* it is killed before it has more in memory; 0: no
                              limit but that of its address space */
};

/*
 * worker_process_spawn - start the program; its socket is descriptor 3.
 *
 * in       program   borrowed for the call; its path is not searched for
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it cannot be started
 */
MUST_CHECK enum err worker_process_spawn(const struct worker_program *program,
                                         struct worker_process **out,
                                         struct error *e);

/* Kill, reap and free; NULL is allowed. */
void worker_process_free(struct worker_process *w);

/* Process id, for `doctor` and for tests that kill it. */
pid_t worker_process_pid(const struct worker_process *w);

/* Bytes of its own that it has in memory now, without pages of files; 0: not
 * known. */
uint64_t worker_process_memory(const struct worker_process *w);

/* True when it was killed for its memory. */
bool worker_process_is_over_memory(const struct worker_process *w);

/* True when it exited, or broke the protocol, or outlived a deadline. */
bool worker_process_is_dead(struct worker_process *w);

/*
 * worker_process_await_ready - what a worker says of itself when it starts.
 *
 * out      ready   its JSON, in `a`; only before the first call
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it does not start
 */
MUST_CHECK enum err worker_process_await_ready(struct worker_process *w,
                                               struct arena *a,
                                               struct str *ready,
                                               struct error *e);

/*
 * worker_process_call - send one frame, wait for its answer.
 *
 * in       c->wait   without a deadline 30 s are allowed, as an ASSIGN is at
 *                    most
 * out      reply   the RESULT's JSON, in `a`, checked to be valid JSON
 * errors   what the worker answered with, or
 *          ERR_TIMEOUT   the deadline passed or the caller cancelled; the
 *                        worker was asked to stop and killed if it did not
 *          ERR_LIMIT     it took nearly memory_bytes
 *          ERR_RATE_LIMITED  others hold the memory that its answer needs here;
 *                        the worker is dead, as its answer is half read
 *          ERR_TOOL_WORKER_UNAVAILABLE  it died or broke the protocol
 */
MUST_CHECK enum err worker_process_call(struct worker_process *w,
                                        const struct worker_call *c,
                                        struct arena *a, struct str *reply,
                                        struct error *e);

#endif
