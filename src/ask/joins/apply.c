/*
 * The columns that the spec uses decide which tables it needs; those between
 * them and the first come with them. All others stay away and are not opened.
 *
 * A view has a row for each row of its first table, so whatever is added up
 * there is added up once. What is in a joined table is there once for many
 * rows: a customer's limit beside each of his orders. To add that up would
 * count it many times, so only what does not care is let through (the
 * smallest, the largest, how many different).
 */
#include "ask/joins/apply.h"

#include "ask/joins/apply_formula.h"
#include "ask/joins/sql_names.h"

_Static_assert(SPEC_MAX_JOINS + 1 <= JOIN_MAX_TABLES, "each has a name");

struct applying {
    const struct join_view *v;
    struct query_spec *s;
    bool counts_keys;
    bool
        counts_pairs; /* what two rows may be called, by a key of several columns */
    bool needed[JOIN_MAX_NODES];
    size_t place[JOIN_MAX_NODES]; /* of a needed node, in s->joins */
};

/* ---- what is counted ---- */

static const struct schema_column *label_of(const struct join_view *v,
                                            size_t column)
{
    const struct join_node *n = &v->nodes[v->node[column]];

    return v->node[column] > 0 ? v->graph->labels[n->table] : NULL;
}

/* The node whose rows are called by what is at `column`; NULL if it is no label. */
static const struct join_node *labelled_at(const struct join_view *v,
                                           size_t column)
{
    return column < v->table.n_columns && label_of(v, column) &&
                   v->origin[column] == label_of(v, column)
               ? &v->nodes[v->node[column]]
               : NULL;
}

/* Where the view has a column of the key that leads to a node. */
static size_t key_at(const struct join_view *v, const struct join_node *n,
                     size_t pair)
{
    return join_view_column(v, n->parent, join_edge_pair(n->edge, pair).left);
}

/* Does each row have another name than the others? */
static bool tells_rows(const struct schema_column *c)
{
    return c->distinct == c->non_null;
}

/* One column is counted: of a key of several the name, if that tells rows apart. */
static void count_keys(struct applying *ap, struct spec_measure *m)
{
    const struct join_view *v = ap->v;
    const size_t column = join_view_find(v, m->column);
    const struct join_node *n =
        m->agg == AGG_DISTINCT ? labelled_at(v, column) : NULL;
    size_t key;

    if (!n)
        return;
    if (n->edge->n_also) {
        ap->counts_pairs |= !tells_rows(v->origin[column]);
        return;
    }
    key = key_at(v, n, 0);
    if (key == v->table.n_columns)
        return;
    m->column = v->table.columns[key].name;
    ap->counts_keys = true;
}

/* Groups by the key that leads to a node, all of its columns. */
static void group_key(struct applying *ap, const struct join_node *node)
{
    const struct join_view *v = ap->v;
    struct query_spec *s = ap->s;

    for (size_t i = 0; i <= node->edge->n_also; i++) {
        const size_t key = key_at(v, node, i);

        if (key == v->table.n_columns ||
            spec_groups_by(s, v->table.columns[key].name))
            continue;
        if (s->n_groups == SPEC_MAX_GROUPS) {
            ap->counts_pairs |= node->edge->n_also > 0;
            return;
        }
        s->groups[s->n_groups++] =
            (struct spec_group){.column = v->table.columns[key].name};
    }
}

static void group_keys(struct applying *ap)
{
    const struct join_view *v = ap->v;
    size_t n = ap->s->n_groups;

    for (size_t i = 0; i < n; i++) {
        size_t column = join_view_find(v, ap->s->groups[i].column);
        const struct join_node *node = labelled_at(v, column);

        if (node && !tells_rows(v->origin[column]))
            group_key(ap, node);
    }
}

/* ---- what is multiplied ---- */

static bool cares_for_rows(enum agg agg)
{
    return agg == AGG_COUNT || agg == AGG_SUM || agg == AGG_AVG ||
           agg == AGG_MEDIAN || agg == AGG_RUN || agg == AGG_STDDEV;
}

/* Does each row of the node belong to one row of the view at most? */
static bool is_one_to_one(const struct join_view *v, size_t node)
{
    for (; node > 0; node = v->nodes[node].parent) {
        const struct join_edge *edge = v->nodes[node].edge;
        bool is_one = false;

        for (size_t i = 0; i <= edge->n_also; i++)
            is_one |= tells_rows(join_edge_pair(edge, i).left);
        if (!is_one)
            return false;
    }
    return true;
}

