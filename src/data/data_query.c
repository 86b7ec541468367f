#include "data/data_query.h"

#include "jmespath/jmespath.h"
#include "tree/diff.h"
#include "tree/schema.h"

#define MEMORY_BYTES ((size_t)4 << 30) /* trees, and what is made of them */

/* A value of the tree, as a tree in `a`. */
static enum err read_tree_at(const struct base *b, struct str pointer,
                             int64_t as_of, struct arena *a,
                             struct data_value *found, struct json **tree,
                             struct error *e)
{
    struct buf text;
    enum err rc;

    buf_init(&text, DATA_QUERY_MAX_BYTES);
    rc = data_read(b, pointer, as_of, a, &text, found, e);
    if (rc == ERR_LIMIT && text.overflow)
        rc = error_set(e, ERR_LIMIT,
                       "up to %zu MiB are looked through; name a part of the "
                       "tree by its pointer",
                       DATA_QUERY_MAX_BYTES >> 20);
    if (!rc)
        rc = json_parse(buf_str(&text), &json_default_limits, a, tree, e);
    buf_release(&text);
    return rc;
}

/* A JMESPath field looks into objects only, a pointer into arrays as well. */
static bool could_be_index(struct str name)
{
    size_t index;

    return pointer_index(name, &index);
}

/* The question's pointer with the fields behind it. */
static enum err pointer_of(const struct data_question *q,
                           const struct jmespath_path *p, struct arena *a,
                           struct str *pointer, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, 2 * POINTER_MAX_BYTES);
    buf_put_str(&b, q->pointer);
    for (size_t i = 0; i < p->n; i++)
        pointer_write_token(p->name[i], &b);
    rc = buf_finish(&b, pointer, e);
    if (!rc)
        rc = str_dup(*pointer, a, pointer, e);
    buf_release(&b);
    return rc;
}

/* Read only what the fields name. *tree is NULL where that would not be the
 * same: a field is not there, or is the name of a document and not its key. */
static enum err read_narrow(const struct base *b, const struct data_question *q,
                            const struct jmespath_path *p, struct arena *a,
                            struct data_value *found, struct json **tree,
                            struct error *e)
{
    struct error missing = {0};
    struct str pointer;
    size_t n;
    enum err rc;

    *tree = NULL;
    for (size_t i = 0; i < p->n; i++) {
        if (could_be_index(p->name[i]))
            return OK;
    }
    rc = pointer_of(q, p, a, &pointer, e);
    if (rc)
        return rc;
    rc = read_tree_at(b, pointer, q->as_of, a, found, tree, &missing);
    if (rc == ERR_NOT_FOUND)
        return OK;
    if (rc) {
        *e = missing;
        return rc;
    }
    if (q->pointer.n == 0 && !str_eq(found->pointer, pointer))
        *tree = NULL;
    n = pointer.n - q->pointer.n;
    found->pointer = str_slice(found->pointer, 0, found->pointer.n - n);
    return OK;
}

static enum err query(const struct base *b, const struct data_question *q,
                      struct arena *a, struct buf *out,
                      struct data_value *found, struct error *e)
{
    struct jmespath_path path;
    struct jmespath *whole;
    struct jmespath *rest;
    struct json *tree = NULL;
    struct json *result;
    struct str text;
    struct jsonw w;
    enum err rc = jmespath_compile(q->expression, a, &whole, e);

    if (!rc)
        rc = jmespath_split(whole, a, &path, &rest, e);
    if (!rc && path.n > 0)
        rc = read_narrow(b, q, &path, a, found, &tree, e);
    if (!rc && !tree) {
        rest = whole;
        rc = read_tree_at(b, q->pointer, q->as_of, a, found, &tree, e);
    }
    if (!rc)
        rc = jmespath_evaluate(rest, tree, &jmespath_default_limits, a, &result,
                               e);
    if (rc)
        return rc;
    jsonw_init(&w, out);
    json_write(result, &w);
    return buf_finish(out, &text, e);
}

enum err data_query(const struct base *b, const struct data_question *q,
                    struct arena *a, struct buf *out, struct data_value *found,
                    struct error *e)
{
    struct arena work;
    enum err rc;

    arena_init(&work, MEMORY_BYTES);
    rc = query(b, q, &work, out, found, e);
    if (!rc)
        rc = str_dup(found->pointer, a, &found->pointer, e);
    arena_release(&work);
    return rc;
}

enum err data_schema(const struct base *b, struct str pointer, int64_t as_of,
                     struct arena *a, struct buf *out, struct data_value *found,
                     struct error *e)
{
    struct arena work;
    struct json *tree;
    struct str text;
    struct jsonw w;
    enum err rc;

    arena_init(&work, MEMORY_BYTES);
    jsonw_init(&w, out);
    rc = read_tree_at(b, pointer, as_of, &work, found, &tree, e);
    if (!rc)
        rc = schema_write(tree, &schema_default_limits, &work, &w, e);
    if (!rc)
        rc = buf_finish(out, &text, e);
    if (!rc)
        rc = str_dup(found->pointer, a, &found->pointer, e);
    arena_release(&work);
    return rc;
}

static enum err diff(const struct base *b, struct str pointer,
                     struct data_span span, struct arena *a, struct buf *out,
                     struct data_value *found, struct error *e)
{
    struct json *from, *to;
    struct patch patch;
    struct str text;
    struct jsonw w;
    enum err rc = read_tree_at(b, pointer, span.from, a, found, &from, e);

    if (!rc)
        rc = read_tree_at(b, pointer, span.to, a, found, &to, e);
    if (!rc)
        rc = tree_diff(from, to, a, &patch, e);
    if (rc)
        return rc;
    jsonw_init(&w, out);
    patch_write(&patch, &w);
    return buf_finish(out, &text, e);
}

enum err data_diff(const struct base *b, struct str pointer,
                   struct data_span span, struct arena *a, struct buf *out,
                   struct data_value *found, struct error *e)
{
    struct arena work;
    enum err rc;

    arena_init(&work, MEMORY_BYTES);
    rc = diff(b, pointer, span, &work, out, found, e);
    if (!rc)
        rc = str_dup(found->pointer, a, &found->pointer, e);
    arena_release(&work);
    return rc;
}
