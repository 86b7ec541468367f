#include "ask/parse/meaning_unit.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER_BYTES 40
#define UNIT_WORDS   3

/* The seconds of a unit of time; 0: the concept is not a unit of time. */
static double seconds_of_concept(const struct lex *x, uint16_t id)
{
    if (lex_concept_is(x, id, "milliseconds"))
        return 0.001;
    if (lex_concept_is(x, id, "seconds"))
        return 1;
    if (lex_concept_is(x, id, "minutes"))
        return 60;
    if (lex_concept_is(x, id, "hours"))
        return 3600;
    if (lex_concept_is(x, id, "days"))
        return 86400;
    return lex_concept_is(x, id, "weeks") ? 604800 : 0;
}

/* The seconds of the unit that words are called by; 0: of none. */
static double seconds_of(const struct lex *x, const struct lex_text *text,
                         size_t at, size_t n)
{
    const struct lex_senses s = lex_find(x, text, at, n);
    double seconds = 0;

    for (size_t i = 0; i < s.n && seconds <= 0; i++)
        seconds = seconds_of_concept(x, s.sense[i].concept_id);
    return seconds;
}

/* As seconds_of() for the most words from one on, which are n. */
static double longest_unit(const struct lex *x, const struct lex_text *text,
                           size_t at, size_t *n)
{
    double seconds = 0;

    for (*n = UNIT_WORDS; *n > 0; (*n)--) {
        if (at + *n <= text->words->n)
            seconds = seconds_of(x, text, at, *n);
        if (seconds > 0)
            break;
    }
    return seconds;
}

/* The unit that a column's name says; 0: none. */
static enum err unit_of(const struct meanings *m, size_t column, double *out,
                        struct error *e)
{
    const struct words *w = &m->table->columns[column].words;
    struct lex_text text;
    size_t n;

    *out = 0;
    if (w->n && lex_text_make(w, m->a, &text, e))
        return e->code;
    for (size_t i = 0; i < w->n && !*out; i++)
        *out = longest_unit(m->concepts->lex, &text, i, &n);
    return OK;
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

/* The units of all columns that are measured, once. */
static enum err find_units(struct meanings *m, struct error *e)
{
    double *units;

    if (m->units)
        return OK;
    units = arena_alloc_array(m->a, m->table->n_columns, sizeof(*units), e);
    if (!units)
        return e->code;
    for (size_t i = 0; i < m->table->n_columns; i++) {
        if (m->table->columns[i].kind == COLUMN_NUMBER &&
            nature_is_measure(m->nature[i]) && unit_of(m, i, &units[i], e))
            return e->code;
    }
    m->units = units;
    return OK;
}

/* A number and its unit, in that of each column that has another. */
static enum err in_all_units(struct meanings *m, const struct meaning *said,
                             size_t words, double seconds, struct error *e)
{
    if (find_units(m, e))
        return e->code;
    for (size_t i = 0; i < m->table->n_columns; i++) {
        struct meaning x = *said;
        const double unit = m->units[i];

        if (unit == 0 || unit == seconds)
            continue;
        if (in_unit(m, said, seconds / unit, &x, e))
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
        double seconds;
        size_t words;

        if (x.kind != MEANING_NUMBER || x.of_column || !x.link ||
            x.link->percent || x.to >= m->n_words ||
            x.link->number.n >= NUMBER_BYTES)
            continue;
        seconds = longest_unit(m->concepts->lex, &m->text, x.to, &words);
        if (seconds > 0 && in_all_units(m, &x, words, seconds, e))
            return e->code;
    }
    return OK;
}
