/* forms_compare.c - shares, sides, changes, conditions on groups, arithmetic of columns. */
#include "ask/parse/form.h"
#include "ask/spec/formula.h"

#define FORMULA_BYTES ((size_t)1 << 16) /* of long names: is left out later */

void form_shares(struct forming *x)
{
    const size_t n = x->slots->base.n_filters;

    for (size_t choice = 0; choice < 2; choice++) {
        for (size_t last = 1; last <= n && last <= 2; last++) {
            form_begin(x);
            if (!form_main_measure(x, FORM_SHARE_PART, choice))
                continue;
            x->now.spec.share = true;
            for (size_t i = last == 1 ? 0 : n - 1; i < n; i++)
                x->now.spec.filters[i].part =
                    x->now.spec.filters[i].op != FILTER_PERIOD || n == 1;
            if (!spec_has_part(&x->now.spec))
                continue;
            form_feature(x, F_OUTPUTS, FORM_SHARE_PART, (uint32_t)last,
                         (uint32_t)choice, n > 1);
            form_groups(x);
            form_end(x, FORM_SHARE_PART);
            if (n < 2)
                break;
        }
        form_begin(x);
        form_groups(x);
        if (x->now.spec.n_groups == 0 ||
            !form_main_measure(x, FORM_SHARE_GROUP, choice))
            continue;
        x->now.spec.share = true;
        form_end(x, FORM_SHARE_GROUP);
    }
}

/* The filter of the sides as two. */
static bool split_sides(struct forming *x)
{
    const struct sides *d = &x->slots->sides;
    struct query_spec *s = &x->now.spec;
    struct spec_filter *f = &s->filters[d->filter];
    struct spec_filter *g;

    if (d->n != 2 || s->n_filters == SPEC_MAX_FILTERS)
        return false;
    g = &s->filters[s->n_filters++];
    *g = *f;
    f->side = 1;
    g->side = 2;
    if (f->op == FILTER_PERIOD) {
        f->n = g->n = 2;
        g->values = f->values + 2;
    } else {
        f->op = g->op = FILTER_EQ;
        g->values = &d->values[1];
        f->values = &d->values[0];
        f->n = g->n = 1;
    }
    s->change.names[0] = d->names[0];
    s->change.names[1] = d->names[1];
    return true;
}

/* The figure of each side, or of the one that has more. */
static bool figures_of_sides(struct forming *x, size_t choice, bool winner)
{
    const struct sides *d = &x->slots->sides;
    const struct state_column by = {.column = d->column,
                                    .grain = (uint8_t)d->grain};

    form_begin(x);
    form_group(x, &by);
    form_groups(x);
    if (!form_main_measure(x, FORM_SIDES, choice))
        return false;
    x->now.spec.groups[0].grain = d->grain;
    if (winner) {
        x->now.spec.order = ORDER_MEASURE;
        x->now.spec.descending = !form_is_low(x->slots->state);
        x->now.spec.limit = 1;
    }
    form_feature(x, F_OUTPUTS, FORM_SIDES, winner, (uint32_t)choice,
                 FEATURE_NONE);
    form_end(x, FORM_SIDES);
    return true;
}

/* What lies between the sides. */
static void between_sides(struct forming *x, enum form form, size_t choice)
{
    form_begin(x);
    if (!form_main_measure(x, form, choice) || !split_sides(x))
        return;
    form_groups(x);
    x->now.spec.change.kind =
        form == FORM_GAP ? SPEC_CHANGE_GAP : SPEC_CHANGE_SIDES;
    form_feature(x, F_OUTPUTS, (uint32_t)form, (uint32_t)choice, FEATURE_NONE,
                 FEATURE_NONE);
    form_end(x, form);
}

