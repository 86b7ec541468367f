/*
 * mcp_request.h - the context of a request in progress: what its handler knows, and
 * what it may send its client meanwhile.
 */
#ifndef SERVER_MCP_MCP_REQUEST_H
#define SERVER_MCP_MCP_REQUEST_H

#include "server/mcp/mcp_level.h"
#include "server/mcp/mcp_version.h"

#include <stdatomic.h>

struct call;

/* What a client can do for us; a set. */
enum mcp_can { CAN_SAMPLE = 1, CAN_ELICIT = 2, CAN_LIST_ROOTS = 4 };

/* Of `capabilities` in initialize, or of _meta; NULL: nothing. */
unsigned mcp_can_read(const struct json *capabilities);

/* One thread's, as long as the request is answered. */
struct mcp_request {
    const struct call *call;
    void *context;             /* of the tools: a struct tool_context */
    const atomic_bool *cancel; /* true: nobody waits for the answer */
    struct arena *a;
    struct jsonw *w; /* where the result goes: one object */
    int code;        /* of the error, where it is not one of our list; else 0 */
    struct str data; /* of the error: JSON; empty: none */
};

/*
 * mcp_answer - answer one request.
 *
 * out      t->w  the result, between mcp_request_begin() and mcp_request_end()
 * errors   any: the client gets a JSON-RPC error, and nothing of what was
 *          written
 * threads  called from several at once
 */
typedef enum err mcp_answer(struct mcp_request *t, struct error *e);

/* Begin and end a result that is whole. */
void mcp_request_begin(struct mcp_request *t);
void mcp_request_end(struct mcp_request *t);

/* Fail with a JSON-RPC code of the protocol's own; `data` is JSON or empty. */
enum err mcp_request_fail(struct mcp_request *t, int code, struct str data,
                          struct error *e, const char *message);

/* Tell how far it is; nothing where no progress is wanted. `message` may be
 * NULL, `total` 0: it is not known. */
void mcp_request_progress(const struct mcp_request *t, uint64_t done,
                          uint64_t total, const char *message);

/* Would the client hear this? */
bool mcp_request_logs(const struct mcp_request *t, enum mcp_level level);

/* Tell something; `data` is JSON. */
void mcp_request_log(const struct mcp_request *t, enum mcp_level level,
                     struct str data);

/*
 * mcp_request_ask - send the client a request and wait for its answer.
 *
 * Only sessions have it (mcp_version.h).
 *
 * in       method, params  params is JSON
 * out      result          lives in t->a
 * errors   ERR_VALIDATION_FAILED  the client cannot, or answered with an error
 *          ERR_TIMEOUT            it did not answer in a minute, or the call was
 *                                 cancelled
 */
MUST_CHECK enum err mcp_request_ask(struct mcp_request *t, const char *method,
                                    struct str params,
                                    const struct json **result,
                                    struct error *e);

#endif
