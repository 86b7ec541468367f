#include "store/json_tree/draft.h"

#include "store/json_tree/keyset.h"
#include "store/json_tree/pointer.h"

struct draft_list {
    struct draft_node *last;
    struct draft_node *cursor; /* of an array: where the last edit was */
    size_t cursor_at;          /* its index */
    bool indexed;              /* of an object: keys holds its members */
    struct keyset keys;
};

static enum err count_steps(struct draft *d, size_t n, struct error *e)
{
    d->steps += n;
    if (d->steps <= d->max_steps)
        return OK;
    return error_set(e, ERR_LIMIT,
                     "an edit reads too many values: the limit is %llu",
                     (unsigned long long)d->max_steps);
}

static struct draft_node *first_of(const struct draft_node *node)
{
    return (struct draft_node *)node->j.first;
}

struct draft_node *draft_next(const struct draft_node *node)
{
    return (struct draft_node *)node->j.next;
}

struct draft_node *draft_node_new(struct draft *d, const struct json *value,
                                  struct error *e)
{
    struct draft_node *n = arena_alloc(d->a, sizeof(*n), e);

    if (!n)
        return NULL;
    n->j = *value;
    n->j.next = NULL;
    return n;
}

enum err draft_begin(struct draft *d, const struct json *root, struct arena *a,
                     uint64_t max_steps, struct error *e)
{
    *d = (struct draft){.a = a, .max_steps = max_steps};
    d->root = draft_node_new(d, root, e);
    return d->root ? OK : e->code;
}

/* Link a node after `prev`, or first when that is NULL. */
static void link_after(struct draft_node *parent, struct draft_node *prev,
                       struct draft_node *node)
{
    struct draft_node *next = prev ? draft_next(prev) : first_of(parent);

    node->prev = prev;
    node->j.next = next ? &next->j : NULL;
    if (prev)
        prev->j.next = &node->j;
    else
        parent->j.first = &node->j;
    if (next)
        next->prev = node;
    else
        parent->list->last = node;
}

/* Give an array or object children of its own. */
static enum err open_children(struct draft *d, struct draft_node *parent,
                              struct error *e)
{
    const struct json *old = parent->j.first;
    enum err rc = count_steps(d, parent->j.count, e);

    if (rc != OK)
        return rc;
    parent->list = arena_alloc(d->a, sizeof(*parent->list), e);
    if (!parent->list)
        return e->code;
    parent->j.first = NULL;
    for (; old; old = old->next) {
        struct draft_node *node = draft_node_new(d, old, e);

        if (!node)
            return e->code;
        link_after(parent, parent->list->last, node);
    }
    return OK;
}

static enum err index_keys(struct draft *d, struct draft_node *parent,
                           struct error *e)
{
    enum err rc = OK;

    for (struct draft_node *n = first_of(parent); rc == OK && n;
         n = draft_next(n))
        rc = keyset_put(&parent->list->keys, n->j.key, n, d->a, e);
    parent->list->indexed = rc == OK;
    return rc;
}

static enum err find_member(struct draft *d, struct draft_node *parent,
                            struct str key, struct draft_node **child,
                            struct error *e)
{
    struct draft_list *list = parent->list;
    struct draft_node *n = first_of(parent);
    size_t passed = 0;
    enum err rc = OK;

    if (!list->indexed && parent->j.count >= KEYSET_WORTH)
        rc = index_keys(d, parent, e);
    if (rc != OK)
        return rc;
    if (list->indexed) {
        *child = keyset_find(&list->keys, key);
        return OK;
    }
    for (; n && !str_eq(n->j.key, key); n = draft_next(n))
        passed++;
    *child = n;
    return count_steps(d, passed, e);
}

static size_t distance(size_t a, size_t b)
{
    return a > b ? a - b : b - a;
}

