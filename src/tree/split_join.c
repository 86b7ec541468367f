/* The way back: a walk over the containers, without recursion. */
#include "tree/split.h"

#define DEPTH_LIMIT 1000

struct level {
    uint64_t container;
    uint64_t next; /* number of its next run */
    enum split_kind kind;
};

struct join {
    const struct split_source *from;
    struct level *level; /* [max_depth + 1] */
    size_t n;
    unsigned max_depth;
    struct buf *out;
};

static void write_bracket(struct join *j, enum split_kind kind, bool end)
{
    if (kind == SPLIT_ARRAY)
        buf_put_char(j->out, end ? ']' : '[');
    else if (kind == SPLIT_OBJECT)
        buf_put_char(j->out, end ? '}' : '{');
}

static enum err enter(struct join *j, uint64_t container, enum split_kind kind,
                      struct error *e)
{
    if (j->n > j->max_depth)
        return error_set(e, ERR_LIMIT,
                         "more than %u arrays and objects inside each other",
                         j->max_depth);
    j->level[j->n++] = (struct level){.container = container, .kind = kind};
    write_bracket(j, kind, false);
    return OK;
}

/* One run of the innermost container, or its end. */
static enum err step(struct join *j, struct error *e)
{
    struct level *at = &j->level[j->n - 1];
    struct split_run r = {0};
    struct str all;
    bool end = false;
    enum err rc =
        j->from->run(j->from->ctx, at->container, at->next, &r, &end, e);

    if (rc == OK && j->out->overflow)
        rc = buf_finish(j->out, &all, e);
    if (rc != OK)
        return rc;
    if (end) {
        write_bracket(j, at->kind, true);
        j->n--;
        return OK;
    }
    if (at->next++)
        buf_put_char(j->out, ',');
    if (r.kind == SPLIT_VALUES) {
        buf_put_str(j->out, r.text);
        return OK;
    }
    if (at->kind == SPLIT_OBJECT) {
        buf_put_str(j->out, r.key);
        buf_put_char(j->out, ':');
    }
    return enter(j, r.child, r.kind, e);
}

enum err split_join(uint64_t container, enum split_kind kind,
                    const struct split_source *from, unsigned max_depth,
                    struct buf *out, struct error *e)
{
    struct join j = {.from = from, .max_depth = max_depth, .out = out};
    struct arena a;
    enum err rc;

    BUG_ON(max_depth > DEPTH_LIMIT);
    arena_init(&a, SIZE_MAX);
    j.level = arena_alloc_array(&a, max_depth + 1, sizeof(*j.level), e);
    rc = j.level ? enter(&j, container, kind, e) : e->code;
    while (rc == OK && j.n)
        rc = step(&j, e);
    arena_release(&a);
    return rc;
}
