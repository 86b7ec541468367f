/* cues.c - words that tell what is asked for by where they stand. */
#include "ask/parse/cues.h"

#include "ask/parse/feature.h"
#include "ask/parse/meaning.h"
#include "base/text/simplified.h"

static bool is_word(const struct word *w)
{
    return w->kind == WORD_LETTERS || w->kind == WORD_CJK;
}

/* As a feature has it: both ways to write Chinese are one word. */
static uint32_t cue_of(const struct word *w)
{
    char buf[3];

    return feature_word(w->kind == WORD_CJK ? text_simplified(w->fold, buf)
                                            : w->stem);
}

/* The word behind the last "how many" that is no word of it. */
static size_t after_many(const struct meanings *m)
{
    size_t at = m->n_words;

    for (size_t i = 0; i < m->n; i++)
        if (m->meaning[i].kind == MEANING_OPERATION &&
            m->meaning[i].entry->kind == CONCEPT_MANY)
            at = m->meaning[i].to;
    return at;
}

void cues_find(struct meanings *m)
{
    const struct word *w = m->words->word;
    const size_t counted = after_many(m);
    size_t first = 0;
    size_t last = m->n_words;

    for (size_t i = 0; i < CUES; i++)
        m->cue[i] = FEATURE_NONE;
    while (first < m->n_words && !is_word(&w[first]))
        first++;
    while (last > first && !is_word(&w[last - 1]))
        last--;
    if (first == last)
        return;
    m->cue[CUE_FIRST] = cue_of(&w[first]);
    m->cue[CUE_LAST] = cue_of(&w[last - 1]);
    if (last - first > 1)
        m->cue[CUE_LAST_TWO] = m->cue[CUE_LAST] * 31 + cue_of(&w[last - 2]);
    if (counted < m->n_words && is_word(&w[counted]))
        m->cue[CUE_AFTER_MANY] = cue_of(&w[counted]);
}
