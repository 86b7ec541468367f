/* search_tools.h - evidence as tools: found by a question, fetched by its
 * pointer. */
#ifndef TOOLSETS_SEARCH_TOOLS_H
#define TOOLSETS_SEARCH_TOOLS_H

#include "toolsets/tool.h"

tool_run search_tools_query;
tool_run search_tools_fetch;

#endif
