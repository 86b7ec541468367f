/* base_tools.c - questions to bases, and what there is in them. */
#include "toolsets/base_tools.h"

#include "bases/bases.h"
#include "toolsets/ask_tools.h"
#include "toolsets/reach.h"
#include "toolsets/reply.h"
#include "toolsets/schema.h"
#include "tree/pointer.h"

#define LIST_BYTES   ((size_t)4 << 20)
#define STATUS_BYTES ((size_t)256 << 20)
#define LIST_ROWS    200

/* ---- list_sources ---- */

/* A list under way: `from` are passed over, `room` may still be written. */
struct listing {
    const struct served *served;
    struct bases *bases;
    struct arena *a;
    struct pointer part; /* what the call is bound to */
    uint64_t from;
    uint64_t room;
    uint64_t total;
    struct jsonw *w;
};

static enum err status_of(const struct listing *l, struct str base,
                          struct json **out, struct error *e)
{
    struct str text;
    struct reply r;
    enum err rc;

    reply_init(&r, STATUS_BYTES);
    rc = bases_status(l->bases, base, &r.w, e);
    rc = reply_finish(&r, rc, l->a, &text, e);
    return rc ? rc : json_parse(text, &json_answer_limits, l->a, out, e);
}

/* Its place in what the call is bound to; empty: it is not in there. */
static enum err path_in_part(const struct listing *l, const struct json *d,
                             struct str *path, struct error *e)
{
    const struct json *mount = json_find(d, "pointer");
    struct pointer at;
    struct buf b;
    enum err rc = OK;

    *path = (struct str){0};
    if (!mount)
        return OK;
    rc = pointer_parse(mount->text, l->a, &at, e);
    if (rc)
        return rc;
    if (pointer_is_prefix(&at, &l->part))
        *path = STR(REACH_ALL);
    else if (pointer_is_prefix(&l->part, &at)) {
        at = (struct pointer){at.token + l->part.n, at.n - l->part.n};
        buf_init(&b, 2 * POINTER_MAX_BYTES);
        pointer_write(&at, &b);
        rc = buf_dup(&b, l->a, path, e);
        buf_release(&b);
    }
    return rc;
}

static enum err path_of(const struct listing *l, struct str base,
                        const struct json *d, struct str *path, struct error *e)
{
    if (reach_is_partial(l->served))
        return path_in_part(l, d, path, e);
    return str_printf(l->a, path, e, "%.*s/%.*s", STR_FMT(base),
                      STR_FMT(json_text(json_find(d, "key"))));
}

/* Where its JSON stands is said as the caller would say it: a part is a path. */
static void write_source(const struct listing *l, struct str path,
                         struct str base, const struct json *d)
{
    const struct json *table = json_find(d, "table");
    struct jsonw *w = l->w;

    jsonw_begin_object(w);
    jsonw_member_str(w, "path", path);
    jsonw_member_str(w, "base", base);
    json_write_member(d, "name", "name", w);
    json_write_member(d, "source_type", "kind", w);
    json_write_member(d, "format", "format", w);
    json_write_member(d, "version", "version", w);
    json_write_member(d, "bytes", "bytes", w);
    json_write_member(d, "state", "state", w);
    json_write_member(d, "chunks", "passages", w);
    json_write_member(table, "row_count", "rows", w);
    json_write_member(table, "column_count", "columns", w);
    if (!reach_is_partial(l->served))
        json_write_member(d, "pointer", "pointer", w);
    jsonw_end_object(w);
}

static enum err list_base(struct listing *l, struct str base, struct error *e)
{
    struct json *status = NULL;
    const struct json *documents;
    enum err rc = status_of(l, base, &status, e);

