/*
 * The operations of RFC 6902 section 4 on a draft of the tree.
 *
 * The inverse. Each operation pushes what undoes it, and the patch back is
 * what was pushed, last first. What an operation takes out of the draft is
 * never changed again, so the inverse may keep it as it is. Only what stays in
 * the draft, a moved value, must be copied where the inverse needs it.
 *
 * A move is undone by the move back, with two exceptions that need the value:
 * when it went over a member that was there, and when it left what now follows
 * it ("/0/x" to "/0" in [{"x":1}]: the move back would go into itself).
 */
#include "store/json_tree/draft.h"
#include "store/json_tree/equal.h"
#include "store/json_tree/json_patch.h"

struct undo {
    struct json_patch_op op;
    struct undo *below;
};

struct apply {
    struct draft d;
    struct arena *a;
    struct undo *undo; /* the newest */
    size_t undos;
    uint64_t grown; /* values that were added or copied */
};

/* Where a pointer leads: to `at`, or between children of `parent`. */
struct place {
    struct draft_node *parent; /* NULL: the whole document */
    struct draft_node *at;     /* NULL: nothing is there yet */
};

/* ---- finding places ---- */

/* The value that the first n tokens name. */
static enum err descend(struct apply *ap, const struct pointer *p, size_t n,
                        struct draft_node **node, struct error *e)
{
    *node = ap->d.root;
    for (size_t i = 0; i < n; i++) {
        struct draft_node *child = NULL;
        enum err rc = draft_child(&ap->d, *node, p->token[i], &child, e);

        if (rc != OK)
            return rc;
        if (!child)
            return pointer_missing(p, i, &(*node)->j, e);
        *node = child;
    }
    return OK;
}

/* The place of an existing value. */
static enum err find_existing(struct apply *ap, const struct pointer *p,
                              struct place *place, struct error *e)
{
    enum err rc;

    *place = (struct place){.at = ap->d.root};
    if (p->n == 0)
        return OK;
    rc = descend(ap, p, p->n - 1, &place->parent, e);
    if (rc == OK)
        rc = draft_child(&ap->d, place->parent, p->token[p->n - 1], &place->at,
                         e);
    if (rc == OK && !place->at)
        rc = pointer_missing(p, p->n - 1, &place->parent->j, e);
    return rc;
}

/* May `token` name the place after the last element of an array? */
static bool is_end(const struct json *array, struct str token)
{
    size_t index = 0;

    return str_is(token, "-") ||
           (pointer_index(token, &index) && index == array->count);
}

/* The place where an add would put a value. */
static enum err find_target(struct apply *ap, const struct pointer *p,
                            struct place *place, struct error *e)
{
    struct str token;
    enum err rc;

    *place = (struct place){.at = ap->d.root};
    if (p->n == 0)
        return OK;
    token = p->token[p->n - 1];
    rc = descend(ap, p, p->n - 1, &place->parent, e);
    if (rc == OK)
        rc = draft_child(&ap->d, place->parent, token, &place->at, e);
    if (rc != OK || place->at || place->parent->j.type == JSON_OBJECT ||
        (place->parent->j.type == JSON_ARRAY &&
         is_end(&place->parent->j, token)))
        return rc;
    return pointer_missing(p, p->n - 1, &place->parent->j, e);
}

/* ---- what undoes an operation ---- */

static enum err push_undo(struct apply *ap, const struct json_patch_op *op,
                          struct error *e)
{
    struct undo *u = arena_alloc(ap->a, sizeof(*u), e);

    if (!u)
        return e->code;
    *u = (struct undo){*op, ap->undo};
    ap->undo = u;
    ap->undos++;
    return OK;
}

/* `p`, with the index instead of '-'; `count` is the array's before the add. */
static enum err fixed_pointer(struct apply *ap, const struct pointer *p,
                              const struct place *place, size_t count,
                              struct pointer *out, struct error *e)
{
    struct str *token;

    *out = *p;
    if (!place->parent || place->parent->j.type != JSON_ARRAY ||
        !str_is(p->token[p->n - 1], "-"))
        return OK;
    token = arena_alloc_array(ap->a, p->n, sizeof(*token), e);
    if (!token)
        return e->code;
    for (size_t i = 0; i + 1 < p->n; i++)
        token[i] = p->token[i];
    out->token = token;
    return str_printf(ap->a, &token[p->n - 1], e, "%zu", count);
}

