/* mcp_lists.h - what the server says of itself and of its tools. */
#ifndef SERVE_MCP_LISTS_H
#define SERVE_MCP_LISTS_H

#include "serve/mcp_tool.h"
#include "serve/mcp_version.h"

/* The result of initialize; `version` is the revision that was agreed on. */
void mcp_lists_write_initialized(struct jsonw *w, const char *version,
                                 const struct mcp_toolset *tools);

/* The result of server/discover. */
void mcp_lists_write_discovered(struct jsonw *w,
                                const struct mcp_toolset *tools);

/* The result of tools/list; the same bytes for everybody. */
void mcp_lists_write_tools(struct jsonw *w, enum mcp_era era,
                           const struct mcp_toolset *tools);

#endif
