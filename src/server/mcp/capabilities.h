/* capabilities.h - what a server offers its clients; constant while it runs. */
#ifndef SERVER_MCP_CAPABILITIES_H
#define SERVER_MCP_CAPABILITIES_H

#include "server/auth/grant_check.h"
#include "server/mcp/prompt.h"
#include "server/tools/resource.h"
#include "server/tools/tool.h"

/* A tool that speaks the protocol itself instead of answering with JSON. */
struct mcp_tool {
    const char *name;
    const char *description;
    const char *input_schema;
    mcp_answer *answer;
};

struct mcp_capabilities {
    const struct toolset *tools;
    const struct mcp_tool
        *protocol_tools; /* protocol_tools[n_protocol_tools], listed last */
    size_t n_protocol_tools;
    const struct resource_set *resources;
    const struct prompt_set *prompts;
    bool subscribes; /* resources/subscribe is answered */
};

/* What Quarry offers over a folder, and over bases; the context of both is a
 * struct tool_context. */
extern const struct mcp_capabilities mcp_capabilities_folder;
extern const struct mcp_capabilities mcp_capabilities_bases;

#endif
