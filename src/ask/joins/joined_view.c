#include "ask/joins/joined_view.h"

/* ---- which tables ---- */

/* Is the table on the way from the first node to this one? */
static bool is_on_way(const struct join_view *v, size_t node, size_t table)
{
    for (;; node = v->nodes[node].parent) {
        if (v->nodes[node].table == table)
            return true;
        if (node == 0)
            return false;
    }
}

/* Is the table there already, nearer than `hops`? */
static bool is_nearer(const struct join_view *v, size_t table, unsigned hops)
{
    for (size_t i = 0; i < v->n_nodes; i++) {
        if (v->nodes[i].table == table && v->nodes[i].hops < hops)
            return true;
    }
    return false;
}

static void grow_from(struct join_view *v, size_t parent)
{
    const struct join_graph *g = v->graph;
    unsigned hops = v->nodes[parent].hops + 1;

    for (size_t i = 0; i < g->n; i++) {
        const struct join_edge *edge = &g->edges[i];

        if (edge->left != v->nodes[parent].table || edge->state == JOIN_FAILS ||
            is_on_way(v, parent, edge->right) ||
            is_nearer(v, edge->right, hops) || v->n_nodes == JOIN_MAX_NODES)
            continue;
        v->nodes[v->n_nodes++] = (struct join_node){
            .table = edge->right, .parent = parent, .hops = hops, .edge = edge};
    }
}

/* ---- what they are called ---- */

static void find_twins(struct join_view *v)
{
    for (size_t i = 0; i < v->n_nodes; i++) {
        for (size_t k = 0; k < v->n_nodes; k++)
            v->nodes[i].twice |=
                k != i && v->nodes[k].table == v->nodes[i].table;
    }
}

struct str join_table_name(const struct schema_table *t)
{
    return str_is(t->sql, "data") && t->own.n ? t->own : t->name;
}

/* What leads to the second table of one name: the column's role, or else its table. */
static const struct words *path_of(const struct join_graph *g,
                                   const struct join_edge *edge, size_t parent)
{
    const struct words *path = edge->role.n ? &edge->role : &g->nouns[parent];

    return path->n ? path : NULL;
}

static enum err name_nodes(struct join_view *v, struct arena *a,
                           struct error *e)
{
    const struct join_graph *g = v->graph;

    v->nodes[0].name = join_table_name(&g->schema->tables[v->nodes[0].table]);
    for (size_t i = 1; i < v->n_nodes; i++) {
        struct join_node *n = &v->nodes[i];
        const struct join_node *parent = &v->nodes[n->parent];

        n->name = join_table_name(&g->schema->tables[n->table]);
        if (!n->twice)
            continue;
        n->path = path_of(g, n->edge, parent->table);
        if (str_printf(a, &n->name, e, "%.*s.%.*s", STR_FMT(parent->name),
                       STR_FMT(n->edge->left_column->name)))
            return e->code;
    }
    return OK;
}

/* ---- which columns ---- */

enum err join_view_begin(const struct join_view *v, struct arena *a,
                         struct join_view *out, struct error *e)
{
    const size_t all = v->table.n_columns;

    *out = *v;
    out->table.columns =
        arena_alloc_array(a, all, sizeof(*out->table.columns), e);
    out->node = arena_alloc_array(a, all, sizeof(*out->node), e);
    out->origin = arena_alloc_array(a, all, sizeof(void *), e);
    out->table.n_columns = 0;
    return out->table.columns && out->node && out->origin ? OK : e->code;
}

void join_view_take(const struct join_view *v, size_t i, struct join_view *out)
{
    const size_t n = out->table.n_columns++;

    out->table.columns[n] = v->table.columns[i];
    out->node[n] = v->node[i];
    out->origin[n] = v->origin[i];
}

size_t join_view_find(const struct join_view *v, struct str name)
{
    size_t i = 0;

    while (i < v->table.n_columns && !str_eq(v->table.columns[i].name, name))
        i++;
    return i;
}

size_t join_view_column(const struct join_view *v, size_t node,
                        const struct schema_column *origin)
{
    size_t i = 0;

    while (i < v->table.n_columns &&
           (v->node[i] != node || v->origin[i] != origin))
        i++;
    return i;
}

/* The node that a column leads to, where its rows have a name that is not the
 * column itself; n_nodes: none. */
static size_t leads_to(const struct join_view *v, size_t node,
                       const struct schema_column *c)
{
    size_t i = 1;

    for (; i < v->n_nodes; i++) {
        const struct join_node *n = &v->nodes[i];
        const struct schema_column *label = v->graph->labels[n->table];

        if (n->parent == node && join_edge_has_left(n->edge, c) && label &&
            !join_edge_has_right(n->edge, label))
            break;
    }
    return i;
}

/* Over the rows of the view a column has no more values than what leads to it
 * (of which pairs may have more than each of their columns), and gaps where its own table has some. */
static void count_in_view(const struct join_view *v, size_t node,
                          struct schema_column *c)
{
    const struct schema_table *t =
        &v->graph->schema->tables[v->nodes[node].table];
    bool full = c->non_null >= t->rows;

