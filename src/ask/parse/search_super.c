/* search_super.c - adjectives in the beam: what is ordered by, and which end. */
#include "ask/parse/search_step.h"

/* Has the table a column that an adjective orders by? */
static bool has_its_column(const struct meanings *all, const struct meaning *m)
{
    for (size_t i = all->begin[m->from]; i < all->begin[m->from + 1]; i++)
        if (all->meaning[i].kind == MEANING_SUPER &&
            all->meaning[i].column != MEANING_NO_COLUMN)
            return true;
    return false;
}

void step_super(struct beam *b, const struct state *from,
                const struct meaning *m, struct error *e)
{
    struct step x = step_begin(b, from, m, e);
    struct state_column *c;

    if (m->column == MEANING_NO_COLUMN) {
        x.s.ops.super |= m->high ? 1 : 2;
        x.s.ops.lasting |= m->lasting;
        step_put(&x, F_SUPER,
                 ARGS((uint32_t)m->level, m->superlative, m->high, 20));
        if (has_its_column(b->m, m))
            step_put(&x, F_SUPER, ARGS(30, m->superlative, m->high, NO));
        step_sign(&x, 139990U + m->high);
        x.s.by_waits = false;
        step_end(&x, ROLES + 12, 0);
        return;
    }
    if (x.s.n_columns == STATE_COLUMNS)
        return;
    c = &x.s.column[x.s.n_columns++];
    *c = (struct state_column){.column = m->column,
                               .role = ROLE_MEASURE,
                               .at = (uint8_t)m->to,
                               .descending = m->high ? 2 : 1};
    x.s.ops.super |= m->high ? 1 : 2;
    step_put(&x, F_SUPER,
             ARGS((uint32_t)m->level, m->superlative, m->high,
                  b->m->nature[m->column]));
    step_put(&x, F_RIVALS,
             ARGS(20, meanings_rivals(b->m, m, true),
                  meanings_rivals(b->m, m, false), m->fine));
    step_sign(&x, 140000U + m->column * 2U + m->high);
    x.s.by_waits = false;
    step_end(&x, ROLES + 12, 0);
}

void step_adjective(struct state_ops *o, int param)
{
    const bool newest = param == LIKE_NEWEST || param == LIKE_LATEST ||
                        param == LIKE_JUNIOR || param == LIKE_YOUNG;
    const bool oldest = param == LIKE_OLDEST || param == LIKE_EARLIEST ||
                        param == LIKE_SENIOR || param == LIKE_ELDER;

    o->time |= newest ? 1 : oldest ? 2 : 0;
    o->dated |= newest || oldest;
    o->lasting |= param == LIKE_LONG || param == LIKE_SHORT;
}
