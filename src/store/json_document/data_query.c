#include "store/json_document/data_query.h"

#include "store/database/db_cancel.h"
#include "store/jmespath/jmespath.h"
#include "store/json_tree/diff.h"
#include "store/json_tree/tree_schema.h"

#define MEMORY_BYTES ((size_t)4 << 30) /* trees, and what is made of them */

/* A value of the tree, as a tree in `a`. */
static enum err read_tree_at(const struct base *b,
                             const struct data_place *place, struct arena *a,
                             struct data_value *found, struct json **tree,
                             struct error *e)
{
    struct buf text;
    enum err rc;

    buf_init(&text, DATA_QUERY_MAX_BYTES);
    rc = data_read(b, place, a, &text, found, e);
    if (rc == ERR_LIMIT && text.overflow)
        rc = error_set(e, ERR_LIMIT,
                       "up to %zu MiB are looked through; name a part of the "
                       "tree by its pointer",
                       DATA_QUERY_MAX_BYTES >> 20);
    if (!rc)
        rc = json_parse(buf_str(&text), &json_answer_limits, a, tree, e);
    buf_release(&text);
    return rc;
}

/* A JMESPath field looks into objects only, a pointer into arrays as well. */
static bool could_be_index(struct str name)
{
    size_t index;

    return pointer_index(name, &index);
}

/* The place's pointer with the fields after it. */
static enum err pointer_of(const struct data_place *place,
                           const struct jmespath_path *p, struct arena *a,
                           struct str *pointer, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, 2 * POINTER_MAX_BYTES);
    buf_put_str(&b, place->pointer);
    for (size_t i = 0; i < p->n; i++)
        pointer_write_token(p->name[i], &b);
    rc = buf_dup(&b, a, pointer, e);
    buf_release(&b);
    return rc;
}

/* A question on its way. */
struct job {
    const struct base *b;
    const struct data_question *q;
    struct arena *a;
    struct data_value *found;
    struct json *tree; /* what is asked; NULL: not read yet */
};

/* Read only what the fields name, unless that would not be the same: a field is
 * not there, or is the name of a document and not its key. */
static enum err read_narrow(struct job *j, const struct jmespath_path *p,
                            struct error *e)
{
    struct data_place place = j->q->place;
    struct str *resolved = &j->found->pointer;
    struct error missing = {0};
    enum err rc;

    for (size_t i = 0; i < p->n; i++) {
        if (could_be_index(p->name[i]))
            return OK;
    }
    rc = pointer_of(&j->q->place, p, j->a, &place.pointer, e);
    if (rc)
        return rc;
    rc = read_tree_at(j->b, &place, j->a, j->found, &j->tree, &missing);
    if (rc == ERR_NOT_FOUND) {
        j->tree = NULL;
        return OK;
    }
    if (rc) {
        *e = missing;
        return rc;
    }
    if (j->q->place.pointer.n == 0 && !str_eq(*resolved, place.pointer))
        j->tree = NULL;
    resolved->n -= place.pointer.n - j->q->place.pointer.n;
    return OK;
}

static enum err query(struct job *j, struct buf *out, struct error *e)
{
    const struct jmespath_limits lim = {.max_steps =
                                            jmespath_default_limits.max_steps,
                                        .cancel = db_cancel(j->b->db)};
    struct jmespath_path path;
    struct jmespath *whole;
    struct jmespath *rest;
    struct jsonw w;
    enum err rc = jmespath_compile(j->q->expression, j->a, &whole, e);

    if (!rc)
        rc = jmespath_split(whole, j->a, &path, &rest, e);
    if (!rc && path.n > 0)
        rc = read_narrow(j, &path, e);
    if (!rc && !j->tree) {
        rest = whole;
        rc = read_tree_at(j->b, &j->q->place, j->a, j->found, &j->tree, e);
    }
    if (rc)
        return rc;
    jsonw_init(&w, out);
    return jmespath_write(rest, j->tree, &lim, j->a, &w, e);
}

enum err data_query(const struct base *b, const struct data_question *q,
                    struct arena *a, struct buf *out, struct data_value *found,
                    struct error *e)
{
    struct arena work;
    struct job j = {.b = b, .q = q, .a = &work, .found = found};
    enum err rc;

    arena_init(&work, MEMORY_BYTES);
    rc = query(&j, out, e);
    if (!rc)
        rc = str_dup(found->pointer, a, &found->pointer, e);
    arena_release(&work);
    return rc;
}

enum err data_schema(const struct base *b, const struct data_place *place,
                     struct arena *a, struct buf *out, struct data_value *found,
                     struct error *e)
{
    struct schema_limits lim = schema_default_limits;
    struct arena work;
    struct json *tree;
    struct str text;
    struct jsonw w;
    enum err rc;

    lim.cancel = db_cancel(b->db);
    arena_init(&work, MEMORY_BYTES);
    jsonw_init(&w, out);
    rc = read_tree_at(b, place, &work, found, &tree, e);
    if (!rc)
        rc = schema_write(tree, &lim, &work, &w, e);
    if (!rc)
        rc = buf_finish(out, &text, e);
    if (!rc)
        rc = str_dup(found->pointer, a, &found->pointer, e);
    arena_release(&work);
    return rc;
}

static enum err diff(const struct base *b, const struct data_span *span,
                     struct arena *a, struct buf *out, struct data_value *found,
                     struct error *e)
{
    const struct data_place before = {span->pointer, span->from};
    const struct data_place after = {span->pointer, span->to};
    struct json *from, *to;
    struct json_patch patch;
    struct str text;
    struct jsonw w;
    enum err rc = read_tree_at(b, &before, a, found, &from, e);

    if (!rc)
        rc = read_tree_at(b, &after, a, found, &to, e);
    if (!rc)
        rc = tree_diff(from, to, a, &patch, e);
    if (rc)
        return rc;
    jsonw_init(&w, out);
    json_patch_write(&patch, &w);
    return buf_finish(out, &text, e);
}

enum err data_diff(const struct base *b, const struct data_span *span,
                   struct arena *a, struct buf *out, struct data_value *found,
                   struct error *e)
{
    struct arena work;
    enum err rc;

    arena_init(&work, MEMORY_BYTES);
    rc = diff(b, span, &work, out, found, e);
    if (!rc)
        rc = str_dup(found->pointer, a, &found->pointer, e);
    arena_release(&work);
    return rc;
}
