/*
 * Number literals as people write them. One kind of separator before exactly
 * three digits is ambiguous (1.234): the style, which follows the language of
 * the question, decides. Two kinds, or one repeated, are not.
 */
#include "base/text/words.h"

#include <string.h>

#define MAX_DIGITS 40

/* The separator that is the decimal point in `s`, or 0 for none. */
static char decimal_mark(struct str s, enum decimal_mark style)
{
    size_t point = s.n;
    size_t comma = s.n;
    size_t points = 0;
    size_t commas = 0;
    size_t i;

    for (i = 0; i < s.n; i++) {
        if (s.p[i] == '.' && ++points)
            point = i;
        if (s.p[i] == ',' && ++commas)
            comma = i;
    }
    if (points && commas)
        return point > comma ? '.' : ',';
    if (points + commas != 1)
        return 0;
    i = points ? point : comma;
    if (s.n - i - 1 != 3 || s.p[0] == '0')
        return s.p[i];
    return (style == DECIMAL_COMMA) == (s.p[i] == ',') ? s.p[i] : 0;
}

static bool suffix_places(struct str suffix, unsigned *places)
{
    *places = 0;
    if (str_eq_nocase(suffix, STR("k")))
        *places = 3;
    else if (str_eq_nocase(suffix, STR("m")) ||
             str_eq_nocase(suffix, STR("mm")))
        *places = 6;
    else if (str_eq_nocase(suffix, STR("bn")))
        *places = 9;
    else
        return suffix.n == 0 || str_eq_nocase(suffix, STR("st")) ||
               str_eq_nocase(suffix, STR("nd")) ||
               str_eq_nocase(suffix, STR("rd")) ||
               str_eq_nocase(suffix, STR("th"));
    return true;
}

/* `digits` without needless zeros: 007.50 is 7.5. */
static struct str canonical(struct str d)
{
    while (d.n > 1 && d.p[0] == '0' && d.p[1] != '.')
        d = str_slice(d, 1, d.n);
    if (str_find_char(d, '.') == d.n)
        return d;
    while (d.p[d.n - 1] == '0')
        d.n--;
    if (d.p[d.n - 1] == '.')
        d.n--;
    return d;
}

enum err text_scale_decimal(struct str decimal, unsigned places,
                            struct arena *a, struct str *out, struct error *e)
{
    size_t point = str_find_char(decimal, '.');
    size_t i;
    size_t n = 0;
    char *p = arena_alloc(a, decimal.n + places + 2, e);

    if (!p)
        return e->code;
    for (i = 0; i < decimal.n || i <= point + places; i++) {
        if (i == point + places + 1)
            p[n++] = '.';
        if (i != point)
            p[n++] = i < decimal.n ? decimal.p[i] : '0';
    }
    *out = canonical((struct str){p, n});
    return OK;
}

enum err text_parse_number(struct str raw, enum decimal_mark style,
                           struct arena *a, struct str *out, struct error *e)
{
    size_t end = 0;
    size_t i;
    unsigned places;
    char mark;
    char digits[MAX_DIGITS + 2];
    size_t n = 0;

    while (end < raw.n && strchr("0123456789.,", raw.p[end]))
        end++;
    mark = decimal_mark(str_slice(raw, 0, end), style);
    for (i = 0; i < end && n < sizeof(digits); i++) {
        if (raw.p[i] == mark)
            digits[n++] = '.';
        else if (raw.p[i] >= '0' && raw.p[i] <= '9')
            digits[n++] = raw.p[i];
    }
    if (n == 0 || n == sizeof(digits) || digits[0] == '.' ||
        !suffix_places(str_slice(raw, end, raw.n), &places))
        return error_set(e, ERR_VALIDATION_FAILED, "not a number");
    return text_scale_decimal((struct str){digits, n}, places, a, out, e);
}
