#include "ask/parse/meaning_drop.h"

#include "ask/parse/meaning_computed.h"
#include "ask/parse/numbered_columns.h"
#include "ask/parse/table_defaults.h"

#define CUT_OFF 6 /* words that a longer one may begin before a span */

bool meanings_is_cut_off(const struct meanings *all, const struct meaning *m)
{
    const size_t first = m->from > CUT_OFF ? m->from - CUT_OFF : 0;

    for (size_t i = all->begin[first]; i < all->begin[m->from + 1]; i++) {
        const struct meaning *x = &all->meaning[i];

        if (x->kind == m->kind && x->from <= m->from && x->to >= m->to &&
            x->to - x->from > m->to - m->from)
            return true;
    }
    return false;
}

/* Does the word say which way money went, of the column that it means by itself? "Spent"
 * is no word for an amount of either sign. */
static bool is_of_flow(const struct meanings *m, const struct meaning *x)
{
    if (x->kind != MEANING_COLUMN || x->level < LEVEL_SYNONYM)
        return false;
    for (size_t i = 0; i < m->n; i++) {
        const struct meaning *o = &m->meaning[i];

        if (o->of_column && o->column == x->column && o->from >= x->from &&
            o->to <= x->to)
            return true;
    }
    return false;
}

/* "Hours" of times of day: how long it is, and no operation on dates. */
static bool names_duration(const struct meaning *m, const struct meaning *x)
{
    return m->computed && m->computed->of_clocks &&
           (x->entry->kind == CONCEPT_DURATION ||
            x->entry->kind == CONCEPT_SPAN || x->entry->kind == CONCEPT_GRAIN ||
            (m->superlative && x->entry->kind == CONCEPT_LIKE));
}

/* Do the same words mean something that is there: a column's name, a value, two columns,
 * or, as one word, an operation ("average")? */
static bool is_there(const struct meanings *all, const struct meaning *m)
{
    for (size_t i = all->begin[m->from]; i < all->begin[m->from + 1]; i++) {
        const struct meaning *x = &all->meaning[i];

        if (x->to == m->to &&
            ((x->kind == MEANING_OPERATION && m->to == m->from + 1 &&
              !names_duration(m, x)) ||
             x->kind == MEANING_PAIR ||
             ((x->kind == MEANING_COLUMN || x->kind == MEANING_VALUE) &&
              (x->level < LEVEL_SYNONYM || x->event))))
            return true;
    }
    return false;
}

static bool has_flow(const struct meanings *m)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->meaning[i].of_column)
            return true;
    return false;
}

/* Does a negation stand in words that tell nothing together: 没有 of 有没有? */
static bool asks_whether(const struct meanings *m, const struct meaning *x)
{
    const size_t first = x->from > CUT_OFF ? x->from - CUT_OFF : 0;

    if (x->kind != MEANING_OPERATION || !x->entry ||
        (x->entry->kind != CONCEPT_NOT && x->entry->kind != CONCEPT_EMPTY))
        return false;
    for (size_t i = m->begin[first]; i < m->begin[x->from + 1]; i++) {
        const struct meaning *o = &m->meaning[i];

        if (o->kind == MEANING_OPERATION && o->entry &&
            o->entry->kind == CONCEPT_FILLER && o->from <= x->from &&
            o->to >= x->to && o->to - o->from > x->to - x->from)
            return true;
    }
    return false;
}

static bool is_operation(const struct meaning *x, enum concept_kind kind)
{
    return x->kind == MEANING_OPERATION && x->entry && x->entry->kind == kind;
}

/* Is it how much, where a measure word stands behind it: 多少 of 多少间 is how many? */
static bool asks_how_many(const struct meanings *m, const struct meaning *x)
{
    if (!is_operation(x, CONCEPT_MUCH) &&
        !(x->kind == MEANING_COLUMN && x->level == LEVEL_ASKED))
        return false;
    for (size_t i = m->begin[x->from]; i < m->begin[x->from + 1]; i++) {
        const struct meaning *o = &m->meaning[i];

        if (is_operation(o, CONCEPT_MANY) && o->to > x->to)
            return true;
    }
    return false;
}

/* Is it a piece of a word for a part of time, which is not that long: 星期 and 几 of
 * 星期几, the week of "day of the week"? */
static bool is_of_grain(const struct meanings *m, const struct meaning *x)
{
    const size_t first = x->from > CUT_OFF ? x->from - CUT_OFF : 0;

    if (!is_operation(x, CONCEPT_GRAIN) && !is_operation(x, CONCEPT_MANY))
        return false;
    for (size_t i = m->begin[first]; i < m->begin[x->from + 1]; i++) {
        const struct meaning *o = &m->meaning[i];

        if (is_operation(o, CONCEPT_GRAIN) && o->entry->text[0] &&
            o->from <= x->from && o->to >= x->to &&
            o->to - o->from > x->to - x->from)
            return true;
    }
    return false;
}

/* Do the same words say how long in a unit: 几天? */
static bool has_unit(const struct meanings *m, const struct meaning *x)
{
    if (!is_operation(x, CONCEPT_DURATION))
        return false;
    for (size_t i = m->begin[x->from]; i < m->begin[x->from + 1]; i++) {
        const struct meaning *o = &m->meaning[i];

        if (is_operation(o, CONCEPT_SPAN) && o->to == x->to)
            return true;
    }
    return false;
}

/* Do words that do not name it mean a larger sum as well: the discount of "amount"? */
static bool is_beside_larger(const struct meanings *m, const struct meaning *x)
{
    if (x->kind != MEANING_COLUMN || x->level < LEVEL_PART)
        return false;
    for (size_t i = m->begin[x->from]; i < m->begin[x->from + 1]; i++) {
        const struct meaning *o = &m->meaning[i];

        if (o->kind == MEANING_COLUMN && o->to == x->to &&
            o->column != x->column && m->nature[o->column] == NATURE_MONEY &&
            table_defaults_is_minor(m, x->column) &&
            !table_defaults_is_minor(m, o->column))
            return true;
    }
    return false;
}

/* Is it the sum of columns whose names all have the word? */
static bool is_of_parts(const struct meaning *x)
{
    return x->computed && x->computed->of_parts;
}

static bool is_none(const struct meanings *m, const struct meaning *x,
                    bool has_flows)
{
    return asks_how_many(m, x) || is_of_grain(m, x) || has_unit(m, x) ||
           is_beside_larger(m, x) || (has_flows && is_of_flow(m, x)) ||
           numbered_columns_is_other(m, x) || asks_whether(m, x) ||
           (x->kind == MEANING_COMPUTED &&
            (meanings_is_cut_off(m, x) || (!is_of_parts(x) && is_there(m, x))));
}

enum err meanings_drop(struct meanings *m, struct error *e)
{
    bool *none = arena_alloc_array(m->a, m->n + 1, sizeof(*none), e);
    const bool has_flows = has_flow(m);
    size_t n = 0;

    if (!none)
        return e->code;
    for (size_t i = 0; i < m->n; i++)
        none[i] = is_none(m, &m->meaning[i], has_flows);
    for (size_t at = 0, i = 0; at < m->n_words; at++) {
        const size_t begin = n;

        for (; i < m->begin[at + 1]; i++) {
            m->meaning[n] = m->meaning[i];
            n += !none[i];
        }
        m->begin[at] = begin;
    }
    m->begin[m->n_words] = m->n = n;
    return OK;
}
