/* mcp_level.h - the log levels of MCP, with the names of RFC 5424. */
#ifndef SERVER_MCP_MCP_LEVEL_H
#define SERVER_MCP_MCP_LEVEL_H

#include "base/json.h"

enum mcp_level {
    MCP_DEBUG,
    MCP_INFO,
    MCP_NOTICE,
    MCP_WARNING,
    MCP_ERROR,
    MCP_CRITICAL,
    MCP_ALERT,
    MCP_EMERGENCY,
    MCP_SILENT /* of a client that asked for nothing; has no name */
};

/* Static. */
const char *mcp_level_name(enum mcp_level level);

/* MCP_SILENT of NULL; ERR_VALIDATION_FAILED of what is not a level's name. */
MUST_CHECK enum err mcp_level_read(const struct json *j, enum mcp_level *out,
                                   struct error *e);

#endif
