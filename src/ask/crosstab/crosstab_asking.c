#include "ask/crosstab/crosstab_asking.h"

#include "ask/spec/spec.h"

const struct question_word *crosstab_operation_of(
    const struct crosstab_asking *x, enum concept_kind kind, size_t *at)
{
    for (size_t i = 0; i < x->q.n; i++) {
        const struct question_word *entry = x->q.word[i].entry;

        if (!entry || entry->kind != kind || (x->used & CROSSTAB_BIT(i)))
            continue;
        if (at)
            *at = i;
        return entry;
    }
    return NULL;
}

bool crosstab_has(const struct crosstab_asking *x, enum concept_kind kind)
{
    return crosstab_operation_of(x, kind, NULL) != NULL;
}

bool crosstab_has_aggregate(const struct crosstab_asking *x, int agg)
{
    for (size_t i = 0; i < x->q.n; i++) {
        const struct question_word *entry = x->q.word[i].entry;

        if (entry && entry->kind == CONCEPT_AGG && entry->param == agg &&
            !(x->used & CROSSTAB_BIT(i)))
            return true;
    }
    return false;
}

static bool asks_which(const struct crosstab_asking *x)
{
    return crosstab_has(x, CONCEPT_WHICH) || crosstab_has(x, CONCEPT_WHEN) ||
           crosstab_has(x, CONCEPT_MANY) || crosstab_has(x, CONCEPT_WHO);
}

bool crosstab_says_share(const struct crosstab_asking *x)
{
    for (size_t i = 0; i < x->q.n; i++)
        if (x->q.word[i].says_share && !(x->used & CROSSTAB_BIT(i)))
            return true;
    return false;
}

bool crosstab_compares(const struct crosstab_asking *x)
{
    if (!asks_which(x) || crosstab_has_aggregate(x, AGG_AVG))
        return false;
    return crosstab_has(x, CONCEPT_MOST) || crosstab_has(x, CONCEPT_MORE) ||
           crosstab_has(x, CONCEPT_CMP) || crosstab_has(x, CONCEPT_CMP_AFTER);
}

bool crosstab_asks_years(const struct crosstab_asking *x)
{
    bool any = false;

    for (size_t i = 0; i < x->q.n; i++) {
        const struct question_word *entry = x->q.word[i].entry;

        if (x->q.word[i].role == ROLE_YEAR)
            return false;
        any |=
            entry && entry->kind == CONCEPT_GRAIN && entry->param == GRAIN_YEAR;
    }
    return any && asks_which(x) && !crosstab_has(x, CONCEPT_MANY) &&
           !crosstab_compares(x) && !crosstab_has(x, CONCEPT_CHANGE) &&
           !crosstab_has_aggregate(x, AGG_AVG);
}

bool crosstab_asks_several(const struct crosstab_asking *x)
{
    if (crosstab_asks_years(x))
        return true;
    return crosstab_has_aggregate(x, AGG_AVG) ||
           crosstab_has_aggregate(x, AGG_SUM) ||
           crosstab_has(x, CONCEPT_CHANGE) ||
           crosstab_has(x, CONCEPT_DIFFERENCE) || crosstab_compares(x);
}
