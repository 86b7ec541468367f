/*
 * edit.c - an operation is brought down to the run that it is about.
 *
 *     replace /items/7041/name      of the document
 *     replace /17/name              of a run whose first child is number 7024
 *
 * The run's children are a small tree, which json_patch_apply() changes as it would
 * a document; it also says what undoes that, and the same step backwards makes
 * an operation of the document of it. Two things are done apart, because no
 * small tree has them: a child that is open itself, and a new child beside it.
 *
 * move and copy are a read, a remove and an add; test is a read.
 */
#include "store/json_document/edit.h"

#include "store/json_document/document_store.h"
#include "store/json_document/read.h"
#include "store/json_tree/equal.h"

#define VALUE_MAX_BYTES ((size_t)1 << 30)
#define PLACE_ROOM      64

/* One operation on its way. */
struct job {
    const struct part *p;
    const struct json_patch_op *op;
    struct arena *a;
    struct undo *undo;
    struct spot spot;
};

static enum err push_undo(struct job *j, const struct json_patch_op *op,
                          struct error *e)
{
    struct undo_op *u = arena_alloc(j->a, sizeof(*u), e);

    if (!u)
        return e->code;
    *u = (struct undo_op){*op, j->undo->last};
    j->undo->last = u;
    j->undo->n++;
    return OK;
}

enum err undo_patch(const struct undo *u, struct arena *a,
                    struct json_patch *out, struct error *e)
{
    struct json_patch_op *op = arena_alloc_array(a, u->n, sizeof(*op), e);
    size_t n = 0;

    if (!op)
        return e->code;
    for (const struct undo_op *o = u->last; o; o = o->before)
        op[n++] = o->op;
    *out = (struct json_patch){op, n};
    return OK;
}

/* The first key of the run after this one: what a key at the end of this run
 * comes before. Empty key and false: it is the last run. */
static enum err key_behind(struct job *j, const struct run *r, struct str *key,
                           bool *there, struct error *e)
{
    struct run next;
    struct json *children;
    enum err rc = run_next(j->p, r->container, r->place, j->a, &next, e);

    *there = !rc && next.id != 0;
    if (!*there)
        return rc;
    if (next.kind != RUN_VALUES)
        return run_key(&next, j->a, key, e);
    rc = run_children(&next, true, j->a, &children, e);
    if (!rc)
        *key = children->first->key;
    return rc;
}

/* An operation inside the run, as one of the document: the tokens that led to
 * the run before it, and its index counted from the container's first. */
static enum err to_document(struct job *j, const struct json_patch_op *local,
                            struct json_patch_op *out, struct error *e)
{
    const struct spot *s = &j->spot;
    size_t n = s->depth + local->path.n;
    struct str *token = arena_alloc_array(j->a, n, sizeof(*token), e);
    size_t index;
    struct str first;

    if (!token)
        return e->code;
    for (size_t i = 0; i < s->depth; i++)
        token[i] = s->path.token[i];
    for (size_t i = 0; i < local->path.n; i++)
        token[s->depth + i] = local->path.token[i];
    if (!s->in_object && local->path.n > 0 &&
        pointer_index(local->path.token[0], &index)) {
        if (str_printf(j->a, &first, e, "%zu", index + (size_t)s->before))
            return e->code;
        token[s->depth] = first;
    }
    *out = *local;
    out->path = (struct pointer){token + 1, n - 1}; /* without container 0's */
    if (s->in_object && local->path.n == 1 && local->kind == JSON_PATCH_ADD &&
        local->place != JSON_PATCH_PLACE_BEFORE) {
        bool there;

        if (key_behind(j, &s->run, &out->before, &there, e))
            return e->code;
        out->place = there ? JSON_PATCH_PLACE_BEFORE : JSON_PATCH_PLACE_END;
    }
    return OK;
}

/* Everything after a run up to the next: where more of its kind may go. */
static enum err run_range_of(struct job *j, const struct run *r,
                             struct run_range *s, struct error *e)
{
    struct run next;
    enum err rc = run_next(j->p, r->container, r->place, j->a, &next, e);

    *s = (struct run_range){.container = r->container,
                            .in_object = j->spot.in_object,
                            .reuse = *r,
                            .low = r->place,
                            .high = next.place};
    return rc;
}

