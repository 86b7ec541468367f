/*
 * meaning_parts.c - a measure whose parts have a column each, and which no column has:
 * "goals" of HomeGoals and AwayGoals, "visitors" of adult visitors and child visitors.
 * Which words part a whole is a list of the lexicon.
 */
#include "ask/parse/meaning_computed.h"
#include "ask/vocabulary/term_lists.h"

#define NAME_WORDS 2 /* the part, and what it is a part of */

/* The whole that a column's name says a part of what the word says; empty: none. */
static struct str whole_of(const struct meanings *m, size_t column, size_t at)
{
    const struct words *name = &m->table->columns[column].words;

    if (!meanings_is_own(m, column) || name->n != NAME_WORDS ||
        m->table->columns[column].kind != COLUMN_NUMBER ||
        m->nature[column] > NATURE_RATE ||
        (m->nature[column] == NATURE_RATE && m->aggregate[column] != LEX_SUM) ||
        !str_eq(name->word[1].stem, m->words->word[at].stem))
        return (struct str){0};
    return term_list_value(&words_parse_part_of_whole, name->word[0].fold);
}

/* The columns that are parts of one whole. */
static void find_parts(const struct meanings *m, size_t at,
                       struct computed_measure *out)
{
    struct str whole = {0};

    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct str of = whole_of(m, i, at);

        if (!of.n || (whole.n && !str_eq(of, whole)) ||
            out->n == COMPUTED_PARTS)
            continue;
        whole = of;
        out->part[out->n] = (uint8_t)out->n;
        out->column[out->n++] = (uint16_t)i;
    }
}

void meanings_by_parts(struct meanings *m, size_t at)
{
    struct computed_measure computed = {.aggregate = LEX_SUM, .of_parts = true};
    struct computed_measure *kept;
    struct error ignored;
    char *end = computed.above;

    if (m->words->word[at].kind != WORD_LETTERS)
        return;
    find_parts(m, at, &computed);
    if (computed.n < 2)
        return;
    for (size_t i = 0; i < computed.n; i++) {
        if (i)
            *end++ = '+';
        *end++ = (char)('A' + (int)i);
    }
    kept = arena_alloc(m->a, sizeof(*kept), &ignored);
    if (!kept) /* what follows finds it full as well */
        return;
    *kept = computed;
    meanings_add(m, &(struct meaning){.kind = MEANING_COMPUTED,
                                      .level = LEVEL_CONCEPT,
                                      .from = (uint16_t)at,
                                      .to = (uint16_t)(at + 1),
                                      .column = computed.column[0],
                                      .computed = kept});
}
