/*
 * mcp_call.h - runs one long request, writes its result and reports progress.
 */
#ifndef SERVER_MCP_MCP_CALL_H
#define SERVER_MCP_MCP_CALL_H

#include "server/mcp/calls.h"

/* A call_run: `context` is what the tools are given. */
void mcp_call_run(void *context, const struct call *call,
                  const atomic_bool *cancel);

/* Of tools/call: run call->tool. */
mcp_answer mcp_call_tool;

/* The whole result of a tool: the text as a model reads it and, when the tool
 * succeeded, as a program. */
void mcp_call_write_result(struct mcp_request *t, struct str whole,
                           bool is_error);

/*
 * mcp_call_progress - tell the client how far the call of this thread is.
 *
 * Made to be tables_options.progress.report; `ctx` is not used. Does nothing
 * when the thread runs no call, when its caller asked for no progress, when
 * nothing moved, and when the last report is less than 100 ms old.
 */
void mcp_call_progress(void *ctx, uint64_t done_bytes, uint64_t total_bytes);

/* As mcp_call_progress() for a worker that is at work, of which nobody knows how long it will
 * be: once a second. Made to be tables_options.progress.waits. */
void mcp_call_waits(void *ctx);

#endif
