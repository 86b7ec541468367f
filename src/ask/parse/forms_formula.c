/* forms_formula.c - arithmetic over columns: ratios, differences, durations; the most of it. */
#include "ask/link/duration_unit.h"
#include "ask/parse/form_evidence.h"
#include "ask/parse/forming.h"
#include "ask/spec/formula.h"

#include <stdio.h>

#define FORMULA_BYTES  ((size_t)1 << 16) /* of long names: is left out later */
#define SERIES_BYTES   128               /* of a pattern of columns by period */
#define IMPLIED_FACTOR 20                /* as the rank of what was filled in */
#define FORMULA_DATES  4 /* of which each pair may be a duration */

/* A pattern with the names of columns for its A, B, C, ... */
static enum err write_formula(const struct forming *x, const char *pattern,
                              const uint16_t *columns, struct str *out)
{
    struct buf b;
    enum err rc;

    buf_init(&b, FORMULA_BYTES);
    for (; *pattern; pattern++) {
        if (*pattern < 'A' || *pattern > 'L') {
            buf_put_char(&b, *pattern);
            continue;
        }
        buf_put_quoted(&b, '"', form_column(x, columns[*pattern - 'A'])->name);
    }
    rc = buf_dup(&b, x->a, out, x->e);
    buf_release(&b);
    return rc;
}

bool form_formula(struct forming *x, const char *pattern,
                  const uint16_t *columns, size_t n)
{
    struct query_spec *s = &x->now.spec;
    struct str text;

    for (size_t i = 0; i < n; i++) {
        const struct str name = form_column(x, columns[i])->name;

        if (str_find_char(name, '"') < name.n)
            return false;
    }
    if (s->n_measures == SPEC_MAX_MEASURES ||
        write_formula(x, pattern, columns, &text) || text.n > FORMULA_MAX_BYTES)
        return false;
    s->measures[s->n_measures++] =
        (struct spec_measure){.agg = AGG_FORMULA,
                              .column = form_column(x, columns[0])->name,
                              .formula = text};
    return true;
}

/* Is one of them in per cent, and not a part of 1? */
static bool has_percent(const struct forming *x, const uint16_t *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (form_nature(x, list[i]) == NATURE_RATE &&
            form_is_percent(x, list[i]))
            return true;
    return false;
}

/* Is a pattern of numbers in per cent, where there are none? */
static bool lacks_percent(const struct forming *x, const char *pattern,
                          const uint16_t *list, size_t n)
{
    return str_ends(str_from(pattern), STR("/100")) && !has_percent(x, list, n);
}

/* The features of a formula by its pattern and of its columns. */
static void formula_features(struct forming *x, enum form form,
                             const char *pattern, const uint16_t *columns,
                             size_t n)
{
    form_feature(x, F_OUTPUTS, (uint32_t)form, feature_word(str_from(pattern)),
                 (uint32_t)form_nature(x, columns[0]),
                 (uint32_t)form_nature(x, columns[n - 1]));
    if (form == FORM_DURATION && n == 2)
        form_order_feature(x, columns[0], columns[1]);
    else
        form_ratio_feature(x, pattern, columns[0], columns[n - 1]);
}

/* "Cost per click of both campaigns": of each of the values side by side. */
static void formula_of_sides(struct forming *x, enum form form,
                             const char *pattern, const uint16_t *columns,
                             size_t n)
{
    form_begin(x);
    if (!form_side_group(x))
        return;
    form_groups(x);
    if (!form_formula(x, pattern, columns, n))
        return;
    formula_features(x, form, pattern, columns, n);
    form_feature(x, F_OUTPUTS, (uint32_t)form, 31, FEATURE_NONE, FEATURE_NONE);
    form_end(x, form);
}

/* sum("a") / sum("b") and the like by the groups. */
static void formula_of(struct forming *x, enum form form, const char *pattern,
                       const uint16_t *columns, size_t n)
{
    if (lacks_percent(x, pattern, columns, n))
        return;
    form_begin(x);
    form_groups(x);
    if (!form_formula(x, pattern, columns, n))
        return;
    formula_features(x, form, pattern, columns, n);
    form_end(x, form);
    formula_of_sides(x, form, pattern, columns, n);
    if (form_may_grain(x) && x->slots->n_groups == 0) {
        form_begin(x);
        if (!form_add_grain(x) || !form_formula(x, pattern, columns, n))
            return;
        form_feature(x, F_OUTPUTS, (uint32_t)form,
                     feature_word(str_from(pattern)), 30, FEATURE_NONE);
        form_end(x, form);
    }
}

