/*
 * mcp.h - the Model Context Protocol: sessions of 2025-11-25 and 2025-06-18, and
 * the stateless requests of 2026-07-28, side by side.
 *
 * What a message asks for and what is answered, for one client. How bytes
 * travel is the transport's (mcp/mcp_stdio.h), what a message is made of is
 * JSON-RPC's (mcp/rpc.h), what a tool does is the tool's (toolsets/tool.h).
 */
#ifndef MCP_MCP_H
#define MCP_MCP_H

#include "mcp/calls.h"

enum mcp_phase {
    MCP_NEW,  /* only initialize and ping are answered */
    MCP_READY /* initialize was answered */
};

/* One client's session; used by the one thread that receives. */
struct mcp {
    const struct toolset *tools;
    struct calls *calls; /* borrowed; runs mcp_call_run() */
    enum mcp_phase phase;
    const char *version; /* as agreed; NULL before that */
};

/* A session that waits for initialize; both are borrowed. */
void mcp_init(struct mcp *m, const struct toolset *tools, struct calls *calls);

/*
 * mcp_receive - carry out one message and answer what is due.
 *
 * in       text  as it came, trimmed; need not be JSON
 *          sink  gets the answers, now or, of calls, later from any thread;
 *                it must stay valid until the calls are drained
 * errors   none: what is wrong with a message is told to who sent it
 */
void mcp_receive(struct mcp *m, struct str text, const struct mcp_sink *sink);

/* Answer that a message was longer than max_bytes and went unread. */
void mcp_receive_too_long(size_t max_bytes, const struct mcp_sink *sink);

#endif
