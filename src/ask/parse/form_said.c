/* form_said.c - what the words of a question say of a spec's parts, whatever they were
 * read as: which columns some word means, and which of two is said first. */
#include "ask/parse/form_evidence.h"
#include "ask/parse/said_columns.h"

/* What a spec computes. */
enum figure { FIGURE_NONE, FIGURE_ROWS, FIGURE_DISTINCT, FIGURE_OTHER };

/* Parts of which it is told how surely a word means their column. */
enum part {
    PART_MEASURE,
    PART_COUNT,
    PART_NAME,
    PART_DATE,
    PART_SAID = 10,     /* its column was read */
    PART_CONDITION = 20 /* it is in a condition */
};

static enum figure figure_of(const struct query_spec *s)
{
    return !s->n_measures                       ? FIGURE_NONE
           : s->measures[0].agg == AGG_COUNT    ? FIGURE_ROWS
           : s->measures[0].agg == AGG_DISTINCT ? FIGURE_DISTINCT
                                                : FIGURE_OTHER;
}

/* May it stand in the place of another: a figure, a date, a name? */
static enum part part_of(enum column_nature n)
{
    return nature_is_measure(n)                   ? PART_MEASURE
           : n == NATURE_DATE || n == NATURE_YEAR ? PART_DATE
                                                  : PART_NAME;
}

/* How surely some word means a column that the spec has not. */
static uint32_t meant_elsewhere(const struct forming *x, enum part part)
{
    const struct meanings *m = x->slots->m;
    uint32_t most = MEANT_NOT;

    for (size_t i = 0; i < m->table->n_columns; i++)
        if (m->meant[i] > most && part_of(m->nature[i]) == part &&
            !form_uses(x, m->table->columns[i].name))
            most = m->meant[i];
    return most;
}

/* Is it of those that were read? */
static bool is_read(const struct state *s, uint16_t column)
{
    for (size_t i = 0; i < s->n_columns; i++)
        if (s->column[i].column == column)
            return true;
    return false;
}

/* `where` is 0 or PART_CONDITION. */
static void of_column(struct forming *x, struct str name, uint32_t where)
{
    const struct meanings *m = x->slots->m;
    const uint16_t i = form_index_of(x, name);
    enum part part;
    uint32_t role;

    if (i == SLOT_NONE)
        return;
    part = part_of(m->nature[i]);
    role = (uint32_t)part + where +
           (is_read(x->slots->state, i) ? (uint32_t)PART_SAID : 0);
    form_fits(x, FITS_MEANT, role, m->meant[i], meant_elsewhere(x, part));
}

/* Columns of numbers and periods, which may stand beside a word for another column. */
static void of_conditions(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;

    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].literal == LITERAL_NUMBER ||
            s->filters[i].op == FILTER_PERIOD)
            of_column(x, s->filters[i].column, PART_CONDITION);
}

/* How the rows of the table are named, and how many there are. */
static uint32_t things(const struct forming *x)
{
    const struct meanings *m = x->slots->m;
    const struct table_defaults *d = x->slots->defaults;
    const uint16_t name = d->n_names ? d->name[0] : SLOT_NONE;
    const uint32_t size = m->table->rows <= 60    ? 0
                          : m->table->rows <= 400 ? 1
                                                  : 2;

    if (name == SLOT_NONE)
        return size;
    return size + 3 * (1 + (meanings_distinct(m, name) == 4)) +
           10 * (uint32_t)m->nature[name];
}

/* What is asked for where no word says how: rows or how many. */
static void of_figure(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;

    form_fits(x, FITS_THINGS,
              (uint32_t)figure_of(s) + 4 * (s->n_groups > 0) +
                  8 * (s->limit > 0),
              things(x), x->now.asked_for);
}

/* "visits and total cost": are the rows counted beside the figure? */
static void of_rows(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    bool counts = false;

    if (!x->slots->state->n_rows || !state_has(x->slots->state, CONCEPT_AND))
        return;
    for (size_t i = 0; i < s->n_measures; i++)
        counts = counts ||
                 (s->measures[i].agg == AGG_COUNT && !s->measures[i].column.n);
    form_fits(x, FITS_AND_ROWS, form_small(s->n_measures) + 4 * counts,
              form_small(x->slots->n_measures), s->n_groups > 0);
}

