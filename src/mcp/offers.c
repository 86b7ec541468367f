#include "mcp/offer.h"
#include "toolsets/ask_tools.h"
#include "toolsets/base_resources.h"
#include "toolsets/base_tools.h"
#include "toolsets/folder_resources.h"

const struct mcp_offer mcp_offer_usual = {.tools = &ask_tools,
                                          .resources = &folder_resources,
                                          .prompts = &mcp_prompts};

const struct mcp_offer mcp_offer_bases = {.tools = &base_tools,
                                          .resources = &base_resources,
                                          .prompts = &mcp_prompts};