static bool is_repeated(const struct join_view *v, size_t node)
{
    return !is_one_to_one(v, node);
}

static bool is_multiplied(const struct applying *ap,
                          const struct spec_measure *m,
                          struct join_applied *out)
{
    const struct join_view *v = ap->v;
    size_t column = join_view_find(v, m->column);

    if (m->agg == AGG_FORMULA) {
        column = join_formula_multiplied(v, m->formula, is_repeated);
        if (column == v->table.n_columns)
            return false;
        out->column = v->table.columns[column].name;
        out->owner = v->nodes[v->node[column]].name;
        return true;
    }
    if (!m->column.n || column == v->table.n_columns ||
        !cares_for_rows(m->agg) || is_one_to_one(v, v->node[column]))
        return false;
    out->column = m->column;
    out->owner = v->nodes[v->node[column]].name;
    return true;
}

/* ---- what is needed ---- */

static void need(struct applying *ap, struct str name)
{
    const struct join_view *v = ap->v;
    size_t column = join_view_find(v, name);
    size_t node = column < v->table.n_columns ? v->node[column] : 0;

    for (; node > 0; node = v->nodes[node].parent)
        ap->needed[node] = true;
}

/* What is done with each column. */
struct visiting {
    struct applying *ap;
    void (*f)(struct applying *, struct str);
};

static void visit(void *context, struct str name)
{
    const struct visiting *x = context;

    x->f(x->ap, name);
}

/* Of a formula its columns: the one that it is called by may be none of them. */
static void each_of_measure(struct applying *ap, const struct spec_measure *m,
                            void (*f)(struct applying *, struct str))
{
    struct visiting x = {ap, f};

    if (m->agg == AGG_FORMULA)
        join_formula_columns(m->formula, visit, &x);
    else
        f(ap, m->column);
}

/* Call `f` with the name of each column that the spec uses. */
static void each_column(struct applying *ap,
                        void (*f)(struct applying *, struct str))
{
    const struct query_spec *s = ap->s;

    for (size_t i = 0; i < s->n_measures; i++)
        each_of_measure(ap, &s->measures[i], f);
    for (size_t i = 0; i < s->n_groups; i++)
        f(ap, s->groups[i].column);
    for (size_t i = 0; i < s->n_filters; i++) {
        f(ap, s->filters[i].column);
        if (s->filters[i].literal == LITERAL_COLUMN)
            f(ap, s->filters[i].values[0]);
    }
    if (s->has_having)
        each_of_measure(ap, &s->having.measure, f);
    if (s->order == ORDER_COLUMN)
        f(ap, s->order_column);
    f(ap, s->step.column);
    f(ap, s->compare.column);
}

static void bring(struct applying *ap, struct str name)
{
    const struct join_view *v = ap->v;
    size_t column = join_view_find(v, name);
    struct spec_brought *list;
    struct spec_join *join;

    if (column == v->table.n_columns || v->node[column] == 0)
        return;
    join = &ap->s->joins[ap->place[v->node[column]]];
    list = (struct spec_brought *)join->brings; /* allocated by the caller */
    for (size_t i = 0; i < join->n_brings; i++) {
        if (str_eq(list[i].name, name))
            return;
    }
    if (join->n_brings < SPEC_MAX_BROUGHT)
        list[join->n_brings++] =
            (struct spec_brought){name, v->origin[column]->name};
}

/* ---- joins ---- */

/* The name of a node among the joins: that of its table, until that is used. */
static enum err name_join(const struct applying *ap, size_t node,
                          struct arena *a, struct str *name, struct error *e)
{
    const struct join_node *n = &ap->v->nodes[node];

    if (!n->twice)
        return OK;
    return str_printf(a, name, e, "%.*s by %.*s", STR_FMT(*name),
                      STR_FMT(n->edge->left_column->name));
}

/* Which file a table of the schema is among those of FROM: each once. */
static size_t table_place(struct join_applied *j, size_t table)
{
    size_t i = 0;

    while (i < j->n && j->tables[i] != table)
        i++;
    if (i == j->n)
        j->tables[j->n++] = table;
    return i;
}

