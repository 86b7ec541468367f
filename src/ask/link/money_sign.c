#include "ask/link/money_sign.h"

#include "base/text/number_affix.h"

#include <string.h>

bool money_sign_is_at(const struct words *w, size_t first, size_t end)
{
    const struct str text = w->text;
    const struct word *last = &w->word[end - 1];
    size_t from = w->word[first].offset;
    size_t to = last->offset + last->raw.n;
    char plain[NUMBER_PLAIN_BYTES];
    struct number_affix dress = {.unit = ""};
    struct str digits;

    while (from > 0 && (unsigned char)text.p[from - 1] > ' ')
        from--;
    to += to + 1 < text.n && text.p[to] == ' ';
    while (to < text.n && (unsigned char)text.p[to] > ' ' &&
           !strchr(",.;:?!)", text.p[to]))
        to++;
    return number_undress(str_trim(str_slice(text, from, to)), plain, &digits,
                          &dress) &&
           dress.unit[0];
}
