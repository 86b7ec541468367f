/* mcp_lists.h - what the server says of itself and of its tools. */
#ifndef MCP_MCP_LISTS_H
#define MCP_MCP_LISTS_H

#include "mcp/mcp_version.h"
#include "toolsets/tool.h"

/* The result of initialize; `version` is the revision that was agreed on. */
void mcp_lists_write_initialized(struct jsonw *w, const char *version,
                                 const struct toolset *tools);

/* The result of server/discover. */
void mcp_lists_write_discovered(struct jsonw *w, const struct toolset *tools);

/* The result of tools/list; the same bytes for everybody. */
void mcp_lists_write_tools(struct jsonw *w, enum mcp_era era,
                           const struct toolset *tools);

#endif
