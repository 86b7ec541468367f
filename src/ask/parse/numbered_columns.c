#include "ask/parse/numbered_columns.h"

#include "ask/vocabulary/question_words.h"

#define YEAR_DIGITS 4

/* What columns of a series share: the words before the number, or the kind of period. */
enum series { SERIES_NONE, SERIES_NUMBERED, SERIES_YEARS, SERIES_MONTHS };

static bool is_year(struct str s)
{
    return s.n == YEAR_DIGITS &&
           (str_starts(s, STR("19")) || str_starts(s, STR("20")));
}

static enum series series_of(const struct schema_column *c)
{
    const struct words *name = &c->words;
    const struct question_word *entry;
    size_t n = 0;

    if (c->kind != COLUMN_NUMBER || c->empty || name->n == 0)
        return SERIES_NONE;
    if (name->n == 2 && name->word[0].kind == WORD_LETTERS &&
        name->word[1].kind == WORD_NUMBER)
        return SERIES_NUMBERED;
    if (name->n == 1 && is_year(name->word[0].fold))
        return SERIES_YEARS;
    entry = question_words_find_within(name, 0, 1, &n);
    return name->n == 1 && entry && entry->kind == CONCEPT_MONTH ? SERIES_MONTHS
                                                                 : SERIES_NONE;
}

/* Is `b` of the series `s` that `a` is of? */
static bool is_same_series(enum series s, const struct schema_column *a,
                           const struct schema_column *b)
{
    return s == series_of(b) &&
           (s != SERIES_NUMBERED ||
            str_eq(a->words.word[0].fold, b->words.word[0].fold));
}

size_t numbered_columns_series(const struct meanings *m, uint16_t *list)
{
    const struct schema_table *t = m->table;

    for (size_t i = 0; i < t->n_columns; i++) {
        const enum series s =
            meanings_is_own(m, i) ? series_of(&t->columns[i]) : SERIES_NONE;
        size_t n = 0;

        if (s == SERIES_NONE)
            continue;
        for (size_t k = i; k < t->n_columns; k++)
            if (meanings_is_own(m, k) &&
                is_same_series(s, &t->columns[i], &t->columns[k])) {
                if (n == NUMBERED_MAX)
                    return 0;
                list[n++] = (uint16_t)k;
            }
        if (n >= NUMBERED_MIN)
            return n;
    }
    return 0;
}

/* Is a name's word the first letter of the one that was said and others of it in their
 * order: wk and Q of week and quarter? */
static bool shortens(struct str name, const struct word *said)
{
    size_t at = 0;

    if (said->kind != WORD_LETTERS || name.n == 0 || said->fold.n == 0 ||
        name.p[0] != said->fold.p[0] || name.n >= said->fold.n)
        return false;
    for (size_t i = 0; i < said->fold.n && at < name.n; i++)
        at += said->fold.p[i] == name.p[at];
    return at == name.n;
}

/* The columns whose name is a word and a number, of words [from, to). */
static void add_numbered(struct meanings *m, size_t from, size_t to,
                         const struct word *said, struct str number)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct schema_column *c = &m->table->columns[i];
        const struct meaning x = {.kind = MEANING_COLUMN,
                                  .level = LEVEL_BRIEF,
                                  .from = (uint16_t)from,
                                  .to = (uint16_t)to,
                                  .column = (uint16_t)i,
                                  .fine = 4};

        if (series_of(c) == SERIES_NUMBERED &&
            str_eq(c->words.word[1].fold, number) &&
            shortens(c->words.word[0].fold, said))
            meanings_add(m, &x);
    }
}

void meanings_by_number(struct meanings *m, size_t at)
{
    const struct word *w = &m->words->word[at];

    if (at + 1 < m->n_words && w[1].kind == WORD_NUMBER)
        add_numbered(m, at, at + 2, w, w[1].fold);
}

void meanings_by_ordinal(struct meanings *m, size_t at)
{
    const size_t end = m->n;

    for (size_t i = m->begin[at]; i < end; i++) {
        const struct meaning *x = &m->meaning[i];

        if (x->kind == MEANING_ORDINAL && x->to < m->n_words)
            add_numbered(m, at, x->to + 1U, &m->words->word[x->to],
                         x->link->number);
    }
}

/* Does the question say a number by itself, and not as one that others are compared
 * with: "since 2006"? */
static bool says_number(const struct meanings *m, struct str number)
{
    for (size_t at = 0; at < m->n_words; at++) {
        const struct question_word *entry;
        size_t n = 0;

        if (m->words->word[at].kind != WORD_NUMBER ||
            !str_eq(m->words->word[at].fold, number))
            continue;
        entry = at ? question_words_find(m->words, at - 1, &n) : NULL;
        if (!entry || entry->kind != CONCEPT_CMP)
            return true;
    }
    return false;
}

bool numbered_columns_is_other(const struct meanings *m,
                               const struct meaning *x)
{
    const struct schema_column *c =
        x->kind == MEANING_COLUMN ? &m->table->columns[x->column] : NULL;

    if (!c || series_of(c) != SERIES_NUMBERED ||
        says_number(m, c->words.word[1].fold))
        return false;
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct schema_column *other = &m->table->columns[i];

        if (other != c && is_same_series(SERIES_NUMBERED, c, other) &&
            says_number(m, other->words.word[1].fold))
            return true;
    }
    return false;
}