/* From period to period, and up to each. */
static void series(struct forming *x, size_t choice)
{
    form_begin(x);
    if (!form_add_grain(x) || !form_main_measure(x, FORM_SERIES, choice))
        return;
    x->now.spec.change.kind = SPEC_CHANGE_SERIES;
    form_end(x, FORM_SERIES);
    form_begin(x);
    if (!form_add_grain(x) || !form_main_measure(x, FORM_RUNNING, choice))
        return;
    x->now.spec.running = true;
    form_end(x, FORM_RUNNING);
}

void form_comparisons(struct forming *x)
{
    for (size_t choice = 0; x->slots->sides.n >= 2 && choice < 3; choice++) {
        if (figures_of_sides(x, choice, false))
            (void)figures_of_sides(x, choice, true);
        between_sides(x, FORM_GAP, choice);
        between_sides(x, FORM_GROWTH, choice);
    }
    for (size_t choice = 0; form_may_grain(x) && choice < 2; choice++)
        series(x, choice);
}

/* Groups by a condition on their figure. */
void form_havings(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t names[FORM_NAMES];
    const size_t n_names = p->n_groups ? 1 : form_names(x, names);

    for (size_t k = 0; p->having && k < n_names; k++)
        for (size_t choice = 0; choice < 3; choice++)
            for (unsigned form = FORM_HAVING; form <= FORM_HAVING_COUNT;
                 form++) {
                form_begin(x);
                if (p->n_groups)
                    form_groups(x);
                else
                    form_show_name(x, (enum form)form, names[k], k);
                if (!form_main_measure(x, (enum form)form, choice))
                    break;
                x->now.spec.has_having = true;
                x->now.spec.having = (struct spec_having){
                    .measure = x->now.spec.measures[0],
                    .op = (enum filter_op)p->having->op,
                    .number = p->m->meaning[p->having->meaning].link->number};
                if (form == FORM_HAVING_COUNT)
                    x->now.spec.kind = SPEC_COUNTED;
                form_feature(x, F_OUTPUTS, form, (uint32_t)choice, FEATURE_NONE,
                             FEATURE_NONE);
                form_end(x, (enum form)form);
            }
}