/* What is computed of two columns of each row or of their sums. */
static const struct {
    enum form form;
    const char *pattern;
} pairs[] = {
    {FORM_RATIO, "sum(A)/sum(B)"},
    {FORM_RATIO, "100*sum(A)/sum(B)"},
    {FORM_RATIO, "sum(B)/sum(A)"},
    {FORM_RATIO, "100*sum(B)/sum(A)"},
    {FORM_RATIO, "avg(A/B)"},
    {FORM_RATIO, "sum(A)/max(B)"},
    {FORM_PAIR, "max(A-B)"},
    {FORM_PAIR, "max(B-A)"},
    {FORM_PAIR, "max(A+B)"},
    {FORM_PAIR, "avg(A+B)"},
    {FORM_RATIO, "sum(A/B)"},
    {FORM_PAIR, "sum(B)-sum(A)"},
    {FORM_PAIR, "sum(A)-sum(B)"},
    {FORM_PAIR, "avg(A-B)"},
    {FORM_PAIR, "sum(A*B)"},
    {FORM_PAIR, "sum(A*B)/100"},
    {FORM_PAIR, "sum(A)+sum(B)"},
    {FORM_PAIR, "100*(sum(B)-sum(A))/sum(A)"},
    {FORM_PAIR, "100*(sum(A)-sum(B))/sum(B)"},
    {FORM_RATIO, "100*sum(A)/(sum(A)+sum(B))"},
};

/* And of three. */
static const char *const triples[] = {
    "sum(A)+sum(B)+sum(C)", "sum(A)-sum(B)-sum(C)",
    "sum(A*B)-sum(C)",      "100*(sum(A)-sum(B))/sum(C)",
    "sum(A*(B-C))",         "avg((A+B+C)/3)",
    "sum(A-B*C)",           "sum((A-B)*C)",
    "sum(A*B*C)",           "sum(A*B*C)/100"};

/* The measures that formulas are of: numbers that were said. */
static size_t numbers_said(const struct forming *x, uint16_t *list)
{
    const struct slots *p = x->slots;
    size_t n = 0;

    for (size_t i = 0; i < p->n_measures; i++)
        if (form_nature(x, p->measure[i].column) != NATURE_DATE &&
            form_nature(x, p->measure[i].column) != NATURE_YEAR)
            list[n++] = p->measure[i].column;
    return n;
}

/* The first of the table's own columns of a price or of a count; SLOT_NONE: none. */
static uint16_t factor_of(const struct forming *x, bool price)
{
    const struct meanings *m = x->slots->m;

    for (size_t i = 0; i < m->table->n_columns; i++) {
        const enum column_nature n = m->nature[i];

        if (meanings_is_own(m, i) &&
            (price ? n == NATURE_MONEY || n == NATURE_RATE : n == NATURE_COUNT))
            return (uint16_t)i;
    }
    return SLOT_NONE;
}

/* A price of a table that is joined, a price list; SLOT_NONE: none, or there is one
 * table. */
static uint16_t joined_price(const struct forming *x)
{
    const struct meanings *m = x->slots->m;

    for (size_t i = 0; m->node && i < m->table->n_columns; i++)
        if (m->node[i] && m->table->columns[i].groups & GROUP_PRICE &&
            m->nature[i] <= NATURE_RATE && !m->table->columns[i].empty)
            return (uint16_t)i;
    return SLOT_NONE;
}

/* The first of the table's own numbers that is added up: kilograms of which a price list
 * has the price. */
static uint16_t amount_of(const struct forming *x)
{
    const struct meanings *m = x->slots->m;

    for (size_t i = 0; i < m->table->n_columns; i++)
        if (meanings_is_own(m, i) && m->nature[i] == NATURE_NUMBER &&
            (m->aggregate[i] == LEX_SUM || m->aggregate[i] == LEX_NONE))
            return (uint16_t)i;
    return SLOT_NONE;
}

/* A count and a price where nothing was said: what is spent, what stock is worth. */
static size_t implied_value(const struct forming *x, uint16_t *pair)
{
    if (x->slots->n_measures)
        return 0;
    pair[0] = factor_of(x, false);
    pair[1] = factor_of(x, true);
    if (pair[1] == SLOT_NONE) {
        pair[1] = joined_price(x);
        if (pair[0] == SLOT_NONE)
            pair[0] = amount_of(x);
    }
    return pair[0] != SLOT_NONE && pair[1] != SLOT_NONE ? 2 : 0;
}

