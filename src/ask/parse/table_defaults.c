#include "ask/parse/table_defaults.h"

#include "ask/parse/cell_number.h"

#define OWN_NAMES    3 /* of the table's own */
#define JOINED_NAMES 5 /* and of joined ones */
#define MINOR_PART   3 /* of the largest value of another column */
#define EACH_ITS_OWN 4 /* meanings_distinct() of a column without repetition */

static bool is_listed(uint16_t column, const uint16_t *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i] == column)
            return true;
    return false;
}

/* Others of which each row has its own, or that the lexicon knows as names. */
static void further_names(const struct meanings *m, bool full,
                          struct table_defaults *out)
{
    const size_t max = out->n_names + DEFAULT_NAMES - JOINED_NAMES;

    for (size_t i = 0; i < m->table->n_columns && out->n_names < max; i++)
        if (meanings_is_own(m, i) && m->nature[i] >= NATURE_ID &&
            m->nature[i] <= NATURE_TEXT &&
            (m->naming[i] || meanings_distinct(m, (uint16_t)i) == 4) &&
            !(full && meanings_has_blanks(m, (uint16_t)i)) &&
            !is_listed((uint16_t)i, out->name, out->n_names))
            out->name[out->n_names++] = (uint16_t)i;
}

/* Is a thing among what a column's whole name is? */
static bool is_thing(const struct table_concepts *c, size_t column)
{
    const struct lex_column *of = &c->column[column];

    for (size_t i = 0; i < of->n; i++)
        if (of->found[i].strength == of->found[0].strength &&
            lex_concept(c->lex, of->found[i].concept_id).kind <= LEX_EVENT)
            return true;
    return false;
}

/* Does each row have its own value of a column, which is a thing: the product of a list of
 * products? */
static bool is_own_thing(const struct meanings *m, size_t i)
{
    return meanings_is_own(m, i) && m->nature[i] > NATURE_ID &&
           m->nature[i] <= NATURE_TEXT &&
           !meanings_has_blanks(m, (uint16_t)i) &&
           meanings_distinct(m, (uint16_t)i) == EACH_ITS_OWN &&
           is_thing(m->concepts, i);
}

/* The column that rows are called by, first in the list, where the first name of the table is
 * one that some rows lack: "Latin name" of plants and spades. */
static bool name_by_thing(const struct meanings *m, struct table_defaults *out)
{
    const size_t columns = m->table->n_columns;
    size_t first = 0;

    while (first < columns &&
           (m->nature[first] != NATURE_NAME || !meanings_is_own(m, first)))
        first++;
    if (first == columns || !meanings_has_blanks(m, (uint16_t)first))
        return false;
    for (size_t i = 0; i < columns && out->n_names == 0; i++)
        if (is_own_thing(m, i))
            out->name[out->n_names++] = (uint16_t)i;
    return out->n_names > 0;
}

static void find_names(const struct meanings *m, struct table_defaults *out)
{
    static const enum column_nature order[] = {NATURE_NAME,     NATURE_PERSON,
                                               NATURE_ID,       NATURE_TEXT,
                                               NATURE_CATEGORY, NATURE_PLACE};
    const size_t columns = m->table->n_columns;
    const bool full = name_by_thing(m, out);

    for (size_t k = 0; k < COUNT_OF(order); k++)
        for (size_t i = 0; i < columns && out->n_names < OWN_NAMES; i++)
            if (m->nature[i] == order[k] && meanings_is_own(m, i) &&
                !(full && meanings_has_blanks(m, (uint16_t)i)) &&
                !is_listed((uint16_t)i, out->name, out->n_names))
                out->name[out->n_names++] = (uint16_t)i;
    for (size_t k = 0; m->node && k < 2; k++) /* of what its keys lead to */
        for (size_t i = 0; i < columns && out->n_names < JOINED_NAMES; i++)
            if (m->nature[i] == order[k] && m->node[i] &&
                !m->table->columns[i].empty)
                out->name[out->n_names++] = (uint16_t)i;
    further_names(m, full, out);
}

bool table_defaults_is_minor(const struct meanings *m, size_t column)
{
    const struct schema_column *c = &m->table->columns[column];
    const double most = cell_number_begun(c->max);

    if (m->nature[column] != NATURE_MONEY || cell_number_begun(c->min) < 0)
        return false;
    for (size_t i = 0; i < m->table->n_columns; i++)
        if (i != column && m->nature[i] == NATURE_MONEY &&
            m->aggregate[i] == LEX_SUM && meanings_is_own(m, i) &&
            cell_number_begun(m->table->columns[i].max) > MINOR_PART * most)
            return true;
    return false;
}

static void find_measures(const struct meanings *m, struct table_defaults *out)
{
    static const enum column_nature order[] = {NATURE_MONEY, NATURE_COUNT,
                                               NATURE_NUMBER, NATURE_RATE};

    for (size_t k = 0; k < 2 * COUNT_OF(order); k++) /* the minor ones last */
        for (size_t i = 0;
             i < m->table->n_columns && out->n_measures < DEFAULT_MEASURES; i++)
            if (m->nature[i] == order[k / 2] && meanings_is_own(m, i) &&
                table_defaults_is_minor(m, i) == k % 2)
                out->measure[out->n_measures++] = (uint16_t)i;
}

static bool is_key(const struct meanings *m, size_t i)
{
    const uint32_t distinct = meanings_distinct(m, (uint16_t)i);

    return meanings_is_own(m, i) && distinct > 0 && distinct < 4 &&
           (m->nature[i] == NATURE_ID || m->naming[i] & NAMING_ID);
}

static void find_keys(const struct meanings *m, struct table_defaults *out)
{
    for (size_t i = 0; i < m->table->n_columns && out->n_keys < DEFAULT_KEYS;
         i++)
        if (is_key(m, i))
            out->key[out->n_keys++] = (uint16_t)i;
}

/* What the question says is not so. */
static uint32_t find_negations(const struct meanings *m)
{
    uint32_t found = 0;

    for (size_t i = 0; i < m->n; i++) {
        const struct meaning *x = &m->meaning[i];

        if (x->kind == MEANING_OPERATION &&
            (x->entry->kind == CONCEPT_NOT || x->entry->kind == CONCEPT_NEVER ||
             (x->entry->kind == CONCEPT_EMPTY && !x->entry->param)))
            found |= 1;
        found |= x->negated ? 2 : 0;
    }
    return found;
}

void table_defaults_find(const struct meanings *m, struct table_defaults *out)
{
    *out = (struct table_defaults){0};
    find_names(m, out);
    find_measures(m, out);
    find_keys(m, out);
    out->negations = find_negations(m);
    out->n_series = numbered_columns_series(m, out->series);
    for (size_t i = 0; i < m->table->n_columns; i++)
        out->quantities = out->quantities || (meanings_is_own(m, i) &&
                                              m->nature[i] == NATURE_COUNT);
}
