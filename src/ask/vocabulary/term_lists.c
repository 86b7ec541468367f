#include "ask/vocabulary/term_lists.h"

bool term_list_has(const struct term_list *list, struct str word)
{
    for (size_t i = 0; i < list->n; i++)
        if (str_is(word, list->word[i]))
            return true;
    return false;
}

bool term_list_within(const struct term_list *list, struct str text)
{
    for (size_t i = 0; i < list->n; i++)
        if (str_find(text, str_from(list->word[i])) < text.n)
            return true;
    return false;
}

struct str term_list_without_ending(const struct term_list *list,
                                    struct str word, size_t least)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct str end = str_from(list->word[i]);

        if (word.n >= end.n + least && str_ends(word, end))
            return str_slice(word, 0, word.n - end.n);
    }
    return (struct str){0};
}

bool term_list_ends(const struct term_list *list, struct str text)
{
    for (size_t i = 0; i < list->n; i++)
        if (str_ends(text, str_from(list->word[i])))
            return true;
    return false;
}

struct str term_list_value(const struct term_list *list, struct str word)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct str entry = str_from(list->word[i]);

        if (word.n < entry.n && entry.p[word.n] == '=' &&
            str_starts(entry, word))
            return str_slice(entry, word.n + 1, entry.n);
    }
    return (struct str){"", 0};
}

bool term_list_number(const struct term_list *list, struct str word,
                      uint64_t *out)
{
    const struct str value = term_list_value(list, word);
    struct error ignored = {0};

    return value.n > 0 && str_parse_u64(value, UINT64_MAX, out, &ignored) == OK;
}
