#include "server/tool_registry/tool_spec.h"

const struct tool_spec *const tool_specs[] = {
    &spec_ask,
    &spec_list_sources,
    &spec_semantic_query,
    &spec_fetch_evidence,
    &spec_query_data,
    &spec_get_context_data,
    &spec_get_data_schema,
    &spec_create_data,
    &spec_update_data,
    &spec_delete_data,
    &spec_table_get_map,
    &spec_table_describe,
    &spec_table_stats,
    &spec_table_read_rows,
    &spec_table_query,
    &spec_table_export,
    NULL,
};

const struct tool_spec *tool_spec_find(struct str name)
{
    for (size_t i = 0; tool_specs[i]; i++)
        if (str_is(name, tool_specs[i]->name))
            return tool_specs[i];
    return NULL;
}
