#include "search/lexical/stop_words.h"

#include "base/utf8.h"

#define LONGEST 10 /* bytes of a stop word */

static bool holds(const struct stop_list *list, struct str word)
{
    size_t from = 0;
    size_t to = list->n;

    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = str_cmp(word, str_from(list->word[middle]));

        if (order == 0)
            return true;
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return false;
}

unsigned stop_cjk(struct str run)
{
    unsigned stops = 0;
    unsigned all = 0;

    for (size_t i = 0; i < run.n; all++) {
        size_t len = utf8_length(str_slice(run, i, run.n));
        struct str c = str_slice(run, i, i + (len ? len : 1));

        stops += str_find(stop_chinese, c) < stop_chinese.n;
        i += c.n;
    }
    return stops == 0 ? 0 : stops < all ? 1 : 2;
}

unsigned stop_languages(struct str fold)
{
    if (fold.n > LONGEST) /* most words that are none */
        return 0;
    return (holds(&stop_english, fold) ? LANG_ENGLISH : 0) |
           (holds(&stop_spanish, fold) ? LANG_SPANISH : 0);
}