/* A count and a price of each that were not both said: what they come to. */
static size_t value_pair(const struct forming *x, uint16_t *pair)
{
    const enum column_nature said = form_nature(x, pair[0]);
    const bool counts = said == NATURE_COUNT;

    if (said != NATURE_COUNT && said != NATURE_RATE && said != NATURE_MONEY)
        return 0;
    pair[1] = factor_of(x, counts);
    if (pair[1] == SLOT_NONE && counts)
        pair[1] = joined_price(x);
    else if (pair[1] == SLOT_NONE && pair[0] == joined_price(x))
        pair[1] = amount_of(x);
    return pair[1] != SLOT_NONE && pair[1] != pair[0] ? 2 : 0;
}

/* Both factors of what things come to, where one or none was said, by the groups. */
static void value_by(struct forming *x, const uint16_t *pair, bool grain)
{
    const bool joined = !meanings_is_own(x->slots->m, pair[0]) ||
                        !meanings_is_own(x->slots->m, pair[1]);

    form_begin(x);
    form_groups_by(x, grain);
    if (!form_formula(x, "sum(A*B)", pair, 2))
        return;
    form_feature(x, F_OUTPUTS, FORM_PAIR, feature_word(STR("sum(A*B)")),
                 (uint32_t)form_nature(x, pair[0]),
                 (uint32_t)form_nature(x, pair[1]));
    form_feature(x, F_IMPLIED, IMPLIED_MEASURE, IMPLIED_FACTOR + joined,
                 x->slots->state->ops.aggs > 0 ||
                     state_has(x->slots->state, CONCEPT_MANY),
                 FORM_PAIR);
    form_ratio_feature(x, "sum(A*B)", pair[0], pair[1]);
    form_end(x, FORM_PAIR);
}

static void value_of(struct forming *x, const uint16_t *pair)
{
    value_by(x, pair, false);
    if (form_may_grain(x) && x->slots->n_groups == 0)
        value_by(x, pair, true);
}

/* "per 1,000": a ratio of so many; the number is a power of ten. */
static bool is_scale(struct str number)
{
    bool round = number.n > 2 && number.p[0] == '1';

    for (size_t i = 1; i < number.n; i++)
        round = round && number.p[i] == '0';
    return round;
}

/* The scale that was said; empty: none. */
static struct str scale_of(const struct forming *x)
{
    const struct slots *p = x->slots;

    for (size_t i = 0; i < p->state->n_numbers; i++) {
        const struct state_number *n = &p->state->number[i];
        const struct str number = p->m->meaning[n->meaning].link->number;

        if (n->use == USE_LIMIT && is_scale(number))
            return number;
    }
    return (struct str){0};
}

/* One measure or all rows for so many of another. */
static void scaled_of(struct forming *x, struct str scale, const char *ratio,
                      const uint16_t *columns, size_t n)
{
    char pattern[64];

    (void)snprintf(pattern, sizeof(pattern), "%.*s*%s", STR_FMT(scale), ratio);
    form_begin(x);
    x->now.is_scaled = true;
    form_groups(x);
    if (!form_formula(x, pattern, columns, n))
        return;
    form_feature(x, F_OUTPUTS, FORM_RATIO, feature_word(str_from(ratio)), 50,
                 FEATURE_NONE);
    form_ratio_feature(x, ratio, columns[0], columns[n - 1]);
    form_end(x, FORM_RATIO);
}

static void scaled(struct forming *x, const uint16_t *list, size_t n)
{
    const struct str scale = scale_of(x);

    if (!scale.n)
        return;
    if (n == 2) {
        scaled_of(x, scale, "sum(A)/sum(B)", list, 2);
        scaled_of(x, scale, "sum(A)/max(B)", list, 2);
    }
    if (n == 1) {
        scaled_of(x, scale, "count(1)/max(A)", list, 1);
        scaled_of(x, scale, "count(1)/sum(A)", list, 1);
    }
}

/* Sums over how many there are of something. */
static void per_each(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t pair[2];

    if (p->n_measures == 1 && p->n_groups == 1 &&
        form_nature(x, p->measure[0].column) != NATURE_DATE) {
        pair[0] = p->measure[0].column;
        pair[1] = p->group[0].column;
        formula_of(x, FORM_RATIO, "sum(A)/distinct(B)", pair, 2);
    }
    if (p->n_measures <= 1 && p->date != SLOT_NONE &&
        p->state->ops.grain == GRAIN_DAY &&
        form_column(x, p->date)->kind == COLUMN_DATE) {
        pair[0] = pair[1] = p->date;
        formula_of(x, FORM_RATIO, "count(A)/distinct(B)", pair, 2);
        if (p->n_measures)
            pair[0] = p->measure[0].column;
        if (p->n_measures)
            formula_of(x, FORM_RATIO, "sum(A)/distinct(B)", pair, 2);
    }
    if (p->n_groups == 2) {
        pair[0] = p->group[0].column;
        pair[1] = p->group[1].column;
        formula_of(x, FORM_RATIO, "distinct(A)/distinct(B)", pair, 2);
    }
    if (p->n_groups >= 1 && p->n_measures == 0 &&
        state_has(p->state, CONCEPT_AGG)) { /* rows of each on average */
        pair[0] = pair[1] = p->group[0].column;
        form_begin(x);
        if (!form_formula(x, "count(A)/distinct(A)", pair, 1))
            return;
        form_feature(x, F_OUTPUTS, FORM_RATIO, 40, p->group[0].by,
                     FEATURE_NONE);
        form_end(x, FORM_RATIO);
    }
}

