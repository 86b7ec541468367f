/* mcp_stdio.h - MCP over standard input and output: one client, one process. */
#ifndef SERVER_MCP_MCP_STDIO_H
#define SERVER_MCP_MCP_STDIO_H

#include "server/mcp/capabilities.h"

struct mcp_options {
    const struct mcp_capabilities *offer;
    void *context;             /* of its tools: a struct tool_context */
    const struct grant *grant; /* which of them the client may use */
    int in_fd;
    int out_fd; /* JSON-RPC only; what a person should read is logged */
    const atomic_bool *stop; /* true: a signal came before ours were caught;
                                NULL: nobody caught any */
};

/*
 * mcp_serve_stdio - serve until the client closes, or SIGTERM.
 *
 * After the end of input the calls that were asked for are still answered, so
 * that `quarry mcp < requests` works; SIGTERM, SIGINT, SIGHUP and a client
 * that no longer reads cancel them. To tell progress, give the tables
 * mcp_call_progress() of mcp_call.h.
 *
 * errors   ERR_CONFLICT  this process is already serving
 *          ERR_INTERNAL, ERR_LIMIT  the system has no descriptor or memory
 * threads  starts up to 5, the first when a tool is first called
 */
MUST_CHECK enum err mcp_serve_stdio(const struct mcp_options *o,
                                    struct error *e);

#endif
