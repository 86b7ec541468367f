#include "ask/joined.h"

#include "ask/joins/join_settle.h"

/* Readings that explain so much more are better with any number of tables. */
#define MORE_SCORE 0.35

/* Explanations nearer than this are equal. */
#define SAME_SCORE 0.02

/* Less of a key's name than this is the noun of what it leads to. */
#define WHOLE_NAME 0.97

/* Does the table alone speak of what its key leads to: of the customer, where
 * it has only his number? */
static bool speaks_of_joined(const struct joined_question *q)
{
    const struct join_graph *g = q->schema->joins;
    const struct table_reading *r = q->alone;

    for (size_t i = 0; i < r->links.n; i++) {
        const struct link *l = &r->links.link[i];

        for (size_t k = 0; l->kind == LINK_COLUMN && k < g->n; k++) {
            const struct join_edge *edge = &g->edges[k];
            const struct schema_column *label = g->labels[edge->right];

            if (edge->left == q->table && edge->state != JOIN_FAILS &&
                edge->left_column == l->hits[0].column && label &&
                !join_edge_has_right(edge, label) &&
                (l->hits[0].score < WHOLE_NAME ||
                 key_name_same(&edge->left_column->words,
                               &g->nouns[edge->right])))
                return true;
        }
    }
    return false;
}

/* Are rows counted that the question names: orders, by their order_id? */
static bool counts_rows(const struct table_reading *r)
{
    const struct query_spec *s = &r->bound.spec;

    for (size_t i = 0; i < r->links.n; i++)
        if (r->links.link[i].kind == LINK_CONCEPT &&
            r->links.link[i].entry->kind == CONCEPT_ROWS)
            return s->n_measures == 1 && s->measures[0].agg == AGG_DISTINCT;
    return false;
}

/* How surely the measure is what was meant: it was named, or it is what money
 * is mostly counted by, or it is some other figure. */
static int sureness(const struct table_reading *r, const struct schema_table *t)
{
    const struct query_spec *s = &r->bound.spec;
    const struct schema_column *c = NULL;

    if (r->bound.asks || s->n_measures == 0 || !s->measures[0].column.n ||
        counts_rows(r))
        return 2;
    for (size_t i = 0; i < r->links.n; i++) {
        const struct link *l = &r->links.link[i];

        for (size_t h = 0; l->kind == LINK_COLUMN && h < l->n_hits; h++) {
            if (str_eq(l->hits[h].column->name, s->measures[0].column) ||
                l->hits[h].entity)
                return 2;
        }
    }
    for (size_t i = 0; i < t->n_columns && !c; i++) {
        if (str_eq(t->columns[i].name, s->measures[0].column))
            c = &t->columns[i];
    }
    return c && link_column_groups(c) & (GROUP_SALES | GROUP_AMOUNT) ? 1 : 0;
}

/* Does a way back to the asker come from the joins? */
static bool asks_about_joins(const struct joined_reading *r)
{
    enum bind_message what = r->reading.bound.question.what;

    return what == ASK_WHICH_COLUMN || what == ASK_WHICH_VALUE ||
           what == ASK_FAN_OUT;
}

static bool is_better(const struct joined_reading *a,
                      const struct joined_reading *b)
{
    double more = a->reading.links.score - b->reading.links.score;

    if (!b->found || a->reading.bound.asks != b->reading.bound.asks)
        return !b->found || b->reading.bound.asks;
    if (more > MORE_SCORE || more < -MORE_SCORE)
        return more > 0;
    if (sureness(&a->reading, &a->view.table) !=
        sureness(&b->reading, &b->view.table))
        return sureness(&a->reading, &a->view.table) >
               sureness(&b->reading, &b->view.table);
    if (a->applied.n_edges != b->applied.n_edges)
        return a->applied.n_edges < b->applied.n_edges;
    if (a->reading.bound.asks && a->view.n_nodes != b->view.n_nodes)
        return a->view.n_nodes < b->view.n_nodes; /* nearer to what was named */
    return more > SAME_SCORE;
}

static void ask_fan_out(struct joined_reading *r)
{
    struct bound *b = &r->reading.bound;

    b->asks = true;
    b->n_candidates = 0;
    b->question = (struct bind_note){
        ASK_FAN_OUT,
        {r->applied.column, r->applied.owner, r->view.nodes[0].name}};
}

/* Is what the question makes of two columns made of those of the rows? */
static bool is_made_of_rows(const struct join_view *v, const struct bound *b)
{
    for (size_t i = 0; i < 2 * b->n_derived; i++) {
        size_t column = join_view_find(v, b->derived[i / 2].of[i % 2]);

        if (column == v->table.n_columns || v->node[column] != 0)
            return false;
    }
    return true;
}

/* The question over the view of one table. */
static enum err read_root(const struct joined_question *q, size_t root,
                          struct arena *a, struct joined_reading *out,
                          struct error *e)
{
    const struct join_graph *g = q->schema->joins;
    struct join_view view;
    struct bound *bound = &out->reading.bound;

    *out = (struct joined_reading){0};
    if (join_view_make(g, root, a, &view, e))
        return e->code;
    if (view.n_nodes == 1)
        return OK;
    if (link_question(&view.table, q->words, q->language, a,
                      &out->reading.links, e) ||
        join_settle(&view, &out->reading.links, a, &out->view, e) ||
        bind_question(&out->view.table, &out->reading.links, q->language, a,
                      bound, e))
        return e->code;
    if (bound->asks) {
        out->found = asks_about_joins(out);
        return OK;
    }
    if (!is_made_of_rows(&out->view, bound))
        return OK; /* of two tables: what counts twice is not looked at */
    if (join_apply(&out->view, a, &bound->spec, &out->applied, e))
        return e->code;
    if (out->applied.outcome == JOIN_FAN_OUT)
        ask_fan_out(out);
    out->found = out->applied.outcome == JOIN_DONE ||
                 out->applied.outcome == JOIN_KEYS ||
                 out->applied.outcome == JOIN_FAN_OUT;
    return OK;
}

