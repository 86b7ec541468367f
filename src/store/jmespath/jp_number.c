/*
 * Order and rounding of decimals by their digits; sums are in jp_sum.c.
 *
 * Most numbers are short and are compared as integers;
 * store/json_tree/decimal.h does the others. To round, a decimal is a sign, its
 * significant digits d1 d2 d3 ... with d1 not 0, and the power of ten of d1,
 * which says how many of them are before the point. No digit is converted.
 */
#include "store/jmespath/jp_number.h"

#include "store/json_tree/decimal.h"

#include <string.h>

#define MOST_EXPONENT INT64_C(1000000000000000)
#define MOST_WRITTEN  1000 /* digits of a whole number written from 1e999 */
#define SMALL_DIGITS  18

struct decimal {
    bool negative;
    bool zero;
    const char *p; /* at the first significant digit */
    const char *end;
    int64_t power; /* of that digit */
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t digits_from(struct str s, size_t i)
{
    size_t start = i;

    while (i < s.n && is_digit(s.p[i]))
        i++;
    return i - start;
}

bool jp_number_is(struct str s)
{
    size_t i = s.n && s.p[0] == '-';
    size_t n = digits_from(s, i);

    if (n == 0 || (n > 1 && s.p[i] == '0'))
        return false;
    i += n;
    if (i < s.n && s.p[i] == '.') {
        n = digits_from(s, i + 1);
        if (n == 0)
            return false;
        i += 1 + n;
    }
    if (i < s.n && (s.p[i] == 'e' || s.p[i] == 'E')) {
        i++;
        i += i < s.n && (s.p[i] == '+' || s.p[i] == '-');
        n = digits_from(s, i);
        if (n == 0)
            return false;
        i += n;
    }
    return i == s.n;
}

bool jp_small_read(struct str s, struct jp_small *out)
{
    size_t i = s.n && s.p[0] == '-';
    size_t point = s.n;
    int64_t v = 0;

    if (s.n > SMALL_DIGITS) /* with sign and point, some more would do */
        return false;
    for (; i < s.n; i++) {
        if (s.p[i] == '.')
            point = i + 1;
        else if (is_digit(s.p[i]))
            v = v * 10 + (s.p[i] - '0');
        else
            return false;
    }
    out->digits = s.p[0] == '-' ? -v : v;
    out->scale = (unsigned)(s.n - point);
    return true;
}

/* The number after the e, at most MOST_EXPONENT either way. */
static int64_t exponent(struct str s, size_t at)
{
    bool negative = s.p[at] == '-';
    int64_t v = 0;

    for (size_t i = at + !is_digit(s.p[at]); i < s.n; i++) {
        if (v < MOST_EXPONENT)
            v = v * 10 + (s.p[i] - '0');
    }
    if (v > MOST_EXPONENT)
        v = MOST_EXPONENT;
    return negative ? -v : v;
}

static struct decimal decimal_of(struct str s)
{
    struct decimal d = {.negative = s.p[0] == '-', .zero = true};
    int64_t whole = 0; /* digits before the point, from the first */
    bool fraction = false;
    size_t i = d.negative;

    for (; i < s.n && s.p[i] != 'e' && s.p[i] != 'E'; i++) {
        if (s.p[i] == '.') {
            fraction = true;
            continue;
        }
        if (d.zero && s.p[i] != '0') {
            d.zero = false;
            d.p = s.p + i;
        }
        if (!fraction && !d.zero)
            whole++;
        if (fraction && d.zero)
            whole--;
    }
    d.end = s.p + i;
    d.power = whole - 1 + (i < s.n ? exponent(s, i + 1) : 0);
    return d;
}

/* The next digit, 0 after the last. */
static int next_digit(struct decimal *d)
{
    if (d->p < d->end && *d->p == '.')
        d->p++;
    return d->p < d->end ? *d->p++ - '0' : 0;
}

int jp_number_cmp(struct str a, struct str b)
{
    static const int64_t tens[] = {1,
                                   10,
                                   100,
                                   1000,
                                   10000,
                                   100000,
                                   1000000,
                                   10000000,
                                   100000000,
                                   1000000000,
                                   10000000000,
                                   100000000000,
                                   1000000000000,
                                   10000000000000,
                                   100000000000000,
                                   1000000000000000,
                                   10000000000000000,
                                   100000000000000000};
    struct jp_small x;
    struct jp_small y;
    jp_wide left;
    jp_wide right;

    if (!jp_small_read(a, &x) || !jp_small_read(b, &y))
        return decimal_cmp(a, b);
    left = x.digits;
    right = y.digits;
    if (x.scale < y.scale)
        left *= tens[y.scale - x.scale];
    else
        right *= tens[x.scale - y.scale];
    return (left > right) - (left < right);
}

/* Add one to a whole number in digits; p[-1] has room for a carry. */
static char *add_one(char *p, size_t n)
{
    size_t i = n;

    while (i > 0 && p[i - 1] == '9')
        p[--i] = '0';
    if (i > 0)
        p[i - 1]++;
    else
        *--p = '1';
    return p;
}

/* The digits before the point, `n` of them, and whether others follow. */
static bool split(struct decimal *d, char *to, size_t n)
{
    bool rest = false;

    for (size_t i = 0; i < n; i++)
        to[i] = (char)('0' + next_digit(d));
    while (d->p < d->end && !rest)
        rest = next_digit(d) != 0;
    return rest;
}

enum err jp_number_round(struct str text, bool up, struct arena *a,
                         struct str *out, struct error *e)
{
    struct decimal d = decimal_of(text);
    size_t n = d.zero || d.power < 0 ? 0 : (size_t)d.power + 1;
    const char *last;
    char *p;

    *out = text;
    if (d.zero || (!memchr(text.p, '.', text.n) && d.end == text.p + text.n)) {
        if (d.zero)
            *out = STR("0");
        return OK;
    }
    if (n > MOST_WRITTEN && n > text.n) /* so it has no fraction */
        return OK;
    p = arena_alloc(a, n + 3, e); /* a sign, a carry and the NUL */
    if (!p)
        return e->code;
    p += 2;
    last = p + n;
    if (split(&d, p, n) && d.negative != up)
        p = add_one(p, n);
    if (p == last)
        *--p = '0';
    else if (d.negative)
        *--p = '-';
    *out = (struct str){p, (size_t)(last - p)};
    return OK;
}
