/*
 * mcp_version.h - the protocol revision of a message.
 *
 * There are two eras. In the first, a session agrees on a revision once, in
 * initialize. In the second each request says its revision and what its client
 * can do in `_meta`, and nothing is remembered between two requests. The
 * request alone decides which it is, so one endpoint serves both.
 *
 * Source: modelcontextprotocol.io/specification/2026-07-28, basic/versioning;
 * 2025-11-25, basic/lifecycle.
 */
#ifndef SERVER_MCP_MCP_VERSION_H
#define SERVER_MCP_MCP_VERSION_H

#include "base/json.h"
#include "base/jsonw.h"

enum mcp_era {
    MCP_SESSION,  /* up to 2025-11-25 */
    MCP_STATELESS /* from 2026-07-28 on */
};

/*
 * mcp_version_read - of a request's params, or of none (NULL).
 *
 * out      era    MCP_SESSION of a request that names no revision, or one that
 *                 sessions agree on
 *          known  false: the named revision is not supported, *era is
 *                 MCP_STATELESS
 * errors   ERR_VALIDATION_FAILED  `_meta` has not what the revision demands
 */
MUST_CHECK enum err mcp_version_read(const struct json *params,
                                     enum mcp_era *era, bool *known,
                                     struct error *e);

/* What initialize agrees on: the client's revision, or our newest of its era.
 * Static. */
const char *mcp_version_agree(const struct json *wanted);

/* The revision of that name that sessions agree on, static; our newest: there is none. */
const char *mcp_version_of_session(struct str name);

/* All revisions as a list, newest first. */
void mcp_version_write_all(struct jsonw *w);

/* The revision that a request's params name; empty: none, or no string. */
struct str mcp_version_named(const struct json *params);

/* Is it one that sessions agree on; one of requests without a session? */
bool mcp_version_is_of(struct str version, enum mcp_era era);

/* The error for a client that asked for a revision that is not supported. */
void mcp_version_write_unknown(struct str version, struct jsonw *w);

/* The member that marks a result, from MCP_STATELESS on, as complete. */
void mcp_version_write_result_type(struct jsonw *w, enum mcp_era era);

#endif
