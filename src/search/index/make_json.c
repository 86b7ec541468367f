/*
 * make_json.c - passages of a document in the base's JSON tree.
 *
 * The document lies in runs (src/store/json_document/document_run.h). They are
 * read one by one, in the order of the document, so that it is never in memory:
 * a run holds some small children of a container or opens another container.
 */
#include "search/chunks/json_chunk.h"
#include "search/index/make.h"
#include "store/json_document/versions.h"

#define ARENA_BYTES ((size_t)1 << 30)
#define LARGE_BYTES ((int64_t)16 << 20) /* coarse unless it is hot */
#define MAX_DEPTH   JSON_CHUNK_MAX_DEPTH

struct json_making {
    struct making *m;
    struct make_filters filters;
    struct json_chunker *chunker;
    struct part part;
    struct str tags;
};

static enum err put_chunk(void *ctx, const struct json_chunk *c,
                          struct error *e)
{
    struct json_making *x = ctx;
    const struct uri u = {.part = URI_JSON, .json = c->pointer};
    struct passage p = {.pointer = c->pointer,
                        .last_pointer = c->last_pointer,
                        .is_json = true,
                        .title = c->title,
                        .overlap = c->overlap_bytes,
                        .tags = x->tags,
                        .text = c->text};

    return make_put(x->m, &u, &p, &x->filters, e);
}

static enum err walk(struct json_making *x, int64_t container, bool in_object,
                     unsigned depth, struct error *e);

/* A run of small children. */
static enum err give_values(struct json_making *x, const struct run *r,
                            bool in_object, struct arena *a, struct error *e)
{
    struct json *children = NULL;
    enum err rc = run_children(r, in_object, a, &children, e);

    for (const struct json *v = rc ? NULL : children->first; v && !rc;
         v = v->next)
        rc = json_chunker_value(x->chunker, v, e);
    return rc;
}

/* A run that opens a container. */
static enum err give_open(struct json_making *x, const struct run *r,
                          bool in_object, unsigned depth, struct error *e)
{
    bool is_object = r->kind == RUN_OBJECT;
    struct str key = {0};
    struct arena a;
    enum err rc = OK;

    if (depth == MAX_DEPTH)
        return error_set(e, ERR_LIMIT, "the JSON is nested too deep");
    arena_init(&a, ARENA_BYTES);
    if (in_object)
        rc = run_key(r, &a, &key, e);
    if (!rc)
        rc = json_chunker_open(x->chunker, key,
                               is_object ? JSON_OBJECT : JSON_ARRAY, e);
    arena_release(&a);
    if (!rc)
        rc = walk(x, r->child, is_object, depth + 1, e);
    return rc ? rc : json_chunker_close(x->chunker, e);
}

static enum err walk(struct json_making *x, int64_t container, bool in_object,
                     unsigned depth, struct error *e)
{
    struct arena a[2]; /* of this run, and of the next */
    struct run r = {0};
    unsigned at = 0;
    enum err rc;

    arena_init(&a[0], ARENA_BYTES);
    arena_init(&a[1], ARENA_BYTES);
    rc = run_next(&x->part, container, STR(""), &a[at], &r, e);
    while (!rc && r.id != 0) {
        rc = r.kind == RUN_VALUES ? give_values(x, &r, in_object, &a[at], e)
                                  : give_open(x, &r, in_object, depth, e);
        at = !at;
        arena_reset(&a[at]);
        if (!rc)
            rc = run_next(&x->part, container, r.place, &a[at], &r, e);
    }
    arena_release(&a[0]);
    arena_release(&a[1]);
    return rc;
}

/* ---- what the document says of itself ---- */

#define FIELD_RUNS 16 /* that are looked through for it */

static struct str text_of(const struct json *j)
{
    switch (j->type) {
    case JSON_STRING:
    case JSON_NUMBER: return j->text;
    case JSON_TRUE: return STR("true");
    case JSON_FALSE: return STR("false");
    case JSON_NULL:
    case JSON_ARRAY:
    case JSON_OBJECT: break;
    }
    return STR("");
}

/* Its members that are a value or a list of values, as front matter has them:
 * filename, source, created_at, tags. */
static void add_members(struct json_making *x, const struct json *object)
{
    for (const struct json *j = object->first; j; j = j->next) {
        const bool is_list = j->type == JSON_ARRAY && j->first;
        const struct json *first = is_list ? j->first : j;
        struct str key = j->key;

        if (!text_of(first).n || !make_begin_field(&x->filters, &key))
            continue;
        make_add_filter(&x->filters, key, text_of(first));
        for (const struct json *v = is_list ? first->next : NULL; v;
             v = v->next)
            make_add_filter(&x->filters, key, text_of(v));
    }
}

static enum err read_members(struct json_making *x, struct arena *a,
                             struct error *e)
{
    struct json *children = NULL;
    struct run r = {0};
    int64_t root;
    enum err rc = run_next(&x->part, ROOT_CONTAINER, STR(""), a, &r, e);

    if (!rc && r.id != 0 && r.kind == RUN_VALUES) {
        rc = run_children(&r, false, a, &children, e);
        if (!rc && children->first && children->first->type == JSON_OBJECT)
            add_members(x, children->first);
        return rc;
    }
    root = r.child;
    if (rc || r.id == 0 || r.kind != RUN_OBJECT)
        return rc;
    rc = run_next(&x->part, root, STR(""), a, &r, e);
    for (size_t i = 0; i < FIELD_RUNS && !rc && r.id != 0; i++) {
        if (r.kind == RUN_VALUES)
            rc = run_children(&r, true, a, &children, e);
        if (!rc && r.kind == RUN_VALUES)
            add_members(x, children);
        if (!rc)
            rc = run_next(&x->part, root, r.place, a, &r, e);
    }
    return rc;
}

static enum err walk_document(struct json_making *x, struct arena *a,
                              struct error *e)
{
    struct data_state state;
    enum err rc =
        versions_find(x->m->base, x->m->document->id, 0, a, &state, e);

    x->part = state.part;
    if (!rc)
        rc = read_members(x, a, e);
    if (!rc)
        rc = make_join_tags(&x->filters, a, &x->tags, e);
    return rc ? rc : walk(x, ROOT_CONTAINER, false, 0, e);
}

static enum json_chunk_grain grain_of(const struct making *m, int64_t bytes)
{
    if (m->is_hot)
        return JSON_GRAIN_FINE;
    return bytes > LARGE_BYTES ? JSON_GRAIN_COARSE : JSON_GRAIN_NORMAL;
}

static enum err read_config(const struct making *m, struct arena *a,
                            struct json_chunk_config *out, struct error *e)
{
    struct str text;
    enum err rc = make_splitter(m, a, &text, e);

    return rc ? rc : json_chunk_config_parse(text, a, out, e);
}

enum err make_json(struct making *m, struct error *e)
{
    struct json_making x = {.m = m};
    const struct json_chunk_sink to = {put_chunk, &x};
    struct json_chunk_config config;
    struct arena a;
    int64_t bytes = 0;
    enum err rc;

    arena_init(&a, ARENA_BYTES);
    make_common_filters(m->document, &x.filters);
    rc = read_config(m, &a, &config, e);
    if (!rc)
        rc = data_bytes(m->base, m->document->id, &bytes, e);
    x.chunker =
        rc ? NULL : json_chunker_new(&config, grain_of(m, bytes), to, e);
    if (!rc)
        rc = x.chunker ? walk_document(&x, &a, e) : e->code;
    json_chunker_free(x.chunker);
    arena_release(&a);
    return rc;
}
