/*
 * worker.h - the main loop of the worker program.
 *
 *     start: open DuckDB in memory, say READY
 *     ASSIGN: enter the sandbox, open what was assigned, lock DuckDB
 *     REQUEST ...: one at a time, each answered by RESULT or ERROR
 *     end: the parent closes the socket, or kills
 *
 * Two threads. The main thread reads frames, so that a CANCEL and the end of
 * the parent are seen while a request runs; the runner, started after the
 * sandbox is entered so that it is inside too, runs requests.
 */
#ifndef ENGINE_WORKER_WORKER_H
#define ENGINE_WORKER_WORKER_H

#include "base/err.h"

struct worker_start {
    int sock;              /* the parent's socket pair end */
    uint64_t memory_bytes; /* DuckDB's limit */
    unsigned threads;      /* the most that DuckDB may use */
};

/* Live until the parent is gone; returns the process's exit status. */
int worker_run(const struct worker_start *start);

#endif