/* Columns of one figure by quarter, year or month, put together; pattern[size]. */
static bool series_pattern(const struct forming *x, char *pattern, size_t size)
{
    const size_t n = x->slots->defaults->n_series;
    size_t at = 0;

    if (n == 0 || x->slots->n_measures)
        return false;
    for (size_t i = 0; i < n && at < size; i++)
        at += (size_t)snprintf(pattern + at, size - at, "%ssum(%c)",
                               i ? "+" : "", (char)('A' + (int)i));
    return at < size;
}

static void series_sum(struct forming *x)
{
    const struct table_defaults *d = x->slots->defaults;
    char pattern[SERIES_BYTES];

    if (!series_pattern(x, pattern, sizeof(pattern)))
        return;
    form_begin(x);
    form_groups(x);
    if (!form_formula(x, pattern, d->series, d->n_series))
        return;
    form_feature(x, F_OUTPUTS, FORM_PAIR, 60,
                 state_has(x->slots->state, CONCEPT_AGG), FEATURE_NONE);
    form_end(x, FORM_PAIR);
}

void form_formulas(struct forming *x)
{
    uint16_t list[STATE_COLUMNS];
    size_t n = numbers_said(x, list);

    if (n >= 2)
        for (size_t i = 0; i < COUNT_OF(pairs); i++)
            formula_of(x, pairs[i].form, pairs[i].pattern, list, 2);
    for (size_t i = 0; n == 3 && i < COUNT_OF(triples); i++)
        formula_of(x, FORM_PAIR, triples[i], list, 3);
    if (n == 4)
        formula_of(x, FORM_PAIR, "sum(A)+sum(B)+sum(C)+sum(D)", list, 4);
    scaled(x, list, n);
    if ((n == 1 && value_pair(x, list)) || implied_value(x, list))
        value_of(x, list);
    series_sum(x);
    per_each(x);
}

/* The groups, or a column that names the row. */
static bool groups_or_name(struct forming *x, enum form form,
                           const uint16_t *name, size_t rank)
{
    form_begin(x);
    if (name)
        form_show_name(x, form, *name, rank);
    form_groups(x);
    return x->now.spec.n_groups > 0;
}

static void extreme_of(struct forming *x, const char *pattern,
                       const uint16_t *columns, size_t n_columns)
{
    uint16_t names[FORM_NAMES];
    const size_t n = x->slots->n_groups ? 0 : form_names(x, names);

    for (size_t k = 0; k <= n; k++) {
        if (!groups_or_name(x, FORM_FORMULA_EXTREME, k ? &names[k - 1] : NULL,
                            k ? k - 1 : 0))
            continue;
        if (!form_formula(x, pattern, columns, n_columns))
            return;
        form_limit(x, NULL);
        if (form_nature(x, columns[0]) == NATURE_DATE)
            form_order_feature(x, columns[0], columns[1]);
        form_feature(x, F_OUTPUTS, FORM_FORMULA_EXTREME,
                     feature_word(str_from(pattern)), k > 0,
                     (uint32_t)form_nature(x, columns[0]));
        form_end(x, FORM_FORMULA_EXTREME);
    }
}

void form_formula_extremes(struct forming *x)
{
    static const char *const patterns[] = {
        "sum(A)-sum(B)",     "sum(B)-sum(A)", "sum(A)/sum(B)",
        "sum(B)/sum(A)",     "sum(A*B)",      "100*sum(A)/sum(B)",
        "100*sum(B)/sum(A)", "sum(A)+sum(B)"};
    const struct table_defaults *d = x->slots->defaults;
    uint16_t list[STATE_COLUMNS];
    char series[SERIES_BYTES];
    const size_t n = numbers_said(x, list);

    for (size_t i = 0; n == 2 && i < COUNT_OF(patterns); i++)
        extreme_of(x, patterns[i], list, 2);
    if ((n == 1 && value_pair(x, list)) || implied_value(x, list))
        extreme_of(x, "sum(A*B)", list, 2);
    if (series_pattern(x, series, sizeof(series)))
        extreme_of(x, series, d->series, d->n_series);
}

