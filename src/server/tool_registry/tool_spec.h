/*
 * tool_spec.h - declares the registry of tools: what each is called, what it takes
 * and returns, and which right it needs. Everything that a caller sees of a tool is
 * made from here:
 *
 *     MCP     tools/list, and the check of arguments      (server/mcp, tools)
 *     HTTP    routes, their checks, /openapi.json         (server/rest)
 *     tokens  names and rights of tools                   (server/auth)
 *     CLI     bounds and defaults of options              (src/cli/tool_args.h)
 *     docs    tables of mcp.md, http.md and tools.md      (tools/tool_pages.mjs)
 *
 * What a tool does is elsewhere: server/tools has a handler for each spec.
 */
#ifndef SERVER_TOOL_REGISTRY_TOOL_SPEC_H
#define SERVER_TOOL_REGISTRY_TOOL_SPEC_H

#include "server/tool_registry/argument.h"

#define TOOL_MAX_ARGUMENTS 9

/* An answer over this becomes windows, where its caller does not say otherwise. */
#define TOOL_WINDOW_BYTES ((size_t)128 << 10)

struct tool_spec {
    const char *name;
    const char *title;
    const char *description;                           /* written for a model */
    struct argument arguments[TOOL_MAX_ARGUMENTS + 1]; /* up to one without a
                                                          name */
    const char *result;  /* JSON Schema of the answer, an object */
    const char *returns; /* the answer in a phrase, for the documentation */
    const char *example; /* arguments that are answered over the bases of
                            tests/http; JSON */
    bool writes;         /* changes what a caller can see: needs the right to
                            write, else to read */
    bool is_bindable;    /* may be bound to a part of a base's tree */
    bool is_catalog;     /* reads lists alone: it waits for no worker */
    /* Of tools that write: */
    bool is_destructive; /* what was there may be gone after it */
    bool is_idempotent;  /* the same call again changes nothing more */
};

/* Questions; over a folder they know files, over bases documents and pages. */
extern const struct tool_spec spec_ask;
extern const struct tool_spec spec_list_sources;
extern const struct tool_spec spec_ask_folder;
extern const struct tool_spec spec_list_files;

/* Passages, and what pointers name. */
extern const struct tool_spec spec_semantic_query;
extern const struct tool_spec spec_fetch_evidence;

/* The JSON tree of a base. */
extern const struct tool_spec spec_query_data;
extern const struct tool_spec spec_get_context_data;
extern const struct tool_spec spec_get_data_schema;
extern const struct tool_spec spec_create_data;
extern const struct tool_spec spec_update_data;
extern const struct tool_spec spec_delete_data;

/* Tables. */
extern const struct tool_spec spec_table_get_map;
extern const struct tool_spec spec_table_describe;
extern const struct tool_spec spec_table_stats;
extern const struct tool_spec spec_table_read_rows;
extern const struct tool_spec spec_table_query;
extern const struct tool_spec spec_table_export;

/* Each name once, in the order in which they are listed over bases; ends with
 * NULL. */
extern const struct tool_spec *const tool_specs[];

/* The one of `tool_specs` with this name; NULL if there is none. */
const struct tool_spec *tool_spec_find(struct str name);

#endif
