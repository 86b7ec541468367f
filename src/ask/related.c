/* The question is cut in two, and each part is read as any question is. */
#include "ask/related.h"

#include "ask/joins/join_settle.h"
#include "ask/related_marks.h"

/* ---- what is counted ---- */

static bool only_counts(const struct bound *b)
{
    const struct query_spec *s = &b->spec;

    return !b->asks && s->kind == SPEC_AGGREGATE && s->n_groups == 0 &&
           s->n_measures == 1 && s->measures[0].agg == AGG_COUNT &&
           !s->measures[0].column.n && !s->has_having && !s->share &&
           !s->limit && !s->change.kind && !s->step.kind && !s->compare.kind &&
           !s->running && !s->n_derived && s->n_filters > 0;
}

static bool is_any(const bool *marked, size_t n)
{
    while (n-- > 0) {
        if (marked[n])
            return true;
    }
    return false;
}

/* Is it no condition, but what is asked: how much they bought? */
static bool asks_more(const struct link *l)
{
    static const enum concept_kind asking[] = {
        CONCEPT_MANY,  CONCEPT_MUCH,  CONCEPT_AGG,    CONCEPT_MOST,
        CONCEPT_TOP,   CONCEPT_SHARE, CONCEPT_CHANGE, CONCEPT_WHICH,
        CONCEPT_MONEY, CONCEPT_LIKE,  CONCEPT_SORT,   CONCEPT_WHEN};

    for (size_t i = 0; i < sizeof(asking) / sizeof(asking[0]); i++) {
        if (related_is(l, asking[i]))
            return true;
    }
    return false;
}

/* The conditions on what is counted, over its view. */
static enum err read_counted(struct attempt *t, bool *reads, struct error *e)
{
    struct part part;
    struct words w;
    struct links l;
    struct bound bound;
    struct join_view narrow = t->way.view;
    const struct schema_column *key = t->way.view.origin[t->way.key];
    size_t node = t->way.view.node[t->way.key];

    *reads = true;
    t->inner = (struct query_spec){.table = t->way.view.table.sql,
                                   .measures = {{.agg = AGG_COUNT}},
                                   .n_measures = 1};
    if (!is_any(t->counted, t->w->n))
        return OK;
    if (related_part(t, "number of rows", t->counted, &part, e))
        return e->code;
    w = related_words_of(t, &part);
    if (link_question(&t->way.view.table, &w, t->language, t->a, &l, e) ||
        (t->way.view.n_nodes > 1 &&
         join_settle(&t->way.view, &l, t->a, &narrow, e)))
        return e->code;
    for (size_t i = 1; i < l.n; i++) { /* the first are rows */
        t->has_values |= l.link[i].kind == LINK_VALUE;
        t->asks |= asks_more(&l.link[i]);
    }
    if (bind_question(&narrow.table, &l, t->language, t->a, &bound, e))
        return e->code;
    *reads = !t->asks && only_counts(&bound);
    t->inner = bound.spec;
    t->way.view = narrow;
    t->way.key = join_view_column(&narrow, node, key);
    return OK;
}

/* ---- the rest ---- */

static bool takes_filter(const struct bound *b)
{
    const struct query_spec *s = &b->spec;

    return !b->asks && s->n_filters < SPEC_MAX_FILTERS && !s->change.kind &&
           !s->step.kind && !s->compare.kind && s->order != ORDER_FILE &&
           !s->share && !s->filled;
}

/* The rest of the question, read. */
struct rest {
    struct table_reading reading;
    struct schema_table table;
    struct join_applied applied;
    bool reads;
};

/* The rows that are asked for, with what they lead to. */
static enum err read_view(const struct attempt *t, const struct words *w,
                          struct rest *r, struct error *e)
{
    struct bound *bound = &r->reading.bound;
    struct joined_reading hidden = {0};
    struct join_view view;