/* Where among the keys `at` is, for an operation that puts it back. */
static void keep_place(const struct place *place, struct json_patch_op *op)
{
    const struct draft_node *next = draft_next(place->at);

    if (!place->parent || place->parent->j.type != JSON_OBJECT || !next)
        return;
    op->place = JSON_PATCH_PLACE_BEFORE;
    op->before = next->j.key;
}

/* ---- edits of the draft ---- */

static enum err check_depth(struct apply *ap, const struct pointer *p,
                            const struct json *value, struct error *e)
{
    size_t depth = 0;
    enum err rc = draft_depth(&ap->d, value, &depth, e);

    if (rc == OK && depth + p->n > json_default_limits.max_depth)
        rc = error_set(e, ERR_LIMIT,
                       "the result has more than %u arrays and objects inside "
                       "each other",
                       json_default_limits.max_depth);
    return rc;
}

/* As check_depth(), for a value that comes on top of what is there. */
static enum err check_new(struct apply *ap, const struct pointer *p,
                          const struct json *value, struct error *e)
{
    uint64_t before = ap->d.steps;
    enum err rc = check_depth(ap, p, value, e);

    ap->grown += ap->d.steps - before; /* a step a value */
    if (rc == OK && ap->grown > JSON_PATCH_MAX_GROWTH)
        rc = error_set(e, ERR_LIMIT, "the patch adds more than %llu values",
                       (unsigned long long)JSON_PATCH_MAX_GROWTH);
    return rc;
}

/* The member before which a new one goes, or NULL for the end. */
static enum err find_before(struct apply *ap, struct draft_node *parent,
                            const struct json_patch_op *op,
                            struct draft_node **before, struct error *e)
{
    *before = NULL;
    if (op->place != JSON_PATCH_PLACE_BEFORE)
        return OK;
    return draft_child(&ap->d, parent, op->before, before, e);
}

/*
 * Put a value where an add puts it. In an object that has the key the value
 * is exchanged, and *old is what was there.
 */
static enum err put(struct apply *ap, const struct json_patch_op *op,
                    const struct place *place, struct draft_node *node,
                    struct draft_node **old, struct error *e)
{
    struct draft_node *before = place->at;
    enum err rc = OK;

    *old = NULL;
    if (!place->parent) {
        *old = ap->d.root;
        ap->d.root = node;
        return OK;
    }
    if (place->parent->j.type == JSON_ARRAY)
        return draft_insert(&ap->d, place->parent, before, node, e);
    node->j.key = op->path.token[op->path.n - 1];
    if (place->at) {
        *old = place->at;
        before = draft_next(place->at);
        draft_remove(place->parent, place->at);
    } else {
        rc = find_before(ap, place->parent, op, &before, e);
    }
    if (rc == OK)
        rc = draft_insert(&ap->d, place->parent, before, node, e);
    return rc;
}

/* Put a new value and remember how to undo that. */
static enum err put_new(struct apply *ap, const struct json_patch_op *op,
                        struct draft_node *node, struct error *e)
{
    struct json_patch_op back = {.kind = JSON_PATCH_REMOVE};
    struct draft_node *old = NULL;
    struct place place;
    size_t count;
    enum err rc = find_target(ap, &op->path, &place, e);

    if (rc != OK)
        return rc;
    count = place.parent ? place.parent->j.count : 0;
    rc = put(ap, op, &place, node, &old, e);
    if (rc == OK)
        rc = fixed_pointer(ap, &op->path, &place, count, &back.path, e);
    if (rc == OK && old) {
        back.kind = JSON_PATCH_REPLACE;
        back.value = &old->j;
    }
    return rc == OK ? push_undo(ap, &back, e) : rc;
}

static enum err do_add(struct apply *ap, const struct json_patch_op *op,
                       struct error *e)
{
    struct draft_node *node;
    enum err rc = check_new(ap, &op->path, op->value, e);

    if (rc != OK)
        return rc;
    node = draft_node_new(&ap->d, op->value, e);
    return node ? put_new(ap, op, node, e) : e->code;
}

