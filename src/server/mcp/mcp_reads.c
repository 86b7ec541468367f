/*
 * mcp_reads.c - sets of resources seen as one list, and what is read of them.
 *
 * A cursor is "SET:OFFSET", where a page of the list goes on; it holds no
 * secret, as what it leads to is checked as the first page was.
 *
 * Source: modelcontextprotocol.io/specification/2026-07-28, server/resources,
 * server/prompts, server/utilities/completion; 2025-11-25 the same. They differ
 * in the error of a resource that is not there: -32002, later -32602 (SEP-2164).
 */
#include "server/mcp/mcp_reads.h"

#include "server/mcp/mcp_lists.h"

#define PATH_MAX_BYTES 4096
#define DATA_BYTES     ((size_t)64 * 1024)

/* ---- lists ---- */

struct cursor {
    uint64_t set;
    uint64_t offset;
};

static enum err read_cursor(const struct json *params, struct cursor *out,
                            struct error *e)
{
    const struct json *j = json_find(params, "cursor");
    struct str text = json_text(j);
    size_t colon = str_find_char(text, ':');
    struct error ignored;

    *out = (struct cursor){0};
    if (!j)
        return OK;
    if (colon < text.n &&
        str_parse_u64(str_slice(text, 0, colon), UINT32_MAX, &out->set,
                      &ignored) == OK &&
        str_parse_u64(str_slice(text, colon + 1, text.n), UINT32_MAX,
                      &out->offset, &ignored) == OK)
        return OK;
    return error_set(
        e, ERR_VALIDATION_FAILED,
        "'cursor' is not valid: use the nextCursor of the previous page, or "
        "none");
}

static void write_resource(struct jsonw *w, const struct resource *r)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "uri", r->uri);
    jsonw_member_str(w, "name", r->name);
    if (r->title.n)
        jsonw_member_str(w, "title", r->title);
    if (r->description.n)
        jsonw_member_str(w, "description", r->description);
    jsonw_member_str(w, "mimeType", r->mime_type);
    jsonw_end_object(w);
}

/* A page from there on, which sets fill one after the other. */
static enum err find_page(struct mcp_request *t, struct cursor *at,
                          struct resource_page *page, bool *more,
                          struct error *e)
{
    const struct resource_set *set = t->call->offer->resources;

    for (uint64_t i = 0; i < at->set && set; i++)
        set = set->next;
    *page = (struct resource_page){.offset = at->offset};
    for (; set && !page->more; set = set->next) {
        const size_t before = page->n;

        if (set->list && set->list(t->context, page, t->a, e))
            return e->code;
        *at = page->more
                  ? (struct cursor){at->set, page->offset + page->n - before}
                  : (struct cursor){.set = at->set + 1};
        page->offset = 0;
    }
    *more = page->more;
    return OK;
}

enum err mcp_reads_list(struct mcp_request *t, struct error *e)
{
    struct resource_page page = {0};
    struct cursor at = {0};
    bool more = false;

    if (read_cursor(t->call->params, &at, e) ||
        find_page(t, &at, &page, &more, e))
        return e->code;
    jsonw_begin_object(t->w);
    mcp_lists_write_keeping(t->w, t->call->era, 0, false);
    jsonw_key(t->w, "resources");
    jsonw_begin_array(t->w);
    for (size_t i = 0; i < page.n; i++)
        write_resource(t->w, &page.list[i]);
    jsonw_end_array(t->w);
    if (more) {
        struct str next;

        if (str_printf(t->a, &next, e, "%llu:%llu", (unsigned long long)at.set,
                       (unsigned long long)at.offset))
            return e->code;
        jsonw_member_str(t->w, "nextCursor", next);
    }
    jsonw_end_object(t->w);
    return OK;
}

/* ---- one resource ---- */

static enum err fail_not_found(struct mcp_request *t, struct str uri,
                               struct error *e)
{
    struct str data = {0};
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, DATA_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "uri", uri);
    jsonw_end_object(&w);
    rc = buf_dup(&b, t->a, &data, e);
    buf_release(&b);
    if (rc)
        return rc;
    return mcp_request_fail(t,
                            t->call->era == MCP_STATELESS
                                ? RPC_INVALID_PARAMS
                                : err_rpc_code(ERR_NOT_FOUND),
                            data, e,
                            "there is no such resource; resources/list and "
                            "resources/templates/list say what there is");
}

static enum err find_content(struct mcp_request *t, struct str uri,
                             struct resource_content *out, struct error *e)
{
    const struct resource_set *set = t->call->offer->resources;

