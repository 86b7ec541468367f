#include "server/mcp/capabilities.h"
#include "server/tools/ask_tools.h"
#include "server/tools/base_resources.h"
#include "server/tools/base_tools.h"
#include "server/tools/folder_resources.h"

const struct mcp_capabilities mcp_capabilities_folder = {
    .tools = &ask_tools,
    .resources = &folder_resources,
    .prompts = &mcp_prompts};

const struct mcp_capabilities mcp_capabilities_bases = {
    .tools = &base_tools,
    .resources = &base_resources,
    .prompts = &mcp_prompts};
