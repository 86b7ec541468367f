/*
 * worker_pool.h - a pool of worker processes, started on demand and reused.
 *
 * A worker is assigned once, for life: to read one source into a new file
 * (ingest), or to query database files (query). The pool finds the worker
 * that already has the assignment, or a spare one, or starts one; when it is
 * full it ends the one that has been idle longest. A worker that died is
 * never handed out, so the call after a crash works. Nor is one that kept much
 * memory: it is ended after its answer.
 *
 * Workers are shared by principals (base/principal.h): one principal has at
 * most as many as are still free, and of those who wait the one that has the
 * fewest is next. What runs in the background has workers of its own beside
 * those for requests, so that neither waits for the other.
 *
 * threads  any number may call at once. `lock` guards the list of workers and
 *          every slot's state; a slot marked busy belongs to the thread that
 *          marked it, and only that thread touches its process.
 */
#ifndef TABLES_WORKER_CLIENT_WORKER_POOL_H
#define TABLES_WORKER_CLIENT_WORKER_POOL_H

#include "tables/worker_client/worker_process.h"

struct worker_pool;

struct worker_pool_options {
    const char *program_path; /* the worker program, copied */
    unsigned max_workers;     /* processes at once, 1 to 64... */
    unsigned max_background;  /* ...and for what runs in the background, 64
                                 together; 0: it shares the others */
    unsigned threads;         /* a worker's DuckDB threads */
};

enum worker_mode {
    WORKER_INGEST, /* one source into a new file in `folder`; used once */
    WORKER_QUERY,  /* `databases` read-only; kept warm */
    WORKER_EXPORT, /* as query, with `folder` to work in; used once */
    WORKER_PARSE   /* documents of one base into files in `folder`; kept while
                      its user names that folder */
};

#define WORKER_MAX_DATABASES 512

struct worker_database {
    struct str path;
    struct str name; /* what SQL calls it where there are several */
};

/* What a worker may see; paths are of the machine and never shown. */
struct worker_assignment {
    enum worker_mode mode;
    /* query and export; those with a path, from the first on */
    struct worker_database databases[WORKER_MAX_DATABASES];
    struct str folder;     /* all but query */
    uint64_t memory_bytes; /* 0: 1 GiB */
};

struct worker_request {
    struct str payload; /* JSON, see engine/worker/operation.h */
    int fd;             /* rides along, stays the caller's; -1: none */
    struct wire_wait wait;
    struct worker_progress progress;
};

/* An empty pool; no process is started. */
MUST_CHECK enum err worker_pool_new(const struct worker_pool_options *o,
                                    struct worker_pool **out, struct error *e);

/* End every worker and free; no call may be running. NULL is allowed. */
void worker_pool_free(struct worker_pool *p);

/*
 * worker_pool_call - one request to a worker with this assignment.
 *
 * out      reply   JSON in `a`
 * errors   as worker_process_call(); also ERR_TIMEOUT when every worker is
 *          busy until the deadline, or now for a thread that has one already
 */
MUST_CHECK enum err worker_pool_call(struct worker_pool *p,
                                     const struct worker_assignment *as,
                                     const struct worker_request *r,
                                     struct arena *a, struct str *reply,
                                     struct error *e);

/* Another program that is started for one piece of work and ended after it. */
struct worker_task {
    const char *program;                  /* beside the worker program */
    uint64_t memory_bytes;                /* that it may have in memory */
    uint64_t address_bytes;               /* that it may map over that */
    const struct worker_request *request; /* request[n], one after the other */
    size_t n;
    struct str assigned; /* members of its assignment besides its memory: JSON
                            that begins with a comma; empty: none */
};

/*
 * worker_pool_run - start a program, send it requests, end it.
 *
 * It counts as a worker, so that it waits for its turn as a call does.
 *
 * out      reply   reply[task->n], JSON in `a`
 * errors   as worker_pool_call(); the first that fails ends it
 */
MUST_CHECK enum err worker_pool_run(struct worker_pool *p,
                                    const struct worker_task *task,
                                    struct arena *a, struct str *reply,
                                    struct error *e);

/*
 * worker_pool_probe - start a worker, hear what it says of itself, end it.
 *
 * out      ready   {"version":...,"duckdb":...,"landlock_abi":...,...}
 */
MUST_CHECK enum err worker_pool_probe(struct worker_pool *p, struct arena *a,
                                      struct str *ready, struct error *e);

/* Process ids of the workers, busy or idle, ids[max]; returns how many. For
 * tests, which kill them. */
size_t worker_pool_pids(struct worker_pool *p, pid_t ids[], size_t max);

#endif
