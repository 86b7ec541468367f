#include "store/json_document/read.h"

#include <string.h>

#define SCRATCH_BYTES ((size_t)512 * 1024 * 1024)

/* What is being written: an open container at each level. */
struct level {
    int64_t container;
    bool in_object;
    bool any; /* a child was written */
    struct str place;
};

struct reader {
    const struct part *p;
    struct buf *out;
    struct arena places; /* of the levels */
    struct arena rows;   /* of one row */
    struct level level[JSONW_MAX_DEPTH];
    size_t depth;
};

static enum err open_level(struct reader *r, const struct run *opener,
                           struct error *e)
{
    bool in_object = opener->kind == RUN_OBJECT;

    if (r->depth == JSONW_MAX_DEPTH)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "the JSON of a document is damaged");
    r->level[r->depth++] =
        (struct level){opener->child, in_object, false, STR("")};
    buf_put_char(r->out, in_object ? '{' : '[');
    return OK;
}

/* The next run of the deepest level, or its end. */
static enum err step(struct reader *r, struct error *e)
{
    struct level *l = &r->level[r->depth - 1];
    struct run run;
    enum err rc;

    arena_reset(&r->rows);
    rc = run_next(r->p, l->container, l->place, &r->rows, &run, e);
    if (rc)
        return rc;
    if (run.id == 0) {
        buf_put_char(r->out, l->in_object ? '}' : ']');
        r->depth--;
        return OK;
    }
    if (l->any)
        buf_put_char(r->out, ',');
    l->any = true;
    buf_put_str(r->out, run.text); /* the key, where it opens a container */
    rc = str_dup(run.place, &r->places, &l->place, e);
    if (rc || run.kind == RUN_VALUES)
        return rc;
    if (l->in_object)
        buf_put_char(r->out, ':');
    return open_level(r, &run, e);
}

/* The text of an open child, without its key. */
static enum err read_open(const struct part *p, const struct run *opener,
                          struct buf *out, struct error *e)
{
    struct reader r = {.p = p, .out = out};
    enum err rc;

    arena_init(&r.places, SCRATCH_BYTES);
    arena_init(&r.rows, SCRATCH_BYTES);
    rc = open_level(&r, opener, e);
    while (!rc && r.depth > 0 && !out->overflow)
        rc = step(&r, e);
    arena_release(&r.places);
    arena_release(&r.rows);
    return rc;
}

/* A value inside a small child; NULL when nothing is there. */
static enum err walk_small(const struct spot *s, struct arena *a,
                           const struct json **value, struct error *e)
{
    struct pointer rest = {s->path.token + s->depth, s->path.n - s->depth};
    struct json *children;
    struct str *token;
    size_t reached;
    enum err rc = run_children(&s->run, s->in_object, a, &children, e);

    if (rc)
        return rc;
    token = arena_alloc_array(a, rest.n, sizeof(*token), e);
    if (!token)
        return e->code;
    memcpy(token, rest.token, rest.n * sizeof(*token));
    rc = locate_local(s, a, &token[0], e);
    if (rc)
        return rc;
    rest.token = token;
    *value = pointer_walk(children, &rest, &reached);
    if (reached < rest.n)
        *value = NULL;
    return OK;
}

enum err read_type(const struct part *p, const struct pointer *ptr, bool *found,
                   enum json_type *type, struct error *e)
{
    const struct json *value = NULL;
    struct spot s;
    struct arena a;
    enum err rc;

    arena_init(&a, SCRATCH_BYTES);
    rc = locate(p, ptr, &a, &s, e);
    *found = !rc && s.found;
    if (*found && s.run.kind == RUN_VALUES) {
        rc = walk_small(&s, &a, &value, e);
        *found = !rc && value;
        if (*found)
            *type = value->type;
    } else if (*found) {
        *type = s.run.kind == RUN_OBJECT ? JSON_OBJECT : JSON_ARRAY;
    }
    arena_release(&a);
    return rc;
}

static enum err read_small(const struct spot *s, struct arena *a,
                           struct buf *out, struct error *e)
{
    const struct json *value = NULL;
    struct jsonw w;
    enum err rc = walk_small(s, a, &value, e);

    if (!rc && !value)
        rc = error_set(e, ERR_NOT_FOUND, "the pointer names nothing");
    if (rc)
        return rc;
    jsonw_init(&w, out);
    json_write(value, &w);
    return OK;
}

enum err read_value(const struct part *p, const struct pointer *ptr,
                    struct buf *out, struct error *e)
{
    struct arena a;
    struct spot s;
    struct str whole;
    enum err rc;

    arena_init(&a, SCRATCH_BYTES);
    rc = locate(p, ptr, &a, &s, e);
    if (!rc && !s.found)
        rc = locate_missing(&s, e);
    if (!rc)
        rc = s.run.kind == RUN_VALUES ? read_small(&s, &a, out, e)
                                      : read_open(p, &s.run, out, e);
    if (!rc)
        rc = buf_finish(out, &whole, e);
    arena_release(&a);
    return rc;
}

enum err read_tree(const struct part *p, const struct pointer *ptr,
                   size_t max_bytes, struct arena *a, struct json **out,
                   struct error *e)
{
    struct buf text;
    enum err rc;

    buf_init(&text, max_bytes);
    rc = read_value(p, ptr, &text, e);
    if (!rc)
        rc = json_parse(buf_str(&text), &json_default_limits, a, out, e);
    buf_release(&text);
    return rc;
}
