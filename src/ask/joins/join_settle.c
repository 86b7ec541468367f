#include "ask/joins/join_settle.h"

#include "ask/vocabulary/term_lists.h"

/* Less of a column's name is a word that may be a verb: order, of order_id. */
#define WHOLE_NAME 0.97

static size_t column_of(const struct join_view *v, const struct link_hit *h)
{
    return (size_t)(h->column - v->table.columns);
}

static size_t node_of(const struct join_view *v, const struct link_hit *h)
{
    return v->node[column_of(v, h)];
}

static bool is_concept(const struct link *l, enum concept_kind kind)
{
    return l->kind == LINK_CONCEPT && l->entry->kind == kind;
}

/* ---- whose words are meant ---- */

/* Only the hits of one node, where it has any. */
static bool keep_node(const struct join_view *v, struct link *l, size_t node)
{
    size_t n = 0;

    for (size_t h = 0; h < l->n_hits; h++)
        n += node_of(v, &l->hits[h]) == node;
    if (n == 0)
        return false;
    n = 0;
    for (size_t h = 0; h < l->n_hits; h++) {
        if (node_of(v, &l->hits[h]) == node)
            l->hits[n++] = l->hits[h];
    }
    l->n_hits = n;
    return true;
}

static bool has_node(const struct join_view *v, const struct link *l,
                     size_t node)
{
    for (size_t h = 0; h < l->n_hits; h++) {
        if (node_of(v, &l->hits[h]) == node)
            return true;
    }
    return false;
}

/* The node that a column leads to by itself, 0 for none. */
static size_t lead(const struct join_view *v, size_t column)
{
    for (size_t i = 1; i < v->n_nodes; i++) {
        if (v->nodes[i].parent == v->node[column] &&
            v->nodes[i].edge->n_also == 0 &&
            v->nodes[i].edge->left_column == v->origin[column])
            return i;
    }
    return 0;
}

/* Whose name it is: of a key that stands for nameless rows, theirs. */
static size_t entity_node(const struct join_view *v, const struct link_hit *h)
{
    size_t to = lead(v, column_of(v, h));

    return to ? to : node_of(v, h);
}

/* Is a table named, and nothing of it: "customers", or the key that leads there?
 */
static bool is_entity(const struct join_view *v, const struct link *l)
{
    return l->kind == LINK_COLUMN && l->n_hits == 1 &&
           (l->hits[0].entity || lead(v, column_of(v, &l->hits[0])) != 0);
}

static bool is_chinese(const struct links *l, size_t i)
{
    return l->words.word[l->link[i].from].kind == WORD_CJK;
}

/* Does the word before, or after, ask for the entity itself? */
static bool is_asked_for(const struct links *l, size_t i)
{
    static const enum concept_kind before[] = {
        CONCEPT_MANY, CONCEPT_WHICH, CONCEPT_BY,  CONCEPT_LIST, CONCEPT_TOP,
        CONCEPT_MOST, CONCEPT_WHO,   CONCEPT_AGG, CONCEPT_LIKE, CONCEPT_SHARE};

    const struct link *after;

    if (i == 0 || l->link[i - 1].kind == LINK_NUMBER)
        return true;
    for (size_t k = 0; k < sizeof(before) / sizeof(before[0]); k++) {
        if (is_concept(&l->link[i - 1], before[k]))
            return true;
    }
    if (i + 1 == l->n)
        return false;
    after = &l->link[i + 1];
    return is_concept(after, CONCEPT_TOP) || is_concept(after, CONCEPT_WHICH) ||
           (is_concept(after, CONCEPT_MANY) &&
            (after->entry->param == 3 || !is_chinese(l, i))); /* 客户数 */
}

/* Does a condition on a column of the same table follow? */
static bool has_condition(const struct join_view *v, const struct links *l,
                          size_t i, size_t node)
{
    return i + 2 < l->n && l->link[i + 1].kind == LINK_COLUMN &&
           has_node(v, &l->link[i + 1], node) &&
           (is_concept(&l->link[i + 2], CONCEPT_CMP) ||
            is_concept(&l->link[i + 2], CONCEPT_BETWEEN) ||
            l->link[i + 2].kind == LINK_VALUE ||
            l->link[i + 2].kind == LINK_NUMBER);
}

/* "Customers in Spain", "Spanish customers": say whose value it is. True when
 * the entity is no more than that. */
