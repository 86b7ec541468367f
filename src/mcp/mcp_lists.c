#include "mcp/mcp_lists.h"

/* The list is compiled in: nobody's list is another, and it changes with the
 * program alone. */
#define LIST_TTL_MS 3600000

#define SERVER_INFO "io.modelcontextprotocol/serverInfo"

static void write_server_info(struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "name", "quarry");
    jsonw_member_cstr(w, "title", "Quarry");
    jsonw_member_cstr(w, "version", QUARRY_VERSION);
    jsonw_end_object(w);
}

static void write_capabilities(struct jsonw *w)
{
    jsonw_member_raw(w, "capabilities",
                     STR("{\"tools\":{\"listChanged\":false}}"));
}

/* What a client may keep, how long, and for whom. */
static void write_keeping(struct jsonw *w, enum mcp_era era)
{
    mcp_version_write_result_type(w, era);
    if (era == MCP_SESSION)
        return;
    jsonw_member_u64(w, "ttlMs", LIST_TTL_MS);
    jsonw_member_cstr(w, "cacheScope", "public");
}

void mcp_lists_write_initialized(struct jsonw *w, const char *version,
                                 const struct toolset *tools)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "protocolVersion", version);
    write_capabilities(w);
    jsonw_key(w, "serverInfo");
    write_server_info(w);
    jsonw_member_cstr(w, "instructions", tools->instructions);
    jsonw_end_object(w);
}

void mcp_lists_write_discovered(struct jsonw *w, const struct toolset *tools)
{
    jsonw_begin_object(w);
    write_keeping(w, MCP_STATELESS);
    jsonw_key(w, "supportedVersions");
    mcp_version_write_all(w);
    write_capabilities(w);
    jsonw_member_cstr(w, "instructions", tools->instructions);
    jsonw_key(w, "_meta");
    jsonw_begin_object(w);
    jsonw_key(w, SERVER_INFO);
    write_server_info(w);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

static void write_hints(struct jsonw *w, const struct tool *tool)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "title", tool->title);
    jsonw_member_bool(w, "readOnlyHint", tool->read_only);
    jsonw_member_bool(w, "destructiveHint", false);
    jsonw_member_bool(w, "idempotentHint", tool->read_only);
    jsonw_member_bool(w, "openWorldHint", false);
    jsonw_end_object(w);
}

static void write_tool(struct jsonw *w, const struct tool *tool)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "name", tool->name);
    jsonw_member_cstr(w, "title", tool->title);
    jsonw_member_cstr(w, "description", tool->description);
    jsonw_member_raw(w, "inputSchema", str_from(tool->input_schema));
    jsonw_member_raw(w, "outputSchema", str_from(tool->output_schema));
    jsonw_key(w, "annotations");
    write_hints(w, tool);
    jsonw_end_object(w);
}

void mcp_lists_write_tools(struct jsonw *w, enum mcp_era era,
                           const struct toolset *tools)
{
    jsonw_begin_object(w);
    write_keeping(w, era);
    jsonw_key(w, "tools");
    jsonw_begin_array(w);
    for (; tools; tools = tools->next)
        for (size_t i = 0; i < tools->n; i++)
            write_tool(w, &tools->tools[i]);
    jsonw_end_array(w);
    jsonw_end_object(w);
}
