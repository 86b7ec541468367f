#include "ask/parse/meaning_date.h"

/* Is a row a person, or of several tables one of another one? */
static bool is_of_persons(const struct meanings *m)
{
    const struct table_concepts *c = m->concepts;

    for (size_t i = 0; i < c->n_rows; i++)
        if (lex_concept(c->lex, c->row[i]).kind == LEX_PERSON)
            return true;
    return m->several;
}

static bool is_birth(const struct meanings *m, size_t column)
{
    const struct lex_column *of = &m->concepts->column[column];

    return of->n && of->found[0].strength >= CONCEPT_STRONG &&
           lex_concept_is(m->concepts->lex, of->found[0].concept_id,
                          "birth-date");
}

bool meanings_dates_rows(const struct meanings *m, size_t column)
{
    bool others = false;

    if (m->nature[column] != NATURE_DATE || !meanings_is_own(m, column))
        return false;
    if (!is_birth(m, column))
        return true;
    for (size_t i = 0; i < m->table->n_columns && !others; i++)
        others = m->nature[i] == NATURE_DATE && meanings_is_own(m, i) &&
                 !is_birth(m, i);
    return !others && !is_of_persons(m);
}