static bool qualifies(const struct join_view *v, struct links *l, size_t i)
{
    size_t node = entity_node(v, &l->link[i].hits[0]);
    size_t next = i + 1;
    struct link *after;
    struct link *before = i ? &l->link[i - 1] : NULL;

    if (next < l->n && is_concept(&l->link[next], CONCEPT_BETWEEN))
        next++; /* customers from Spain */
    after = next < l->n ? &l->link[next] : NULL;
    if (after && after->kind == LINK_VALUE && keep_node(v, after, node))
        return !is_asked_for(l, i);
    if (has_condition(v, l, i, node))
        return !is_asked_for(l, i);
    if (before && before->kind == LINK_VALUE && keep_node(v, before, node))
        return !is_asked_for(l, i) &&
               (i > 1 ? !is_asked_for(l, i - 1)
                      : is_chinese(l, i) && i + 1 < l->n); /* 苏州的仓库的... */
    return false;
}

/* "What did they order": a verb, that is no table's row. */
static bool is_verb(const struct links *l, size_t i)
{
    const struct link *x = &l->link[i];
    const struct word *said = &l->words.word[x->from];

    if (i == 0 || l->link[i - 1].to != x->from || x->to != x->from + 1 ||
        !str_eq(said->fold, said->stem))
        return false;
    for (size_t at = 0; at < x->from; at++) {
        if (term_list_has(&words_link_did, l->words.word[at].fold))
            return true;
    }
    return false;
}

static void drop_link(struct links *l, size_t i)
{
    for (l->n--; i < l->n; i++)
        l->link[i] = l->link[i + 1];
}

static void settle_entities(const struct join_view *v, struct links *l)
{
    for (size_t i = 0; i < l->n;) {
        const struct link *x = &l->link[i];

        if (x->kind == LINK_COLUMN && x->n_hits == 1 &&
            (((x->hits[0].entity || x->hits[0].score < WHOLE_NAME) &&
              is_verb(l, i)) ||
             (is_entity(v, x) && qualifies(v, l, i))))
            drop_link(l, i);
        else
            i++;
    }
}

/* The first table's own columns, and "orders from Spain" its own values. */
static void prefer_first(const struct join_view *v, struct links *l)
{
    for (size_t i = 0; i < l->n; i++) {
        struct link *x = &l->link[i];

        if (x->n_hits > 1 && (x->kind == LINK_COLUMN ||
                              (i && is_concept(&l->link[i - 1], CONCEPT_ROWS))))
            (void)keep_node(v, x, 0);
    }
}

/* ---- the smaller view ---- */

static bool is_hit(const struct links *l, const struct schema_column *c)
{
    for (size_t i = 0; i < l->n; i++) {
        for (size_t h = 0; h < l->link[i].n_hits; h++) {
            if (l->link[i].hits[h].column == c)
                return true;
        }
    }
    return false;
}

/* Does the column lead to a node, alone or with others? */
static bool is_key(const struct join_view *v, size_t column)
{
    for (size_t i = 1; i < v->n_nodes; i++) {
        if (v->nodes[i].parent == v->node[column] &&
            join_edge_has_left(v->nodes[i].edge, v->origin[column]))
            return true;
    }
    return false;
}

/* The fewest hops to a table with dates. */
static unsigned hops_to_dates(const struct join_view *v)
{
    unsigned hops = JOIN_MAX_HOPS + 1;

    for (size_t i = 0; i < v->table.n_columns; i++) {
        if (v->table.columns[i].kind == COLUMN_DATE &&
            v->nodes[v->node[i]].hops < hops)
            hops = v->nodes[v->node[i]].hops;
    }
    return hops;
}

static void move_hits(const struct schema_column *from,
                      const struct schema_column *to, struct links *l)
{
    for (size_t i = 0; i < l->n; i++) {
        for (size_t h = 0; h < l->link[i].n_hits; h++) {
            if (l->link[i].hits[h].column == from)
                l->link[i].hits[h].column = to;
        }
    }
}

static enum err narrow_to(const struct join_view *v, struct links *l,
                          struct arena *a, struct join_view *out,
                          struct error *e)
{
    size_t all = v->table.n_columns;
    unsigned hops = hops_to_dates(v);

    if (join_view_begin(v, a, out, e))
        return e->code;
    for (size_t i = 0; i < all; i++) {
        const struct schema_column *c = &v->table.columns[i];
        bool dates =
            c->kind == COLUMN_DATE && v->nodes[v->node[i]].hops == hops;

        if (v->node[i] > 0 && !dates && !is_key(v, i) && !is_hit(l, c))
            continue;
        join_view_take(v, i, out);
        move_hits(c, &out->table.columns[out->table.n_columns - 1], l);
    }
    return OK;
}

enum err join_settle(const struct join_view *v, struct links *l,
                     struct arena *a, struct join_view *narrow, struct error *e)
{
    prefer_first(v, l);
    settle_entities(v, l);
    return narrow_to(v, l, a, narrow, e);
}
