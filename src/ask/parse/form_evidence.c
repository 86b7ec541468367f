#include <stdio.h>
/* form_evidence.c - what the data say of a spec's parts: a number that its column cannot
 * have, blanks where there are none, one of several values in a cell, rows counted
 * beside a column of quantities. */
#include "ask/parse/form_evidence.h"

#include "ask/parse/cell_number.h"
#include "ask/parse/meaning_flag.h"

#include <math.h>

enum place { PLACE_UNKNOWN, PLACE_BELOW, PLACE_INSIDE, PLACE_ABOVE };

#define SIMILAR 2.0   /* times */
#define WHOLE   100.0 /* per cent */

static enum place place_of(double number, struct str min, struct str max)
{
    const double least = cell_number_begun(min);
    const double most = cell_number_begun(max);

    if (isnan(number) || isnan(least) || isnan(most))
        return PLACE_UNKNOWN;
    return number < least  ? PLACE_BELOW
           : number > most ? PLACE_ABOVE
                           : PLACE_INSIDE;
}

/* Days as text are in order of time. */
static enum place place_of_period(const struct spec_filter *f,
                                  const struct schema_column *c)
{
    if (c->kind != COLUMN_DATE || !c->min.n || !c->max.n || f->n < 2)
        return PLACE_UNKNOWN;
    if (f->values[1].n && str_cmp(f->values[1], c->min) <= 0)
        return PLACE_BELOW;
    if (f->values[0].n && str_cmp(f->values[0], c->max) > 0)
        return PLACE_ABOVE;
    return PLACE_INSIDE;
}

/* How the numbers of two columns lie: fatalities are never over the year. */
static void of_columns(struct forming *x, uint16_t a, uint16_t b)
{
    const struct schema_column *one = form_column(x, a);
    const struct schema_column *other = form_column(x, b);
    enum place place = PLACE_INSIDE;

    if (place_of(cell_number_begun(one->min), other->min, other->max) ==
        PLACE_ABOVE)
        place = PLACE_ABOVE;
    if (place_of(cell_number_begun(one->max), other->min, other->max) ==
        PLACE_BELOW)
        place = PLACE_BELOW;
    form_fits(x, FITS_RANGES, (uint32_t)place, FEATURE_NONE, FEATURE_NONE);
    form_fits(x, FITS_RANGES, (uint32_t)place, (uint32_t)form_nature(x, a),
              (uint32_t)form_nature(x, b));
}

/* Do other cells hold a value of a filter? A form has the filters of the state, and some
 * with a part of their values. */
static bool is_held(const struct slots *s, const struct spec_filter *f,
                    const struct schema_column *c)
{
    for (size_t i = 0; i < s->n_said; i++) {
        const struct spec_filter *said = &s->base.filters[i];

        if (said->values == f->values && said->n == f->n && said->op == f->op &&
            str_eq(said->column, f->column))
            return s->held[i];
    }
    return slots_holds(c, f);
}

/* Of cells that hold lists, whether others hold the value beside more. */
static void of_lists(struct forming *x, const struct spec_filter *f,
                     const struct schema_column *c)
{
    form_fits(x, FITS_LISTS, (uint32_t)f->op, FEATURE_NONE, FEATURE_NONE);
    form_fits(x, FITS_LISTS, (uint32_t)f->op, is_held(x->slots, f, c),
              FEATURE_NONE);
}

static void of_filter(struct forming *x, const struct spec_filter *f)
{
    const struct meanings *m = x->slots->m;
    const uint16_t i = form_index_of(x, f->column);
    const struct schema_column *c;

    if (i == SLOT_NONE)
        return;
    c = form_column(x, i);
    if (f->literal == LITERAL_COLUMN && f->n) {
        const uint16_t than = form_index_of(x, f->values[0]);

        if (than != SLOT_NONE && c->kind == COLUMN_NUMBER &&
            form_column(x, than)->kind == COLUMN_NUMBER)
            of_columns(x, i, than);
    }
    if (f->literal == LITERAL_NUMBER && f->n)
        form_fits(
            x, FITS_RANGE,
            (uint32_t)place_of(cell_number_begun(f->values[0]), c->min, c->max),
            (uint32_t)f->op, (uint32_t)form_nature(x, i));
    else if (f->op == FILTER_PERIOD)
        form_fits(x, FITS_PERIOD, (uint32_t)place_of_period(f, c),
                  (uint32_t)form_nature(x, i), FEATURE_NONE);
    else if (f->op == FILTER_NULL || f->op == FILTER_NOT_NULL)
        form_fits(x, FITS_BLANKS, (uint32_t)f->op, meanings_has_blanks(m, i),
                  (uint32_t)meanings_nature_as_flag(m, i));
    else if (m->lists[i])
        of_lists(x, f, c);
}

/* In which order the dates are that a number of days is between. */
static void of_spans(struct forming *x)
{
    const struct state *s = x->slots->state;

    for (size_t i = 0; i < s->n_numbers; i++) {
        const struct meaning *m = &x->slots->m->meaning[s->number[i].meaning];

        if (s->number[i].use == USE_COND && m->span)
            form_order_feature(x, m->column, m->than);
    }
}

