/*
 * rpc.h - JSON-RPC 2.0: parses messages and writes responses.
 *
 * Only what MCP uses of it: identifiers are strings or whole numbers, and
 * batches are refused, as the revisions since 2025-06-18 have none. Nothing
 * here knows a method or how bytes travel.
 */
#ifndef SERVER_MCP_RPC_H
#define SERVER_MCP_RPC_H

#include "base/json.h"
#include "base/jsonw.h"

/* The codes that the protocols themselves give; err_rpc_code() has the others. */
enum rpc_code {
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    /* of MCP, from 2026-07-28 on */
    RPC_HEADER_MISMATCH = -32020,
    RPC_MISSING_CAPABILITY = -32021,
    RPC_UNSUPPORTED_VERSION = -32022
};

/* An identifier or a progress token; type JSON_NULL when there is none. */
struct rpc_id {
    enum json_type type; /* JSON_NULL, JSON_NUMBER or JSON_STRING */
    struct str text;     /* digits or decoded text; borrows the message */
};

enum rpc_kind {
    RPC_REQUEST,      /* wants an answer */
    RPC_NOTIFICATION, /* wants none */
    RPC_RESPONSE      /* answers a request of ours */
};

struct rpc_message {
    enum rpc_kind kind;
    struct rpc_id id;
    struct str method;
    const struct json *params; /* an object, or NULL */
};

/*
 * rpc_parse - one message.
 *
 * in       text   one JSON text
 * out      m      lives in `a`; after a failure m->id is what could be read
 *          code   after a failure: RPC_PARSE_ERROR or RPC_INVALID_REQUEST
 * errors   ERR_VALIDATION_FAILED  no JSON, or no JSON-RPC 2.0 message
 *          ERR_LIMIT              nested too deep or larger than `a`
 * source   https://www.jsonrpc.org/specification
 */
MUST_CHECK enum err rpc_parse(struct str text, struct arena *a,
                              struct rpc_message *m, enum rpc_code *code,
                              struct error *e);

/* An identifier out of a value; false when it is neither. NULL is allowed. */
bool rpc_id_read(const struct json *j, struct rpc_id *id);

/* Same type and same text. */
bool rpc_id_eq(struct rpc_id a, struct rpc_id b);

/* Write it as a value. */
void rpc_id_write(struct jsonw *w, struct rpc_id id);

/* {"jsonrpc":"2.0","id":id,"result": and the caller writes one value. */
void rpc_begin_result(struct jsonw *w, struct rpc_id id);

/* {"jsonrpc":"2.0","method":method,"params": and the caller writes one. */
void rpc_begin_notification(struct jsonw *w, const char *method);

/* As rpc_begin_notification() for a request of ours. */
void rpc_begin_request(struct jsonw *w, uint64_t id, const char *method);

/* The closing brace of either. */
void rpc_end(struct jsonw *w);

/*
 * rpc_write_error - a whole error answer.
 *
 * in       id  JSON_NULL: it could not be read. JSON-RPC then says null, but
 *              MCP's schema has no such identifier and leaves the field out,
 *              and its official client drops an answer that has it
 */
void rpc_write_error(struct jsonw *w, struct rpc_id id, int code,
                     const char *message);

/* As rpc_write_error(), open for a member "data" that the caller writes. */
void rpc_begin_error(struct jsonw *w, struct rpc_id id, int code,
                     const char *message);
void rpc_end_error(struct jsonw *w);

#endif
