/* mcp_lists.h - describes the server and its tools to a client. */
#ifndef SERVER_MCP_MCP_LISTS_H
#define SERVER_MCP_MCP_LISTS_H

#include "server/mcp/capabilities.h"
#include "server/mcp/mcp_version.h"

/* The result of initialize; `version` is the revision that was agreed on. */
void mcp_lists_write_initialized(struct jsonw *w, const char *version,
                                 const struct mcp_capabilities *offer);

/* The result of server/discover. */
void mcp_lists_write_discovered(struct jsonw *w,
                                const struct mcp_capabilities *offer);

/* The result of tools/list; the same bytes for all who may use the same. */
void mcp_lists_write_tools(struct jsonw *w, enum mcp_era era,
                           const struct mcp_capabilities *offer,
                           const struct grant *grant);

/* The results of prompts/list and resources/templates/list. */
void mcp_lists_write_prompts(struct jsonw *w, enum mcp_era era,
                             const struct prompt_set *set);
void mcp_lists_write_templates(struct jsonw *w, enum mcp_era era,
                               const struct resource_set *set);

/* The members that tell how long a result may be kept, and by whom; with it
 * those that tell that it is whole. None before MCP_STATELESS. */
void mcp_lists_write_keeping(struct jsonw *w, enum mcp_era era, uint64_t ttl_ms,
                             bool is_public);

#endif
