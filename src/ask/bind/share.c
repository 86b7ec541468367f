/*
 * Percentages: of a measure by groups, or of the part that the conditions
 * leave of it.
 */
#include "ask/bind/compose.h"
#include "ask/bind/rate.h"

static const struct str no_text = {0};

/* Filters on values rather than on time. */
static size_t mark_part(const struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    size_t parts = 0;
    size_t i;

    for (i = 0; i < s->n_filters; i++) {
        struct spec_filter *f = &s->filters[i];
        const struct schema_column *c = bind_column(b, f->column);

        f->part = f->op != FILTER_PERIOD && f->op != FILTER_MONTH &&
                  !(c && link_column_groups(c) & GROUP_YEAR);
        parts += f->part;
    }
    return parts;
}

/* Is the filter a yes or a no of each row? */
static bool is_truth(const struct binder *b, const struct spec_filter *f)
{
    const struct schema_column *c = bind_column(b, f->column);

    return c && link_is_flag(c) && f->op == FILTER_EQ;
}

/* Does the filter say what became of a row, or whether something is so? */
static bool is_fate(const struct binder *b, const struct spec_filter *f)
{
    const struct schema_column *c = bind_column(b, f->column);

    if (!c)
        return false;
    if (f->op == FILTER_NULL || f->op == FILTER_NOT_NULL)
        return c->kind == COLUMN_DATE;
    return is_truth(b, f) ||
           (bind_is_outcome(c) && (f->op == FILTER_EQ || f->op == FILTER_IN));
}

/* A noun that only says what is counted: orders, by their number. */
static void drop_keys(const struct binder *b, struct roles *r)
{
    size_t kept = 0;

    for (size_t i = 0; i < r->n_targets; i++) {
        if (!bind_is_key(b, r->targets[i]))
            r->targets[kept++] = r->targets[i];
    }
    r->n_targets = kept;
}

/* "Percentage of cancelled orders by category" is of the orders of each
 * category, as the cancellation rate is, and not of all that were cancelled.
 * False: it asks for something else. */
static bool share_of_each(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    struct roles *r = &b->roles;
    struct spec_filter *part = NULL;

    if (!r->n_groups || !r->by || r->n_measures || r->n_numbers)
        return false;
    drop_keys(b, r);
    for (size_t i = 0; i < s->n_filters; i++) {
        if (!is_fate(b, &s->filters[i]))
            continue;
        if (part)
            return false;
        part = &s->filters[i];
    }
    if (!part || r->n_targets || s->has_having)
        return false;
    part->part = true;
    bind_add_measure(s, AGG_COUNT, no_text);
    bind_put_groups(b, false);
    return true;
}

enum err bind_share(struct binder *b)
{
    struct query_spec *s = &b->out->spec;
    struct roles *r = &b->roles;

    if (b->rate.column.n)
        return bind_compose_rate(b);
    s->share = true;
    if (r->ordered ||
        (!r->n_measures && !r->n_numbers && !r->n_targets && !r->rows &&
         !r->n_groups && !(s->n_filters == 1 && is_truth(b, &s->filters[0])))) {
        bind_ask(b, ASK_PART_OR_GROUP, no_text, no_text, no_text);
        return OK;
    }
    if (share_of_each(b))
        return OK;
    if (!r->n_measures && !r->n_numbers) {
        bind_add_measure(s, AGG_COUNT, no_text);
        /* "of orders", "of customers": a noun for what is counted */
        if (!r->n_groups && r->n_targets == 1 && s->n_filters &&
            bind_is_key(b, r->targets[0]))
            r->n_targets = 0;
        if (!r->n_groups && r->n_targets && mark_part(b)) {
            bind_ask(b, ASK_PART_OR_GROUP, no_text, no_text, no_text);
            return OK; /* customers of Spain are no rows of Spain */
        }
    }
    /* "what part of sales are those of paid orders": the orders are the rows */
    if (!r->n_groups && r->n_targets == 1 && s->n_filters && !r->by &&
        bind_is_key(b, r->targets[0]) && !r->of_which && !r->list)
        r->n_targets = 0;
    bind_put_measures(b);
    bind_put_groups(b, true);
    if (s->n_measures != 1 || s->has_having ||
        (s->n_measures && s->measures[0].agg != AGG_COUNT &&
         s->measures[0].agg != AGG_SUM)) {
        bind_ask(b, ASK_PART_OR_GROUP, no_text, no_text, no_text);
        return OK;
    }
    if (s->n_groups) {
        s->order = ORDER_MEASURE;
        s->descending = true;
        if (s->groups[0].grain != GRAIN_NONE)
            s->order = ORDER_NONE;
        return OK;
    }
    /* Of two it is not clear: "orders from Spain that are returned" is a part
     * of which orders? */
    if (mark_part(b) != 1)
        bind_ask(b, ASK_PART_OR_GROUP, no_text, no_text, no_text);
    return OK;
}
