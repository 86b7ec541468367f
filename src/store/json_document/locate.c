#include "store/json_document/locate.h"

#include <string.h>

/* "0" before the tokens, so that the document's value is a child like all. */
static enum err with_root(const struct pointer *ptr, struct arena *a,
                          struct pointer *out, struct error *e)
{
    struct str *token = arena_alloc_array(a, ptr->n + 1, sizeof(*token), e);

    if (!token)
        return e->code;
    token[0] = STR("0");
    if (ptr->n > 0)
        memcpy(token + 1, ptr->token, ptr->n * sizeof(*token));
    *out = (struct pointer){token, ptr->n + 1};
    return OK;
}

/* The run of one token in the spot's container. */
static enum err step(const struct part *p, struct arena *a, struct spot *s,
                     struct error *e)
{
    struct str token = s->path.token[s->depth];
    struct run_found f = {0};
    size_t index = SIZE_MAX;
    enum err rc;

    if (s->in_object) {
        rc = run_find_key(p, s->container, token, a, &f, e);
    } else {
        if (!pointer_index(token, &index))
            index = SIZE_MAX; /* "-" and what is not an index: after the last */
        rc = run_find_index(p, s->container, index, a, &f, e);
    }
    if (!rc && f.run.id == 0)
        rc = error_set(e, ERR_FILE_READ_FAILED,
                       "the JSON of a document is damaged");
    s->run = f.run;
    s->before = f.before;
    s->found = f.found;
    return rc;
}

enum err locate(const struct part *p, const struct pointer *ptr,
                struct arena *a, struct spot *s, struct error *e)
{
    enum err rc;

    *s = (struct spot){.container = ROOT_CONTAINER};
    rc = with_root(ptr, a, &s->path, e);
    while (!rc) {
        rc = step(p, a, s, e);
        if (rc || !s->found || s->run.kind == RUN_VALUES ||
            s->depth + 1 == s->path.n)
            break;
        s->container = s->run.child;
        s->in_object = s->run.kind == RUN_OBJECT;
        s->depth++;
    }
    return rc;
}

enum err locate_missing(const struct spot *s, struct error *e)
{
    return error_set(e, ERR_NOT_FOUND,
                     "token %zu of the pointer names nothing in the %s that "
                     "it is looked for in",
                     s->depth, s->in_object ? "object" : "array");
}

enum err locate_local(const struct spot *s, struct arena *a, struct str *token,
                      struct error *e)
{
    size_t index;

    *token = s->path.token[s->depth];
    if (s->in_object || !pointer_index(*token, &index))
        return OK;
    return str_printf(a, token, e, "%zu", index - (size_t)s->before);
}