/* A container without children is not open any more: its opener's row becomes
 * a small child. */
static enum err close_if_empty(struct job *j, int64_t container,
                               struct error *e)
{
    struct run first, opener;
    struct str text;
    enum err rc = run_next(j->p, container, STR(""), j->a, &first, e);
    struct buf keys;
    struct str key;

    if (rc || first.id != 0 || container == ROOT_CONTAINER)
        return rc;
    rc = run_opener(j->p, container, j->a, &opener, e);
    if (rc)
        return rc;
    buf_init(&keys, PLACE_ROOM);
    if (opener.text.n > 0) {
        rc = run_key(&opener, j->a, &key, e);
        if (!rc)
            run_put_key(key, &keys);
    }
    if (!rc)
        rc = str_printf(j->a, &text, e, "%.*s%s%s", STR_FMT(opener.text),
                        opener.text.n ? ":" : "",
                        opener.kind == RUN_OBJECT ? "{}" : "[]");
    if (!rc) {
        opener.kind = RUN_VALUES;
        opener.child = 0;
        opener.text = text;
        rc = run_update(j->p, &opener, buf_str(&keys), e);
    }
    buf_release(&keys);
    return rc;
}

/* The run's children after an operation that is local to it. */
static enum err change_run(struct job *j, const struct json_patch_op *local,
                           struct error *e)
{
    const struct spot *s = &j->spot;
    struct json_patch one = {local, 1};
    struct json_patch inverse = {0};
    struct json *before;
    const struct json *after;
    struct run_range shelf;
    enum err rc = run_children(&s->run, s->in_object, j->a, &before, e);

    if (!rc)
        rc = json_patch_apply(&one, before, j->a, &after, &inverse, e);
    for (size_t i = inverse.n; i > 0 && !rc; i--) {
        struct json_patch_op op;

        rc = to_document(j, &inverse.op[i - 1], &op, e);
        if (!rc)
            rc = push_undo(j, &op, e);
    }
    if (!rc)
        rc = run_range_of(j, &s->run, &shelf, e);
    if (!rc)
        rc = store_children(j->p, &shelf, after->first, e);
    return rc ? rc : close_if_empty(j, s->container, e);
}

/* The tokens after the run's own, with that one as it is in the run. */
static enum err local_path(struct job *j, struct str first,
                           struct pointer *path, struct error *e)
{
    const struct spot *s = &j->spot;
    size_t n = s->path.n - s->depth;
    struct str *token = arena_alloc_array(j->a, n, sizeof(*token), e);

    if (!token)
        return e->code;
    token[0] = first;
    for (size_t i = 1; i < n; i++)
        token[i] = s->path.token[s->depth + i];
    *path = (struct pointer){token, n};
    return OK;
}

static enum err change_inside(struct job *j, struct error *e)
{
    struct json_patch_op local = *j->op;
    struct str token;
    enum err rc = locate_local(&j->spot, j->a, &token, e);

    if (!rc)
        rc = local_path(j, token, &local.path, e);
    return rc ? rc : change_run(j, &local, e);
}

/* A shelf for one new child between two places of the spot's container. */
static enum err add_between(struct job *j, struct str low, struct str high,
                            struct error *e)
{
    const struct spot *s = &j->spot;
    struct run_range shelf = {.container = s->container,
                              .in_object = s->in_object,
                              .low = low,
                              .high = high};
    struct json child = *j->op->value;

    child.next = NULL;
    child.key = s->in_object ? s->path.token[s->depth] : (struct str){0};
    return store_children(j->p, &shelf, &child, e);
}

/* Undoing an addition beside the spot's run; the new child has this index. */
static enum err undo_add(struct job *j, int64_t index, struct error *e)
{
    struct json_patch_op op = {.kind = JSON_PATCH_REMOVE};
    struct str token = j->spot.path.token[j->spot.depth];
    enum err rc = OK;

    if (!j->spot.in_object)
        rc = str_printf(j->a, &token, e, "%lld",
                        (long long)(index - j->spot.before));
    if (!rc)
        rc = local_path(j, token, &op.path, e);
    if (!rc)
        rc = to_document(j, &op, &op, e);
    return rc ? rc : push_undo(j, &op, e);
}

