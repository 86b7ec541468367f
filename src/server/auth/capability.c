#include "server/auth/capability.h"

#define READ  RIGHT_READ
#define WRITE RIGHT_WRITE

static const struct capability all[] = {
    {"ask", READ, false},
    {"list_sources", READ, false},
    {"semantic_query", READ, true},
    {"fetch_evidence", READ, true},
    {"query_data", READ, true},
    {"get_context_data", READ, true},
    {"get_data_schema", READ, true},
    {"create_data", WRITE, true},
    {"update_data", WRITE, true},
    {"delete_data", WRITE, true},
    {"table_get_map", READ, false},
    {"table_describe", READ, false},
    {"table_stats", READ, false},
    {"table_read_rows", READ, false},
    {"table_query", READ, false},
    {"table_export", WRITE, false},
};

const struct capability *capability_find(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(all); i++)
        if (str_is(name, all[i].name))
            return &all[i];
    return NULL;
}

enum err capability_check(struct str name, bool bindable, struct error *e)
{
    const struct capability *c = capability_find(name);

    if (!c)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'%.*s' is not a tool; the tools are ask, list_sources, "
            "semantic_query, fetch_evidence, query_data, "
            "get_context_data, get_data_schema, create_data, "
            "update_data, delete_data and those of tables",
            STR_FMT(name));
    if (bindable && !c->takes_path)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'%.*s' works on a whole base and cannot be bound to a part of it; "
            "put it in an exposure as it is",
            STR_FMT(name));
    return OK;
}