/* Does any edge begin at the table? */
static bool leads_somewhere(const struct join_graph *g, size_t table)
{
    for (size_t i = 0; i < g->n; i++) {
        if (g->edges[i].left == table && g->edges[i].state != JOIN_FAILS)
            return true;
    }
    return false;
}

/* The best over all tables. */
static enum err read_views(const struct joined_question *q, struct arena *a,
                           struct joined_reading *out, struct error *e)
{
    struct joined_reading *one = arena_alloc(a, sizeof(*one), e);

    if (!one)
        return e->code;
    for (size_t i = 0; i < q->schema->n_tables; i++) {
        if (!q->views[i] || !leads_somewhere(q->schema->joins, i))
            continue;
        if (read_root(q, i, a, one, e))
            return e->code;
        if (one->found && is_better(one, out))
            *out = *one;
    }
    return OK;
}

/*
 * "Customers without orders" over the orders alone: a gap in a column without
 * gaps, half named. The asker means rows that no table has; the word that says
 * so, or an empty text.
 */
static struct str word_for_none(const struct joined_question *q)
{
    const struct query_spec *s = &q->alone->bound.spec;
    const struct links *l = &q->alone->links;
    struct str gap = {0};

    for (size_t i = 0; i < s->n_filters; i++) {
        if (s->filters[i].op == FILTER_NULL)
            gap = s->filters[i].column;
    }
    for (size_t i = 1; gap.n && i < l->n; i++) {
        const struct link_hit *h = &l->link[i].hits[0];

        if (l->link[i].kind == LINK_COLUMN && str_eq(h->column->name, gap) &&
            h->score < WHOLE_NAME &&
            h->column->non_null >= q->schema->tables[q->table].rows)
            return l->words.word[l->link[i - 1].from].raw;
    }
    return (struct str){0};
}

/* A clarifying question where the table alone would answer. */
static void ask_instead(const struct joined_question *q, struct str word,
                        struct joined_reading *out)
{
    *out = (struct joined_reading){.found = true, .reading = *q->alone};
    out->view.nodes[0].table = q->table;
    out->reading.bound.asks = true;
    out->reading.bound.n_candidates = 0;
    out->reading.bound.question =
        (struct bind_note){ASK_NOT_SUPPORTED, {word, {0}, {0}}};
}

enum err joined_find(const struct joined_question *q, struct arena *a,
                     struct joined_reading **out, struct error *e)
{
    const struct join_graph *g = q->schema->joins;
    const int alone = sureness(q->alone, &q->schema->tables[q->table]);
    struct joined_reading *best;

    *out = NULL;
    if (!g || g->n == 0 || (q->answers && alone > 0 && !speaks_of_joined(q)))
        return OK;
    best = arena_alloc(a, sizeof(*best), e);
    if (!best || read_views(q, a, best, e))
        return e->code;
    if (q->answers && word_for_none(q).n &&
        (!best->found || best->reading.bound.asks)) {
        ask_instead(q, word_for_none(q), best);
        *out = best;
        return OK;
    }
    if (!best->found ||
        (alone == 0 && sureness(&best->reading, &best->view.table) == 0))
        return OK;
    if (!best->reading.bound.asks ||
        (!q->answers &&
         best->reading.links.score > q->alone->links.score + SAME_SCORE))
        *out = best;
    return OK;
}

/* The node of a column; of a key that leads to a node, that. 0: the rows'. */
static size_t node_of(const struct join_view *v, struct str name)
{
    size_t column = join_view_find(v, name);

    if (column == v->table.n_columns)
        return 0;
    for (size_t i = 1; i < v->n_nodes; i++) {
        if (v->nodes[i].parent == v->node[column] &&
            v->nodes[i].edge->left_column == v->origin[column])
            return i;
    }
    return v->node[column];
}

bool joined_is_of(const struct joined_reading *r, size_t *table)
{
    const struct query_spec *s = &r->reading.bound.spec;
    size_t node;
    bool of;

    if (r->reading.bound.asks || s->kind != SPEC_AGGREGATE || s->has_having ||
        s->share || s->n_measures + s->n_groups == 0)
        return false;
    node = node_of(&r->view,
                   s->n_groups ? s->groups[0].column : s->measures[0].column);
    of = node > 0;
    for (size_t i = 0; i < s->n_groups; i++)
        of &= node_of(&r->view, s->groups[i].column) == node;
    for (size_t i = 0; i < s->n_measures; i++)
        of &= s->measures[i].agg == AGG_DISTINCT &&
              node_of(&r->view, s->measures[i].column) == node;
    for (size_t i = 0; i < s->n_filters; i++)
        of &= node_of(&r->view, s->filters[i].column) == node;
    if (of)
        *table = r->view.nodes[node].table;
    return of;
}

void joined_hide(struct joined_reading *r)
{
    struct schema_table *t = &r->view.table;
    size_t n = 0;

    for (size_t i = 0; i < t->n_columns; i++) {
        if (r->view.node[i] == 0 ||
            spec_join_brings(&r->reading.bound.spec, t->columns[i].name))
            t->columns[n++] = t->columns[i];
    }
    t->n_columns = n;
}
