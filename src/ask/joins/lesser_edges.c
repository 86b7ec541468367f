#include "ask/joins/lesser_edges.h"

#include "ask/joins/declared_keys.h"
#include "ask/joins/key_name.h"

#include <stdlib.h>
#include <string.h>

/* By tables, the best first; then as the columns stand. */
static int compare(const void *pa, const void *pb)
{
    const struct join_edge *a = pa;
    const struct join_edge *b = pb;

    if (a->left != b->left)
        return a->left < b->left ? -1 : 1;
    if (a->right != b->right)
        return a->right < b->right ? -1 : 1;
    if (a->score > b->score || a->score < b->score)
        return a->score > b->score ? -1 : 1;
    if (a->left_column != b->left_column)
        return a->left_column < b->left_column ? -1 : 1;
    return a->right_column < b->right_column
               ? -1
               : a->right_column > b->right_column;
}

/*
 * Is the edge said better by one that is kept: of the same column, or without
 * a role? The rest are two ways to one table, and the asker decides.
 */
static bool is_lesser(const struct join_edge *kept, const struct join_edge *x)
{
    if (kept->left != x->left || kept->right != x->right)
        return false;
    return join_edge_has_left(kept, x->left_column) ||
           (kept->role.n == 0 && x->role.n == 0 && x->score < kept->score);
}

/* Does a column that leads to an edge's table by its values lead to another by its
 * name? */
static bool is_named_elsewhere(const struct join_graph *g,
                               const struct join_edge *x)
{
    for (size_t i = 0; i < g->n && x->score <= JOIN_SCORE_VALUES; i++)
        if (g->edges[i].left_column == x->left_column &&
            g->edges[i].score > JOIN_SCORE_VALUES)
            return true;
    return false;
}

/* ---- where a database declares its keys ---- */

static size_t group_of(const size_t *group, size_t table)
{
    while (group[table] != table)
        table = group[table];
    return table;
}

/* Tables that declared keys connect, each with the first of them. */
static void connect(const struct join_graph *g, size_t *group)
{
    for (size_t i = 0; i < g->schema->n_tables; i++)
        group[i] = i;
    for (size_t i = 0; i < g->n; i++) {
        const struct join_edge *x = &g->edges[i];

        if (!(x->score < SCORE_DECLARED))
            group[group_of(group, x->left)] = group_of(group, x->right);
    }
}

/* Between such tables a column is a key only where its name says that it is one: the
 * duration of a rental is no number of one, whatever values both have. */
static enum err drop_guesses(struct join_graph *g, struct arena *a,
                             struct error *e)
{
    size_t *group =
        arena_alloc_array(a, g->schema->n_tables + 1, sizeof(*group), e);
    size_t n = 0;

    if (!group)
        return e->code;
    connect(g, group);
    for (size_t i = 0; i < g->n; i++) {
        const struct join_edge *x = &g->edges[i];

        if (!(x->score < SCORE_DECLARED) || x->left == x->right ||
            group_of(group, x->left) != group_of(group, x->right) ||
            key_name_of(&x->left_column->words).says_key)
            g->edges[n++] = *x;
    }
    g->n = n;
    return OK;
}

/* ---- where names and values do ---- */

static void drop_named_elsewhere(struct join_graph *g)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        if (g->edges[i].score > JOIN_SCORE_VALUES ||
            !is_named_elsewhere(g, &g->edges[i]))
            g->edges[n++] = g->edges[i];
    g->n = n;
}

/* Where the edges between two tables begin: they lie as compare() orders them. */
static size_t first_between(const struct join_graph *g, size_t left,
                            size_t right)
{
    size_t low = 0;
    size_t high = g->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct join_edge *x = &g->edges[middle];

        if (x->left < left || (x->left == left && x->right < right))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Do many rows of the table that an edge leads to name a row of this one by the
 * edge's own column? orders.order_id is the key that order_lines refer to, and no
 * reference to a line. */
static bool is_returning(const struct join_graph *g, const struct join_edge *x)
{
    for (size_t i = first_between(g, x->right, x->left); i < g->n; i++) {
        const struct join_edge *back = &g->edges[i];

        if (back->left != x->right || back->right != x->left)
            return false;
        if (back->right_column == x->left_column && back->score > x->score &&
            !join_is_unique(back->left_column))
            return true;
    }
    return false;
}

static void drop_returning(struct join_graph *g, struct join_edge *kept)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        if (!is_returning(g, &g->edges[i]))
            kept[n++] = g->edges[i];
    memcpy(g->edges, kept, n * sizeof(*kept));
    g->n = n;
}

static void keep_best(struct join_graph *g)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++) {
        bool lesser = false;

        for (size_t k = n; k > 0 && g->edges[k - 1].left == g->edges[i].left &&
                           g->edges[k - 1].right == g->edges[i].right;
             k--)
            lesser |= is_lesser(&g->edges[k - 1], &g->edges[i]);
        if (!lesser)
            g->edges[n++] = g->edges[i];
    }
    g->n = n;
}

enum err lesser_edges_drop(struct join_graph *g, struct arena *a,
                           struct error *e)
{
    struct join_edge *kept;

    if (drop_guesses(g, a, e))
        return e->code;
    qsort(g->edges, g->n, sizeof(*g->edges), compare);
    drop_named_elsewhere(g);
    kept = arena_alloc_array(a, g->n + 1, sizeof(*kept), e);
    if (!kept)
        return e->code;
    drop_returning(g, kept);
    keep_best(g);
    return OK;
}
