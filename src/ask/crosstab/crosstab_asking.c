#include "ask/crosstab/crosstab_asking.h"

#include "ask/spec/spec.h"

const struct question_word *crosstab_operation_of(
    const struct crosstab_asking *x, enum concept_kind kind)
{
    for (size_t i = 0; i < x->q.n; i++) {
        const struct question_word *entry = x->q.word[i].entry;

        if (entry && entry->kind == kind && !(x->used & CROSSTAB_BIT(i)))
            return entry;
    }
    return NULL;
}

bool crosstab_has(const struct crosstab_asking *x, enum concept_kind kind)
{
    return crosstab_operation_of(x, kind) != NULL;
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

/* "more than", with a number behind it; not "before", of times. */
const struct question_word *crosstab_limit_of(const struct crosstab_asking *x,
                                              size_t *number)
{
    const struct question_word *limit = NULL;

    for (size_t i = 0; i < x->q.n; i++) {
        const struct crosstab_word *w = &x->q.word[i];

        if (w->entry &&
            (w->entry->kind == CONCEPT_CMP ||
             w->entry->kind == CONCEPT_CMP_AFTER) &&
            !(w->entry->param & QUESTION_TEMPORAL) &&
            !(x->used & CROSSTAB_BIT(i)))
            limit = w->entry;
        if (limit && w->role == ROLE_NUMBER) {
            *number = i;
            return limit;
        }
    }
    return NULL;
}

bool crosstab_compares(const struct crosstab_asking *x)
{
    size_t number;

    if (!asks_which(x) || crosstab_has_aggregate(x, AGG_AVG))
        return false;
    return crosstab_has(x, CONCEPT_MOST) || crosstab_has(x, CONCEPT_MORE) ||
           crosstab_limit_of(x, &number);
}

/* "which years", "what are the years": nothing is named between. */
static bool asks_which_years(const struct crosstab_asking *x)
{
    bool is_open = false;

    for (size_t i = 0; i < x->q.n; i++) {
        const struct crosstab_word *w = &x->q.word[i];

        if (w->role == ROLE_YEAR)
            return false;
        if (w->entry && w->entry->kind == CONCEPT_WHICH)
            is_open = true;
        if (is_open && w->entry && w->entry->kind == CONCEPT_GRAIN)
            return w->entry->param == GRAIN_YEAR;
        if (w->role == ROLE_CONTENT)
            is_open = false;
    }
    return false;
}

bool crosstab_asks_years(const struct crosstab_asking *x)
{
    return asks_which_years(x) && !crosstab_compares(x) &&
           !crosstab_has(x, CONCEPT_CHANGE) &&
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