/* In front of the spot's run, which opens a child. */
static enum err add_before_open(struct job *j, struct error *e)
{
    struct spot *s = &j->spot;
    struct run previous;
    enum err rc =
        run_previous(j->p, s->container, s->run.place, j->a, &previous, e);

    if (!rc)
        rc = undo_add(j, s->before, e);
    return rc ? rc : add_between(j, previous.place, s->run.place, e);
}

/* Past the last run, or at its end. */
static enum err add_at_end(struct job *j, struct error *e)
{
    struct spot *s = &j->spot;
    struct json_patch_op local = *j->op;
    struct str token = s->in_object ? s->path.token[s->depth] : STR("-");
    enum err rc;

    if (s->run.kind != RUN_VALUES) {
        rc = undo_add(j, s->before + s->run.count, e);
        return rc ? rc : add_between(j, s->run.place, (struct str){0}, e);
    }
    rc = local_path(j, token, &local.path, e);
    return rc ? rc : change_run(j, &local, e);
}

/* In front of the member that the operation names. */
static enum err add_before_key(struct job *j, struct error *e)
{
    struct spot *s = &j->spot;
    struct json_patch_op local = *j->op;
    struct run_found f;
    enum err rc = run_find_key(j->p, s->container, j->op->before, j->a, &f, e);

    if (rc || !f.found)
        return rc ? rc : add_at_end(j, e);
    s->run = f.run;
    s->before = f.before;
    if (f.run.kind != RUN_VALUES)
        return add_before_open(j, e);
    rc = local_path(j, s->path.token[s->depth], &local.path, e);
    return rc ? rc : change_run(j, &local, e);
}

/* A child that is not there yet. */
static enum err add_new(struct job *j, struct error *e)
{
    const struct spot *s = &j->spot;
    struct str token = s->path.token[s->depth];
    size_t index;

    if (j->op->kind != JSON_PATCH_ADD || s->depth + 1 != s->path.n)
        return locate_missing(s, e);
    if (s->in_object)
        return j->op->place == JSON_PATCH_PLACE_BEFORE ? add_before_key(j, e)
                                                       : add_at_end(j, e);
    if (!str_is(token, "-") && (!pointer_index(token, &index) ||
                                index != (size_t)(s->before + s->run.count)))
        return locate_missing(s, e);
    return add_at_end(j, e);
}

/* What an open child was, to bring it back. */
static enum err undo_open(struct job *j, enum json_patch_kind kind,
                          struct error *e)
{
    struct json_patch_op op = {.kind = kind, .path = j->op->path};
    struct json *value;
    bool there = false;
    enum err rc =
        read_tree(j->p, &j->op->path, VALUE_MAX_BYTES, j->a, &value, e);

    op.value = value;
    if (!rc && kind == JSON_PATCH_ADD && j->spot.in_object) {
        rc = key_behind(j, &j->spot.run, &op.before, &there, e);
        op.place = there ? JSON_PATCH_PLACE_BEFORE : JSON_PATCH_PLACE_END;
    }
    return rc ? rc : push_undo(j, &op, e);
}

static enum err remove_open(struct job *j, struct error *e)
{
    const struct spot *s = &j->spot;
    enum err rc = undo_open(j, JSON_PATCH_ADD, e);

    if (!rc)
        rc = run_delete_container(j->p, s->run.child, e);
    if (!rc)
        rc = run_delete(j->p, &s->run, e);
    return rc ? rc : close_if_empty(j, s->container, e);
}

static enum err replace_open(struct job *j, struct error *e)
{
    const struct spot *s = &j->spot;
    struct json child = *j->op->value;
    struct run_range shelf;
    enum err rc = undo_open(j, JSON_PATCH_REPLACE, e);

    child.next = NULL;
    child.key = s->in_object ? s->path.token[s->depth] : (struct str){0};
    if (!rc)
        rc = run_delete_container(j->p, s->run.child, e);
    if (!rc)
        rc = run_range_of(j, &s->run, &shelf, e);
    return rc ? rc : store_children(j->p, &shelf, &child, e);
}

