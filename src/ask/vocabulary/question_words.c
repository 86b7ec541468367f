#include "ask/vocabulary/question_words.h"

#include "ask/vocabulary/word_index.h"

#include <string.h>

#define SENTENCE_CHARACTERS 4 /* so many are a question, and no value alone */

size_t question_words_spells(const struct words *w, size_t at, struct str term,
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
        if (word->kind == WORD_CJK ||
            (word->kind == WORD_NUMBER && word->fold.n < len &&
             (unsigned char)part.p[word->fold.n] >= 0x80)) /* 618当天 */
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

size_t question_words_longest(const struct words *w, size_t at,
                              const struct term_list *list)
{
    const struct str first = at < w->n ? w->word[at].fold : (struct str){0};
    size_t best = 0;

    for (size_t i = 0; i < list->n && first.n > 0; i++) {
        const char *text = list->word[i];
        size_t covers;

        if (text[0] != first.p[0])
            continue;
        covers = question_words_spells(w, at, str_from(text), false);
        best = covers > best ? covers : best;
    }
    return best;
}

/* The longest entry of all parts, the first of them, and the part that has
 * it. */
static const struct question_word *find(const struct words *w, size_t at,
                                        size_t max, size_t *n, size_t *part)
{
    const struct word_index_term *t = word_index_entry(&w->word[at]);
    const struct question_word *best = NULL;

    for (*n = 0; t; t = word_index_next(t)) {
        size_t covers = question_words_spells(w, at, t->text, false);

        if (covers <= *n || covers > max)
            continue;
        *n = covers;
        best = t->entry;
        *part = t->part;
    }
    return best;
}

const struct question_word *question_words_find_within(const struct words *w,
                                                       size_t at, size_t max,
                                                       size_t *n)
{
    size_t part;

    return find(w, at, max, n, &part);
}

const struct question_word *question_words_find(const struct words *w,
                                                size_t at, size_t *n)
{
    return question_words_find_within(w, at, w->n, n);
}

noun_groups question_words_nouns(const struct words *w, size_t at, size_t *n)
{
    const struct word_index_term *t = word_index_noun(&w->word[at]);
    noun_groups mask = 0;

    for (*n = 0; t; t = word_index_next(t)) {
        size_t covers = question_words_spells(w, at, t->text, true);

        if (covers > *n)
            mask = 0;
        if (covers && covers >= *n) {
            *n = covers;
            mask |= t->groups;
        }
    }
    return mask;
}

size_t cell_codes_find(const struct words *w, size_t at,
                       const struct cell_code **out, size_t *n)
{
    const struct word_index_term *t = word_index_code(&w->word[at]);
    size_t found = 0;

    for (*n = 0; t; t = word_index_next(t)) {
        size_t covers = question_words_spells(w, at, t->text, false);

        if (covers > *n)
            found = 0;
        if (covers < *n || covers == 0 || found == CELL_CODES_MAX)
            continue;
        *n = covers;
        out[found++] = t->code;
    }
    return found;
}

static bool holds_noun(const struct term_list *nouns, struct str stem)
{
    for (size_t i = 0; i < nouns->n; i++)
        if (str_eq(text_stem(str_from(nouns->word[i])), stem))
            return true;
    return false;
}

/* Vowels with an acute accent, and n with a tilde. */
static bool has_accents(struct str raw)
{
    size_t i;

    for (i = 0; i + 1 < raw.n; i++) {
        if (raw.p[i] == '\xc3' &&
            strchr("\x81\x89\x8d\x91\x93\x9a\xa1\xa9\xad\xb1\xb3\xba",
                   raw.p[i + 1]))
            return true;
    }
    return false;
}

/* How many words in letters are nouns of each language, or have accents. */
struct noun_votes {
    size_t es;
    size_t en;
    size_t accents;
};

static struct noun_votes count_nouns(const struct words *w)
{
    struct noun_votes v = {0};

    for (size_t i = 0; i < w->n; i++) {
        if (w->word[i].kind != WORD_LETTERS)
            continue;
        v.es += holds_noun(&words_ask_spanish_noun, w->word[i].stem);
        v.en += holds_noun(&words_ask_english_noun, w->word[i].stem);
        v.accents += has_accents(w->word[i].raw);
    }
    return v;
}

/* "Importe total" has no word that asks: its nouns tell. */
static bool has_spanish_nouns(const struct words *w)
{
    struct noun_votes v = count_nouns(w);

    return v.es > v.en || (v.es == v.en && v.en == 0 && v.accents > 0);
}

/* Values do not tell the language: "total sales in 北京" is English. What asks
 * does, and where no word does, the nouns. */
static size_t letters(const struct words *w)
{
    size_t n = 0;

    for (size_t i = 0; i < w->n; i++)
        n += w->word[i].kind == WORD_LETTERS;
    return n;
}

static bool is_chinese(const struct words *w, size_t characters,
                       const size_t votes[QUESTION_PARTS])
{
    size_t others = votes[LANGUAGE_EN] + votes[LANGUAGE_ES];
    struct noun_votes v;

    if (characters + votes[LANGUAGE_ZH] < 2)
        return false;
    if (characters >= SENTENCE_CHARACTERS && letters(w) <= 1)
        return true; /* with one word of another language: "收入 by 城市" */
    if (votes[LANGUAGE_ZH] || others)
        return votes[LANGUAGE_ZH] >= others;
    v = count_nouns(w);
    return v.en + v.es == 0;
}

enum language question_words_language(const struct words *w)
{
    size_t votes[QUESTION_PARTS] = {0};
    size_t characters = 0;
    size_t at;
    size_t n;

    for (at = 0; at < w->n; at++)
        characters += w->word[at].kind == WORD_CJK;
    for (at = 0; at < w->n; at += n ? n : 1) {
        size_t part;

        if (find(w, at, w->n, &n, &part))
            votes[part]++;
    }
    if (is_chinese(w, characters, votes))
        return LANGUAGE_ZH;
    if (votes[LANGUAGE_ES] == votes[LANGUAGE_EN])
        return has_spanish_nouns(w) ? LANGUAGE_ES : LANGUAGE_EN;
    return votes[LANGUAGE_ES] > votes[LANGUAGE_EN] ? LANGUAGE_ES : LANGUAGE_EN;
}
