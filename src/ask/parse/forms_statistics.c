/* forms_statistics.c - percentiles of a measure, the correlation of two. */
#include "ask/parse/forming.h"

#include <stdio.h>

#define PERCENTILE_MEASURES 3

/* Which of 100: said as one word, or as the number next to "percentile"; 0: not said. */
static unsigned percent_of(const struct forming *x)
{
    const struct slots *p = x->slots;
    const unsigned said = p->state->ops.percentile;
    const uint64_t number = p->place ? p->place : p->limit;

    if (said < QUESTION_PERCENTS)
        return said;
    if (said == QUESTION_PERCENTS)
        return number < 100 ? (unsigned)number : 0;
    if (said == QUESTION_QUARTERS)
        return number < 4 ? 25 * (unsigned)number : 0;
    return number < 10 ? 10 * (unsigned)number : 0;
}

static void percentile_of(struct forming *x, uint16_t column, size_t rank,
                          bool grain)
{
    char pattern[32];

    (void)snprintf(pattern, sizeof(pattern), "percentile(A,%u)", percent_of(x));
    form_begin(x);
    form_groups_by(x, grain);
    if (!form_formula(x, pattern, &column, 1))
        return;
    form_feature(x, F_IMPLIED, IMPLIED_MEASURE, (uint32_t)rank,
                 (uint32_t)form_nature(x, column), FORM_PERCENTILE);
    form_feature(x, F_OUTPUTS, FORM_PERCENTILE, grain,
                 (uint32_t)form_nature(x, column), FEATURE_NONE);
    form_end(x, FORM_PERCENTILE);
}

void form_percentiles(struct forming *x)
{
    uint16_t list[STATE_COLUMNS];
    bool implied;
    const size_t n = form_measures(x, list, &implied);

    if (!state_has(x->slots->state, CONCEPT_PERCENTILE) || !percent_of(x))
        return;
    for (unsigned grain = 0; grain <= (unsigned)form_may_grain(x); grain++)
        for (size_t i = 0; i < n && i < PERCENTILE_MEASURES; i++)
            if (form_nature(x, list[i]) != NATURE_DATE)
                percentile_of(x, list[i], implied ? i + 1 : 0, grain);
}

/* Of two that were said; of the years of a table as well. */
void form_correlations(struct forming *x)
{
    const struct slots *p = x->slots;
    uint16_t pair[2];

    if (!state_has(p->state, CONCEPT_CORRELATION) || p->n_measures != 2)
        return;
    for (size_t i = 0; i < 2; i++) {
        pair[i] = p->measure[i].column;
        if (form_nature(x, pair[i]) == NATURE_DATE)
            return;
    }
    form_begin(x);
    form_groups(x);
    if (!form_formula(x, "correlation(A,B)", pair, 2))
        return;
    form_feature(x, F_OUTPUTS, FORM_CORRELATION, (uint32_t)p->n_groups,
                 FEATURE_NONE, FEATURE_NONE);
    form_end(x, FORM_CORRELATION);
}
