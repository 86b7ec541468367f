/*
 * tool.h - a tool that models and programs call: its entry of the registry
 * (server/tool_registry/tool_spec.h) and its function. MCP and HTTP serve the same
 * ones.
 *
 * A toolset is a constant table; its context, for ours a struct tool_context, is
 * handed over at run time.
 */
#ifndef SERVER_TOOLS_TOOL_H
#define SERVER_TOOLS_TOOL_H

#include "base/json.h"
#include "server/auth/grant_check.h"
#include "server/tool_registry/tool_spec.h"

#include <stdatomic.h>

/*
 * tool_run - carry out one call.
 *
 * in       context    a struct tool_context, for ours
 *          arguments  are as the tool's spec says
 *          cancel     set to true when the caller no longer waits
 * out      json       one JSON object, in `a`; fits the result of the spec
 * errors   any; the caller of the tool sees code, message and place
 * threads  called from several threads at once
 */
typedef enum err tool_run(void *context, const struct json *arguments,
                          const atomic_bool *cancel, struct arena *a,
                          struct str *json, struct error *e);

struct tool {
    const struct tool_spec *spec;
    tool_run *run;
};

struct toolset {
    const char *instructions; /* how to use them, for a model; of the first
                                 set of a chain */
    const struct tool *tools;
    size_t n;
    const struct toolset *next; /* listed after it; NULL: none */
};

/* The tool with this name; NULL when there is none. */
const struct tool *toolset_find(const struct toolset *set, struct str name);

/*
 * toolset_reach - the tool that a caller knows by this name.
 *
 * out      bound   what it is bound to, of the grant; NULL: nothing
 * returns  NULL when there is none, or it is out of reach
 */
const struct tool *toolset_reach(const struct toolset *set,
                                 const struct grant *g, struct str name,
                                 const struct bound_tool **bound);

/* One call of a tool; borrowed while it runs. */
struct tool_use {
    const struct tool *tool;
    void *context;
    const struct json *arguments;
    const atomic_bool *cancel;
    const struct bound_tool *bound; /* NULL; else its context is a struct
                                       served */
};

/*
 * tool_call - check the arguments against the tool's spec, then run it.
 *
 * out      json   as of tool_run
 * errors   VALIDATION_FAILED  the arguments do not fit; else the tool's
 */
MUST_CHECK enum err tool_call(const struct tool_use *u, struct arena *a,
                              struct str *json, struct error *e);

#endif
