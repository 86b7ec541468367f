/*
 * mcp_http.h - MCP over HTTP: one endpoint for all revisions, "Streamable
 * HTTP".
 *
 *     POST    a message: 202, or its answer as JSON, or as a stream of events
 *             when something goes before the answer
 *     GET     the stream of a session, for what belongs to no request
 *     DELETE  the end of a session
 *
 * A request is carried out by one thread of the server's pool
 * (server/httpd/httpd.h). Its client stops it by leaving or, in a session, by
 * saying so. In a session the events of a stream have ids, and a client that lost
 * its connection gets the rest by GET with the last of them (http_events.h); so a
 * request that has a stream already goes on for a while. Servers over one store know
 * each other's sessions (kept_sessions.h).
 *
 * Source: modelcontextprotocol.io/specification/2026-07-28,
 * basic/transports/streamable-http; 2025-11-25, basic/transports.
 */
#ifndef SERVER_MCP_MCP_HTTP_H
#define SERVER_MCP_MCP_HTTP_H

#include "server/httpd/httpd.h"
#include "server/mcp/capabilities.h"
#include "store/home/home.h"

struct mcp_http;

/*
 * mcp_http_new - the endpoint, with no session yet.
 *
 * in       offer  outlives it
 *          home   the same; sessions are kept in its store, if it has one. NULL: none
 * out      h      the caller's, freed with mcp_http_free()
 * errors   ERR_LIMIT  no memory
 *          as registry_open()
 */
MUST_CHECK enum err mcp_http_new(const struct mcp_capabilities *offer,
                                 const struct home *home, struct mcp_http **h,
                                 struct error *e);

/* After the server has ended; NULL is allowed. */
void mcp_http_free(struct mcp_http *h);

/* The caller; borrowed while the request is answered. */
struct mcp_caller {
    void *context; /* of the tools: a struct tool_context */
    const struct grant *grant;
    uint64_t key;     /* of the token; 0: none was shown */
    struct str place; /* the exposure; empty: the whole server */
    /* with whom it shares what there is (server/auth/http_auth.h) */
    uint64_t principal;
    bool is_public; /* anybody may ask there */
};

/*
 * mcp_http_handle - answer one request; as httpd_handle.
 *
 * in       caller  NULL with a refusal
 */
void mcp_http_handle(struct mcp_http *h, const struct mcp_caller *caller,
                     const struct httpd_request *r, const struct error *refusal,
                     struct arena *a, struct httpd_reply *out);

/* May it wait for a worker, a model or a file that is read? Also what is too
 * long to be looked at here. */
bool mcp_http_is_slow(const struct httpd_request *r);

/* End the sessions of tokens that open nothing any more. Any thread. */
void mcp_http_sweep(struct mcp_http *h,
                    bool (*is_open)(void *ctx, uint64_t key), void *ctx);

#endif
