#include "mcp/offer.h"
#include "toolsets/ask_tools.h"
#include "toolsets/folder_resources.h"

const struct mcp_offer mcp_offer_usual = {.tools = &ask_tools,
                                          .resources = &folder_resources,
                                          .prompts = &mcp_prompts};
