/*
 * A number is sign * 0.D * 10^(P + X): D its digits from the first that is not
 * 0, P the place of that digit relative to the point, X the written exponent.
 * P fits in 64 bits because the text does; X may have a thousand digits. Only
 * the difference of two X is ever needed, and it is computed from the most
 * significant digit down: as soon as it is so large that the P cannot matter,
 * it is left there, and the answer stays exact.
 */
#include "store/json_tree/decimal.h"

#include <stdint.h>

#define FAR ((int64_t)1 << 59) /* more than any difference of places */

struct decimal {
    bool negative;
    struct str digits; /* from the first that is not 0; may hold a '.' */
    int64_t place;     /* P */
    bool negative_exponent;
    struct str exponent; /* digits */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static struct decimal decimal_of(struct str s)
{
    struct decimal d = {.negative = s.n && s.p[0] == '-'};
    struct str body = str_slice(s, d.negative, s.n);
    size_t e = str_find_char(body, 'e');
    struct str mantissa;
    size_t point;
    size_t first = 0;

    if (e == body.n)
        e = str_find_char(body, 'E');
    mantissa = str_slice(body, 0, e);
    d.exponent = str_slice(body, e + 1, body.n);
    if (d.exponent.n && !is_digit(d.exponent.p[0])) {
        d.negative_exponent = d.exponent.p[0] == '-';
        d.exponent = str_slice(d.exponent, 1, d.exponent.n);
    }
    point = str_find_char(mantissa, '.');
    while (first < mantissa.n &&
           (mantissa.p[first] == '0' || mantissa.p[first] == '.'))
        first++;
    d.digits = str_slice(mantissa, first, mantissa.n);
    d.place = (int64_t)point - (int64_t)first + (first > point);
    return d;
}

/* The next digit of d, 0 when there are no more. */
static int next_digit(struct str *d)
{
    char c = '0';

    if (d->n && d->p[0] == '.')
        *d = str_slice(*d, 1, d->n);
    if (d->n) {
        c = d->p[0];
        *d = str_slice(*d, 1, d->n);
    }
    return c - '0';
}

static int cmp_digits(struct str a, struct str b)
{
    while (a.n || b.n) {
        int diff = next_digit(&a) - next_digit(&b);

        if (diff)
            return diff;
    }
    return 0;
}

/* Digit `i` of an exponent that is written with `width` digits, signed. */
static int64_t exponent_digit(const struct decimal *d, size_t i, size_t width)
{
    size_t pad = width - d->exponent.n;
    int64_t digit = i < pad ? 0 : d->exponent.p[i - pad] - '0';

    return d->negative_exponent ? -digit : digit;
}

/* The exponent of a less that of b, or beyond FAR. */
static int64_t exponent_diff(const struct decimal *a, const struct decimal *b)
{
    size_t width =
        a->exponent.n > b->exponent.n ? a->exponent.n : b->exponent.n;
    int64_t diff = 0;

    for (size_t i = 0; i < width; i++) {
        /* A digit changes the difference by 18 at most: it stays beyond. */
        if (diff > FAR / 10 || diff < -FAR / 10)
            return diff > 0 ? FAR : -FAR;
        diff = diff * 10 + exponent_digit(a, i, width) -
               exponent_digit(b, i, width);
    }
    return diff;
}

int decimal_cmp(struct str a, struct str b)
{
    struct decimal x = decimal_of(a);
    struct decimal y = decimal_of(b);
    int sign = x.negative ? -1 : 1;
    int64_t places;

    if (x.digits.n == 0 && y.digits.n == 0)
        return 0;
    if (x.digits.n == 0)
        return y.negative ? 1 : -1;
    if (y.digits.n == 0 || x.negative != y.negative)
        return sign;
    places = exponent_diff(&x, &y) + x.place - y.place;
    if (places)
        return places > 0 ? sign : -sign;
    return sign * cmp_digits(x.digits, y.digits);
}
