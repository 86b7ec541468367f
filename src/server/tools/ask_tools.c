#include "server/tools/ask_tools.h"

#include "server/tools/asking.h"
#include "server/tools/call_state.h"
#include "server/tools/folder_sources.h"
#include "server/tools/reply.h"
#include "tables/format.h"

#define LIST_BYTES   ((size_t)4 * 1024 * 1024)
#define ANSWER_BYTES ((size_t)8 * 1024 * 1024)
#define SOURCES_MAX  1000 /* that are listed */

static void write_sources(const struct folder_sources *found, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_key(w, "sources");
    jsonw_begin_array(w);
    for (size_t i = 0; i < found->n && i < SOURCES_MAX; i++) {
        const struct str path = found->paths[i];

        jsonw_begin_object(w);
        jsonw_member_str(w, "path", path);
        jsonw_member_cstr(w, "format", format_of_path(path));
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
    jsonw_member_u64(w, "total", found->n);
    jsonw_member_bool(w, "has_more", found->n > SOURCES_MAX);
    jsonw_end_object(w);
}

enum err ask_tools_list_sources(void *context, const struct json *arguments,
                                const atomic_bool *cancel, struct arena *a,
                                struct str *json, struct error *e)
{
    const struct tool_context *served = context;
    struct folder_sources found = {0};
    struct reply r;
    enum err rc = folder_sources_find(served->folder, a, &found, e);

    (void)arguments;
    (void)cancel;
    if (rc)
        return rc;
    reply_init(&r, LIST_BYTES);
    write_sources(&found, &r.w);
    return reply_finish(&r, OK, a, json, e);
}

/* The files that are named, or all that there are. */
static enum err choose_sources(const struct tool_context *served,
                               const struct json *named, struct arena *a,
                               struct answer_request *out, struct error *e)
{
    struct folder_sources found = {0};
    struct table_source *sources;
    size_t n = named ? named->count : 0;
    enum err rc = n ? OK : folder_sources_find(served->folder, a, &found, e);

    if (rc)
        return rc;
    n += found.n;
    if (n == 0)
        return error_set(e, ERR_NOT_FOUND,
                         "the folder has no file that can be read as a table");
    if (n > ANSWER_MAX_SOURCES)
        return error_set(
            e, ERR_LIMIT,
            "the folder has %zu files and a question can use at most %d: name "
            "them in 'sources'",
            n, ANSWER_MAX_SOURCES);
    sources = arena_alloc_array(a, n, sizeof(*sources), e);
    if (!sources)
        return e->code;
    for (size_t i = 0; i < found.n; i++)
        sources[i].path = found.paths[i];
    n = found.n;
    for (const struct json *j = named ? named->first : NULL; j; j = j->next)
        sources[n++].path = j->text;
    out->sources = sources;
    out->n = n;
    return OK;
}

enum err ask_tools_answer(const struct tool_context *s,
                          const struct json *arguments,
                          struct answer_request *r, struct arena *a,
                          struct str *json, struct error *e)
{
    const struct argument *takes = spec_ask.arguments;
    struct answer *an = arena_alloc(a, sizeof(*an), e);
    struct str type = json_text(json_find(arguments, "query_type"));
    struct reply reply;

    r->question = json_text(json_find(arguments, "query"));
    r->max_rows = argument_u64(takes, arguments, "max_rows");
    r->max_bytes = s->answer_bytes;
    r->choose = argument_u64(takes, arguments, "choose");
    r->top_k = argument_u64(takes, arguments, "top_k");
    if (type.n > 0 && !request_type_find(type, &r->type))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'query_type' must be auto, structured, semantic or "
                         "hybrid");
    if (!an || asking_answer(s, r, a, an, e))
        return e->code;
    if (an->behind.n > 0 && s->call_state)
        catch_up_ask(s->call_state->catch_up, an->behind);
    reply_init(&reply, ANSWER_BYTES);
    answer_write(an, &reply.w);
    return reply_finish(&reply, OK, a, json, e);
}

enum err ask_tools_ask(void *context, const struct json *arguments,
                       const atomic_bool *cancel, struct arena *a,
                       struct str *json, struct error *e)
{
    const struct tool_context *served = context;
    struct answer_request r = {.cancel = cancel};
    enum err rc =
        choose_sources(served, json_find(arguments, "sources"), a, &r, e);

    return rc ? rc : ask_tools_answer(served, arguments, &r, a, json, e);
}
