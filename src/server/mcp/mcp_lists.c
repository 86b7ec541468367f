#include "server/mcp/mcp_lists.h"

/* The list is compiled in: it is the same for every client, and changes with
 * the program alone. */
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

static void write_changing(struct jsonw *w, const char *name)
{
    jsonw_key(w, name);
    jsonw_begin_object(w);
    jsonw_member_bool(w, "listChanged", false);
    jsonw_end_object(w);
}

static void write_empty(struct jsonw *w, const char *name)
{
    jsonw_key(w, name);
    jsonw_begin_object(w);
    jsonw_end_object(w);
}

static void write_capabilities(struct jsonw *w, enum mcp_era era,
                               const struct mcp_capabilities *offer)
{
    jsonw_key(w, "capabilities");
    jsonw_begin_object(w);
    if (offer->prompts)
        write_empty(w, "completions");
    write_empty(w, "logging");
    if (offer->prompts)
        write_changing(w, "prompts");
    if (offer->resources) {
        jsonw_key(w, "resources");
        jsonw_begin_object(w);
        jsonw_member_bool(w, "subscribe",
                          offer->subscribes && era == MCP_SESSION);
        jsonw_member_bool(w, "listChanged", false);
        jsonw_end_object(w);
    }
    write_changing(w, "tools");
    jsonw_end_object(w);
}

void mcp_lists_write_keeping(struct jsonw *w, enum mcp_era era, uint64_t ttl_ms,
                             bool is_public)
{
    mcp_version_write_result_type(w, era);
    if (era == MCP_SESSION)
        return;
    jsonw_member_u64(w, "ttlMs", ttl_ms);
    jsonw_member_cstr(w, "cacheScope", is_public ? "public" : "private");
}

/* The result of a list up to its items. */
static void begin_list(struct jsonw *w, enum mcp_era era, const char *name,
                       bool is_public)
{
    jsonw_begin_object(w);
    mcp_lists_write_keeping(w, era, LIST_TTL_MS, is_public);
    jsonw_key(w, name);
    jsonw_begin_array(w);
}

static void end_list(struct jsonw *w)
{
    jsonw_end_array(w);
    jsonw_end_object(w);
}

void mcp_lists_write_initialized(struct jsonw *w, const char *version,
                                 const struct mcp_capabilities *offer)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "protocolVersion", version);
    write_capabilities(w, MCP_SESSION, offer);
    jsonw_key(w, "serverInfo");
    write_server_info(w);
    jsonw_member_cstr(w, "instructions", offer->tools->instructions);
    jsonw_end_object(w);
}

void mcp_lists_write_discovered(struct jsonw *w,
                                const struct mcp_capabilities *offer)
{
    jsonw_begin_object(w);
    mcp_lists_write_keeping(w, MCP_STATELESS, LIST_TTL_MS, true);
    jsonw_key(w, "supportedVersions");
    mcp_version_write_all(w);
    write_capabilities(w, MCP_STATELESS, offer);
    jsonw_member_cstr(w, "instructions", offer->tools->instructions);
    jsonw_key(w, "_meta");
    jsonw_begin_object(w);
    jsonw_key(w, SERVER_INFO);
    write_server_info(w);
    jsonw_end_object(w);
    jsonw_end_object(w);
}

/* ---- tools ---- */

static void write_hints(struct jsonw *w, const struct tool_spec *tool)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "title", tool->title);
    jsonw_member_bool(w, "readOnlyHint", !tool->writes);
    jsonw_member_bool(w, "destructiveHint", tool->is_destructive);
    jsonw_member_bool(w, "idempotentHint",
                      !tool->writes || tool->is_idempotent);
    jsonw_member_bool(w, "openWorldHint", false);
    jsonw_end_object(w);
}

#define BOUND_BYTES ((size_t)2 << 20) /* a pointer and a description */

