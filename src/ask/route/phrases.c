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

/* The longest entry that begins at a word; 0: none does. */
static size_t longest(const struct term_list *list, const struct words *w,
                      size_t at)
{
    size_t best = 0;

    for (size_t i = 0; i < list->n; i++) {
        const char *text = list->word[i];
        size_t covers;

        if (text[0] != w->word[at].fold.p[0])
            continue;
        covers = question_words_spells(w, at, str_from(text), false);
        best = covers > best ? covers : best;
    }
    return best;
}

/* A look at each phrase for each word is microseconds. */
const struct phrase *phrase_find(const struct words *w, size_t at, size_t *n)
{
    const struct phrase *best = NULL;

    *n = 0;
    for (size_t i = 0; i < COUNT_OF(phrases); i++) {
        const size_t covers = longest(phrases[i].list, w, at);

        if (covers > *n) {
            *n = covers;
            best = &phrases[i];
        }
    }
    return best;
}
