/* search_tools.h - search and fetch as tools. */
#ifndef SERVER_TOOLS_SEARCH_TOOLS_H
#define SERVER_TOOLS_SEARCH_TOOLS_H

#include "server/tools/tool.h"

tool_run search_tools_query;
tool_run search_tools_fetch;

#endif