static void write_description(struct jsonw *w, const struct tool_spec *tool,
                              const struct bound_tool *bound)
{
    struct buf text;

    buf_init(&text, BOUND_BYTES);
    buf_puts(&text, tool->description);
    if (bound)
        buf_printf(&text,
                   " Bound to base '%.*s'%s%.*s: nothing else is reachable, "
                   "'base' can be left out, and pointers are relative to it.",
                   STR_FMT(bound->base), bound->path.n ? ", " : "",
                   STR_FMT(bound->path));
    jsonw_member_str(w, "description", buf_str(&text));
    buf_release(&text);
}

/* Under its own name, or that of what is bound. */
static void write_tool(struct jsonw *w, const struct tool_spec *tool,
                       const struct bound_tool *bound)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "name", bound ? bound->name : str_from(tool->name));
    jsonw_member_cstr(w, "title", tool->title);
    write_description(w, tool, bound);
    jsonw_key(w, "inputSchema");
    argument_write_schema(tool->arguments, w);
    jsonw_member_raw(w, "outputSchema", str_from(tool->result));
    jsonw_key(w, "annotations");
    write_hints(w, tool);
    jsonw_end_object(w);
}

static void write_speaker(struct jsonw *w, const struct mcp_tool *tool)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "name", tool->name);
    jsonw_member_cstr(w, "description", tool->description);
    jsonw_member_raw(w, "inputSchema", str_from(tool->input_schema));
    jsonw_end_object(w);
}

void mcp_lists_write_tools(struct jsonw *w, enum mcp_era era,
                           const struct mcp_capabilities *offer,
                           const struct grant *grant)
{
    begin_list(w, era, "tools", grant->tools.all && grant->n_bound == 0);
    for (const struct toolset *set = offer->tools; set; set = set->next)
        for (size_t i = 0; i < set->n; i++)
            if (scope_has(&grant->tools, str_from(set->tools[i].spec->name)))
                write_tool(w, set->tools[i].spec, NULL);
    for (size_t i = 0; i < grant->n_bound; i++) {
        const struct tool *tool =
            toolset_find(offer->tools, grant->bound[i].type);

        if (tool)
            write_tool(w, tool->spec, &grant->bound[i]);
    }
    for (size_t i = 0; i < offer->n_protocol_tools; i++)
        write_speaker(w, &offer->protocol_tools[i]);
    end_list(w);
}

/* ---- prompts and templates ---- */

static void write_prompt(struct jsonw *w, const struct prompt *p)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "name", p->name);
    if (p->title)
        jsonw_member_cstr(w, "title", p->title);
    jsonw_member_cstr(w, "description", p->description);
    jsonw_key(w, "arguments");
    jsonw_begin_array(w);
    for (size_t i = 0; i < prompt_argument_count(p); i++) {
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "name", p->arguments[i].name);
        jsonw_member_cstr(w, "description", p->arguments[i].description);
        jsonw_member_bool(w, "required", !p->arguments[i].otherwise);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_end_object(w);
}

void mcp_lists_write_prompts(struct jsonw *w, enum mcp_era era,
                             const struct prompt_set *set)
{
    begin_list(w, era, "prompts", true);
    for (; set; set = set->next)
        for (size_t i = 0; i < set->n; i++)
            write_prompt(w, &set->prompts[i]);
    end_list(w);
}

void mcp_lists_write_templates(struct jsonw *w, enum mcp_era era,
                               const struct resource_set *set)
{
    begin_list(w, era, "resourceTemplates", true);
    for (; set; set = set->next) {
        for (size_t i = 0; i < set->n_templates; i++) {
            const struct resource_template *t = &set->templates[i];

            jsonw_begin_object(w);
            jsonw_member_cstr(w, "uriTemplate", t->uri);
            jsonw_member_cstr(w, "name", t->name);
            if (t->title)
                jsonw_member_cstr(w, "title", t->title);
            jsonw_member_cstr(w, "description", t->description);
            jsonw_member_cstr(w, "mimeType", t->mime_type);
            jsonw_end_object(w);
        }
    }
    end_list(w);
}
