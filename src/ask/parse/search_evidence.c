/* search_evidence.c - what else the words of a span may mean. */
#include "ask/parse/search_step.h"

#define VALUE_PARTS 90 /* in the first argument of F_VALUE */

/* How many of the different values of a column a word is a part of: 0 one, 1 few, 2 a
 * half and more, 3 all. */
static uint32_t part_of_values(const struct meanings *of,
                               const struct meaning *m)
{
    const uint64_t all = of->table->columns[m->column].distinct;

    return m->n_values < 2         ? 0
           : m->n_values * 2 < all ? 1
           : m->n_values < all     ? 2
                                   : 3;
}

/* Do the same words say what a row is: 教练 of a list of coaches, and of each grade? */
static bool says_rows(const struct meanings *all, const struct meaning *m)
{
    for (size_t i = all->begin[m->from]; i < all->begin[m->from + 1]; i++)
        if (all->meaning[i].kind == MEANING_ROWS && all->meaning[i].to >= m->to)
            return true;
    return false;
}

void step_put_parts(struct step *x, const struct meaning *value)
{
    const uint32_t parts = part_of_values(x->b->m, value);
    const bool rows = says_rows(x->b->m, value);

    if (parts || rows)
        step_put(x, F_VALUE,
                 ARGS(VALUE_PARTS, parts, rows, (uint32_t)value->level));
}
