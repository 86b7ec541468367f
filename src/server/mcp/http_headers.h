/*
 * http_headers.h - checks the headers of a request against its message.
 *
 * The revision decides whose rules hold: sessions have a header that names
 * theirs, later requests mirror the method, the name and the revision into
 * headers, for proxies that route them without reading the body.
 *
 * Source: modelcontextprotocol.io/specification/2026-07-28,
 * basic/transports/streamable-http; 2025-11-25, basic/transports.
 */
#ifndef SERVER_MCP_HTTP_HEADERS_H
#define SERVER_MCP_HTTP_HEADERS_H

#include "server/httpd/httpd.h"
#include "server/mcp/mcp_version.h"
#include "server/mcp/rpc.h"

/* What a client takes as a reply. */
struct http_accepts {
    bool json;
    bool events;
};

/* What its Accept lists; all of it, where there is none. */
struct http_accepts http_headers_accepts(const struct httpd_request *r);

/* Is the body declared as JSON? */
bool http_headers_is_json(const struct httpd_request *r);

/*
 * http_headers_era - the protocol era of a message.
 *
 * in       m  NULL: there is no body, as of GET
 */
enum mcp_era http_headers_era(const struct httpd_request *r,
                              const struct rpc_message *m);

/*
 * http_headers_check - do the headers of a stateless message agree with it?
 *
 * in       r, m  of MCP_STATELESS
 *          a     for what is decoded
 * out      code  after a failure, of JSON-RPC: RPC_HEADER_MISMATCH,
 *                RPC_INVALID_PARAMS or RPC_UNSUPPORTED_VERSION
 * errors   ERR_VALIDATION_FAILED  they do not
 *          ERR_LIMIT              `a` is full
 */
MUST_CHECK enum err http_headers_check(const struct httpd_request *r,
                                       const struct rpc_message *m,
                                       struct arena *a, int *code,
                                       struct error *e);

#endif
