/*
 * meaning_unit_name.c - columns that words mean by the unit of their names, however it is
 * written: "square foot" and "labour hours" of Sq Ft and Labour hrs.
 */
#include "ask/parse/meaning_unit.h"

#define LEAST_LETTERS 2 /* of a unit: H may be the goals at home */

/* Is a word of a name the one of the question? */
static bool is_same(const struct word *has, const struct word *said)
{
    return has->kind == said->kind && str_eq(has->stem, said->stem);
}

/* Do the words from `at` on say the whole name, its unit in any spelling: where they end;
 * 0: they do not, or as it is written. */
static size_t end_of_name(const struct meanings *m, size_t at,
                          const struct words *name)
{
    bool by_unit = false;
    size_t said = at;

    for (size_t i = 0; i < name->n;) {
        struct unit has;
        struct unit asked;
        const size_t n = unit_find(name, i, &has);
        const size_t words =
            n && said < m->n_words ? unit_find(m->words, said, &asked) : 0;

        if (said >= m->n_words)
            return 0;
        if (is_same(&name->word[i], &m->words->word[said])) {
            i++;
            said++;
        } else if (words && unit_eq(&has, &asked)) {
            by_unit = true;
            i += n;
            said += words;
        } else {
            return 0;
        }
    }
    return by_unit ? said : 0;
}

/* Has a name, beside other words, a unit of some letters? Not what its figures are for one
 * of: the kg of price (EUR/kg). */
static size_t unit_in(const struct words *name, const struct unit *asked)
{
    for (size_t i = 0; i < name->n; i++) {
        struct unit has;
        const size_t n = unit_find(name, i, &has);

        if (n && unit_eq(&has, asked) && name->word[i].gap != '/' &&
            name->word[i].fold.n >= LEAST_LETTERS)
            return n;
    }
    return 0;
}

static void add(struct meanings *m, size_t column, size_t from, size_t to,
                enum meaning_level level)
{
    const struct meaning x = {.kind = MEANING_COLUMN,
                              .level = level,
                              .from = (uint16_t)from,
                              .to = (uint16_t)to,
                              .column = (uint16_t)column,
                              .fine = level == LEVEL_WHOLE ? 4 : 0};

    meanings_add(m, &x);
}

void meanings_by_unit_name(struct meanings *m, size_t at)
{
    struct unit asked;
    const size_t n = unit_find(m->words, at, &asked);
    const bool counted = at > 0 && m->words->word[at - 1].kind == WORD_NUMBER;

    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct schema_column *c = &m->table->columns[i];
        size_t end;

        if (c->kind != COLUMN_NUMBER || c->empty)
            continue;
        end = end_of_name(m, at, &c->words);
        if (end)
            add(m, i, at, end, LEVEL_WHOLE);
        else if (n && !counted && at + n <= m->n_words &&
                 unit_in(&c->words, &asked))
            add(m, i, at, at + n, LEVEL_UNIT);
    }
}