    if (join_view_make(t->s->joins, t->p->root, t->a, &view, e))
        return e->code;
    if (view.n_nodes == 1)
        return OK;
    if (link_question(&view.table, w, t->language, t->a, &r->reading.links,
                      e) ||
        join_settle(&view, &r->reading.links, t->a, &hidden.view, e) ||
        bind_question(&hidden.view.table, &r->reading.links, t->language, t->a,
                      bound, e))
        return e->code;
    if (!takes_filter(bound))
        return OK;
    if (join_apply(&hidden.view, t->a, &bound->spec, &r->applied, e))
        return e->code;
    r->reads = r->applied.outcome == JOIN_DONE;
    hidden.reading = r->reading;
    joined_hide(&hidden);
    r->table = hidden.view.table;
    return OK;
}

/* The rows that are asked for, alone where they can be. */
static enum err read_other(const struct attempt *t, const struct part *part,
                           struct rest *r, struct error *e)
{
    struct words *w = arena_alloc(t->a, sizeof(*w), e);

    if (!w)
        return e->code;
    *w = related_words_of(t, part);
    r->reads = false;
    r->applied = (struct join_applied){0};
    r->table = t->s->tables[t->p->root];
    if (link_question(&r->table, w, t->language, t->a, &r->reading.links, e) ||
        bind_question(&r->table, &r->reading.links, t->language, t->a,
                      &r->reading.bound, e))
        return e->code;
    r->reads = takes_filter(&r->reading.bound);
    return r->reads ? OK : read_view(t, w, r, e);
}

/* Whole rows that nobody wants to see: "customers without orders" are names. */
static bool are_names(const struct table_reading *r)
{
    const struct query_spec *s = &r->bound.spec;

    for (size_t i = 0; i < r->links.n; i++) {
        if (related_is(&r->links.link[i], CONCEPT_LIST))
            return false;
    }
    return s->kind == SPEC_ROWS && s->order == ORDER_NONE && !s->limit &&
           s->n_groups == 0 && s->n_measures == 0;
}

/* Is a column a part of a key of several, which is of more than one row? */
static bool is_part(const struct join_edge *edge, struct str column)
{
    for (size_t i = 0; edge->n_also && i <= edge->n_also; i++)
        if (str_eq(join_edge_pair(edge, i).right->name, column))
            return true;
    return false;
}

/* How many rows there are, by their key, and not by a name that two may have. */
static void count_by_key(const struct join_edge *edge, struct spec_measure *m,
                         struct bound *bound)
{
    if (edge->n_also == 0) {
        m->column = edge->right_column->name;
        return;
    }
    *m = (struct spec_measure){.agg = AGG_COUNT}; /* a row for each key */
    for (size_t i = 0; i < bound->n_notes; i++)
        if (bound->notes[i].what == SAY_COUNT_DISTINCT)
            bound->notes[i] = (struct bind_note){.what = SAY_COUNT_ROWS};
}

static void group_by_key(const struct join_edge *edge, struct query_spec *s)
{
    for (size_t i = 0; i <= edge->n_also && s->n_groups < SPEC_MAX_GROUPS;
         i++) {
        const struct str key = join_edge_pair(edge, i).right->name;

        if (!spec_groups_by(s, key))
            s->groups[s->n_groups++] = (struct spec_group){.column = key};
    }
}

