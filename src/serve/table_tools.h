/*
 * table_tools.h - the six table tools as MCP tools.
 *
 * table_tools_table.c says how a client sees them; the functions here turn
 * checked arguments into the calls of tables/tables.h. Their context is a
 * struct served.
 */
#ifndef SERVE_TABLE_TOOLS_H
#define SERVE_TABLE_TOOLS_H

#include "serve/mcp_tool.h"

/* In the order a model should meet them: look, describe, count, read, ask. */
extern const struct mcp_toolset table_tools;

/* The handlers, each for the tool of its name. */
mcp_tool_run table_tools_get_map;
mcp_tool_run table_tools_describe;
mcp_tool_run table_tools_stats;
mcp_tool_run table_tools_read_rows;
mcp_tool_run table_tools_query;
mcp_tool_run table_tools_export;

#endif