/* The operation is about an open child itself. */
static enum err change_open(struct job *j, struct error *e)
{
    if (j->op->kind == JSON_PATCH_REMOVE)
        return remove_open(j, e);
    if (j->op->kind == JSON_PATCH_REPLACE || j->spot.in_object ||
        j->op->path.n == 0)
        return replace_open(j, e);
    return add_before_open(j, e);
}

/* Arrays and objects inside each other. */
static size_t depth_of(const struct json *j)
{
    size_t deepest = 0;

    for (const struct json *c = j->first; c; c = c->next) {
        size_t depth = depth_of(c);

        deepest = depth > deepest ? depth : deepest;
    }
    return deepest + (j->type == JSON_ARRAY || j->type == JSON_OBJECT);
}

/* No run sees how deep its document is. */
static enum err check_depth(const struct json_patch_op *op, struct error *e)
{
    if (op->path.n + depth_of(op->value) <= json_default_limits.max_depth)
        return OK;
    return error_set(e, ERR_LIMIT,
                     "the document would be deeper than %u arrays and objects",
                     json_default_limits.max_depth);
}

/* add, remove or replace. */
static enum err apply_simple(const struct part *p,
                             const struct json_patch_op *op, struct arena *a,
                             struct undo *undo, struct error *e)
{
    struct job j = {.p = p, .op = op, .a = a, .undo = undo};
    struct json_patch_op whole = *op;
    enum err rc = op->kind == JSON_PATCH_REMOVE ? OK : check_depth(op, e);

    if (!rc)
        rc = locate(p, &op->path, a, &j.spot, e);
    if (rc)
        return rc;
    if (op->path.n == 0) {
        if (op->kind == JSON_PATCH_REMOVE)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "the whole document cannot be removed this way");
        whole.kind = JSON_PATCH_REPLACE; /* container 0 keeps its one child */
        j.op = &whole;
    }
    if (!j.spot.found)
        return add_new(&j, e);
    return j.spot.run.kind == RUN_VALUES ? change_inside(&j, e)
                                         : change_open(&j, e);
}

static enum err apply_test(const struct part *p, const struct json_patch_op *op,
                           struct arena *a, struct error *e)
{
    struct json *value;
    bool equal = false;
    enum err rc = read_tree(p, &op->path, VALUE_MAX_BYTES, a, &value, e);

    if (!rc)
        rc = tree_equal(value, op->value, a, &equal, e);
    if (!rc && !equal)
        rc = error_set(e, ERR_CONFLICT, "a test found another value");
    return rc;
}

/* move and copy: the value is read, then added at the path. */
static enum err apply_from(const struct part *p, const struct json_patch_op *op,
                           struct arena *a, struct undo *undo, struct error *e)
{
    struct json_patch_op remove = {.kind = JSON_PATCH_REMOVE, .path = op->from};
    struct json_patch_op add = *op;
    struct json *value;
    enum err rc = read_tree(p, &op->from, VALUE_MAX_BYTES, a, &value, e);

    add.kind = JSON_PATCH_ADD;
    add.value = value;
    if (rc || op->kind == JSON_PATCH_COPY)
        return rc ? rc : apply_simple(p, &add, a, undo, e);
    if (pointer_eq(&op->from, &op->path) && op->place == JSON_PATCH_PLACE_ANY)
        return OK;
    if (pointer_is_prefix(&op->from, &op->path) &&
        !pointer_eq(&op->from, &op->path))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a value cannot be moved into itself");
    rc = apply_simple(p, &remove, a, undo, e);
    return rc ? rc : apply_simple(p, &add, a, undo, e);
}

enum err edit_apply(const struct part *p, const struct json_patch_op *op,
                    struct arena *a, struct undo *undo, struct error *e)
{
    switch (op->kind) {
    case JSON_PATCH_TEST: return apply_test(p, op, a, e);
    case JSON_PATCH_MOVE:
    case JSON_PATCH_COPY: return apply_from(p, op, a, undo, e);
    case JSON_PATCH_ADD:
    case JSON_PATCH_REMOVE:
    case JSON_PATCH_REPLACE: break;
    }
    return apply_simple(p, op, a, undo, e);
}
