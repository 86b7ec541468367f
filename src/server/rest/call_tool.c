#include "server/rest/call_tool.h"

#include "server/rest/call.h"
#include "server/rest/routes.h"
#include "server/tools/base_tools.h"

/* One that is there, of the type that the tool wants. */
static enum err put(const struct api_call *call, const struct argument *x,
                    struct json_object *arguments, struct error *e)
{
    const struct str given = httpd_query(call->request, x->name);
    uint64_t number;

    if (!given.p)
        return OK;
    if (x->type != ARGUMENT_INTEGER)
        return json_object_text(arguments, x->name, given, e);
    if (call_query_u64(call, x->name, &number, e))
        return e->code;
    return json_object_u64(arguments, x->name, number, e);
}

enum err call_tool_query(const struct api_call *call,
                         struct json_object *arguments, struct error *e)
{
    const struct route *route = call->route;

    json_object_init(arguments, call->a);
    for (size_t i = 0; route->of_tool[i]; i++) {
        const struct argument *x =
            argument_find(route->tool->arguments, str_from(route->of_tool[i]));

        if (put(call, x, arguments, e))
            return e->code;
    }
    return OK;
}

enum err call_tool(const struct api_call *call, const struct tool_spec *spec,
                   const struct json *arguments, struct str *json,
                   struct error *e)
{
    const struct tool_use use = {
        .tool = toolset_find(&base_tools, str_from(spec->name)),
        .context = (void *)call->served,
        .arguments = arguments,
        .cancel = call->gone};

    return tool_call(&use, call->a, json, e);
}