/* The element at `index`, from the start, the end or where we were last. */
static enum err find_element(struct draft *d, struct draft_node *parent,
                             size_t index, struct draft_node **child,
                             struct error *e)
{
    struct draft_list *list = parent->list;
    struct draft_node *n = first_of(parent);
    size_t at = 0;
    enum err rc;

    if (distance(index, parent->j.count - 1) < distance(index, at)) {
        n = list->last;
        at = parent->j.count - 1;
    }
    if (list->cursor &&
        distance(index, list->cursor_at) < distance(index, at)) {
        n = list->cursor;
        at = list->cursor_at;
    }
    rc = count_steps(d, distance(index, at), e);
    if (rc != OK)
        return rc;
    for (; at < index; at++)
        n = draft_next(n);
    for (; at > index; at--)
        n = n->prev;
    list->cursor = n;
    list->cursor_at = index;
    *child = n;
    return OK;
}

enum err draft_child(struct draft *d, struct draft_node *parent,
                     struct str token, struct draft_node **child,
                     struct error *e)
{
    bool object = parent->j.type == JSON_OBJECT;
    size_t index = 0;
    enum err rc = OK;

    *child = NULL;
    if (!object && parent->j.type != JSON_ARRAY)
        return OK;
    if (!parent->list)
        rc = open_children(d, parent, e);
    if (rc != OK)
        return rc;
    if (object)
        return find_member(d, parent, token, child, e);
    if (!pointer_index(token, &index) || index >= parent->j.count)
        return OK;
    return find_element(d, parent, index, child, e);
}

enum err draft_insert(struct draft *d, struct draft_node *parent,
                      struct draft_node *before, struct draft_node *node,
                      struct error *e)
{
    enum err rc = OK;

    if (!parent->list)
        rc = open_children(d, parent, e);
    if (rc == OK && parent->list->indexed)
        rc = keyset_put(&parent->list->keys, node->j.key, node, d->a, e);
    if (rc != OK)
        return rc;
    link_after(parent, before ? before->prev : parent->list->last, node);
    if (!before)
        parent->list->cursor_at = parent->j.count;
    if (!before || parent->list->cursor == before)
        parent->list->cursor = node;
    else
        parent->list->cursor = NULL;
    parent->j.count++;
    return OK;
}

void draft_remove(struct draft_node *parent, struct draft_node *node)
{
    struct draft_list *list = parent->list;
    struct draft_node *next = draft_next(node);

    if (list->indexed)
        keyset_drop(&list->keys, node->j.key);
    if (node->prev)
        node->prev->j.next = node->j.next;
    else
        parent->j.first = node->j.next;
    if (next)
        next->prev = node->prev;
    else
        list->last = node->prev;
    list->cursor = list->cursor == node ? next : NULL;
    node->prev = NULL;
    node->j.next = NULL;
    parent->j.count--;
}

struct draft_node *draft_copy(struct draft *d, const struct draft_node *node,
                              struct error *e)
{
    const struct draft_node *child = node->list ? first_of(node) : NULL;
    struct draft_node *copy = draft_node_new(d, &node->j, e);
    struct json *last = NULL;

    if (!copy || (node->list && count_steps(d, node->j.count, e) != OK))
        return NULL;
    for (; child; child = draft_next(child)) {
        struct draft_node *again = draft_copy(d, child, e); /* tree's depth */

        if (!again)
            return NULL;
        if (last)
            last->next = &again->j;
        else
            copy->j.first = &again->j;
        last = &again->j;
    }
    return copy;
}

enum err draft_depth(struct draft *d, const struct json *value, size_t *depth,
                     struct error *e)
{
    bool container = value->type == JSON_ARRAY || value->type == JSON_OBJECT;
    size_t below = 0;
    enum err rc = count_steps(d, 1, e);

    for (const struct json *c = value->first; rc == OK && c; c = c->next) {
        size_t one = 0;

        rc = draft_depth(d, c, &one, e); /* as deep as the tree */
        below = one > below ? one : below;
    }
    *depth = below + container;
    return rc;
}
