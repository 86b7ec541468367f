#include "answer/sentence/word_list.h"

struct str word_list_next(struct str *rest)
{
    const struct str all = str_trim(*rest);
    const size_t at = str_find_char(all, ' ');

    *rest = str_slice(all, at, all.n);
    return str_slice(all, 0, at);
}

bool word_list_has(enum language language, enum wording list, struct str word)
{
    struct str rest = wording_text(language, list);

    while (word.n && str_trim(rest).n)
        if (str_eq_nocase(word_list_next(&rest), word))
            return true;
    return false;
}

bool word_list_has_any(enum wording list, struct str word)
{
    return word_list_has(LANGUAGE_EN, list, word) ||
           word_list_has(LANGUAGE_ES, list, word) ||
           word_list_has(LANGUAGE_ZH, list, word);
}

bool word_list_ends(enum language language, enum wording list, struct str word)
{
    struct str rest = wording_text(language, list);

    while (str_trim(rest).n) {
        const struct str ending = word_list_next(&rest);

        if (word.n > ending.n &&
            str_eq_nocase(str_slice(word, word.n - ending.n, word.n), ending))
            return true;
    }
    return false;
}

struct str word_list_value(enum language language, enum wording list,
                           struct str word)
{
    struct str rest = wording_text(language, list);

    while (word.n && str_trim(rest).n) {
        const struct str entry = word_list_next(&rest);
        const size_t at = str_find_char(entry, '>');

        if (str_eq_nocase(str_slice(entry, 0, at), word))
            return str_slice(entry, at + 1, entry.n);
    }
    return (struct str){0};
}