static enum err do_remove(struct apply *ap, const struct json_patch_op *op,
                          struct error *e)
{
    struct json_patch_op back = {.kind = JSON_PATCH_ADD, .path = op->path};
    struct place place;
    enum err rc = find_existing(ap, &op->path, &place, e);

    if (rc != OK)
        return rc;
    if (!place.parent)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the whole document cannot be removed; replace it");
    keep_place(&place, &back);
    back.value = &place.at->j;
    draft_remove(place.parent, place.at);
    return push_undo(ap, &back, e);
}

static enum err do_replace(struct apply *ap, const struct json_patch_op *op,
                           struct error *e)
{
    struct json_patch_op back = {.kind = JSON_PATCH_REPLACE, .path = op->path};
    struct draft_node *node;
    struct place place;
    enum err rc = find_existing(ap, &op->path, &place, e);

    if (rc == OK)
        rc = check_new(ap, &op->path, op->value, e);
    if (rc != OK)
        return rc;
    node = draft_node_new(&ap->d, op->value, e);
    if (!node)
        return e->code;
    back.value = &place.at->j;
    if (!place.parent) {
        ap->d.root = node;
    } else {
        struct draft_node *next = draft_next(place.at);

        node->j.key = place.at->j.key;
        draft_remove(place.parent, place.at);
        rc = draft_insert(&ap->d, place.parent, next, node, e);
        if (rc != OK)
            return rc;
    }
    return push_undo(ap, &back, e);
}

static enum err do_copy(struct apply *ap, const struct json_patch_op *op,
                        struct error *e)
{
    struct draft_node *node;
    struct place from;
    enum err rc = find_existing(ap, &op->from, &from, e);

    if (rc == OK)
        rc = check_new(ap, &op->path, &from.at->j, e);
    if (rc != OK)
        return rc;
    node = draft_copy(&ap->d, from.at, e);
    return node ? put_new(ap, op, node, e) : e->code;
}

/* A move to where the value is: at most its place among the keys changes. */
static enum err move_in_place(struct apply *ap, const struct json_patch_op *op,
                              struct error *e)
{
    struct json_patch_op back = *op;
    struct draft_node *before = NULL;
    struct place place;
    enum err rc = find_existing(ap, &op->from, &place, e);

    if (rc != OK || op->place == JSON_PATCH_PLACE_ANY || !place.parent ||
        place.parent->j.type != JSON_OBJECT)
        return rc;
    rc = find_before(ap, place.parent, op, &before, e);
    if (rc != OK || before == place.at ||
        (!before && op->place == JSON_PATCH_PLACE_BEFORE))
        return rc;
    back.place = JSON_PATCH_PLACE_END;
    keep_place(&place, &back);
    draft_remove(place.parent, place.at);
    rc = draft_insert(&ap->d, place.parent, before, place.at, e);
    return rc == OK ? push_undo(ap, &back, e) : rc;
}

/* Put a value back by adding it again, when it cannot be moved back. */
static enum err undo_by_value(struct apply *ap, struct json_patch_op *back,
                              const struct pointer *path,
                              const struct draft_node *node,
                              const struct draft_node *old, struct error *e)
{
    struct json_patch_op first = {.kind = JSON_PATCH_REMOVE, .path = *path};
    const struct draft_node *copy = draft_copy(&ap->d, node, e);
    enum err rc;

    if (!copy)
        return e->code;
    if (old) {
        first.kind = JSON_PATCH_REPLACE;
        first.value = &old->j;
    }
    back->kind = JSON_PATCH_ADD;
    back->path = back->from;
    back->from = (struct pointer){0};
    back->value = &copy->j;
    rc = push_undo(ap, back, e);
    return rc == OK ? push_undo(ap, &first, e) : rc;
}

/* The value at `from`, which is out of the draft by now, goes to op->path. */
static enum err put_moved(struct apply *ap, const struct json_patch_op *op,
                          struct json_patch_op *back, struct draft_node *node,
                          struct error *e)
{
    struct draft_node *old = NULL;
    struct pointer path;
    struct place place;
    size_t count;
    enum err rc = find_target(ap, &op->path, &place, e);

