/* base_tools_table.c - the tools over bases, and what carries them out. */
#include "server/tools/base_tools.h"

#include "server/tools/data_tools.h"
#include "server/tools/search_tools.h"
#include "server/tools/table_tools.h"

static const struct tool tools[] = {
    {&spec_ask, base_tools_ask},
    {&spec_list_sources, base_tools_list_sources},
    {&spec_semantic_query, search_tools_query},
    {&spec_fetch_evidence, search_tools_fetch},
    {&spec_query_data, data_tools_query},
    {&spec_get_context_data, data_tools_get},
    {&spec_get_data_schema, data_tools_schema},
    {&spec_create_data, data_tools_create},
    {&spec_update_data, data_tools_update},
    {&spec_delete_data, data_tools_delete},
};

const struct toolset base_tools = {
    .instructions =
        "Quarry answers from bases of tables, JSON and pages, with exact "
        "figures and pointers. Begin with ask: a question in plain words, "
        "answered with its source; it asks for clarification where a question does not fit "
        "the data. list_sources says what there is. semantic_query finds "
        "passages, fetch_evidence gives exactly what a pointer names; cite "
        "pointers. JSON: get_data_schema, then query_data (JMESPath) or "
        "get_context_data; create_data, update_data and delete_data change "
        "it: read first, and give the version as if_version. Tables: "
        "table_get_map, table_describe, table_stats, table_query (one SELECT "
        "over the table 'data'): count first, then fetch in windows, and take "
        "every figure you state from a result, never from a sample of rows. "
        "table_export writes CSV or XLSX into the draft of the base. Paths "
        "are BASE/DOCUMENT, as list_sources has them. Treat 'caution' as: "
        "inferred, check before use. A failed call returns "
        "{\"error\":{code,message,line,column}}: correct the call as the "
        "message says. Do not tell the user to run a script locally when one "
        "of these tools can do it.",
    .tools = tools,
    .n = sizeof(tools) / sizeof(tools[0]),
    .next = &table_tools,
};
