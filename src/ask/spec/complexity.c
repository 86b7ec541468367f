#include "ask/spec/complexity.h"

/* A bank and a year are what nearly every question says. */
#define USUAL_FILTERS 2

const char *spec_complexity(const struct query_spec *s)
{
    size_t things = s->n_groups + 2 * s->n_joins;

    things += s->n_measures > 1 ? s->n_measures - 1 : 0;
    things += s->n_filters > USUAL_FILTERS ? s->n_filters - USUAL_FILTERS : 0;
    things += 2U * s->has_having + 2U * s->share + 2U * (s->each > 0) +
              2U * s->placed;
    things += 2U * (s->compare.kind != SPEC_COMPARE_NONE);
    things += 2U * (s->step.kind != SPEC_STEP_NONE);
    if (things <= 1)
        return "simple";
    return things <= 3 ? "medium" : "complex";
}
