/* search_made.c - measures that columns make together, in the beam: profit, open rate. */
#include "ask/parse/meaning_made.h"
#include "ask/parse/search_step.h"

#define ROLE_MADE    22 /* in the place of a column's role */
#define RIVALS_MADE  23
#define MADE_FEATURE 80 /* in the first argument of F_VALUE */

/* Do the same words mean something that is there: a column's name, a value, two columns,
 * or, as one word, an operation ("average")? */
static bool is_there(const struct meanings *all, const struct meaning *m)
{
    for (size_t i = all->begin[m->from]; i < all->begin[m->from + 1]; i++) {
        const struct meaning *x = &all->meaning[i];

        if (x->to == m->to &&
            ((x->kind == MEANING_OPERATION && m->to == m->from + 1) ||
             x->kind == MEANING_PAIR ||
             ((x->kind == MEANING_COLUMN || x->kind == MEANING_VALUE) &&
              (x->level < LEVEL_SYNONYM || x->event))))
            return true;
    }
    return false;
}

void step_made(struct beam *b, const struct state *from,
               const struct meaning *m, uint16_t index, struct error *e)
{
    struct step x = step_begin(b, from, m, e);

    if (x.s.made || step_is_cut_off(b->m, m) || is_there(b->m, m))
        return;
    x.s.made = (uint16_t)(index + 1);
    if (m->superlative)
        x.s.ops.super |= m->high ? 1 : 2;
    step_put(&x, F_VALUE,
             ARGS(MADE_FEATURE, (uint32_t)m->level, step_length(m), m->fine));
    step_put(&x, F_VALUE,
             ARGS(MADE_FEATURE + 1, (uint32_t)m->made->n,
                  m->made->below[0] != '\0', m->made->is_percent));
    step_put(
        &x, F_ROLE,
        ARGS(ROLE_MADE, (uint32_t)b->m->nature[m->column], x.s.last_op, NO));
    step_put(&x, F_RIVALS,
             ARGS(RIVALS_MADE, b->m->best[1][m->from], m->superlative, NO));
    step_sign(&x, 330000U + index);
    x.s.by_waits = false;
    step_end(&x, ROLES + 13, 0);
}
