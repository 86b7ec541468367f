#include "ask/followup/spec_merge.h"

static bool is_time(const struct spec_filter *f)
{
    return f->op == FILTER_PERIOD || f->op == FILTER_MONTH;
}

/* Does the new condition take the place of the old one? */
static bool replaces(const struct spec_filter *new_one,
                     const struct spec_filter *old)
{
    return str_eq(new_one->column, old->column) &&
           is_time(new_one) == is_time(old);
}

static bool is_replaced(const struct query_spec *from,
                        const struct spec_filter *old)
{
    for (size_t i = 0; i < from->n_filters; i++) {
        if (replaces(&from->filters[i], old))
            return true;
    }
    return false;
}

static bool has_sides(const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_filters; i++) {
        if (s->filters[i].side)
            return true;
    }
    return false;
}

/* Does a side use the column of a new condition? Then it is ambiguous which of
 * the two is meant. */
static bool touches_sides(const struct query_spec *into,
                          const struct query_spec *from)
{
    for (size_t i = 0; i < into->n_filters; i++) {
        if (into->filters[i].side && is_replaced(from, &into->filters[i]))
            return true;
    }
    return false;
}

/* The part of a share that a condition had goes to the one in its place. */
static bool is_of_part(const struct query_spec *into,
                       const struct spec_filter *new_one)
{
    for (size_t i = 0; i < into->n_filters; i++) {
        if (into->filters[i].part && replaces(new_one, &into->filters[i]))
            return true;
    }
    return false;
}

static bool merge_filters(struct query_spec *into,
                          const struct query_spec *from)
{
    const struct query_spec old = *into;
    size_t kept = 0;

    if (has_sides(from) || touches_sides(into, from))
        return false;
    for (size_t i = 0; i < old.n_filters; i++) {
        if (!is_replaced(from, &old.filters[i]))
            into->filters[kept++] = old.filters[i];
    }
    if (kept + from->n_filters > SPEC_MAX_FILTERS)
        return false;
    for (size_t i = 0; i < from->n_filters; i++) {
        into->filters[kept] = from->filters[i];
        into->filters[kept++].part |= is_of_part(&old, &from->filters[i]);
    }
    into->n_filters = kept;
    if (from->n_filters && from->window.column.n)
        into->window = from->window;
    return true;
}

/* A gap was left out because what it was grouped by had one. */
static void drop_gaps(struct query_spec *s)
{
    size_t kept = 0;

    for (size_t i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (f->op != FILTER_NOT_NULL || spec_groups_by(s, f->column))
            s->filters[kept++] = *f;
    }
    s->n_filters = kept;
}

/* Rows that were listed are counted by group; groups that were counted become
 * distinct values in each. */
static bool make_aggregate(struct query_spec *s)
{
    if (s->kind == SPEC_AGGREGATE && s->n_measures > 0)
        return true;
    if (s->kind == SPEC_CELLS || (s->kind == SPEC_COUNTED && s->n_groups != 1))
        return false;
    s->measures[0] = (struct spec_measure){.agg = AGG_COUNT};
    if (s->kind == SPEC_COUNTED)
        s->measures[0] = (struct spec_measure){.agg = AGG_DISTINCT,
                                               .column = s->groups[0].column};
    s->n_measures = 1;
    s->kind = SPEC_AGGREGATE;
    s->order = ORDER_NONE;
    s->limit = 0;
    s->each = 0;
    return true;
}

/* A series is in its order, and is not cut. */
static bool merge_groups(struct query_spec *into, const struct query_spec *from)
{
    if (from->n_groups == 0)
        return true;
    if (!make_aggregate(into))
        return false;
    for (size_t i = 0; i < from->n_groups; i++)
        into->groups[i] = from->groups[i];
    into->n_groups = from->n_groups;
    if (from->groups[0].grain != GRAIN_NONE || into->order != ORDER_MEASURE) {
        into->order = from->order;
        into->limit = 0;
        into->each = 0;
    }
    into->output = OUTPUT_ALL;
    drop_gaps(into);
    return true;
}