/* Have they the same values? */
static bool has_same(const struct spec_filter *a, const struct spec_filter *b)
{
    bool same = a->n && a->n == b->n && a->literal == b->literal;

    for (size_t i = 0; same && i < a->n; i++)
        same = str_eq(a->values[i], b->values[i]);
    return same;
}

/* Two conditions on one column, or by one value. */
static void of_pair(struct forming *x, const struct spec_filter *a,
                    const struct spec_filter *b)
{
    const bool same = str_eq(a->column, b->column);

    if (a->totals)
        return;
    if (same && !a->side && !b->side)
        form_fits(x, FITS_TWICE, (uint32_t)a->op, (uint32_t)b->op,
                  FEATURE_NONE);
    else if (same)
        form_fits(x, FITS_EITHER, (uint32_t)a->op, (uint32_t)b->op,
                  has_same(a, b));
    else if (a->op == b->op && has_same(a, b))
        form_fits(x, FITS_ALIKE, (uint32_t)a->op, (uint32_t)a->literal,
                  FEATURE_NONE);
}

static void of_filters(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;

    for (size_t i = 0; i < s->n_filters; i++) {
        if (s->filters[i].totals)
            continue;
        of_filter(x, &s->filters[i]);
        for (size_t k = 0; k < i; k++)
            of_pair(x, &s->filters[k], &s->filters[i]);
    }
    if (x->slots->repeated)
        form_fits(x, FITS_REPEATED, form_small(x->slots->repeated),
                  FEATURE_NONE, FEATURE_NONE);
}

/* 0: none; the aggregate; above 20 of a column of quantities. */
static uint32_t figure_of(const struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    uint16_t column;

    if (!s->n_measures)
        return 0;
    column = form_index_of(x, s->measures[0].column);
    return (uint32_t)s->measures[0].agg +
           (column != SLOT_NONE && form_nature(x, column) == NATURE_COUNT ? 20
                                                                          : 0);
}

static void of_having(struct forming *x)
{
    const struct spec_having *h = &x->now.spec.having;
    const double number = cell_number_begun(h->number);

    form_fits(x, FITS_HAVING, (uint32_t)h->measure.agg,
              number > (double)x->slots->m->table->rows,
              h->measure.column.n > 0);
}

static void of_groups(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    const uint16_t i = form_index_of(x, s->groups[0].column);

    if (i == SLOT_NONE)
        return;
    form_fits(x, FITS_ASKED, x->now.asked_for, (uint32_t)form_nature(x, i),
              s->limit > 0);
    if (s->n_groups == 1 && s->n_measures && s->groups[0].grain == GRAIN_NONE)
        form_fits(x, FITS_GROUPED, figure_of(x),
                  meanings_distinct(x->slots->m, i), s->limit > 0);
}

/* So many of a group that has no more, or more than the table has rows. */
static void of_limit(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    const uint16_t i =
        s->n_groups ? form_index_of(x, s->groups[0].column) : SLOT_NONE;

    form_fits(x, FITS_LIMIT,
              s->limit > x->slots->m->table->rows                         ? 3
              : i != SLOT_NONE && s->limit >= form_column(x, i)->distinct ? 2
                                                                          : 1,
              s->n_groups == 1, FEATURE_NONE);
}

/* Numbers of three digits and more that are all as long are codes more often. */
static void of_numbered(struct forming *x, const struct spec_measure *m)
{
    const uint16_t i = form_index_of(x, m->column);

    if (i == SLOT_NONE || m->agg == AGG_FORMULA)
        return;
    if (meanings_has_one_length(form_column(x, i)))
        form_fits(x, FITS_NUMBERED, (uint32_t)m->agg,
                  (uint32_t)form_nature(x, i),
                  meanings_distinct(x->slots->m, i));
}

/* 1: between two dates, 2: of rows, 0: of anything else. */
static void of_lasting(struct forming *x)
{
    const struct spec_measure *m = x->now.spec.measures;
    const bool counts = m->agg == AGG_COUNT || m->agg == AGG_DISTINCT;

    form_fits(
        x, FITS_LASTING,
        x->now.form == FORM_DURATION ||
                (x->now.form == FORM_FORMULA_EXTREME && m->agg == AGG_FORMULA)
            ? 1
        : counts ? 2
                 : 0,
        FEATURE_NONE, FEATURE_NONE);
}

#define BIRTH "birth-date" /* the concept of days of birth */

/* Is a column of days of birth? */
static bool is_of_birth(const struct forming *x, uint16_t column)
{
    const struct table_concepts *c = x->slots->m->concepts;
    const struct lex_column *of = &c->column[column];

    for (size_t i = 0; i < of->n; i++)
        if (str_is(str_from(lex_concept(c->lex, of->found[i].concept_id).name),
                   BIRTH))
            return true;
    return false;
}