    for (; node > 0; node = v->nodes[node].parent) {
        const struct join_edge *edge = v->nodes[node].edge;
        const struct schema_table *left = &v->graph->schema->tables[edge->left];

        for (size_t i = 0; i <= edge->n_also; i++)
            full &= join_edge_pair(edge, i).left->non_null >= left->rows;
        full &= !edge->unfound;
        if (edge->n_also == 0 && c->distinct > edge->left_column->distinct)
            c->distinct = edge->left_column->distinct;
    }
    c->non_null = full || v->table.rows == 0 ? v->table.rows
                  : c->empty                 ? 0
                                             : v->table.rows - 1;
}

/* A column of a node, as the view has it. */
static void put_column(struct join_view *v, size_t node,
                       const struct schema_column *c, const struct words *owner)
{
    size_t at = v->table.n_columns++;
    size_t to = leads_to(v, node, c);
    struct schema_column *out = &v->table.columns[at];

    *out = *c;
    v->node[at] = node;
    v->origin[at] = c;
    out->owner = owner;
    out->path = v->nodes[node].path;
    if (to < v->n_nodes) {
        out->key = true;
        out->kind = c->kind == COLUMN_NUMBER ? COLUMN_ID : c->kind;
        if (key_name_same(&c->words, &v->graph->nouns[v->nodes[to].table]))
            out->words.n = 0; /* "customer" is the name that it leads to */
    }
    if (node == 0)
        return;
    /* where rows have no name, the key that leads there is: name_keys() */
    out->label = v->graph->labels[v->nodes[node].table] == c;
    count_in_view(v, node, out);
}

/* The keys that lead to tables without names: "orders" of lines of orders. No
 * column of several stands for what they lead to together. */
static void name_keys(struct join_view *v)
{
    for (size_t i = 1; i < v->n_nodes; i++) {
        const struct join_node *n = &v->nodes[i];
        size_t at = join_view_column(v, n->parent, n->edge->left_column);

        if (v->graph->labels[n->table] || at == v->table.n_columns ||
            n->edge->n_also)
            continue;
        v->table.columns[at].owner = &v->graph->nouns[n->table];
        v->table.columns[at].path = n->path;
        v->table.columns[at].label = true;
    }
}

static enum err name_columns(struct join_view *v, struct arena *a,
                             struct error *e)
{
    for (size_t i = 0; i < v->table.n_columns; i++) {
        const struct join_node *n = &v->nodes[v->node[i]];
        struct str name = v->origin[i]->name;
        size_t same = 0;
        struct str full;

        for (size_t k = 0; k < v->table.n_columns; k++)
            same += str_eq_nocase(v->origin[k]->name, name);
        if (same < 2 || v->node[i] == 0)
            continue;
        if (str_printf(a, &full, e, n->twice ? "%.*s (%.*s)" : "%.*s.%.*s",
                       STR_FMT(n->twice ? name : n->name),
                       STR_FMT(n->twice ? n->name : name)))
            return e->code;
        v->table.columns[i].name = full;
    }
    return OK;
}

static enum err put_columns(struct join_view *v, struct arena *a,
                            struct error *e)
{
    const struct ask_schema *s = v->graph->schema;
    size_t n = 0;

    for (size_t i = 0; i < v->n_nodes; i++)
        n += s->tables[v->nodes[i].table].n_columns;
    v->table.columns = arena_alloc_array(a, n, sizeof(*v->table.columns), e);
    v->node = arena_alloc_array(a, n, sizeof(*v->node), e);
    v->origin = arena_alloc_array(a, n, sizeof(void *), e);
    if (!v->table.columns || !v->node || !v->origin)
        return e->code;
    for (size_t i = 0; i < v->n_nodes; i++) {
        const struct join_node *node = &v->nodes[i];
        const struct schema_table *t = &s->tables[node->table];

        for (size_t k = 0; k < t->n_columns; k++) {
            /* equal to the key that leads to it, or computed over there */
            if (i > 0 && (join_edge_has_right(node->edge, &t->columns[k]) ||
                          t->columns[k].formula.n))
                continue;
            put_column(v, i, &t->columns[k], &v->graph->nouns[node->table]);
        }
    }
    name_keys(v);
    return name_columns(v, a, e);
}

enum err join_view_make(const struct join_graph *g, size_t root,
                        struct arena *a, struct join_view *v, struct error *e)
{
    const struct schema_table *t = &g->schema->tables[root];

    *v = (struct join_view){.graph = g, .table = *t, .n_nodes = 1};
    v->nodes[0] = (struct join_node){.table = root};
    for (size_t i = 0; i < v->n_nodes; i++) {
        if (v->nodes[i].hops < JOIN_MAX_HOPS)
            grow_from(v, i);
    }
    if (v->n_nodes == 1)
        return OK;
    v->table.words = g->nouns[root];
    v->table.columns = NULL;
    v->table.n_columns = 0;
    find_twins(v);
    if (name_nodes(v, a, e))
        return e->code;
    return put_columns(v, a, e);
}
