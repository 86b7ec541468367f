/*
 * worker_session.h - the state of a worker: its assignment, and the requests it runs.
 *
 * A session is used by one thread at a time: the main thread opens it, then
 * hands it to the runner. Only worker_session_interrupt() may come from another.
 */
#ifndef ENGINE_WORKER_WORKER_SESSION_H
#define ENGINE_WORKER_WORKER_SESSION_H

#include "base/json.h"
#include "base/jsonw.h"

struct worker_session;

struct worker_session_options {
    uint64_t memory_bytes;
    unsigned threads;
};

/* Called while a source is read. */
struct worker_session_progress {
    void (*report)(void *ctx, uint64_t done_bytes, uint64_t total_bytes);
    void *ctx;
    void (*early)(void *ctx); /* the table for the first question is there */
};

/* DuckDB in memory, nothing assigned, no sandbox yet; it lives as long as the
 * process. */
MUST_CHECK enum err worker_session_new(const struct worker_session_options *o,
                                       struct worker_session **out,
                                       struct error *e);

/* What the worker is: versions and what the kernel offers, one object. */
void worker_session_describe(struct jsonw *w);

/*
 * worker_session_assign - take the assignment and enter the sandbox, for life.
 *
 * in       assignment  {"mode","databases":[{"path","name"}],"folder",
 *                      "memory_bytes"}
 * errors   ERR_VALIDATION_FAILED, ERR_FILE_READ_FAILED,
 *          ERR_TOOL_WORKER_UNAVAILABLE
 */
MUST_CHECK enum err worker_session_assign(struct worker_session *s,
                                          const struct json *assignment,
                                          struct error *e);

/*
 * worker_session_run - carry out one request.
 *
 * in       request  {"op":"ingest|sections|fields|query|...", ...}
 *          fd       the source or target, the caller's; -1: none
 * out      w        the answer
 */
MUST_CHECK enum err worker_session_run(
    struct worker_session *s, const struct json *request, int fd,
    const struct worker_session_progress *progress, struct jsonw *w,
    struct error *e);

/* End the running SQL soon; any thread. */
void worker_session_interrupt(struct worker_session *s);

#endif
