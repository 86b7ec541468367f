/*
 * mcp_tool.h - what MCP serves: tools, without a word on what they do.
 *
 * A toolset is a constant table; its context (for ours a struct served) is handed over at run time. Other sets can stand beside the first
 * without the protocol knowing.
 */
#ifndef SERVE_MCP_TOOL_H
#define SERVE_MCP_TOOL_H

#include "base/json.h"

#include <stdatomic.h>

/*
 * mcp_tool_run - carry out one call.
 *
 * in       context    the server's, as mcp_options say
 *          arguments  fit the tool's input schema
 *          cancel     set to true when the caller no longer waits
 * out      json       one JSON object, in `a`; fits the output schema
 * errors   any; the caller of the tool sees code, message and place
 * threads  called from several threads at once
 */
typedef enum err mcp_tool_run(void *context, const struct json *arguments,
                              const atomic_bool *cancel, struct arena *a,
                              struct str *json, struct error *e);

struct mcp_tool {
    const char *name;
    const char *title;
    const char *description;   /* written for a model */
    const char *input_schema;  /* JSON, what serve/schema.h knows */
    const char *output_schema; /* JSON */
    bool read_only;            /* changes nothing that a caller can see */
    mcp_tool_run *run;
};

struct mcp_toolset {
    const char *instructions; /* how to use them, for a model; of the first
                                 set of a chain */
    const struct mcp_tool *tools;
    size_t n;
    const struct mcp_toolset *next; /* listed behind it; NULL: none */
};

/* The tool with this name; NULL when there is none. */
const struct mcp_tool *mcp_toolset_find(const struct mcp_toolset *set,
                                        struct str name);

#endif
