/* search_role.c - which roles a column may take after what was read. */
#include "ask/parse/meaning_flag.h"
#include "ask/parse/search_step.h"
#include "ask/vocabulary/term_lists.h"

/* Is a word the end of a longer one of the question: the 有 of 没有? */
static bool ends_longer(const struct words *w, size_t at)
{
    size_t n = 0;

    return at > 0 && question_words_find(w, at - 1, &n) && n > 1;
}

/* Is a column what rows have or have not: "with a voucher", "used a discount code"? */
static bool is_had(const struct meanings *all, const struct meaning *m)
{
    const struct word *w = all->words->word;
    size_t at = m->from;

    if (!meanings_has_blanks(all, m->column))
        return false;
    if (at > 1 && term_list_has(&words_parse_some, w[at - 1].fold))
        at--;
    return at > 0 && term_list_has(&words_parse_having, w[at - 1].fold) &&
           !ends_longer(all->words, at - 1);
}

/* Is a part of the name of a column with blanks said, which may be what was done where
 * it has a value: "sold ones" of Sold for? */
static bool tells_event(const struct meanings *all, const struct meaning *m)
{
    return meanings_has_blanks(all, m->column) && m->to == m->from + 1 &&
           (m->level == LEVEL_MOST || m->level == LEVEL_PART ||
            m->level == LEVEL_LITTLE || m->level == LEVEL_KIN ||
            m->level == LEVEL_VERB) &&
           all->nature[m->column] != NATURE_FLAG;
}

bool step_may_take(const struct beam *b, const struct state *s,
                   const struct meaning *m, enum column_role role)
{
    const enum column_nature n = b->m->nature[m->column];
    const bool dated = n == NATURE_DATE && meanings_has_blanks(b->m, m->column);

    if (m->event && role != ROLE_NULL && role != ROLE_NOT_NULL)
        return false;
    switch (role) {
    case ROLE_MEASURE:
        return nature_is_measure(n) || n == NATURE_DATE || n == NATURE_YEAR;
    case ROLE_TRUE:
        return meanings_may_be(b->m, m->column, true) && !s->negate &&
               !m->negated;
    case ROLE_FALSE:
        return meanings_may_be(b->m, m->column, false) &&
               (s->negate || m->negated);
    case ROLE_NULL:
        return m->event ? m->negated != s->negate
                        : s->empty_waits ||
                              (s->negate && !b->m->flag[m->column].n_no);
    case ROLE_ZERO:
        return (s->empty_waits || s->negate) && nature_is_measure(n) &&
               b->m->table->columns[m->column].kind == COLUMN_NUMBER;
    case ROLE_NOT_NULL:
        if (m->event)
            return m->negated == s->negate;
        return (dated || tells_event(b->m, m) || is_had(b->m, m) ||
                meanings_is_mark(b->m, m->column) ||
                state_has(s, CONCEPT_EMPTY)) &&
               !s->negate;
    default: return true;
    }
}
