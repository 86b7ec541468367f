#include "server/mcp/mcp_level.h"

static const char *const names[] = {"debug", "info",     "notice", "warning",
                                    "error", "critical", "alert",  "emergency"};

const char *mcp_level_name(enum mcp_level level)
{
    return names[level];
}

enum err mcp_level_read(const struct json *j, enum mcp_level *out,
                        struct error *e)
{
    *out = MCP_SILENT;
    if (!j)
        return OK;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (json_is(j, names[i])) {
            *out = (enum mcp_level)i;
            return OK;
        }
    }
    return error_set(e, ERR_VALIDATION_FAILED,
                     "a level is debug, info, notice, warning, error, "
                     "critical, alert or emergency");
}
