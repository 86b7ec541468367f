#include "server/mcp/http_headers.h"

#include "base/base64.h"

#define VERSION      "MCP-Protocol-Version"
#define CAPABILITIES "io.modelcontextprotocol/clientCapabilities"

/* ---- media types ---- */

/* Without its parameters. */
static struct str media_of(struct str type)
{
    return str_trim(str_slice(type, 0, str_find_char(type, ';')));
}

struct http_accepts http_headers_accepts(const struct httpd_request *r)
{
    struct str rest = httpd_header(r, "Accept");
    struct http_accepts out = {!rest.p, !rest.p};

    while (rest.n) {
        size_t comma = str_find_char(rest, ',');
        struct str media = media_of(str_slice(rest, 0, comma));
        bool any = str_is(media, "*/*");

        if (any || str_eq_nocase(media, STR("application/json")) ||
            str_is(media, "application/*"))
            out.json = true;
        if (any || str_eq_nocase(media, STR("text/event-stream")) ||
            str_is(media, "text/*"))
            out.events = true;
        rest = str_slice(rest, comma < rest.n ? comma + 1 : comma, rest.n);
    }
    return out;
}

bool http_headers_is_json(const struct httpd_request *r)
{
    return str_eq_nocase(media_of(r->content_type), STR("application/json"));
}

/* ---- eras ---- */

enum mcp_era http_headers_era(const struct httpd_request *r,
                              const struct rpc_message *m)
{
    struct str header = httpd_header(r, VERSION);
    struct str named = m ? mcp_version_named(m->params) : (struct str){0};

    if ((!header.p || mcp_version_is_of(header, MCP_SESSION)) &&
        (!named.n || mcp_version_is_of(named, MCP_SESSION)))
        return MCP_SESSION;
    return MCP_STATELESS;
}

/* ---- Base64, as header values may be written ---- */

/* "=?base64?SGk=?=" is "Hi"; anything else is itself. */
static enum err read_value(struct str text, struct arena *a, struct str *out,
                           struct error *e)
{
    const struct str head = STR("=?base64?");
    const struct str tail = STR("?=");
    char *to;

    *out = text = str_trim(text);
    if (!str_starts(text, head) || !str_ends(text, tail) ||
        text.n < head.n + tail.n)
        return OK;
    to = arena_alloc(a, text.n, e);
    if (!to)
        return e->code;
    out->p = to;
    if (base64_read(str_slice(text, head.n, text.n - tail.n), to, &out->n))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "a header value is not Base64 after '=?base64?'");
}

/* ---- do they agree? ---- */

static enum err check_one(const struct httpd_request *r, const char *name,
                          struct str value, struct arena *a, struct error *e)
{
    struct str header = httpd_header(r, name);
    struct str given;

    if (!header.p)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the header %s is missing; this revision requires it",
                         name);
    if (read_value(header, a, &given, e))
        return e->code;
    if (!str_eq(given, value))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the header %s does not match the body", name);
    return OK;
}

/* What Mcp-Name mirrors; p is NULL: nothing. */
static struct str name_of(const struct rpc_message *m)
{
    static const char *const named[] = {"tools/call", "prompts/get"};

    if (STR_IN(m->method, named))
        return json_text(json_find(m->params, "name"));
    if (str_is(m->method, "resources/read"))
        return json_text(json_find(m->params, "uri"));
    return (struct str){0};
}

static enum err check_version(const struct httpd_request *r,
                              const struct rpc_message *m, int *code,
                              struct error *e)
{
    struct str header = httpd_header(r, VERSION);
    struct str named = mcp_version_named(m->params);

    *code = RPC_HEADER_MISMATCH;
    if (!header.p)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the header " VERSION
                         " is missing; this revision requires it");
    if (named.n && !str_eq(header, named))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the header " VERSION
                         " does not match the revision in _meta");
    *code = RPC_UNSUPPORTED_VERSION;
    if (!mcp_version_is_of(header, MCP_STATELESS))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "this server does not speak that revision");
    *code = RPC_INVALID_PARAMS;
    if (!named.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'_meta' must name the revision and have an object "
                         "'" CAPABILITIES "'");
    return OK;
}

enum err http_headers_check(const struct httpd_request *r,
                            const struct rpc_message *m, struct arena *a,
                            int *code, struct error *e)
{
    struct str name = name_of(m);

    /* A notification need not name its revision but in the header. */
    if (m->kind == RPC_REQUEST && check_version(r, m, code, e))
        return e->code;
    *code = RPC_HEADER_MISMATCH;
    if (check_one(r, "Mcp-Method", m->method, a, e))
        return e->code;
    return name.p && m->kind == RPC_REQUEST
               ? check_one(r, "Mcp-Name", name, a, e)
               : OK;
}