/* Is the number of rows or of different ones among the figures? */
static bool counts(const struct query_spec *s)
{
    for (size_t i = 0; i < s->n_measures; i++)
        if (s->measures[i].agg == AGG_COUNT ||
            s->measures[i].agg == AGG_DISTINCT)
            return true;
    return false;
}

/* "How many orders, and how much": what is counted beside what is computed. */
static void of_counts(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    const struct state *st = x->slots->state;

    if (!s->n_measures || s->change.kind || s->share)
        return;
    form_fits(x, FITS_COUNTED,
              state_has(st, CONCEPT_MANY) + 2U * (st->n_rows > 0) +
                  4U * counts(s),
              form_small(s->n_measures) + 4 * form_small(x->slots->n_measures),
              state_has(st, CONCEPT_MUCH) + 2U * (st->ops.aggs > 0));
}

/* How a figure is computed: 0 as is said beside its column, 1 as is usual, 2 otherwise. */
static unsigned aggregate_of(const struct forming *x,
                             const struct spec_measure *m)
{
    const struct state *st = x->slots->state;
    const uint16_t column = form_index_of(x, m->column);

    for (size_t i = 0; i < st->n_columns; i++)
        if (st->column[i].column == column &&
            (st->column[i].agg_before == m->agg ||
             st->column[i].agg_after == m->agg))
            return 0;
    return column != SLOT_NONE && form_usual(x, column) == m->agg ? 1 : 2;
}

/* "Visits, average length and total fee": each figure by its own aggregate. */
static void of_aggregates(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    uint32_t unused = x->slots->state->ops.aggs;
    size_t how[3] = {0};

    if (s->n_measures < 2)
        return;
    for (size_t i = 0; i < s->n_measures; i++) {
        unused &= ~(1U << s->measures[i].agg);
        if (s->measures[i].column.n && s->measures[i].agg != AGG_FORMULA)
            how[aggregate_of(x, &s->measures[i])]++;
    }
    form_fits(x, FITS_AGGREGATES, form_small(how[2]) + 4 * form_small(how[1]),
              unused != 0, form_small(how[0]));
}

void form_said_features(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;

    if (s->n_measures && s->measures[0].column.n)
        of_column(x, s->measures[0].column, 0);
    else if (s->n_measures && s->measures[0].agg == AGG_COUNT)
        form_fits(x, FITS_MEANT, PART_COUNT, x->slots->state->n_rows > 0,
                  meant_elsewhere(x, PART_MEASURE));
    if (s->n_groups)
        of_column(x, s->groups[0].column, 0);
    of_conditions(x);
    of_figure(x);
    of_rows(x);
    of_counts(x);
    of_aggregates(x);
}

void form_said_ratio_feature(struct forming *x, const char *pattern, uint16_t a,
                             uint16_t b)
{
    const struct state *s = x->slots->state;
    uint32_t at_a = 0;
    uint32_t at_b = 0;

    for (size_t i = 0; i < s->n_columns; i++) {
        if (s->column[i].column == a && !at_a)
            at_a = s->column[i].at;
        if (s->column[i].column == b && !at_b)
            at_b = s->column[i].at;
    }
    form_fits(x, FITS_SAID_FIRST, feature_word(str_from(pattern)),
              !at_a || !at_b ? 0
              : at_a < at_b  ? 1
                             : 2,
              state_has(s, CONCEPT_SHARE) + 2U * state_has(s, CONCEPT_RATE));
}

/* Where a word of rates or shares begins, after a condition; 0: there is none. */
static size_t share_word(const struct forming *x, enum concept_kind *kind)
{
    const struct meanings *m = x->slots->m;

    for (size_t i = 0; i < m->n; i++) {
        const struct meaning *w = &m->meaning[i];

        if (w->kind != MEANING_OPERATION ||
            (w->entry->kind != CONCEPT_RATE && w->entry->kind != CONCEPT_SHARE))
            continue;
        *kind = w->entry->kind;
        return w->from;
    }
    return 0;
}

void form_part_feature(struct forming *x)
{
    const struct slots *p = x->slots;
    enum concept_kind kind = CONCEPT_SHARE;
    const size_t at = share_word(x, &kind);

    for (size_t i = 0; at && p->n_said > 1 && i < p->n_said; i++)
        if (p->said_to[i] == at)
            form_fits(x, FITS_PART, x->now.spec.filters[i].part,
                      kind == CONCEPT_RATE, FEATURE_NONE);
}
