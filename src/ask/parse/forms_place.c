/* forms_place.c - which place a row, or a group, has in an order; rows over and under one. */
#include "ask/parse/forming.h"

#define PLACE_GROUPED 10 /* of a group, in F_OUTPUTS */
#define PLACE_FILTERS 3  /* conditions of which each may name the group */
#define EACH_ROW_ITS_OWN \
    4 /* meanings_distinct() of a column without repetition */

/* Has each row its own value of a column? */
static bool names_row(const struct forming *x, uint16_t column)
{
    return meanings_distinct(x->slots->m, column) == EACH_ROW_ITS_OWN;
}

/* Is a condition one value, or several, of a column of names? */
static bool names_group(const struct forming *x, const struct spec_filter *f,
                        uint16_t column)
{
    return column != SLOT_NONE && !f->side && !f->totals &&
           !nature_is_measure(form_nature(x, column)) && f->view == VIEW_CELL &&
           form_column(x, column)->view == VIEW_CELL &&
           f->literal == LITERAL_TEXT &&
           (f->op == FILTER_EQ || f->op == FILTER_IN);
}

/* Is what the only condition names one row, as far as is known? */
static bool names_one_row(const struct forming *x)
{
    const struct spec_filter *f = &x->slots->base.filters[0];
    const uint16_t column = form_index_of(x, f->column);

    return !names_group(x, f, column) || names_row(x, column);
}

/* Rows that are over or under the one that the conditions name. */
static void against(struct forming *x, enum form form, uint16_t column,
                    const uint16_t *name, size_t rank, bool under)
{
    const uint16_t columns[1] = {column};
    struct query_spec *s = &x->now.spec;

    form_begin(x);
    s->step.kind = under ? SPEC_STEP_UNDER : SPEC_STEP_OVER;
    s->step.column = form_column(x, column)->name;
    s->step.view = form_column(x, column)->view;
    if (form == FORM_PLACE_OF) {
        if (!form_formula(x, "count(A)+1", columns, 1))
            return;
    } else if (name) {
        form_show_name(x, form, *name, rank);
    } else {
        form_measure(x, AGG_COUNT, SLOT_NONE);
    }
    form_feature(x, F_OUTPUTS, (uint32_t)form, under, name != NULL,
                 form_is_low(x->slots->state));
    form_end(x, form);
}

/* Is no other column what figures are to be by? */
static bool is_only_group(const struct slots *p, uint16_t column)
{
    for (size_t i = 0; i < p->n_groups; i++)
        if (p->group[i].column != column)
            return false;
    return true;
}

/* Which place the group of one condition has among all that the others leave. */
static void group_place(struct forming *x, size_t which, uint16_t column,
                        size_t choice)
{
    const struct slots *p = x->slots;
    const struct state_column by = {.column = column};
    struct query_spec *s = &x->now.spec;

    form_begin(x);
    form_group(x, &by);
    if (!form_main_measure(x, FORM_PLACE_OF, choice))
        return;
    s->filters[which].part = true;
    s->placed = true;
    s->order = ORDER_MEASURE;
    s->descending = form_descends(x, p->n_measures ? &p->measure[0] : NULL);
    form_feature(x, F_OUTPUTS, FORM_PLACE_OF, PLACE_GROUPED,
                 names_row(x, column), FEATURE_NONE);
    form_feature(x, F_OUTPUTS, FORM_PLACE_OF, PLACE_GROUPED + 1,
                 (uint32_t)choice, p->n_groups > 0);
    form_end(x, FORM_PLACE_OF);
}

/* "Where does Spain come by sales?": Spain has many rows. */
static void group_places(struct forming *x)
{
    const struct slots *p = x->slots;

    /* "first" and "fourth" alone may be of a quarter */
    if (!state_has(p->state, CONCEPT_SORT) || p->limit || p->place)
        return;
    for (size_t i = 0; i < p->n_said && i < PLACE_FILTERS; i++) {
        const struct spec_filter *f = &p->base.filters[i];
        const uint16_t column = form_index_of(x, f->column);
        size_t choice;

        if (!names_group(x, f, column) || !is_only_group(p, column) ||
            (p->n_said == 1 && names_row(x, column)))
            continue;
        choice = names_row(x, column); /* then there is nothing to count */
        for (; choice < FORM_CHOICES; choice++)
            group_place(x, i, column, choice);
    }
}

void form_places(struct forming *x)
{
    const struct slots *p = x->slots;
    const struct state *s = p->state;
    uint16_t list[STATE_COLUMNS];
    uint16_t names[FORM_NAMES];
    bool implied;
    const size_t n = form_measures(x, list, &implied);
    const size_t n_names = form_names(x, names);
    const bool place = state_has(s, CONCEPT_SORT) ||
                       state_has(s, CONCEPT_ORDINAL) ||
                       state_has(s, CONCEPT_TOP);
    const bool more = state_has(s, CONCEPT_MORE) ||
                      state_has(s, CONCEPT_THAN) || state_has(s, CONCEPT_CMP);

    group_places(x);
    if (!s->n_filters || p->n_said != 1 || (implied && n > 2 && !place))
        return;
    for (size_t i = 0; i < n && i < 2; i++)
        for (unsigned under = 0; under < 2; under++) {
            if (form_nature(x, list[i]) == NATURE_DATE)
                continue;
            if (place && names_one_row(x))
                against(x, FORM_PLACE_OF, list[i], NULL, 0, under);
            for (size_t k = 0; more && k <= n_names && k < 2; k++)
                against(x, FORM_AGAINST, list[i], k ? &names[k - 1] : NULL, k,
                        under);
        }
}