/* What begins comes before what ends. */
static void in_table_order(uint16_t *dates, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && dates[k - 1] > dates[k]; k--) {
            const uint16_t later = dates[k - 1];

            dates[k - 1] = dates[k];
            dates[k] = later;
        }
}

/* The dates that durations are between: those that were said, then the others. */
static size_t duration_dates(const struct forming *x, uint16_t *dates)
{
    const struct slots *p = x->slots;
    size_t n = 0;

    for (size_t i = 0; i < p->state->n_columns && n < FORMULA_DATES; i++)
        if (form_nature(x, p->state->column[i].column) == NATURE_DATE)
            dates[n++] = p->state->column[i].column;
    if (n >= 2)
        return n;
    for (size_t i = 0; i < p->m->table->n_columns && n < FORMULA_DATES; i++) {
        bool known = false;

        if (p->m->nature[i] != NATURE_DATE || !meanings_is_own(p->m, i))
            continue;
        for (size_t k = 0; k < n; k++)
            known = known || dates[k] == i;
        if (!known)
            dates[n++] = (uint16_t)i;
    }
    in_table_order(dates, n);
    return n;
}

/* How durations are put together, by the unit. */
static const struct duration {
    enum agg agg;
    const char *days, *hours, *minutes;
} durations[] = {
    {AGG_AVG, "avg(days(A,B))", "avg(hours(A,B))", "avg(minutes(A,B))"},
    {AGG_MAX, "max(days(A,B))", "max(hours(A,B))", "max(minutes(A,B))"},
    {AGG_MIN, "min(days(A,B))", "min(hours(A,B))", "min(minutes(A,B))"},
    {AGG_MEDIAN, "median(days(A,B))", "median(hours(A,B))",
     "median(minutes(A,B))"},
    {AGG_SUM, "sum(days(A,B))", "sum(hours(A,B))", "sum(minutes(A,B))"}};

static const char *in_unit(const struct duration *d, enum span_unit unit)
{
    return unit == SPAN_MINUTES ? d->minutes
           : unit == SPAN_HOURS ? d->hours
                                : d->days;
}

/* How durations are put together that nobody says more of: their mean, of extremes the
 * largest too; of the longest and the shortest that one alone. */
static bool may_put_together(const struct state *s, enum agg agg)
{
    if (s->ops.aggs >> agg & 1)
        return true;
    if (s->ops.lasting && !s->ops.aggs)
        return agg == (form_is_low(s) ? AGG_MIN : AGG_MAX);
    return (agg == AGG_AVG && !s->ops.aggs) ||
           (agg == AGG_MAX && form_wants_extreme(s));
}

/* The duration of each row from one date to the other, put together. */
static void duration_of(struct forming *x, const uint16_t *pair)
{
    const struct state *s = x->slots->state;
    const bool extreme = form_wants_extreme(s);
    const enum span_unit unit =
        s->ops.span
            ? (enum span_unit)(s->ops.span - 1)
            : duration_unit(form_column(x, pair[0]), form_column(x, pair[1]));

    for (size_t i = 0; i < COUNT_OF(durations); i++) {
        const struct duration *d = &durations[i];

        if (!may_put_together(s, d->agg))
            continue;
        formula_of(x, FORM_DURATION, in_unit(d, unit), pair, 2);
        if (extreme)
            extreme_of(x, in_unit(d, unit), pair, 2);
    }
}

void form_durations(struct forming *x)
{
    const struct state *s = x->slots->state;
    uint16_t dates[FORMULA_DATES];
    const size_t n = duration_dates(x, dates);

    if (!state_has(s, CONCEPT_DURATION) && !state_has(s, CONCEPT_SPAN) &&
        s->ops.grain != GRAIN_DAY && !s->ops.aggs && !s->ops.lasting)
        return;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            const uint16_t pair[2] = {dates[i], dates[k]};
            const uint16_t back[2] = {dates[k], dates[i]};

            duration_of(x, pair);
            if (n <= 3)
                duration_of(x, back);
        }
    if (n && (state_has(s, CONCEPT_BETWEEN) || state_has(s, CONCEPT_DURATION) ||
              s->ops.grain == GRAIN_DAY))
        formula_of(x, FORM_DURATION, "days(min(A),max(A))", dates, 1);
}
