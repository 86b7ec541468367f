/*
 * The counted rows have a view of their own, in which the root is one of the
 * tables that they lead to: lines of orders lead to orders and through these to
 * customers. What is of the customers there, or is reached through them, is left out,
 * because "customers in Spain without orders" is about customers; only the
 * column that leads to them stays, and the rows are counted by it.
 */
#include "ask/joins/related_counts.h"

#include "ask/joins/sql_names.h"

/* Is the node `of`, or does the way to it lead through there? */
static bool is_behind(const struct join_view *v, size_t node, size_t of)
{
    for (;; node = v->nodes[node].parent) {
        if (node == of)
            return true;
        if (node == 0)
            return false;
    }
}

/* The view without the columns of a node and of those that are joined through it. */
static enum err cut(const struct join_view *v, size_t node, struct arena *a,
                    struct join_view *out, struct error *e)
{
    const size_t all = v->table.n_columns;

    if (join_view_begin(v, a, out, e))
        return e->code;
    for (size_t i = 0; i < all; i++) {
        if (node > 0 && is_behind(v, v->node[i], node))
            continue;
        join_view_take(v, i, out);
    }
    return OK;
}

/* A table that leads nowhere, as a view. */
static enum err make_view(const struct join_graph *g, size_t table,
                          struct arena *a, struct join_view *v, struct error *e)
{
    size_t n = g->schema->tables[table].n_columns;

    if (join_view_make(g, table, a, v, e))
        return e->code;
    if (v->n_nodes > 1)
        return OK;
    v->nodes[0].name = join_table_name(&g->schema->tables[table]);
    v->node = arena_alloc_array(a, n, sizeof(*v->node), e);
    v->origin = arena_alloc_array(a, n, sizeof(void *), e);
    if (!v->node || !v->origin)
        return e->code;
    for (size_t i = 0; i < n; i++)
        v->origin[i] = &v->table.columns[i];
    return OK;
}

/* Has a spec room to group by all columns of the key? */
static bool fits_groups(const struct join_edge *x)
{
    return x->n_also < SPEC_MAX_GROUPS;
}

/* Orders lead to their customer. */
static enum err backward(const struct join_graph *g, size_t root,
                         size_t counted, struct arena *a,
                         struct related_ways *out, struct error *e)
{
    struct join_view v;

    if (make_view(g, counted, a, &v, e))
        return e->code;
    for (size_t i = 1; i < v.n_nodes && out->n < RELATED_MAX_WAYS; i++) {
        const struct join_node *node = &v.nodes[i];
        struct related_way *w = &out->way[out->n];

        if (node->table != root)
            continue;
        *w = (struct related_way){
            .edge = node->edge, .root = root, .counted = counted};
        if (cut(&v, i, a, &w->view, e))
            return e->code;
        w->key =
            join_view_column(&w->view, node->parent, node->edge->left_column);
        out->n += w->key < w->view.table.n_columns && fits_groups(w->edge);
    }
    return OK;
}

/* An employee leads to his department. */
static enum err forward(const struct join_graph *g, size_t root, size_t counted,
                        struct arena *a, struct related_ways *out,
                        struct error *e)
{
    for (size_t i = 0; i < g->n && out->n < RELATED_MAX_WAYS; i++) {
        const struct join_edge *edge = &g->edges[i];
        struct related_way *w = &out->way[out->n];

        if (edge->left != root || edge->right != counted ||
            edge->state == JOIN_FAILS)
            continue;
        *w = (struct related_way){
            .edge = edge, .root = root, .counted = counted, .forward = true};
        if (make_view(g, counted, a, &w->view, e))
            return e->code;
        w->key = join_view_column(&w->view, 0, edge->right_column);
        out->n += w->key < w->view.table.n_columns && fits_groups(w->edge);
    }
    return OK;
}

enum err related_ways_find(const struct join_graph *g, size_t root,
                           size_t counted, struct arena *a,
                           struct related_ways *out, struct error *e)
{
    size_t before = out->n;

    if (backward(g, root, counted, a, out, e))
        return e->code;
    return out->n > before ? OK : forward(g, root, counted, a, out, e);
}

unsigned related_hops(const struct related_way *w)
{
    return w->view.nodes[w->view.node[w->key]].hops + 1;
}

/* ---- both specs together ---- */

