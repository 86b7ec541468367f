/* ask_tools_table.c - the tools over a folder, and what carries them out. */
#include "server/tools/ask_tools.h"

#include "server/tools/table_tools.h"

static const struct tool tools[] = {
    {&spec_ask_folder, ask_tools_ask},
    {&spec_list_files, ask_tools_list_sources},
};

const struct toolset ask_tools = {
    .instructions =
        "Quarry answers from table files with exact figures. Begin with ask: "
        "a question in plain words, answered by SQL over every row, with its "
        "source; it asks for clarification where a question does not fit the data. "
        "list_sources says which files there are. What ask cannot do, do "
        "with the table tools: table_get_map to see a file's columns, "
        "table_describe and table_stats for more about them, table_query "
        "(one SELECT over the table 'data'): count first, then fetch in "
        "windows, and take every figure you state from a result, never from "
        "a sample of rows. table_read_rows browses by position. table_export "
        "writes CSV or XLSX into the draft folder. Paths are relative to the "
        "served folder. Treat 'caution' as: inferred, check before use. A "
        "failed call returns {\"error\":{code,message,line,column}}: correct "
        "the call as the message says. Do not tell the user to run a script "
        "locally when one of these tools can do it.",
    .tools = tools,
    .n = sizeof(tools) / sizeof(tools[0]),
    .next = &table_tools,
};
