/*
 * mcp.h - the Model Context Protocol: sessions of 2025-11-25 and 2025-06-18,
 * and the stateless requests of 2026-07-28, side by side.
 *
 * What a message asks for and what is answered, for one client. How bytes
 * travel is the transports' (server/mcp/mcp_stdio.h, server/mcp/mcp_http.h),
 * what a message is made of is JSON-RPC's (server/mcp/rpc.h), what a tool does
 * is the tool's (server/tools/tool.h).
 */
#ifndef SERVER_MCP_MCP_H
#define SERVER_MCP_MCP_H

#include "server/mcp/calls.h"

enum mcp_phase {
    MCP_NEW,  /* only initialize and ping are answered */
    MCP_READY /* initialize was answered */
};

/*
 * What is remembered of a client. `phase`, `version` and `can` are written
 * before it may send a second request, so they need no lock; `level` is atomic
 * and `server_requests` has its own.
 */
struct mcp_session {
    enum mcp_phase phase;
    const char *version; /* as agreed; NULL before that */
    unsigned can;        /* of enum mcp_can */
    atomic_int level;    /* of enum mcp_level */
    struct server_requests server_requests;
};

/* How requests that take their time are carried out. */
struct mcp_runner {
    enum err (*begin)(void *ctx, struct call *call, struct error *e);
    void (*cancel)(void *ctx, struct rpc_id id);
    void *ctx;
};

/* The client of a session, used by one thread; all is borrowed. */
struct mcp {
    const struct mcp_capabilities *offer;
    const struct grant *grant; /* what the caller may do */
    struct mcp_session *session;
    struct mcp_runner runner;
};

/* A message that was read; its texts live in `arena`. */
struct mcp_incoming {
    struct str text;
    struct rpc_message message;
    struct arena arena;
};

/* A session that waits for initialize. */
void mcp_session_init(struct mcp_session *s);

/* Nobody may use it any more. */
void mcp_session_release(struct mcp_session *s);

/* Calls that wait for threads of their own (server/mcp/calls.h). */
struct mcp_runner mcp_runner_of(struct calls *calls);

/*
 * mcp_receive - carry out one message and answer what is due.
 *
 * in       text  as it came, trimmed; need not be JSON
 *          sink  gets the answers, now or, of calls, later from any thread;
 *                it must stay valid until the calls are drained
 * errors   none: what is wrong with a message is sent back to its sender
 */
void mcp_receive(const struct mcp *m, struct str text,
                 const struct mcp_sink *sink);

/* Answer that a message was longer than max_bytes and went unread. */
void mcp_receive_too_long(size_t max_bytes, const struct mcp_sink *sink);

/* The two halves of mcp_receive(), for callers that inspect the message in
 * between. */

/* Read it; false: an error was sent back. Release the arena in both cases. */
bool mcp_read(struct str text, struct mcp_incoming *in,
              const struct mcp_sink *sink);

/* Carry it out. */
void mcp_carry_out(const struct mcp *m, struct mcp_incoming *in,
                   const struct mcp_sink *sink);

/* Answer a request with an error. */
void mcp_send_error(const struct mcp_sink *sink, struct rpc_id id, int code,
                    const char *message);

/* Reply that the requested revision is not supported. */
void mcp_send_unknown_version(const struct mcp_sink *sink, struct rpc_id id,
                              struct str version);

#endif
