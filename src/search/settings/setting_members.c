#include "search/settings/setting_members.h"

#include "base/buf.h"

static enum err refuse(const struct json *member, const char *what,
                       const char *const *known, struct error *e)
{
    struct buf names;

    buf_init(&names, sizeof(e->msg));
    for (; *known; known++)
        buf_printf(&names, "%s%s", names.n ? ", " : "", *known);
    (void)error_set(
        e, ERR_VALIDATION_FAILED, "%s has no '%.*s'; there are %.*s", what,
        STR_FMT(str_slice(member->key, 0, 60)), STR_FMT(buf_str(&names)));
    buf_release(&names);
    return e->code;
}

enum err setting_members_check(const struct json *value, const char *what,
                               const char *const *known, struct error *e)
{
    if (value->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED, "%s is a JSON object", what);
    for (const struct json *j = value->first; j; j = j->next) {
        bool is_known = false;

        for (const char *const *name = known; *name && !is_known; name++)
            is_known = str_is(j->key, *name);
        if (!is_known)
            return refuse(j, what, known, e);
    }
    return OK;
}
