/* search_tools.h - evidence as tools: found by a question, fetched by its
 * pointer. */
#ifndef SERVER_TOOLS_SEARCH_TOOLS_H
#define SERVER_TOOLS_SEARCH_TOOLS_H

#include "server/tools/tool.h"

tool_run search_tools_query;
tool_run search_tools_fetch;

#endif
