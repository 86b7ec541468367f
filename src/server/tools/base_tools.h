/*
 * base_tools.h - the tools of a server with bases.
 *
 * A model meets ask and list_sources first, then search, then the JSON trees;
 * the table tools are after them. Their context is a struct tool_context without a
 * folder.
 */
#ifndef SERVER_TOOLS_BASE_TOOLS_H
#define SERVER_TOOLS_BASE_TOOLS_H

#include "server/tools/tool.h"

extern const struct toolset base_tools;

/* The handlers, each for the tool of its name. */
tool_run base_tools_ask;
tool_run base_tools_list_sources;

#endif
