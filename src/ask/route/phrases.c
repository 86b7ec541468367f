#include "ask/route/phrases.h"

#include "ask/vocabulary/question_words.h"

/* A look at each phrase for each word is microseconds, as in
 * ask/vocabulary/question_words.c. */
const struct phrase *phrase_find(const struct words *w, size_t at, size_t *n)
{
    const struct phrase *best = NULL;

    *n = 0;
    for (size_t i = 0; i < route_n_phrases; i++) {
        const struct phrase *p = &route_phrases[i];
        size_t covers;

        if (p->text[0] != w->word[at].fold.p[0])
            continue;
        covers = question_words_spells(w, at, str_from(p->text), false);
        if (covers > *n) {
            *n = covers;
            best = p;
        }
    }
    return best;
}
