#include "lexical/stop.h"

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

unsigned stop_languages(struct str fold)
{
    return (holds(&stop_english, fold) ? LANG_ENGLISH : 0) |
           (holds(&stop_spanish, fold) ? LANG_SPANISH : 0);
}
