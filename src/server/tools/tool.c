#include "server/tools/tool.h"

#include "base/trace.h"
#include "server/tool_registry/argument_check.h"
#include "server/tools/tool_context.h"

const struct tool *toolset_find(const struct toolset *set, struct str name)
{
    for (; set; set = set->next)
        for (size_t i = 0; i < set->n; i++)
            if (str_is(name, set->tools[i].spec->name))
                return &set->tools[i];
    return NULL;
}

const struct tool *toolset_reach(const struct toolset *set,
                                 const struct grant *g, struct str name,
                                 const struct bound_tool **bound)
{
    *bound = grant_find_bound(g, name);
    if (*bound)
        return toolset_find(set, (*bound)->type);
    return scope_has(&g->tools, name) ? toolset_find(set, name) : NULL;
}

/* As toolset_reach(), served over what the tool is bound to. */
static enum err run_bound(const struct tool_use *u, struct arena *a,
                          struct str *json, struct error *e)
{
    const struct tool_binding context = {u->bound->base, u->bound->path};
    struct tool_context served = *(const struct tool_context *)u->context;

    served.context = &context;
    return u->tool->run(&served, u->arguments, u->cancel, a, json, e);
}

static enum err carry_out(const struct tool_use *u, struct arena *a,
                          struct str *json, struct error *e)
{
    if (argument_check(u->tool->spec->arguments, u->arguments, e))
        return e->code;
    if (u->bound)
        return run_bound(u, a, json, e);
    return u->tool->run(u->context, u->arguments, u->cancel, a, json, e);
}

enum err tool_call(const struct tool_use *u, struct arena *a, struct str *json,
                   struct error *e)
{
    struct trace trace;
    enum err rc;

    trace_begin(&trace, "tool");
    rc = carry_out(u, a, json, e);
    trace_stage(&trace, u->tool->spec->name);
    return rc;
}
