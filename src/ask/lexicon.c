/*
 * The tables have some hundred entries and a question some ten words, so a
 * look at all entries for each word costs microseconds and needs no index.
 */
#include "ask/lexicon.h"

#include <string.h>

/*
 * How many words from `at` spell `term`, 0 for none. Words of letters end at
 * a space or '_' of the term; CJK characters follow each other without.
 */
static size_t spells(const struct words *w, size_t at, struct str term,
                     bool stems)
{
    size_t i = 0;
    size_t n = 0;

    while (i < term.n) {
        const struct word *word = &w->word[at + n];
        struct str part = str_slice(term, i, term.n);
        size_t len = 0;

        if (at + n == w->n)
            return 0;
        while (len < part.n && part.p[len] != ' ' && part.p[len] != '_')
            len++;
        if (word->kind == WORD_CJK)
            len = word->fold.n < len ? word->fold.n : len;
        part.n = len;
        if (!str_eq(word->fold, part) &&
            !(stems && word->kind == WORD_LETTERS &&
              str_eq(word->stem, text_stem(part))))
            return 0;
        n++;
        i += len;
        if (i < term.n && (term.p[i] == ' ' || term.p[i] == '_'))
            i++;
    }
    return n;
}

const struct lexicon_entry *lexicon_find_within(const struct words *w,
                                                size_t at, size_t max,
                                                size_t *n)
{
    const struct lexicon_entry *best = NULL;
    size_t i;

    *n = 0;
    for (i = 0; i < lexicon_n_entries; i++) {
        const struct lexicon_entry *entry = &lexicon_entries[i];
        size_t covers;

        if (entry->text[0] != w->word[at].fold.p[0])
            continue;
        covers = spells(w, at, str_from(entry->text), false);
        if (covers > *n && covers <= max) {
            *n = covers;
            best = entry;
        }
    }
    return best;
}

const struct lexicon_entry *lexicon_find(const struct words *w, size_t at,
                                         size_t *n)
{
    return lexicon_find_within(w, at, w->n, n);
}

/* The longest term of one group that begins at the word; its length. */
static size_t longest_term(const struct words *w, size_t at, const char *words)
{
    size_t best = 0;

    while (*words) {
        struct str term = str_from(words);
        size_t covers;

        term.n = str_find_char(term, ' ');
        covers =
            term.p[0] == w->word[at].fold.p[0] ? spells(w, at, term, true) : 0;
        if (covers > best)
            best = covers;
        words += term.n + (words[term.n] == ' ');
    }
    return best;
}

unsigned long long lexicon_nouns(const struct words *w, size_t at, size_t *n)
{
    unsigned long long mask = 0;
    unsigned next = GROUP_FIRST_FREE;
    size_t i;

    *n = 0;
    for (i = 0; i < lexicon_n_groups; i++) {
        const struct lexicon_group *g = &lexicon_groups[i];
        unsigned long long bit = g->mask;
        size_t covers = longest_term(w, at, g->words);

        if (!(bit & ~GROUP_NATURES))
            bit |= bit ? 0 : 1ULL << next++;
        if (covers > *n)
            mask = 0;
        if (covers && covers >= *n) {
            *n = covers;
            mask |= bit;
        }
    }
    return mask;
}

enum language lexicon_language(const struct words *w)
{
    size_t votes[3] = {0};
    size_t at;
    size_t n;

    for (at = 0; at < w->n; at += n ? n : 1) {
        const struct lexicon_entry *entry = lexicon_find(w, at, &n);
        unsigned language;

        votes[LANGUAGE_ZH] += w->word[at].kind == WORD_CJK;
        for (language = 0; entry && language < 3; language++)
            votes[language] += (entry->languages >> language) & 1;
    }
    if (votes[LANGUAGE_ZH] > 1)
        return LANGUAGE_ZH;
    return votes[LANGUAGE_ES] > votes[LANGUAGE_EN] ? LANGUAGE_ES : LANGUAGE_EN;
}