    if (rc != OK)
        return rc;
    count = place.parent->j.count;
    rc = put(ap, op, &place, node, &old, e);
    if (rc == OK)
        rc = fixed_pointer(ap, &op->path, &place, count, &path, e);
    if (rc != OK)
        return rc;
    if (!old && pointer_eq(&path, &op->from)) /* "-" where it was last */
        return OK;
    if (old || pointer_is_prefix(&path, &op->from)) {
        back->from = op->from;
        return undo_by_value(ap, back, &path, node, old, e);
    }
    back->from = path;
    back->path = op->from;
    return push_undo(ap, back, e);
}

/* A value becomes the whole document. */
static enum err move_to_root(struct apply *ap, const struct place *from,
                             struct error *e)
{
    struct json_patch_op back = {.kind = JSON_PATCH_REPLACE};
    const struct draft_node *copy = draft_copy(&ap->d, ap->d.root, e);

    if (!copy)
        return e->code;
    back.value = &copy->j;
    draft_remove(from->parent, from->at);
    ap->d.root = from->at;
    return push_undo(ap, &back, e);
}

static enum err do_move(struct apply *ap, const struct json_patch_op *op,
                        struct error *e)
{
    struct json_patch_op back = {.kind = JSON_PATCH_MOVE};
    struct place from;
    enum err rc;

    if (pointer_eq(&op->from, &op->path))
        return move_in_place(ap, op, e);
    if (pointer_is_prefix(&op->from, &op->path))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a value cannot be moved into itself");
    rc = find_existing(ap, &op->from, &from, e);
    if (rc == OK && op->path.n > op->from.n) /* else it gets no deeper */
        rc = check_depth(ap, &op->path, &from.at->j, e);
    if (rc != OK)
        return rc;
    if (op->path.n == 0)
        return move_to_root(ap, &from, e);
    keep_place(&from, &back);
    draft_remove(from.parent, from.at);
    return put_moved(ap, op, &back, from.at, e);
}

static enum err do_test(struct apply *ap, const struct json_patch_op *op,
                        struct error *e)
{
    struct place place;
    bool equal = false;
    enum err rc = find_existing(ap, &op->path, &place, e);

    if (rc == OK)
        rc = tree_equal(&place.at->j, op->value, ap->a, &equal, e);
    if (rc == OK && !equal)
        rc = error_set(e, ERR_CONFLICT,
                       "the value at 'path' is not the one that was expected");
    return rc;
}

static enum err do_op(struct apply *ap, const struct json_patch_op *op,
                      struct error *e)
{
    switch (op->kind) {
    case JSON_PATCH_ADD: return do_add(ap, op, e);
    case JSON_PATCH_REMOVE: return do_remove(ap, op, e);
    case JSON_PATCH_REPLACE: return do_replace(ap, op, e);
    case JSON_PATCH_MOVE: return do_move(ap, op, e);
    case JSON_PATCH_COPY: return do_copy(ap, op, e);
    case JSON_PATCH_TEST: return do_test(ap, op, e);
    }
    BUG_ON(true);
    return ERR_INTERNAL;
}

static enum err make_inverse(struct apply *ap, struct json_patch *inverse,
                             struct error *e)
{
    struct json_patch_op *op =
        arena_alloc_array(ap->a, ap->undos, sizeof(*op), e);
    size_t n = 0;

    if (!op)
        return e->code;
    for (const struct undo *u = ap->undo; u; u = u->below)
        op[n++] = u->op;
    *inverse = (struct json_patch){op, n};
    return OK;
}

enum err json_patch_apply(const struct json_patch *p, const struct json *root,
                          struct arena *a, const struct json **result,
                          struct json_patch *inverse, struct error *e)
{
    struct apply ap = {.a = a};
    enum err rc = draft_begin(&ap.d, root, a, JSON_PATCH_MAX_STEPS, e);

    for (size_t i = 0; rc == OK && i < p->n; i++) {
        rc = do_op(&ap, &p->op[i], e);
        if (rc != OK)
            error_wrap(e, "operation %zu", i);
    }
    if (rc == OK && inverse)
        rc = make_inverse(&ap, inverse, e);
    if (rc == OK)
        *result = &ap.d.root->j;
    return rc;
}