static enum err put_join(struct applying *ap, size_t node, struct arena *a,
                         struct str sql, struct error *e)
{
    const struct join_node *n = &ap->v->nodes[node];
    struct spec_join *join = &ap->s->joins[ap->place[node]];
    struct spec_brought *list =
        arena_alloc_array(a, SPEC_MAX_BROUGHT, sizeof(*list), e);

    struct spec_pair *also =
        arena_alloc_array(a, n->edge->n_also, sizeof(*also), e);

    if (!list || !also)
        return e->code;
    for (size_t i = 0; i < n->edge->n_also; i++)
        also[i] = (struct spec_pair){n->edge->also[i].left->name,
                                     n->edge->also[i].right->name};
    *join = (struct spec_join){
        .table = sql,
        .name = sql,
        .left =
            n->parent ? ap->s->joins[ap->place[n->parent]].name : ap->s->table,
        .left_column = n->edge->left_column->name,
        .column = n->edge->right_column->name,
        .also = also,
        .n_also = n->edge->n_also,
        .brings = list};
    return name_join(ap, node, a, &join->name, e);
}

static enum err put_joins(struct applying *ap, struct arena *a,
                          struct join_applied *out, struct error *e)
{
    const struct join_view *v = ap->v;
    struct str sql[JOIN_MAX_TABLES] = {{0}};
    size_t place[JOIN_MAX_NODES] = {0};
    size_t n = 0;

    out->tables[out->n++] = v->nodes[0].table;
    for (size_t i = 1; i < v->n_nodes; i++) {
        if (!ap->needed[i])
            continue;
        if (n == SPEC_MAX_JOINS) {
            out->outcome = JOIN_NO_FORM;
            return OK;
        }
        place[i] = table_place(out, v->nodes[i].table);
        out->edges[n] = v->nodes[i].edge;
        ap->place[i] = n++;
    }
    if (n == 0) {
        out->outcome = ap->counts_keys ? JOIN_KEYS : JOIN_NONE;
        out->n = 0;
        return OK;
    }
    if (join_sql_names(v->graph->schema, out->tables, out->n, a, sql, e))
        return e->code;
    ap->s->n_joins = out->n_edges = n;
    ap->s->table = sql[0];
    for (size_t i = 1; i < v->n_nodes; i++) {
        if (ap->needed[i] && put_join(ap, i, a, sql[place[i]], e))
            return e->code;
    }
    each_column(ap, bring);
    out->outcome = JOIN_DONE;
    return OK;
}

/* "Customers without orders": no row is there that lacks its order. */
static bool asks_for_none(const struct join_view *v, const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];
        size_t column = join_view_find(v, f->column);
        const struct schema_column *c = &v->table.columns[column];

        if (f->op == FILTER_NULL && column < v->table.n_columns &&
            (c->label || c->key || c->non_null >= v->table.rows ||
             tells_rows(v->origin[column])))
            return true;
    }
    return false;
}

/* What counts over rows in a way that is not looked through here. */
static bool has_other_form(const struct query_spec *s)
{
    bool other = s->n_derived > 0;

    for (size_t i = 0; i < s->n_filters; i++)
        other |=
            s->filters[i].literal == LITERAL_AVERAGE ||
            (s->filters[i].literal == LITERAL_COLUMN && s->filters[i].n != 1);
    return other;
}

enum err join_apply(const struct join_view *v, struct arena *a,
                    struct query_spec *s, struct join_applied *out,
                    struct error *e)
{
    struct applying ap = {.v = v, .s = s};

    *out = (struct join_applied){.outcome = JOIN_NONE};
    if (has_other_form(s) || asks_for_none(v, s)) {
        out->outcome = JOIN_NO_FORM;
        return OK;
    }
    for (size_t i = 0; i < s->n_measures; i++)
        count_keys(&ap, &s->measures[i]);
    if (s->has_having)
        count_keys(&ap, &s->having.measure);
    group_keys(&ap);
    if (ap.counts_pairs) {
        out->outcome = JOIN_NO_FORM;
        return OK;
    }
    each_column(&ap, need);
    for (size_t i = 0; i <= s->n_measures; i++) {
        bool last = i == s->n_measures;

        if ((last && !s->has_having) ||
            !is_multiplied(&ap, last ? &s->having.measure : &s->measures[i],
                           out))
            continue;
        out->outcome = JOIN_FAN_OUT;
        return OK;
    }
    return put_joins(&ap, a, out, e);
}
