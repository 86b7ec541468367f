#include "server/mcp/offer.h"
#include "server/tools/ask_tools.h"
#include "server/tools/base_resources.h"
#include "server/tools/base_tools.h"
#include "server/tools/folder_resources.h"

const struct mcp_offer mcp_offer_usual = {.tools = &ask_tools,
                                          .resources = &folder_resources,
                                          .prompts = &mcp_prompts};

const struct mcp_offer mcp_offer_bases = {.tools = &base_tools,
                                          .resources = &base_resources,
                                          .prompts = &mcp_prompts};
