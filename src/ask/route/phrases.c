#include "ask/route/phrases.h"

#include "ask/vocabulary/question_words.h"

static const struct phrase phrases[] = {
    {PHRASE_RULE, &words_route_rule},
    {PHRASE_MEANING, &words_route_meaning},
    {PHRASE_JOIN, &words_route_join},
    {PHRASE_PLAIN, &words_route_plain},
    {PHRASE_FIGURE, &words_route_figure},
    {PHRASE_UNIT, &words_route_unit},
};

/* A look at each phrase for each word is microseconds. */
const struct phrase *phrase_find(const struct words *w, size_t at, size_t *n)
{
    const struct phrase *best = NULL;

    *n = 0;
    for (size_t i = 0; i < COUNT_OF(phrases); i++) {
        const size_t covers = question_words_longest(w, at, phrases[i].list);

        if (covers > *n) {
            *n = covers;
            best = &phrases[i];
        }
    }
    return best;
}
