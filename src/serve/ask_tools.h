/*
 * ask_tools.h - a question, and what there is to be asked, as MCP tools.
 *
 * A model meets these first; the table tools stand behind them, for what it
 * wants to look at itself. Their context is a struct served.
 */
#ifndef SERVE_ASK_TOOLS_H
#define SERVE_ASK_TOOLS_H

#include "serve/mcp_tool.h"

/* ask, list_sources, then those of table_tools.h. */
extern const struct mcp_toolset ask_tools;

/* The handlers, each for the tool of its name. */
mcp_tool_run ask_tools_ask;
mcp_tool_run ask_tools_list_sources;

#endif