/* What has a name is shown by it, and two of one name are two. */
static void show_names(const struct attempt *t, struct table_reading *r)
{
    const struct related_way *w = &t->way;
    const struct schema_column *label = t->s->joins->labels[t->p->root];
    struct query_spec *s = &r->bound.spec;
    struct str key = w->edge->right_column->name;

    if (!label || w->forward)
        return;
    if (are_names(r)) {
        s->kind = SPEC_AGGREGATE;
        s->groups[s->n_groups++] = (struct spec_group){.column = label->name};
    }
    if (s->kind != SPEC_AGGREGATE || s->n_groups == SPEC_MAX_GROUPS)
        return;
    for (size_t i = 0; i < s->n_measures; i++) {
        if (s->measures[i].agg == AGG_DISTINCT &&
            (str_eq(s->measures[i].column, label->name) ||
             is_part(w->edge, s->measures[i].column)))
            count_by_key(w->edge, &s->measures[i], &r->bound);
    }
    if (s->n_groups == 0)
        return;
    if (str_eq(s->groups[0].column, key) && s->n_groups == 1 &&
        !str_eq(label->name, key)) {
        s->groups[0].column = label->name;
        group_by_key(w->edge, s);
    } else if (spec_groups_by(s, label->name) &&
               label->distinct < label->non_null) {
        group_by_key(w->edge, s);
    }
}

/* What the count is called: as the table is, unless a column has that name. */
static enum err name_count(const struct attempt *t,
                           const struct schema_table *table, struct str *out,
                           struct error *e)
{
    const struct join_view *v = &t->way.view;

    *out = v->nodes[0].name;
    for (size_t i = 0; i < table->n_columns; i++) {
        if (str_eq_nocase(table->columns[i].name, *out))
            return str_printf(t->a, out, e, "%.*s rows",
                              STR_FMT(v->nodes[0].name));
    }
    return OK;
}

/* A condition on the count, which the share of all rows is of. */
static enum err put_condition(const struct attempt *t, struct str name,
                              bool share, struct query_spec *s, struct error *e)
{
    struct str *value = arena_alloc(t->a, sizeof(*value), e);

    if (!value)
        return e->code;
    *value = t->p->number;
    s->filters[s->n_filters++] = (struct spec_filter){.column = name,
                                                      .op = t->p->op,
                                                      .literal = LITERAL_NUMBER,
                                                      .values = value,
                                                      .n = 1,
                                                      .part = share};
    s->share = share;
    return OK;
}

/* Both readings, together; NULL when they are none. */
static enum err join_both(struct attempt *t, bool share,
                          const struct part *part, struct related_reading **out,
                          struct error *e)
{
    struct related_reading *r = arena_alloc(t->a, sizeof(*r), e);
    struct query_spec *inner = arena_alloc(t->a, sizeof(*inner), e);
    struct rest *rest = arena_alloc(t->a, sizeof(*rest), e);
    struct related_specs specs = {.way = &t->way, .counted = inner};
    struct query_spec *s;

    if (!r || !inner || !rest || read_other(t, part, rest, e))
        return e->code;
    s = &rest->reading.bound.spec;
    if (!rest->reads || (share && (s->n_measures != 1 || s->n_groups > 0 ||
                                   s->kind != SPEC_AGGREGATE)))
        return OK;
    *inner = t->inner;
    specs.rows = s;
    specs.applied = &rest->applied;
    show_names(t, &rest->reading);
    if (name_count(t, &rest->table, &specs.name, e) ||
        related_apply(&specs, t->a, &r->tables, e))
        return e->code;
    if (!r->tables.fits)
        return OK;
    if (put_condition(t, specs.name, share, s, e))
        return e->code;
    r->root = t->p->root;
    r->reading = rest->reading;
    r->table = rest->table;
    *out = r;
    return OK;
}

/* The rest of the question, as one that can be read alone. */
static enum err read_rest(struct attempt *t, struct related_reading **out,
                          struct error *e)
{
    bool share = related_take_out(t, CONCEPT_SHARE);
    struct part part;

    if (share)
        (void)related_take_out(t, CONCEPT_WHICH);
    if (related_part(t, share ? "how many" : "", t->other, &part, e))
        return e->code;
    return part.n ? join_both(t, share, &part, out, e) : OK;
}

static enum err try_way(struct attempt *t, bool conditions_counted,
                        struct related_reading **out, struct error *e)
{
    bool reads;

