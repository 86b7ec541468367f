/*
 * table_tools.h - the six table tools as MCP tools.
 *
 * server/tool_registry says how a client sees them; the functions here turn
 * checked arguments into the calls of tables/tables.h. Their context is a
 * struct tool_context.
 */
#ifndef SERVER_TOOLS_TABLE_TOOLS_H
#define SERVER_TOOLS_TABLE_TOOLS_H

#include "server/tools/tool.h"

/* In the order a model should meet them: look, describe, count, read, ask. */
extern const struct toolset table_tools;

/* The handlers, each for the tool of its name. */
tool_run table_tools_get_map;
tool_run table_tools_describe;
tool_run table_tools_stats;
tool_run table_tools_read_rows;
tool_run table_tools_query;
tool_run table_tools_export;

#endif
