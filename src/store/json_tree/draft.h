/*
 * draft.h - a mutable JSON tree, used while editing; private to this folder.
 *
 * A draft begins as a root of its own over the children of an unchanged tree.
 * Where an edit goes, the children are *opened*: the list gets nodes of its
 * own, and what is below them stays shared.
 *
 *     before       root -> a -> b -> c          of the old tree
 *                          |
 *                          x -> y
 *     b opened     root' -> a' -> b' -> c'      of the draft
 *                           |
 *                           x -> y              still of the old tree
 *
 * Invariants: a node belongs to the draft exactly when it is the root or its
 * parent is opened, so nothing below closed children was ever changed; and the
 * struct json inside is linked as json.h says at any time, so that code that
 * only reads needs to know nothing of this.
 */
#ifndef STORE_JSON_TREE_DRAFT_H
#define STORE_JSON_TREE_DRAFT_H

#include "base/json.h"

struct draft_list;

struct draft_node {
    struct json j; /* first, so that a struct json of the draft is a node */
    struct draft_node *prev;
    struct draft_list *list; /* its children when opened, else NULL */
};

struct draft {
    struct arena *a; /* all nodes */
    struct draft_node *root;
    uint64_t steps; /* children passed so far */
    uint64_t max_steps;
};

/* A draft of `root`, which stays as it is and must live as long. */
MUST_CHECK enum err draft_begin(struct draft *d, const struct json *root,
                                struct arena *a, uint64_t max_steps,
                                struct error *e);

/*
 * A node of the draft, linked nowhere, over an unchanged value. NULL when the
 * arena is full, with *e filled.
 */
MUST_CHECK struct draft_node *draft_node_new(struct draft *d,
                                             const struct json *value,
                                             struct error *e);

/*
 * draft_child - the child that a pointer's token names.
 *
 * out      child  NULL when there is none
 * errors   ERR_LIMIT  steps or memory
 */
MUST_CHECK enum err draft_child(struct draft *d, struct draft_node *parent,
                                struct str token, struct draft_node **child,
                                struct error *e);

/* The node after this one among its siblings, or NULL. */
struct draft_node *draft_next(const struct draft_node *node);

/*
 * Put a node before `before`, or at the end when that is NULL. `before` must
 * come from draft_child() of this parent; of an object, node->j.key is set.
 */
MUST_CHECK enum err draft_insert(struct draft *d, struct draft_node *parent,
                                 struct draft_node *before,
                                 struct draft_node *node, struct error *e);

/* Take out a child that draft_child() found. */
void draft_remove(struct draft_node *parent, struct draft_node *node);

/*
 * The value of a node as it is now, as a node linked nowhere; later edits of
 * the draft do not change it. Costs what was opened below. NULL on ERR_LIMIT
 * of steps or memory, with *e filled.
 */
MUST_CHECK struct draft_node *draft_copy(struct draft *d,
                                         const struct draft_node *node,
                                         struct error *e);

/* Arrays and objects inside each other in a value, counted as steps. */
MUST_CHECK enum err draft_depth(struct draft *d, const struct json *value,
                                size_t *depth, struct error *e);

#endif
