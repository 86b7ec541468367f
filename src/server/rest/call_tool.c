#include "server/rest/call_tool.h"

#include "server/rest/call.h"
#include "server/tools/base_tools.h"

#define ARGUMENTS_BYTES ((size_t)4 << 20)

void tool_arguments_init(struct tool_arguments *x)
{
    buf_init(&x->text, ARGUMENTS_BYTES);
    jsonw_init(&x->w, &x->text);
    jsonw_begin_object(&x->w);
}

void tool_arguments_put_query(struct tool_arguments *x,
                              const struct api_call *call, const char *name)
{
    const struct str given = httpd_query(call->request, name);

    if (given.p)
        jsonw_member_str(&x->w, name, given);
}

enum err tool_arguments_put_number(struct tool_arguments *x,
                                   const struct api_call *call,
                                   const char *name, struct error *e)
{
    uint64_t value = 0;
    enum err rc;

    if (!httpd_query(call->request, name).p)
        return OK;
    rc = call_query_u64(call, name, INT64_MAX, 0, &value, e);
    if (!rc)
        jsonw_member_u64(&x->w, name, value);
    return rc;
}

enum err tool_arguments_call(struct tool_arguments *x, enum err rc,
                             const struct api_call *call, const char *tool,
                             struct str *json, struct error *e)
{
    struct tool_use use = {.tool = toolset_find(&base_tools, str_from(tool)),
                           .context = (void *)call->served,
                           .cancel = call->gone};
    struct json *arguments = NULL;
    struct str text;

    jsonw_end_object(&x->w);
    if (!rc)
        rc = buf_finish(&x->text, &text, e);
    if (!rc)
        rc = json_parse(text, &json_answer_limits, call->a, &arguments, e);
    use.arguments = arguments;
    if (!rc)
        rc = tool_call(&use, call->a, json, e);
    buf_release(&x->text);
    return rc;
}
