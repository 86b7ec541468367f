#include "data/read.h"

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

enum err read_open(const struct part *p, const struct run *opener,
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

/* A value inside a small child. */
static enum err read_small(const struct spot *s, struct arena *a,
                           struct buf *out, struct error *e)
{
    struct json *children;
    const struct json *value;
    struct jsonw w;
    struct pointer rest = {s->path.token + s->depth, s->path.n - s->depth};
    struct str *token;
    enum err rc = run_children(&s->run, s->in_object, a, &children, e);

    if (rc)
        return rc;
    token = arena_alloc_array(a, rest.n, sizeof(*token), e);
    if (!token)
        return e->code;
    for (size_t i = 0; i < rest.n; i++)
        token[i] = rest.token[i];
    rest.token = token;
    rc = locate_local(s, a, &token[0], e);
    if (!rc)
        rc = pointer_get(children, &rest, &value, e);
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
