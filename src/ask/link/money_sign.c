#include "ask/link/money_sign.h"

#include "base/text/number_affix.h"

#include <string.h>

/* Is text [from, to) a number with a sign of money at it? */
static bool is_money(struct str text, size_t from, size_t to)
{
    char plain[NUMBER_PLAIN_BYTES];
    struct number_affix dress = {.unit = ""};
    struct str digits;

    return number_undress(str_trim(str_slice(text, from, to)), plain, &digits,
                          &dress) &&
           dress.unit[0];
}

bool money_sign_is_at(const struct words *w, size_t first, size_t end)
{
    const struct str text = w->text;
    const struct word *last = &w->word[end - 1];
    size_t from = w->word[first].offset;
    size_t to = last->offset + last->raw.n;

    while (from > 0 && (unsigned char)text.p[from - 1] > ' ')
        from--;
    if (is_money(text, from, to)) /* whatever word comes next: $20 in May */
        return true;
    to += to + 1 < text.n && text.p[to] == ' ';
    while (to < text.n && (unsigned char)text.p[to] > ' ' &&
           !strchr(",.;:?!)", text.p[to]))
        to++;
    return is_money(text, from, to);
}