static bool put_table(struct related_tables *t, size_t table)
{
    for (size_t i = 0; i < t->n; i++) {
        if (t->tables[i] == table)
            return true;
    }
    if (t->n == SPEC_MAX_JOINS + 1)
        return false;
    t->tables[t->n++] = table;
    return true;
}

static bool put_edges(struct related_tables *t, const struct join_applied *j)
{
    if (t->n_edges + j->n_edges > SPEC_MAX_JOINS)
        return false;
    for (size_t i = 0; i < j->n_edges; i++)
        t->edges[t->n_edges++] = j->edges[i];
    return true;
}

/* The tables of one spec, the root's first; without joins it is only that. */
static bool put_tables(struct related_tables *t, const struct join_applied *j,
                       size_t root)
{
    bool fits = put_table(t, root);

    for (size_t i = 0; i < j->n; i++)
        fits &= put_table(t, j->tables[i]);
    return fits;
}

/*
 * What the tables are called among all of them. Those of a spec with joins have
 * names already, which must be the same.
 */
static bool rename_table(const struct related_tables *t, const struct str *sql,
                         size_t table, struct query_spec *s)
{
    size_t i = 0;

    while (t->tables[i] != table)
        i++;
    if (s->n_joins > 0)
        return str_eq(s->table, sql[i]);
    s->table = sql[i];
    return true;
}

/* What the `i`-th pair of the key is called in the root and in the view, which has
 * all of them. */
static struct spec_pair pair_of(const struct related_way *w, size_t i)
{
    const struct join_pair pair = join_edge_pair(w->edge, i);
    const size_t at = join_view_column(&w->view, w->view.node[w->key],
                                       w->forward ? pair.right : pair.left);

    return (struct spec_pair){w->forward ? pair.left->name : pair.right->name,
                              w->view.table.columns[at].name};
}

static enum err put_join(const struct related_specs *s, struct arena *a,
                         struct error *e)
{
    const struct related_way *w = s->way;
    const size_t n_also = w->edge->n_also;
    const struct spec_pair first = pair_of(w, 0);
    struct spec_brought *brings = arena_alloc(a, sizeof(*brings), e);
    struct spec_pair *also = arena_alloc_array(a, n_also, sizeof(*also), e);

    if (!brings || !also)
        return e->code;
    for (size_t i = 0; i < n_also; i++)
        also[i] = pair_of(w, i + 1);
    *brings = (struct spec_brought){s->name, STR("count")};
    s->rows->joins[s->rows->n_joins++] =
        (struct spec_join){.table = s->counted->table,
                           .name = s->name,
                           .left = s->rows->table,
                           .left_column = first.left_column,
                           .column = first.column,
                           .also = also,
                           .n_also = n_also,
                           .brings = brings,
                           .n_brings = 1,
                           .counts = s->counted,
                           .counts_one = w->forward};
    return OK;
}

enum err related_apply(const struct related_specs *s, struct arena *a,
                       struct related_tables *out, struct error *e)
{
    const struct related_way *w = s->way;
    struct str sql[JOIN_MAX_TABLES] = {{0}};
    struct join_applied inner;

    *out = (struct related_tables){0};
    s->counted->n_groups = 0;
    for (size_t i = 0; i <= w->edge->n_also; i++)
        s->counted->groups[s->counted->n_groups++] =
            (struct spec_group){.column = pair_of(w, i).column};
    if (join_apply(&w->view, a, s->counted, &inner, e))
        return e->code;
    if ((inner.outcome != JOIN_NONE && inner.outcome != JOIN_DONE) ||
        s->counted->n_groups != 1 + w->edge->n_also ||
        s->rows->n_joins == SPEC_MAX_JOINS ||
        !put_tables(out, s->applied, w->root) ||
        !put_tables(out, &inner, w->counted) || !put_edges(out, s->applied) ||
        !put_edges(out, &inner) || out->n_edges == SPEC_MAX_JOINS)
        return OK;
    out->edges[out->n_edges++] = w->edge;
    if (join_sql_names(w->view.graph->schema, out->tables, out->n, a, sql, e))
        return e->code;
    if (!rename_table(out, sql, w->root, s->rows) ||
        !rename_table(out, sql, w->counted, s->counted))
        return OK;
    out->fits = true;
    return put_join(s, a, e);
}
