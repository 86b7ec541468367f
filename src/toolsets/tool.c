#include "toolsets/tool.h"

#include "toolsets/schema.h"

const struct tool *toolset_find(const struct toolset *set, struct str name)
{
    for (; set; set = set->next)
        for (size_t i = 0; i < set->n; i++)
            if (str_is(name, set->tools[i].name))
                return &set->tools[i];
    return NULL;
}

enum err tool_call(const struct tool_use *u, struct arena *a, struct str *json,
                   struct error *e)
{
    struct json *schema = NULL;

    if (json_parse(str_from(u->tool->input_schema), &json_default_limits, a,
                   &schema, e) ||
        schema_check(schema, u->arguments, e))
        return e->code;
    return u->tool->run(u->context, u->arguments, u->cancel, a, json, e);
}
