#include "ask/parse/meaning_unit.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 40
#define SURELY       0.75 /* the concept is the head of the column's name */

/* Is there a number behind, as that of m 2 and q 1? */
static bool is_numbered(const struct words *w, size_t at)
{
    return at < w->n && w->word[at].kind == WORD_NUMBER;
}

/* The unit that a name says, its last: "weight_kg", "hours (h)". */
static struct unit unit_of(const struct words *w)
{
    struct unit found = {0};

    for (size_t i = 0; i < w->n; i++) {
        struct unit one;
        const size_t n = unit_find(w, i, &one);

        if (n == 0 || is_numbered(w, i + n))
            continue;
        found = one;
        i += n - 1;
    }
    return found;
}

/* Its name says a unit, or what it is has a dimension. */
static void find_unit(struct meanings *m, size_t column, struct unit *out)
{
    const struct lex_column *of = &m->concepts->column[column];

    *out = unit_of(&m->table->columns[column].words);
    for (size_t i = 0; i < of->n && !out->dimension; i++) {
        const struct lex_concept c =
            lex_concept(m->concepts->lex, of->found[i].concept_id);

        if (c.dimension[0] && of->found[i].strength >= SURELY)
            out->dimension = c.dimension;
    }
}

enum err meanings_units(struct meanings *m, struct error *e)
{
    struct unit *unit =
        arena_alloc_array(m->a, m->table->n_columns + 1, sizeof(*unit), e);

    if (!unit)
        return e->code;
    for (size_t i = 0; i < m->table->n_columns; i++)
        if (m->table->columns[i].kind == COLUMN_NUMBER &&
            nature_is_measure(m->nature[i]) && !m->table->columns[i].empty)
            find_unit(m, i, &unit[i]);
    m->unit = unit;
    return OK;
}

bool meanings_measures(const struct meanings *m, size_t column,
                       const struct lex_concept *c)
{
    const struct unit *of = &m->unit[column];

    return c->kind == LEX_DURATION
               ? of->of_time
               : of->dimension && strcmp(c->dimension, of->dimension) == 0;
}

/* So many units of a column; the link is that of what was said, with another number. */
static enum err in_unit(struct meanings *m, const struct meaning *said,
                        double times, struct meaning *out, struct error *e)
{
    const struct str number = said->link->number;
    struct link *link = arena_alloc(m->a, sizeof(*link), e);
    char text[NUMBER_BYTES];

    if (!link)
        return e->code;
    *link = *said->link;
    memcpy(text, number.p, number.n);
    text[number.n] = '\0';
    if (str_printf(m->a, &link->number, e, "%.10g", strtod(text, NULL) * times))
        return e->code;
    *out = *said;
    out->link = link;
    out->of_column = true;
    return OK;
}

/* A number and its unit, in that of each column that has another. */
static enum err in_all_units(struct meanings *m, const struct meaning *said,
                             size_t words, const struct unit *unit,
                             struct error *e)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct unit *of = &m->unit[i];
        struct meaning x = *said;

        if (of->factor <= 0 || of->factor == unit->factor ||
            strcmp(of->dimension, unit->dimension) != 0)
            continue;
        if (in_unit(m, said, unit->factor / of->factor, &x, e))
            return e->code;
        x.to = (uint16_t)(x.to + words);
        x.column = (uint16_t)i;
        meanings_add(m, &x);
    }
    return OK;
}

enum err meanings_by_unit(struct meanings *m, size_t at, struct error *e)
{
    const size_t n = m->n;

    for (size_t i = m->begin[at]; i < n; i++) {
        const struct meaning x = m->meaning[i];
        struct unit unit;
        size_t words;

        if (x.kind != MEANING_NUMBER || x.of_column || !x.link ||
            x.link->percent || x.to >= m->n_words ||
            x.link->number.n >= NUMBER_BYTES)
            continue;
        words = unit_find(m->words, x.to, &unit);
        if (words && unit.factor > 0 && in_all_units(m, &x, words, &unit, e))
            return e->code;
    }
    return OK;
}