bool merge_conditions(struct query_spec *into, const struct query_spec *from)
{
    struct query_spec merged = *into;

    if (!merge_filters(&merged, from) || !merge_groups(&merged, from))
        return false;
    *into = merged;
    return true;
}

/* Are there other measures, conditions or groups than there were? What says nothing new
 * was not understood: it is no answer to give the one before again. */
static bool says_more(const struct query_spec *into,
                      const struct query_spec *from)
{
    bool more = into->kind != from->kind || from->n_filters || from->n_groups ||
                into->n_measures != from->n_measures;

    for (size_t i = 0; i < from->n_measures && !more; i++)
        more = into->measures[i].agg != from->measures[i].agg ||
               !str_eq(into->measures[i].column, from->measures[i].column);
    return more;
}

bool merge_measures(struct query_spec *into, const struct query_spec *from)
{
    struct query_spec merged = *into;

    if (from->kind != SPEC_AGGREGATE || from->n_measures == 0 || from->limit ||
        from->share || from->n_derived || from->has_having ||
        (into->kind != SPEC_AGGREGATE && into->kind != SPEC_ROWS) ||
        !says_more(into, from))
        return false;
    if (!merge_filters(&merged, from) || !merge_groups(&merged, from))
        return false;
    merged.kind = SPEC_AGGREGATE;
    for (size_t i = 0; i < from->n_measures; i++)
        merged.measures[i] = from->measures[i];
    merged.n_measures = from->n_measures;
    merged.share = false;
    if (into->kind == SPEC_ROWS) {
        merged.order = ORDER_NONE;
        merged.limit = 0;
        merged.each = 0;
    }
    *into = merged;
    return true;
}

bool merge_limit(struct query_spec *into, const struct query_spec *from)
{
    if (from->kind != SPEC_AGGREGATE || from->order != ORDER_MEASURE ||
        from->limit == 0 || into->n_groups == 0 || from->n_filters > 0)
        return false;
    into->order = from->order;
    into->descending = from->descending;
    into->limit = from->limit;
    return true;
}

/* Are both sides periods of the column? */
static bool compares_periods(const struct query_spec *s, struct str column)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (f->side &&
            (f->op != FILTER_PERIOD || f->n != 2 || !str_eq(f->column, column)))
            return false;
        n += f->side > 0;
    }
    return n == 2;
}

void merge_series(struct query_spec *s, const struct spec_group *g,
                  struct str both[4])
{
    size_t kept = 0;
    size_t n = 0;

    if (g->grain == GRAIN_NONE || !compares_periods(s, g->column))
        return;
    for (size_t i = 0; i < s->n_filters; i++) {
        struct spec_filter f = s->filters[i];

        if (f.side) {
            both[n++] = f.values[0];
            both[n++] = f.values[1];
            f.values = both;
            f.n = 4;
            f.side = 0;
            if (n == 2)
                continue;
        }
        s->filters[kept++] = f;
    }
    s->n_filters = kept;
    s->change = (struct spec_change){.kind = SPEC_CHANGE_SERIES};
}

/* Has the change two sides, from one to the other? */
static bool is_of_sides(const struct query_spec *s)
{
    return s->change.kind == SPEC_CHANGE_SIDES ||
           s->change.kind == SPEC_CHANGE_DOWN ||
           s->change.kind == SPEC_CHANGE_GAP;
}

bool merge_sides(struct query_spec *into, const struct query_spec *from)
{
    struct query_spec merged = *into;
    size_t kept = 0;

    if (!is_of_sides(into) || !is_of_sides(from) || from->n_groups > 0)
        return false;
    for (size_t i = 0; i < into->n_filters; i++) {
        if (!into->filters[i].side && !is_replaced(from, &into->filters[i]))
            merged.filters[kept++] = into->filters[i];
    }
    if (kept + from->n_filters > SPEC_MAX_FILTERS)
        return false;
    for (size_t i = 0; i < from->n_filters; i++)
        merged.filters[kept++] = from->filters[i];
    merged.n_filters = kept;
    merged.change.names[0] = from->change.names[0];
    merged.change.names[1] = from->change.names[1];
    *into = merged;
    return true;
}
