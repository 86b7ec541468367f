/* form_shown.c - what an answer's rows say of a spec: columns that its conditions fix,
 * values that repeat, a negation or values beside each other that no part has. */
#include "ask/parse/form_evidence.h"

#include "ask/parse/meaning_flag.h"

enum figure { FIGURE_NONE, FIGURE_ROWS, FIGURE_DISTINCT, FIGURE_OTHER };

static enum figure figure_of(const struct query_spec *s)
{
    return !s->n_measures                       ? FIGURE_NONE
           : s->measures[0].agg == AGG_COUNT    ? FIGURE_ROWS
           : s->measures[0].agg == AGG_DISTINCT ? FIGURE_DISTINCT
                                                : FIGURE_OTHER;
}

/* Has each row the same value of a column, as a condition has it so? */
static bool is_fixed(const struct query_spec *s, struct str column)
{
    for (size_t i = 0; i < s->n_filters; i++) {
        const struct spec_filter *f = &s->filters[i];

        if (str_eq(f->column, column) && !f->part && !f->side &&
            ((f->op == FILTER_EQ && f->literal != LITERAL_COLUMN) ||
             f->op == FILTER_NULL))
            return true;
    }
    return false;
}

/* "Judge: Lowe" of the trials before Lowe tells nothing that was not asked. */
static void of_fixed(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    size_t n = 0;

    for (size_t i = 0; i < s->n_groups; i++)
        n += is_fixed(s, s->groups[i].column);
    if (n)
        form_fits(x, FITS_FIXED, form_small(n), form_small(s->n_groups - n),
                  (uint32_t)figure_of(s));
}

/* Are different values counted or listed where the rows may be meant: six kinds of
 * events of 16? */
static void of_repeated(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    const bool counts = figure_of(s) == FIGURE_DISTINCT;
    uint16_t i;

    if ((!counts && s->n_measures) || (!counts && !s->n_groups))
        return;
    i = form_index_of(x, counts ? s->measures[0].column : s->groups[0].column);
    if (i == SLOT_NONE)
        return;
    form_fits(x, FITS_REPEATS,
              counts + 2U * (s->kind == SPEC_CELLS) + 4U * (s->limit > 0),
              meanings_distinct(x->slots->m, i),
              (x->slots->state->n_rows > 0) +
                  2U * state_has(x->slots->state, CONCEPT_MANY));
}

static bool is_negative(const struct forming *x, const struct spec_filter *f)
{
    const uint16_t column = form_index_of(x, f->column);

    if ((f->op == FILTER_EQ || f->op == FILTER_IN) && column != SLOT_NONE &&
        meanings_says_no(x->slots->m, column, f->values[0]))
        return true;
    switch (f->op) {
    case FILTER_NE:
    case FILTER_NOT_IN:
    case FILTER_NULL: return true;
    case FILTER_EQ:
        return f->n == 1 &&
               (str_is(f->values[0], "false") || str_is(f->values[0], "0"));
    default: return false;
    }
}

/* Is something not so, where the question says it, and only there? */
static void of_negations(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    const uint32_t said = x->slots->defaults->negations;
    size_t n = x->now.counted != NULL;

    for (size_t i = 0; i < x->slots->n_said && i < s->n_filters; i++)
        n += is_negative(x, &s->filters[i]);
    if (said || n)
        form_fits(x, FITS_NEGATED, said, form_small(n), (uint32_t)figure_of(s));
}

/* Is a column one that figures are by? */
static bool is_group(const struct query_spec *s, struct str column)
{
    for (size_t i = 0; i < s->n_groups; i++)
        if (str_eq(s->groups[i].column, column))
            return true;
    return false;
}

/* "Tier 1 and Tier 2": one figure of both, of each, or of their difference. */
static void of_sides(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    const struct sides *d = &x->slots->sides;
    const struct state *st = x->slots->state;
    uint32_t how;

    if (d->n < 2 || d->column == SLOT_NONE)
        return;
    how = s->change.kind                                 ? 2
          : is_group(s, form_column(x, d->column)->name) ? 1
                                                         : 0;
    form_fits(x, FITS_SIDES, how + 4 * (uint32_t)figure_of(s),
              state_has(st, CONCEPT_AND) + 2U * state_has(st, CONCEPT_OR) +
                  4U * (state_has(st, CONCEPT_BY) ||
                        state_has(st, CONCEPT_SPLIT) ||
                        state_has(st, CONCEPT_COMPARE)),
              form_small(d->n));
}

void form_shown_features(struct forming *x)
{
    of_fixed(x);
    of_repeated(x);
    of_negations(x);
    of_sides(x);
}
