/* forms_formula.c - arithmetic over columns: ratios, differences, durations; the most of it. */
#include "ask/link/duration_unit.h"
#include "ask/parse/form.h"
#include "ask/spec/formula.h"

#include <stdio.h>

#define FORMULA_BYTES ((size_t)1 << 16) /* of long names: is left out later */
#define FORMULA_DATES 4 /* of which each pair may be a duration */

/* A pattern with the names of columns for its A, B, C, ... */
static enum err write_formula(const struct forming *x, const char *pattern,
                              const uint16_t *columns, struct str *out)
{
    struct buf b;
    enum err rc;

    buf_init(&b, FORMULA_BYTES);
    for (; *pattern; pattern++) {
        if (*pattern < 'A' || *pattern > 'H') {
            buf_put_char(&b, *pattern);
            continue;
        }
        buf_put_char(&b, '"');
        buf_put_str(&b, form_column(x, columns[*pattern - 'A'])->name);
        buf_put_char(&b, '"');
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
    form_feature(x, F_OUTPUTS, (uint32_t)form, feature_word(str_from(pattern)),
                 (uint32_t)form_nature(x, columns[0]),
                 (uint32_t)form_nature(x, columns[n - 1]));
    if (form == FORM_DURATION && n == 2)
        form_order_feature(x, columns[0], columns[1]);
    else
        form_ratio_feature(x, pattern, columns[0], columns[n - 1]);
    form_end(x, form);
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

/* A count and a price where nothing was said: what is spent, what stock is worth. */
static size_t implied_value(const struct forming *x, uint16_t *pair)
{
    const struct meanings *m = x->slots->m;
    size_t found = 0;

    if (x->slots->n_measures)
        return 0;
    for (unsigned price = 0; price < 2; price++)
        for (size_t i = 0; i < m->table->n_columns && found == price; i++)
            if (meanings_is_own(m, i) &&
                (price ? m->nature[i] == NATURE_MONEY ||
                             m->nature[i] == NATURE_RATE
                       : m->nature[i] == NATURE_COUNT))
                pair[found++] = (uint16_t)i;
    return found == 2 ? 2 : 0;
}

/* A count and a price of each that were not both said: what they come to. */
static size_t value_pair(const struct forming *x, uint16_t *pair)
{
    const struct slots *p = x->slots;
    const enum column_nature said = form_nature(x, pair[0]);
    const bool counts = said == NATURE_COUNT;

    if (said != NATURE_COUNT && said != NATURE_RATE && said != NATURE_MONEY)
        return 0;
    for (size_t i = 0; i < p->m->table->n_columns; i++) {
        const enum column_nature n = form_nature(x, (uint16_t)i);

        if (i != pair[0] && meanings_is_own(p->m, i) &&
            (counts ? n == NATURE_RATE || n == NATURE_MONEY
                    : n == NATURE_COUNT)) {
            pair[1] = (uint16_t)i;
            return 2;
        }
    }
    return 0;
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
    if (n == 1 && value_pair(x, list))
        formula_of(x, FORM_PAIR, "sum(A*B)", list, 2);
    if (implied_value(x, list))
        formula_of(x, FORM_PAIR, "sum(A*B)", list, 2);
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
                       const uint16_t *columns)
{
    uint16_t names[FORM_NAMES];
    const size_t n = x->slots->n_groups ? 0 : form_names(x, names);

    for (size_t k = 0; k <= n; k++) {
        if (!groups_or_name(x, FORM_FORMULA_EXTREME, k ? &names[k - 1] : NULL,
                            k ? k - 1 : 0))
            continue;
        if (!form_formula(x, pattern, columns, 2))
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
        "sum(A)-sum(B)",    "sum(B)-sum(A)", "sum(A)/sum(B)",
        "sum(B)/sum(A)",    "sum(A*B)",      "100*sum(A)/sum(B)",
        "100*sum(B)/sum(A)"};
    uint16_t list[STATE_COLUMNS];
    const size_t n = numbers_said(x, list);

    for (size_t i = 0; n == 2 && i < COUNT_OF(patterns); i++)
        extreme_of(x, patterns[i], list);
    if (n == 1 && value_pair(x, list))
        extreme_of(x, "sum(A*B)", list);
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

/* The duration of each row from one date to the other, put together. */
static void duration_of(struct forming *x, const uint16_t *pair)
{
    const struct state *s = x->slots->state;
    const bool said_unit = state_has(s, CONCEPT_SPAN);
    const bool extreme = form_wants_extreme(s);
    const enum span_unit usual =
        duration_unit(form_column(x, pair[0]), form_column(x, pair[1]));

    for (size_t i = 0; i < COUNT_OF(durations); i++) {
        const struct duration *d = &durations[i];
        const bool said = s->ops.aggs >> d->agg & 1;

        if (!said && (s->ops.aggs || i > 0) && !(extreme && d->agg == AGG_MAX))
            continue;
        for (enum span_unit unit = SPAN_DAYS; unit <= SPAN_MINUTES; unit++)
            if (said_unit || unit == usual)
                formula_of(x, FORM_DURATION, in_unit(d, unit), pair, 2);
        if (extreme)
            extreme_of(x, in_unit(d, usual), pair);
    }
}

void form_durations(struct forming *x)
{
    const struct state *s = x->slots->state;
    uint16_t dates[FORMULA_DATES];
    const size_t n = duration_dates(x, dates);

    if (!state_has(s, CONCEPT_DURATION) && !state_has(s, CONCEPT_SPAN) &&
        s->ops.grain != GRAIN_DAY && !s->ops.aggs)
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
