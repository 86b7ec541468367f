#include "server/mcp/mcp_version.h"

#define META(name) "io.modelcontextprotocol/" name

static const char *const stateless[] = {"2026-07-28"};
static const char *const of_sessions[] = {"2025-11-25",
                                          "2025-06-18"}; /* newest first */

static const struct json *named(const struct json *params)
{
    return json_find(json_find(params, "_meta"), META("protocolVersion"));
}

enum err mcp_version_read(const struct json *params, enum mcp_era *era,
                          bool *known, struct error *e)
{
    const struct json *meta = json_find(params, "_meta");
    const struct json *version = named(params);
    const struct json *can = json_find(meta, META("clientCapabilities"));

    *era = MCP_SESSION;
    *known = true;
    if (version && version->type != JSON_STRING)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'" META("protocolVersion") "' must be a string");
    if (!version || STR_IN(json_text(version), of_sessions))
        return OK;
    *era = MCP_STATELESS;
    *known = STR_IN(json_text(version), stateless);
    if (*known && (!can || can->type != JSON_OBJECT))
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "'_meta' must have an object '" META(
                "clientCapabilities") "'; {} for a client without capabilities");
    return OK;
}

const char *mcp_version_of_session(struct str name)
{
    for (size_t i = 0; i < sizeof(of_sessions) / sizeof(of_sessions[0]); i++)
        if (str_is(name, of_sessions[i]))
            return of_sessions[i];
    return of_sessions[0];
}

const char *mcp_version_agree(const struct json *wanted)
{
    return mcp_version_of_session(json_text(wanted));
}

static void write_each(struct jsonw *w, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        jsonw_cstr(w, list[i]);
}

void mcp_version_write_all(struct jsonw *w)
{
    jsonw_begin_array(w);
    write_each(w, stateless, sizeof(stateless) / sizeof(stateless[0]));
    write_each(w, of_sessions, sizeof(of_sessions) / sizeof(of_sessions[0]));
    jsonw_end_array(w);
}

struct str mcp_version_named(const struct json *params)
{
    return json_text(named(params));
}

bool mcp_version_is_of(struct str version, enum mcp_era era)
{
    return era == MCP_SESSION ? STR_IN(version, of_sessions)
                              : STR_IN(version, stateless);
}

void mcp_version_write_unknown(struct str version, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "requested", version);
    jsonw_key(w, "supported");
    mcp_version_write_all(w);
    jsonw_end_object(w);
}

void mcp_version_write_result_type(struct jsonw *w, enum mcp_era era)
{
    if (era == MCP_STATELESS)
        jsonw_member_cstr(w, "resultType", "complete");
}