/* Is a column of persons? */
static bool is_of_persons(const struct forming *x, uint16_t column)
{
    const struct table_concepts *c = x->slots->m->concepts;
    const struct lex_column *of = &c->column[column];

    if (form_nature(x, column) == NATURE_PERSON)
        return true;
    for (size_t i = 0; i < of->n; i++)
        if (of->found[i].strength >= CONCEPT_STRONG &&
            lex_concept(c->lex, of->found[i].concept_id).kind == LEX_PERSON)
            return true;
    return false;
}

/* Does it show persons? */
static bool shows_persons(const struct forming *x)
{
    const struct query_spec *s = &x->now.spec;

    if (x->now.asked_for == ASKED_FOR_PERSON)
        return true;
    for (size_t i = 0; i < s->n_groups; i++) {
        const uint16_t at = form_index_of(x, s->groups[i].column);

        if (at != SLOT_NONE && is_of_persons(x, at))
            return true;
    }
    return false;
}

/* Are the youngest or the eldest asked for, in whatever role the word is read? */
static bool asks_by_age(const struct meanings *m)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct question_word *w = m->meaning[i].entry;

        if (m->meaning[i].kind == MEANING_OPERATION &&
            w->kind == CONCEPT_LIKE &&
            (w->param == LIKE_YOUNG || w->param == LIKE_ELDER))
            return true;
    }
    return false;
}

/* 1: by a date, 2: by another figure, 3: persons, who are asked for by their age, by a date
 * that is not of their birth; of no order nothing is told. */
static void of_dated(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;
    const struct spec_measure *m = s->measures;
    const uint16_t i = form_index_of(x, m->column);
    const bool by_date = i != SLOT_NONE && form_nature(x, i) == NATURE_DATE &&
                         (m->agg == AGG_MIN || m->agg == AGG_MAX);

    if (s->order != ORDER_MEASURE || !s->limit)
        return;
    if (by_date && !is_of_birth(x, i) && asks_by_age(x->slots->m) &&
        shows_persons(x))
        form_fits(x, FITS_DATED, 3, s->limit > 1, FEATURE_NONE);
    else if (x->slots->state->ops.dated)
        form_fits(x, FITS_DATED, by_date ? 1 : 2, s->limit > 1, FEATURE_NONE);
}

void form_evidence_features(struct forming *x)
{
    const struct query_spec *s = &x->now.spec;

    of_filters(x);
    if (x->slots->state->ops.lasting && s->n_measures)
        of_lasting(x);
    if (s->n_measures)
        of_dated(x);
    of_spans(x);
    if (s->n_measures)
        form_fits(x, FITS_QUANTITY, figure_of(x),
                  x->slots->defaults->quantities, x->slots->state->n_rows > 0);
    for (size_t i = 0; i < s->n_measures; i++)
        of_numbered(x, &s->measures[i]);
    if (s->limit > 1)
        of_limit(x);
    if (s->has_having)
        of_having(x);
    if (s->n_groups)
        of_groups(x);
    form_said_features(x);
    form_shown_features(x);
}

/* 0: not known; 1 before, 2 at the same time, 3 after. */
static uint32_t order_of(struct str a, struct str b)
{
    const int order = a.n && b.n ? str_cmp(a, b) : 0;

    return !a.n || !b.n ? 0 : order < 0 ? 1 : order > 0 ? 3 : 2;
}

void form_order_feature(struct forming *x, uint16_t from, uint16_t to)
{
    const struct schema_column *a = form_column(x, from);
    const struct schema_column *b = form_column(x, to);

    form_fits(x, FITS_ORDER, order_of(a->min, b->min), order_of(a->max, b->max),
              from < to);
}

void form_turned_feature(struct forming *x, enum form form, bool turned)
{
    const struct sides *d = &x->slots->sides;
    const bool are_periods = x->now.spec.filters[d->filter].op == FILTER_PERIOD;
    uint32_t order;

    if (!are_periods && form_nature(x, d->column) != NATURE_YEAR)
        return;
    order = order_of(d->values[0], d->values[are_periods ? 2 : 1]);
    form_fits(x, FITS_TURNED, (uint32_t)form,
              turned && order ? 4 - order : order,
              state_has(x->slots->state, CONCEPT_CHANGE));
}

void form_unnamed_feature(struct forming *x, enum form form, uint16_t name,
                          size_t rank)
{
    form_fits(x, FITS_UNNAMED, (uint32_t)form, form_small(rank),
              meanings_has_blanks(x->slots->m, name));
}

void form_ratio_feature(struct forming *x, const char *pattern, uint16_t a,
                        uint16_t b)
{
    const double most_a = fabs(cell_number_begun(form_column(x, a)->max));
    const double most_b = fabs(cell_number_begun(form_column(x, b)->max));
    uint32_t larger = 0;

    if (!isnan(most_a) && !isnan(most_b))
        larger = most_a > SIMILAR * most_b   ? 3
                 : most_b > SIMILAR * most_a ? 1
                                             : 2;
    form_fits(x, FITS_RATIO, feature_word(str_from(pattern)), larger,
              (uint32_t)form_nature(x, a));
    form_said_ratio_feature(x, pattern, a, b);
}

bool form_is_percent(const struct forming *x, uint16_t column)
{
    const double most = cell_number_begun(form_column(x, column)->max);

    return most > 1 && most <= WHOLE;
}
