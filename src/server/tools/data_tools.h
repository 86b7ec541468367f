/*
 * data_tools.h - tools on the JSON trees of bases: read, query, edit.
 *
 * The same calls as `quarry data`; server/tool_registry
 * says how a client sees them.
 */
#ifndef SERVER_TOOLS_DATA_TOOLS_H
#define SERVER_TOOLS_DATA_TOOLS_H

#include "server/tools/tool.h"

tool_run data_tools_get;
tool_run data_tools_query;
tool_run data_tools_schema;
tool_run data_tools_create;
tool_run data_tools_update;
tool_run data_tools_delete;

#endif
