/* base_tools.c - tools over bases: asking, and listing their contents. */
#include "server/tools/base_tools.h"

#include "server/tools/access_check.h"
#include "server/tools/ask_tools.h"
#include "server/tools/base_sources.h"
#include "server/tools/reply.h"

#define LIST_BYTES ((size_t)4 << 20)

/* ---- list_sources ---- */

/* A list under way: `from` are skipped, `room` more may be written. */
struct listing {
    const struct tool_context *served;
    uint64_t from;
    uint64_t room;
    uint64_t total;
    struct jsonw *w;
};

/* Where its JSON is is said as the caller would say it: a part is a
 * path. */
static enum err write_source(void *ctx, const struct base_source *s,
                             struct error *e)
{
    const struct json *table = json_find(s->status, "table");
    struct listing *l = ctx;

    (void)e;
    if (l->total++ < l->from || l->room == 0)
        return OK;
    l->room--;
    jsonw_begin_object(l->w);
    jsonw_member_str(l->w, "path", s->path);
    jsonw_member_str(l->w, "base", s->base);
    jsonw_member_str(l->w, "name", s->name);
    jsonw_member_str(l->w, "kind", s->kind);
    json_write_member(s->status, "format", "format", l->w);
    json_write_member(s->status, "version", "version", l->w);
    json_write_member(s->status, "bytes", "bytes", l->w);
    json_write_member(s->status, "state", "state", l->w);
    json_write_member(s->status, "chunks", "passages", l->w);
    json_write_member(table, "row_count", "rows", l->w);
    json_write_member(table, "column_count", "columns", l->w);
    json_write_member(table, "tables", "tables", l->w);
    if (!access_is_partial(l->served))
        json_write_member(s->status, "pointer", "pointer", l->w);
    jsonw_end_object(l->w);
    return OK;
}

static void write_bases(struct jsonw *w, const struct scope *bases)
{
    jsonw_key(w, "bases");
    jsonw_begin_array(w);
    for (size_t i = 0; i < bases->n; i++)
        jsonw_str(w, bases->names[i]);
    jsonw_end_array(w);
}

static enum err write_list(struct listing *l, const struct scope *bases,
                           struct arena *a, struct error *e)
{
    const struct base_source_visitor v = {l->served, a, write_source, l};
    const uint64_t room = l->room;
    enum err rc;

    jsonw_begin_object(l->w);
    write_bases(l->w, bases);
    jsonw_key(l->w, "sources");
    jsonw_begin_array(l->w);
    rc = base_sources_visit(&v, bases, e);
    jsonw_end_array(l->w);
    jsonw_member_u64(l->w, "total", l->total);
    jsonw_member_u64(l->w, "offset", l->from);
    jsonw_member_bool(l->w, "has_more", l->total > l->from + (room - l->room));
    jsonw_end_object(l->w);
    return rc;
}

/* The one that is named, or all that are reached. */
static enum err choose_bases(const struct tool_context *s,
                             const struct json *arguments, struct arena *a,
                             struct scope *out, struct error *e)
{
    const struct str named = json_text(json_find(arguments, "base"));
    struct str *one;

    if (named.n == 0)
        return access_bases(s, a, out, e);
    one = arena_alloc(a, sizeof(*one), e);
    if (!one)
        return e->code;
    *out = (struct scope){.names = one, .n = 1};
    return access_base(s, named, RIGHT_READ, one, e);
}

enum err base_tools_list_sources(void *context, const struct json *arguments,
                                 const atomic_bool *cancel, struct arena *a,
                                 struct str *json, struct error *e)
{
    const struct argument *takes = spec_list_sources.arguments;
    struct listing l = {.served = context,
                        .from = argument_u64(takes, arguments, "offset"),
                        .room = argument_u64(takes, arguments, "limit")};
    struct scope bases = {0};
    struct reply r;
    enum err rc = choose_bases(context, arguments, a, &bases, e);

    (void)cancel;
    reply_init(&r, LIST_BYTES);
    l.w = &r.w;
    if (!rc)
        rc = write_list(&l, &bases, a, e);
    return reply_finish(&r, rc, a, json, e);
}

/* ---- ask ---- */

static enum err named_sources(const struct tool_context *s,
                              const struct json *list, struct arena *a,
                              struct table_source *sources, struct error *e)
{
    enum err rc = OK;

    for (const struct json *j = list->first; j && !rc; j = j->next)
        rc = access_source(s, j->text, a, &(sources++)->path, e);
    return rc;
}

/* Whole bases, each a source that its tables and pages are found for. */
static enum err whole_bases(const struct tool_context *s,
                            const struct json *arguments, struct arena *a,
                            struct answer_request *out, struct error *e)
{
    struct table_source *sources;
    struct scope bases = {0};
    enum err rc = choose_bases(s, arguments, a, &bases, e);

    if (!rc && bases.n == 0)
        rc = error_set(e, ERR_NOT_FOUND,
                       "there is no base yet; `quarry add BASE FILE` makes "
                       "one");
    if (!rc && bases.n > ANSWER_MAX_SOURCES)
        rc = error_set(
            e, ERR_LIMIT,
            "there are %zu bases and a question can use at most %d; name one "
            "in 'base'",
            bases.n, ANSWER_MAX_SOURCES);
    sources = rc ? NULL : arena_alloc_array(a, bases.n, sizeof(*sources), e);
    if (!sources)
        return e->code;
    for (size_t i = 0; i < bases.n; i++)
        sources[i].path = bases.names[i];
    out->sources = sources;
    out->n = bases.n;
    return OK;
}

static enum err part_of_tree(const struct tool_context *s, struct arena *a,
                             struct answer_request *out, struct error *e)
{
    struct table_source *source = arena_alloc(a, sizeof(*source), e);

    if (!source)
        return e->code;
    out->sources = source;
    out->n = 1;
    return access_source(s, STR(ACCESS_ALL), a, &source->path, e);
}

static enum err choose_sources(const struct tool_context *s,
                               const struct json *arguments, struct arena *a,
                               struct answer_request *out, struct error *e)
{
    const struct json *list = json_find(arguments, "sources");
    struct table_source *sources;

    if (list && list->count > 0) {
        sources = arena_alloc_array(a, list->count, sizeof(*sources), e);
        if (!sources)
            return e->code;
        out->sources = sources;
        out->n = list->count;
        return named_sources(s, list, a, sources, e);
    }
    if (access_is_partial(s))
        return part_of_tree(s, a, out, e);
    return whole_bases(s, arguments, a, out, e);
}

enum err base_tools_ask(void *context, const struct json *arguments,
                        const atomic_bool *cancel, struct arena *a,
                        struct str *json, struct error *e)
{
    const struct tool_context *s = context;
    struct answer_request r = {.cancel = cancel};
    enum err rc = choose_sources(s, arguments, a, &r, e);

    return rc ? rc : ask_tools_answer(s, arguments, &r, a, json, e);
}