    documents = rc ? NULL : json_find(status, "documents");
    for (const struct json *d = documents ? documents->first : NULL; d && !rc;
         d = d->next) {
        struct str path;

        rc = path_of(l, base, d, &path, e);
        if (rc || path.n == 0)
            continue;
        if (l->total++ < l->from || l->room == 0)
            continue;
        l->room--;
        write_source(l, path, base, d);
    }
    return rc;
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
                           struct error *e)
{
    const uint64_t room = l->room;
    enum err rc = OK;

    jsonw_begin_object(l->w);
    write_bases(l->w, bases);
    jsonw_key(l->w, "sources");
    jsonw_begin_array(l->w);
    for (size_t i = 0; i < bases->n && !rc; i++)
        rc = list_base(l, bases->names[i], e);
    jsonw_end_array(l->w);
    jsonw_member_u64(l->w, "total", l->total);
    jsonw_member_u64(l->w, "offset", l->from);
    jsonw_member_bool(l->w, "has_more", l->total > l->from + (room - l->room));
    jsonw_end_object(l->w);
    return rc;
}

/* The one that is named, or all that are reached. */
static enum err choose_bases(const struct served *s,
                             const struct json *arguments, struct arena *a,
                             struct scope *out, struct error *e)
{
    const struct str named = json_text(json_find(arguments, "base"));
    struct str *one;

    if (named.n == 0)
        return reach_bases(s, a, out, e);
    one = arena_alloc(a, sizeof(*one), e);
    if (!one)
        return e->code;
    *out = (struct scope){.names = one, .n = 1};
    return reach_base(s, named, RIGHT_READ, one, e);
}

enum err base_tools_list_sources(void *context, const struct json *arguments,
                                 const atomic_bool *cancel, struct arena *a,
                                 struct str *json, struct error *e)
{
    struct listing l = {.served = context,
                        .a = a,
                        .from = schema_u64(arguments, "offset", 0),
                        .room = schema_u64(arguments, "limit", LIST_ROWS)};
    struct scope bases = {0};
    struct reply r;
    enum err rc = choose_bases(context, arguments, a, &bases, e);

    (void)cancel;
    reply_init(&r, LIST_BYTES);
    l.w = &r.w;
    if (!rc)
        rc = bases_new(l.served->tables, &l.bases, e);
    if (!rc)
        rc = reach_part(context, a, &l.part, e);
    if (!rc)
        rc = write_list(&l, &bases, e);
    bases_free(l.bases);
    return reply_finish(&r, rc, a, json, e);
}

/* ---- ask ---- */

static enum err named_sources(const struct served *s, const struct json *list,
                              struct arena *a, struct table_source *sources,
                              struct error *e)
{
    enum err rc = OK;

    for (const struct json *j = list->first; j && !rc; j = j->next)
        rc = reach_source(s, j->text, a, &(sources++)->path, e);
    return rc;
}

/* Whole bases, each a source that its tables and pages are found for. */
static enum err whole_bases(const struct served *s,
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
        rc = error_set(e, ERR_LIMIT,
                       "there are %zu bases and a question is asked of at "
                       "most %d; name one in 'base'",
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

static enum err part_of_tree(const struct served *s, struct arena *a,
                             struct answer_request *out, struct error *e)
{
    struct table_source *source = arena_alloc(a, sizeof(*source), e);

    if (!source)
        return e->code;
    out->sources = source;
    out->n = 1;
    return reach_source(s, STR(REACH_ALL), a, &source->path, e);
}

static enum err choose_sources(const struct served *s,
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
    if (reach_is_partial(s))
        return part_of_tree(s, a, out, e);
    return whole_bases(s, arguments, a, out, e);
}

enum err base_tools_ask(void *context, const struct json *arguments,
                        const atomic_bool *cancel, struct arena *a,
                        struct str *json, struct error *e)
{
    const struct served *s = context;
    struct answer_request r = {.cancel = cancel};
    enum err rc = choose_sources(s, arguments, a, &r, e);

    return rc ? rc : ask_tools_answer(s, arguments, &r, a, json, e);
}