/* A pattern with the names of two columns for its A and B. */
static enum err write_formula(const char *pattern,
                              const struct schema_column *const *c,
                              struct arena *a, struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, FORMULA_BYTES);
    for (; *pattern; pattern++) {
        if (*pattern != 'A' && *pattern != 'B') {
            buf_put_char(&b, *pattern);
            continue;
        }
        buf_put_char(&b, '"');
        buf_put_str(&b, c[*pattern == 'B']->name);
        buf_put_char(&b, '"');
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* sum("a") / sum("b") and the like as a measure. */
static void formula_of(struct forming *x, enum form form, const char *pattern,
                       uint16_t a, uint16_t b)
{
    struct query_spec *s = &x->now.spec;
    const struct schema_column *c[2] = {form_column(x, a), form_column(x, b)};
    struct spec_measure *m;
    struct str text;

    form_begin(x);
    form_groups(x);
    if (str_find_char(c[0]->name, '"') < c[0]->name.n ||
        str_find_char(c[1]->name, '"') < c[1]->name.n)
        return;
    if (write_formula(pattern, c, x->a, &text, x->e) ||
        text.n > FORMULA_MAX_BYTES)
        return;
    m = &s->measures[s->n_measures++];
    *m = (struct spec_measure){
        .agg = AGG_FORMULA, .column = c[0]->name, .formula = text};
    form_feature(x, F_OUTPUTS, (uint32_t)form, feature_word(str_from(pattern)),
                 (uint32_t)form_nature(x, a), (uint32_t)form_nature(x, b));
    form_end(x, form);
}

void form_formulas(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t dates[2];
    size_t n = 0;

    if (p->n_measures >= 2 &&
        form_nature(x, p->measure[0].column) != NATURE_DATE &&
        form_nature(x, p->measure[1].column) != NATURE_DATE) {
        const uint16_t a = p->measure[0].column;
        const uint16_t b = p->measure[1].column;

        formula_of(x, FORM_RATIO, "sum(A)/sum(B)", a, b);
        formula_of(x, FORM_RATIO, "100*sum(A)/sum(B)", a, b);
        formula_of(x, FORM_RATIO, "sum(B)/sum(A)", a, b);
        formula_of(x, FORM_RATIO, "100*sum(B)/sum(A)", a, b);
        formula_of(x, FORM_PAIR, "max(A-B)", a, b);
        formula_of(x, FORM_PAIR, "sum(B)-sum(A)", a, b);
        formula_of(x, FORM_PAIR, "sum(A)-sum(B)", a, b);
        formula_of(x, FORM_PAIR, "avg(A-B)", a, b);
        formula_of(x, FORM_PAIR, "sum(A*B)", a, b);
    }
    for (size_t i = 0; i < p->m->table->n_columns && n < 2; i++)
        if (p->m->nature[i] == NATURE_DATE && meanings_is_own(p->m, i))
            dates[n++] = (uint16_t)i;
    if (n == 2 && (state_has(p->state, CONCEPT_DURATION) ||
                   state_has(p->state, CONCEPT_SPAN) ||
                   p->state->ops.grain == GRAIN_DAY ||
                   state_has(p->state, CONCEPT_AGG))) {
        formula_of(x, FORM_DURATION, "avg(days(A,B))", dates[0], dates[1]);
        formula_of(x, FORM_DURATION, "max(days(A,B))", dates[0], dates[1]);
        formula_of(x, FORM_DURATION, "avg(hours(A,B))", dates[0], dates[1]);
    }
    if (p->n_measures == 1 && p->n_groups == 1 &&
        form_nature(x, p->measure[0].column) != NATURE_DATE)
        formula_of(x, FORM_RATIO, "sum(A)/distinct(B)", p->measure[0].column,
                   p->group[0].column);
    if (p->n_measures <= 1 && p->date != SLOT_NONE &&
        p->state->ops.grain == GRAIN_DAY &&
        form_column(x, p->date)->kind == COLUMN_DATE) {
        formula_of(x, FORM_RATIO, "count(A)/distinct(B)", p->date, p->date);
        if (p->n_measures)
            formula_of(x, FORM_RATIO, "sum(A)/distinct(B)",
                       p->measure[0].column, p->date);
    }
    if (p->n_groups == 2)
        formula_of(x, FORM_RATIO, "distinct(A)/distinct(B)", p->group[0].column,
                   p->group[1].column);
}

/* Rows of which one column is over another. */
void form_column_pairs(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t names[FORM_NAMES];
    const size_t n = form_names(x, names);
    struct str *value;

    if (p->n_measures != 2 || !(state_has(p->state, CONCEPT_MORE) ||
                                state_has(p->state, CONCEPT_THAN) ||
                                state_has(p->state, CONCEPT_CMP)))
        return;
    value = arena_alloc(x->a, sizeof(*value), x->e);
    if (!value)
        return;
    *value = form_column(x, p->measure[1].column)->name;
    for (unsigned less = 0; less < 2; less++)
        for (size_t k = 0; k <= n; k++) {
            struct query_spec *s = &x->now.spec;

            form_begin(x);
            if (s->n_filters == SPEC_MAX_FILTERS)
                return;
            s->filters[s->n_filters++] = (struct spec_filter){
                .column = form_column(x, p->measure[0].column)->name,
                .op = less ? FILTER_LT : FILTER_GT,
                .literal = LITERAL_COLUMN,
                .values = value,
                .n = 1};
            if (k == 0) {
                form_groups(x);
                form_measure(x, AGG_COUNT, SLOT_NONE);
            } else {
                if (p->n_groups)
                    break;
                form_show_name(x, FORM_COLUMNS, names[k - 1], k - 1);
                s->kind = SPEC_CELLS;
            }
            form_feature(x, F_OUTPUTS, FORM_COLUMNS, less, k > 0,
                         p->state->ops.low);
            form_end(x, FORM_COLUMNS);
        }
}
