/*
 * jp_path.c - `a.b[?c].d` is `@[?c].d` asked of /a/b.
 *
 * Of a list of parts, each of which sees only what the one before it found,
 * the first may be done elsewhere. These are the kinds with a `left`; where
 * one of another kind comes first (`a || b`, `length(a)`), nothing is split.
 */
#include "store/jmespath/jp_ast.h"

/* Is it a, or a.b, or a.b.c, ...? *n counts the names. */
static bool is_chain(const struct jp_node *x, size_t *n)
{
    *n = 1;
    while (x && x->kind == JP_SUB && x->right->kind == JP_FIELD) {
        (*n)++;
        x = x->left;
    }
    return x && x->kind == JP_FIELD;
}

/* The names of a chain, and at its place the value that it will have found. */
static enum err cut(const struct jp_node *x, struct jmespath_path *p,
                    const struct jp_node **place, struct arena *a,
                    struct error *e)
{
    struct str *name = arena_alloc_array(a, p->n, sizeof(*name), e);
    struct jp_node *current = arena_alloc(a, sizeof(*current), e);
    size_t i = p->n;

    if (!name || !current)
        return e->code;
    *current = (struct jp_node){.kind = JP_CURRENT, .depth = 1, .at = x->at};
    *place = current;
    for (; x->kind == JP_SUB; x = x->left)
        name[--i] = x->right->name;
    name[0] = x->name;
    p->name = name;
    return OK;
}

/* Does it look at nothing of the value but through its left side? */
static bool only_left(const struct jp_node *x)
{
    switch (x->kind) {
    case JP_INDEX:
    case JP_SLICE:
    case JP_FLATTEN:
    case JP_SUB:
    case JP_PROJECT:
    case JP_VALUES:
    case JP_FILTER: return x->left != NULL;
    default: return false;
    }
}

enum err jmespath_split(const struct jmespath *x, struct arena *a,
                        struct jmespath_path *p, struct jmespath **rest,
                        struct error *e)
{
    struct jmespath *out = arena_alloc(a, sizeof(*out), e);
    const struct jp_node *at = x->top;
    const struct jp_node **place;

    if (!out)
        return e->code;
    *p = (struct jmespath_path){0};
    *out = *x;
    *rest = out;
    place = &out->top; /* of a copy of `at`, in what is copied */
    while (!is_chain(at, &p->n)) {
        struct jp_node *copy = arena_alloc(a, sizeof(*copy), e);

        p->n = 0;
        if (!copy)
            return e->code;
        if (!only_left(at)) {
            out->top = x->top;
            return OK;
        }
        *copy = *at;
        *place = copy;
        place = &copy->left;
        at = at->left;
    }
    return cut(at, p, place, a, e);
}
