/*
 * meaning_code.c - codes of cells that words stand for: "electrical" of ELEC, "receiving"
 * of RCV, "children" of CH, "absent" of A beside P.
 *
 * A column has codes where all its values are one word in capitals. A word is one of
 * them where it begins with it, or where it has its consonants in their order, and no other
 * code of the column fits as well. A single letter says so little that the lexicon has to
 * know the word as a state or an adjective.
 */
#include "ask/parse/meaning_code.h"

#define MOST_CODES     60 /* values of a column that are compared */
#define FEW_CODES      12 /* where one or two letters may be told apart */
#define MAX_CODE       8  /* letters */
#define MAX_CONSONANTS 4
#define MIN_LEFT_OUT   2 /* letters that a code leaves out */

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

/* One word of capitals and digits that begins with a letter. */
static bool is_code(struct str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_upper(s.p[i]) && !is_digit(s.p[i]))
            return false;
    return s.n > 0 && s.n <= MAX_CODE && is_upper(s.p[0]);
}

static bool has_codes(const struct schema_column *c)
{
    if (c->kind != COLUMN_TEXT || !c->complete || c->n_values < 2 ||
        c->n_values > MOST_CODES)
        return false;
    for (size_t i = 0; i < c->n_values; i++)
        if (!is_code(c->values[i]))
            return false;
    return true;
}

static char lower(char c)
{
    return is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

static bool begins_with(struct str word, struct str code)
{
    size_t i = 0;

    while (i < code.n && i < word.n && word.p[i] == lower(code.p[i]))
        i++;
    return i == code.n;
}

/* Is a code the first letter and further consonants of a word: RCV of receiving? */
static bool has_consonants(struct str word, struct str code)
{
    size_t at = 1;

    if (code.n < 3 || code.n > MAX_CONSONANTS || word.p[0] != lower(code.p[0]))
        return false;
    for (size_t i = 1; i < code.n; i++) {
        const char c = lower(code.p[i]);

        if (is_vowel(c))
            return false;
        while (at < word.n && word.p[at] != c)
            at++;
        if (at == word.n)
            return false;
        at++;
    }
    return true;
}

/* Does the lexicon know a word as what a row is like? */
static bool is_state(const struct meanings *m, size_t at)
{
    const struct lex_senses s = lex_find(m->concepts->lex, &m->text, at, 1);

    for (size_t i = 0; i < s.n; i++)
        if (s.sense[i].role == LEX_WORD || s.sense[i].role == LEX_HIGH ||
            s.sense[i].role == LEX_LOW)
            return true;
    return false;
}

/* How a word stands for a code; 0: it does not. */
static uint8_t stands_for(const struct meanings *m, size_t at, struct str code,
                          size_t n_codes)
{
    const struct str word = m->words->word[at].fold;

    if (word.n < code.n + MIN_LEFT_OUT || (code.n < 3 && n_codes > FEW_CODES) ||
        (code.n == 1 && !is_state(m, at)))
        return 0;
    if (begins_with(word, code))
        return code.n == 1   ? CODE_LETTER
               : code.n == 2 ? CODE_LETTERS
               : code.n == 3 ? CODE_BEGINNING
                             : CODE_MOST;
    return has_consonants(word, code) ? CODE_CONSONANTS : 0;
}

void meanings_by_code(struct meanings *m, size_t at)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct schema_column *c = &m->table->columns[i];
        struct meaning x = {.kind = MEANING_VALUE,
                            .level = LEVEL_BRIEF,
                            .from = (uint16_t)at,
                            .to = (uint16_t)(at + 1),
                            .column = (uint16_t)i,
                            .n_values = 1};
        size_t found = 0;

        if (!has_codes(c))
            continue;
        for (size_t k = 0; k < c->n_values; k++) {
            const uint8_t how = stands_for(m, at, c->values[k], c->n_values);

            if (!how)
                continue;
            x.values = &c->values[k];
            x.fine = how;
            found++;
        }
        if (found == 1)
            meanings_add(m, &x);
    }
}
