/*
 * A row names the row above it, by its key or by its name. Who stands below
 * Ana are the rows whose upper one is called so; where Ana comes before "report
 * to", the upper one is asked for.
 */
#include "ask/hierarchy.h"

#include "ask/related_marks.h"
#include "ask/vocabulary/term_lists.h"

struct reporting {
    const struct ask_schema *s;
    struct arena *a;
    const struct join_edge *edge; /* from a row to the one above it */
    const struct schema_column *label;
    size_t from; /* words [from, to) say it */
    size_t to;
    struct link *who; /* whose name is said */
    bool is_verb;     /* "report to", not "reports" */
    bool counts;
    struct related_reading *r;
};

/* Where a question says that some stand below others. */
static bool find_phrase(const struct words *w, struct reporting *p)
{
    p->to = 0;
    for (size_t at = 0; at < w->n; at++) {
        const size_t n = question_words_longest(w, at, &words_ask_reports_to);

        if (n > 0) {
            p->from = at;
            p->to = at + n;
            p->is_verb = str_is(w->word[p->to - 1].fold, "to") ||
                         str_is(w->word[p->to - 1].fold, "a");
            return true;
        }
    }
    return false;
}

/* The table whose rows name each other, if it is the only one. */
static bool find_edge(const struct ask_schema *s, struct reporting *p)
{
    size_t n = 0;

    for (size_t i = 0; i < s->joins->n; i++) {
        const struct join_edge *edge = &s->joins->edges[i];

        if (edge->left != edge->right || edge->n_also ||
            edge->state == JOIN_FAILS || !s->joins->labels[edge->left])
            continue;
        p->edge = edge;
        p->label = s->joins->labels[edge->left];
        n++;
    }
    return n == 1;
}

static bool is_within(const struct reporting *p, const struct link *l)
{
    return l->from < p->to && l->to > p->from;
}

/* Does a link say no more than whose rows they are, or how they are asked for?
 */
static bool says_nothing(struct reporting *p, const struct link *l)
{
    const struct schema_column *c = l->n_hits ? l->hits[0].column : NULL;

    p->counts |= related_is(l, CONCEPT_MANY);
    return related_is(l, CONCEPT_MANY) || related_is(l, CONCEPT_WHO) ||
           related_is(l, CONCEPT_WHICH) || related_is(l, CONCEPT_LIST) ||
           related_is(l, CONCEPT_ROWS) ||
           (l->kind == LINK_COLUMN &&
            (c == p->label || c == p->edge->right_column));
}

/* The one name that is said, and nothing that has no place. */
static bool take_links(struct reporting *p, struct links *l)
{
    for (size_t i = 0; i < l->n; i++) {
        struct link *x = &l->link[i];

        if (x->kind == LINK_VALUE && !p->who && x->n_hits > 0 &&
            x->hits[0].n_values == 1) {
            p->who = x;
            continue;
        }
        if (!is_within(p, x) && !says_nothing(p, x))
            return false;
    }
    for (size_t h = 0; p->who && h < p->who->n_hits; h++) {
        if (p->who->hits[h].column == p->label) {
            p->who->hits[0] = p->who->hits[h];
            return true;
        }
    }
    return false;
}

/* The join that brings the name of the row above. */
static enum err put_join(struct reporting *p, struct query_spec *s,
                         struct str *above, struct error *e)
{
    struct spec_brought *brings = arena_alloc(p->a, sizeof(*brings), e);
    const struct join_edge *edge = p->edge;
    struct str name = {0};

    *above = edge->left_column->name;
    if (edge->right_column == p->label)
        return OK; /* it is the name */
    if (!brings ||
        str_printf(p->a, above, e, "%.*s (%.*s)", STR_FMT(p->label->name),
                   STR_FMT(edge->left_column->name)) ||
        str_printf(p->a, &name, e, "%.*s by %.*s", STR_FMT(s->table),
                   STR_FMT(edge->left_column->name)))
        return e->code;
    *brings = (struct spec_brought){*above, p->label->name};
    s->joins[s->n_joins++] =
        (struct spec_join){.table = s->table,
                           .name = name,
                           .left = s->table,
                           .left_column = edge->left_column->name,
                           .column = edge->right_column->name,
                           .brings = brings,
                           .n_brings = 1};
    return OK;
}

static enum err put_spec(struct reporting *p, struct error *e)
{
    struct query_spec *s = &p->r->reading.bound.spec;
    bool up = p->is_verb && p->who->from < p->from && !p->counts;
    struct str above;

    *s = (struct query_spec){.table = p->s->tables[p->edge->left].sql};
    if (put_join(p, s, &above, e))
        return e->code;
    /* what joins bring is measured with the key that leads there */
    p->r->tables.edges[0] = p->edge;
    p->r->tables.n_edges = s->n_joins;
    s->filters[s->n_filters++] =
        (struct spec_filter){.column = up ? p->label->name : above,
                             .values = p->who->hits[0].values,
                             .n = 1};
    if (p->counts) {
        s->measures[s->n_measures++] = (struct spec_measure){.agg = AGG_COUNT};
        return OK;
    }
    s->groups[s->n_groups++] =
        (struct spec_group){.column = up ? above : p->label->name};
    if (!up && p->label->distinct < p->label->non_null)
        s->groups[s->n_groups++] =
            (struct spec_group){.column = p->edge->right_column->name};
    return OK;
}

enum err hierarchy_find(const struct ask_schema *s, const struct words *w,
                        enum language language, struct arena *a,
                        struct related_reading **out, struct error *e)
{
    struct reporting p = {.s = s, .a = a};
    struct related_reading *r;

    *out = NULL;
    if (!s->joins || !find_phrase(w, &p) || !find_edge(s, &p))
        return OK;
    r = p.r = arena_alloc(a, sizeof(*r), e);
    if (!r)
        return e->code;
    r->root = p.edge->left;
    r->table = s->tables[r->root];
    if (link_question(&r->table, w, language, a, &r->reading.links, e))
        return e->code;
    *out = r;
    if (take_links(&p, &r->reading.links))
        return put_spec(&p, e);
    r->reading.bound.asks = true;
    r->reading.bound.question =
        (struct bind_note){ASK_NOT_SUPPORTED, {w->word[p.from].raw}};
    return OK;
}
