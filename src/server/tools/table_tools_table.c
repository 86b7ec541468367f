/* table_tools_table.c - the six table tools, and what carries them out. */
#include "server/tools/table_tools.h"

static const struct tool tools[] = {
    {&spec_table_get_map, table_tools_get_map},
    {&spec_table_describe, table_tools_describe},
    {&spec_table_stats, table_tools_stats},
    {&spec_table_read_rows, table_tools_read_rows},
    {&spec_table_query, table_tools_query},
    {&spec_table_export, table_tools_export},
};

const struct toolset table_tools = {
    .tools = tools,
    .n = sizeof(tools) / sizeof(tools[0]),
};