    for (; set; set = set->next) {
        struct error failure = {0};
        enum err rc;

        if (!set->read)
            continue;
        rc = set->read(t->context, uri, t->cancel, t->a, out, &failure);
        if (rc == OK)
            return OK;
        if (rc != ERR_NOT_FOUND) {
            *e = failure;
            return rc;
        }
    }
    return fail_not_found(t, uri, e);
}

enum err mcp_reads_resource(struct mcp_request *t, struct error *e)
{
    struct str uri = json_text(json_find(t->call->params, "uri"));
    struct resource_content content = {0};

    if (uri.n == 0 || uri.n > PATH_MAX_BYTES)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'uri' must be a string of 1 to %d bytes",
                         PATH_MAX_BYTES);
    if (find_content(t, uri, &content, e))
        return e->code;
    jsonw_begin_object(t->w);
    mcp_lists_write_keeping(t->w, t->call->era, 0, false);
    jsonw_key(t->w, "contents");
    jsonw_begin_array(t->w);
    jsonw_begin_object(t->w);
    jsonw_member_str(t->w, "uri", uri);
    jsonw_member_str(t->w, "mimeType", content.mime_type);
    jsonw_member_str(t->w, content.is_base64 ? "blob" : "text", content.text);
    jsonw_end_object(t->w);
    jsonw_end_array(t->w);
    jsonw_end_object(t->w);
    return OK;
}

/* ---- prompts ---- */

static enum err find_prompt(const struct mcp_request *t, struct str name,
                            const struct prompt **out, struct error *e)
{
    *out = prompt_find(t->call->offer->prompts, name);
    if (*out)
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "unknown prompt '%.*s'; prompts/list names them",
                     name.n < 60 ? (int)name.n : 60, name.n ? name.p : "");
}

enum err mcp_reads_prompt(struct mcp_request *t, struct error *e)
{
    const struct json *params = t->call->params;
    const struct json *arguments = json_find(params, "arguments");
    const struct prompt *p;

    if (find_prompt(t, json_text(json_find(params, "name")), &p, e))
        return e->code;
    if (arguments && arguments->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'arguments' must be an object");
    if (p->answer)
        return p->answer(t, e);
    mcp_request_begin(t);
    if (prompt_write_message(p, arguments, t->w, e))
        return e->code;
    mcp_request_end(t);
    return OK;
}

/* ---- completions ---- */

static bool has_template(const struct resource_set *set, struct str uri)
{
    for (; set; set = set->next)
        for (size_t i = 0; i < set->n_templates; i++)
            if (str_is(uri, set->templates[i].uri))
                return true;
    return false;
}

static enum err check_reference(const struct mcp_request *t, struct error *e)
{
    const struct json *ref = json_find(t->call->params, "ref");
    const struct json *type = json_find(ref, "type");
    const struct prompt *ignored;

    if (json_is(type, "ref/prompt"))
        return find_prompt(t, json_text(json_find(ref, "name")), &ignored, e);
    if (!json_is(type, "ref/resource"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'ref' is of type ref/prompt, with a name, or "
                         "ref/resource, with a uri");
    if (has_template(t->call->offer->resources,
                     json_text(json_find(ref, "uri"))))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "no such template; resources/templates/list names them");
}

static void write_names(struct mcp_request *t,
                        const struct resource_names *names)
{
    mcp_request_begin(t);
    jsonw_key(t->w, "completion");
    jsonw_begin_object(t->w);
    jsonw_key(t->w, "values");
    jsonw_begin_array(t->w);
    for (size_t i = 0; i < names->n; i++)
        jsonw_str(t->w, names->list[i]);
    jsonw_end_array(t->w);
    jsonw_member_u64(t->w, "total", names->total);
    jsonw_member_bool(t->w, "hasMore", names->total > names->n);
    jsonw_end_object(t->w);
    mcp_request_end(t);
}

enum err mcp_reads_completion(struct mcp_request *t, struct error *e)
{
    const struct json *argument = json_find(t->call->params, "argument");
    const struct json *name = json_find(argument, "name");
    const struct json *value = json_find(argument, "value");
    struct resource_names names = {0};
    struct resource_typing typing;

    if (check_reference(t, e))
        return e->code;
    if (!name || name->type != JSON_STRING || !value ||
        value->type != JSON_STRING)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'argument' is an object with the strings name and "
                         "value");
    typing = (struct resource_typing){
        name->text, value->text,
        json_text(json_find(
            json_find(json_find(t->call->params, "context"), "arguments"),
            "base"))};
    for (const struct resource_set *set = t->call->offer->resources; set;
         set = set->next)
        if (set->complete &&
            set->complete(t->context, &typing, t->a, &names, e))
            return e->code;
    write_names(t, &names);
    return OK;
}
