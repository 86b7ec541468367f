#include "server/auth/tool_right.h"

#define NAMES_BYTES 512

enum right tool_right_of(const struct tool_spec *spec)
{
    return spec->writes ? RIGHT_WRITE : RIGHT_READ;
}

static enum err refuse_unknown(struct str name, struct error *e)
{
    enum err rc;
    struct buf known;

    buf_init(&known, NAMES_BYTES);
    for (size_t i = 0; tool_specs[i]; i++)
        if (!str_starts(str_from(tool_specs[i]->name), STR("table_")))
            buf_printf(&known, "%s%s", known.n ? ", " : "",
                       tool_specs[i]->name);
    rc = error_set(
        e, ERR_VALIDATION_FAILED,
        "'%.*s' is not a tool; the tools are %.*s and those of tables",
        STR_FMT(name), STR_FMT(buf_str(&known)));
    buf_release(&known);
    return rc;
}

enum err tool_right_check_name(struct str name, bool bindable, struct error *e)
{
    const struct tool_spec *spec = tool_spec_find(name);

    if (!spec)
        return refuse_unknown(name, e);
    if (bindable && !spec->is_bindable)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'%.*s' works on a whole base and cannot be bound to a part of it; "
            "put it in an exposure as it is",
            STR_FMT(name));
    return OK;
}