    *out = NULL;
    if (related_mark(t, conditions_counted, e) || read_counted(t, &reads, e))
        return e->code;
    return reads ? read_rest(t, out, e) : OK;
}

/* Conditions after the phrase apply to what is counted, all others to the rest.
 * Where both fit nothing decides, unless they name what was bought. */
static enum err read_way(const struct attempt *base,
                         const struct related_way *way,
                         struct related_reading **out, struct error *e)
{
    struct attempt t = *base;
    struct related_reading *other;
    bool values;

    t.way = *way;
    if (try_way(&t, true, out, e))
        return e->code;
    values = t.has_values;
    if (t.asks || t.p->end == t.p->to || (*out && (!values || t.p->is_verb)))
        return OK;
    t = *base;
    t.way = *way;
    if (try_way(&t, false, &other, e))
        return e->code;
    *out = *out && other ? NULL : *out ? *out : other;
    return OK;
}

/* ---- ways ---- */

/* The ways to what a phrase counts, the shortest first. */
static enum err find_ways(const struct attempt *t, struct related_ways *ways,
                          struct error *e)
{
    const struct join_graph *g = t->s->joins;
    size_t all = t->s->n_tables;

    ways->n = 0;
    for (size_t i = 0; i < all; i++) {
        if (i == t->p->root ||
            (t->p->counted == all ? !related_is_trade(&g->nouns[i])
                                  : i != t->p->counted))
            continue;
        if (related_ways_find(g, t->p->root, i, t->a, ways, e))
            return e->code;
    }
    for (size_t i = 1; i < ways->n; i++) {
        for (size_t k = i; k > 0 && related_hops(&ways->way[k - 1]) >
                                        related_hops(&ways->way[k]);
             k--) {
            struct related_way swap = ways->way[k];

            ways->way[k] = ways->way[k - 1];
            ways->way[k - 1] = swap;
        }
    }
    return OK;
}

/* The nearest way that reads, where no other is as near. */
static enum err read_phrase(const struct attempt *t,
                            struct related_reading **out, struct error *e)
{
    struct related_ways *ways = arena_alloc(t->a, sizeof(*ways), e);
    unsigned hops = 0;

    *out = NULL;
    if (!ways || find_ways(t, ways, e))
        return e->code;
    for (size_t i = 0;
         i < ways->n && (!*out || related_hops(&ways->way[i]) == hops); i++) {
        struct related_reading *one = NULL;

        if (read_way(t, &ways->way[i], &one, e))
            return e->code;
        if (one && *out) {
            *out = NULL;
            return OK;
        }
        if (one) {
            *out = one;
            hops = related_hops(&ways->way[i]);
        }
    }
    return OK;
}

/* "Who only ordered in 2023" is more than having ordered then. */
static void ask_only(const struct words *w, const struct related_phrase *p,
                     struct related_reading *r)
{
    size_t at = p->from;

    while (at + 1 < p->to && !related_is_only(w->word[at].fold))
        at++;
    r->reading.bound.asks = true;
    r->reading.bound.n_candidates = 0;
    r->reading.bound.question =
        (struct bind_note){ASK_NOT_SUPPORTED, {w->word[at].raw}};
}

enum err related_find(const struct ask_schema *s, const struct words *w,
                      enum language language, struct arena *a,
                      struct related_reading **out, struct error *e)
{
    struct related_phrase phrases[RELATED_MAX_PHRASES];
    struct attempt t = {.s = s, .w = w, .language = language, .a = a};
    size_t n;

    *out = NULL;
    if (!s->joins || s->joins->n == 0)
        return OK;
    if (related_phrases(s, w, a, phrases, &n, e))
        return e->code;
    for (size_t i = 0; i < n && !*out; i++) {
        t.p = &phrases[i];
        if (read_phrase(&t, out, e))
            return e->code;
        if (*out && t.p->is_only)
            ask_only(w, t.p, *out);
    }
    return OK;
}
