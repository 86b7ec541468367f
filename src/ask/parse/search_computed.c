/* search_computed.c - measures that columns make together, in the beam: profit, open rate. */
#include "ask/parse/meaning_computed.h"
#include "ask/parse/search_step.h"

#define ROLE_COMPUTED    22 /* in the place of a column's role */
#define RIVALS_COMPUTED  23
#define COMPUTED_FEATURE 80 /* in the first argument of F_VALUE */

/* "Hours" beside several tables is as likely a sheet of hours, or of another one. */
static bool is_of_others(const struct meanings *all, const struct meaning *m)
{
    return all->several && all->other[m->from] >> MEANING_OPERATION & 1;
}

void step_computed(struct beam *b, const struct state *from,
                   const struct meaning *m, uint16_t index, struct error *e)
{
    struct step x = step_begin(b, from, m, e);

    if (x.s.computed || (m->computed->of_clocks && is_of_others(b->m, m)))
        return;
    x.s.computed = (uint16_t)(index + 1);
    if (m->superlative)
        x.s.ops.super |= m->high ? 1 : 2;
    step_put(
        &x, F_VALUE,
        ARGS(COMPUTED_FEATURE, (uint32_t)m->level, step_length(m), m->fine));
    step_put(&x, F_VALUE,
             ARGS(COMPUTED_FEATURE + 1, (uint32_t)m->computed->n,
                  m->computed->below[0] != '\0', m->computed->is_percent));
    step_put(&x, F_ROLE,
             ARGS(ROLE_COMPUTED, (uint32_t)b->m->nature[m->column], x.s.last_op,
                  NO));
    step_put(&x, F_RIVALS,
             ARGS(RIVALS_COMPUTED, b->m->best[1][m->from], m->superlative, NO));
    step_sign(&x, 330000U + index);
    x.s.by_waits = false;
    step_end(&x, ROLES + 13, 0);
}
