#include "formats/xlsx/numeral.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_DIGITS  15 /* that any decimal keeps through a double */
#define DOUBLE_DIGITS 17 /* that any double is given back by */
#define MAX_INTEGER   300

/* What the parts of a number are; each may be empty. */
struct parts {
    bool negative;
    struct str whole, fraction;
    struct str exponent; /* with its sign; ends where the number does */
};

static size_t digits(struct str s, size_t from)
{
    size_t i = from;

    while (i < s.n && s.p[i] >= '0' && s.p[i] <= '9')
        i++;
    return i;
}

static bool split(struct str s, struct parts *p)
{
    size_t i = 0;
    size_t end;

    *p = (struct parts){0};
    if (i < s.n && (s.p[i] == '-' || s.p[i] == '+'))
        p->negative = s.p[i++] == '-';
    end = digits(s, i);
    p->whole = str_slice(s, i, end);
    i = end;
    if (i < s.n && s.p[i] == '.') {
        end = digits(s, i + 1);
        p->fraction = str_slice(s, i + 1, end);
        i = end;
    }
    if (p->whole.n + p->fraction.n == 0)
        return false;
    if (i < s.n && (s.p[i] == 'e' || s.p[i] == 'E')) {
        size_t from = ++i;

        if (i < s.n && (s.p[i] == '-' || s.p[i] == '+'))
            i++;
        end = digits(s, i);
        if (end == i || end - i > 5)
            return false;
        p->exponent = str_slice(s, from, end);
        i = end;
    }
    return i == s.n;
}

static struct str without_zeros(struct str whole)
{
    while (whole.n && whole.p[0] == '0')
        whole = str_slice(whole, 1, whole.n);
    return whole;
}

static struct str without_end_zeros(struct str fraction)
{
    while (fraction.n && fraction.p[fraction.n - 1] == '0')
        fraction.n--;
    return fraction;
}

/* Digits from the first to the last that is not zero. */
static size_t significant(const struct parts *p)
{
    struct str whole = without_zeros(p->whole);
    struct str fraction = without_end_zeros(p->fraction);

    if (whole.n)
        return whole.n + fraction.n;
    return without_zeros(fraction).n;
}

double numeral_value(struct str s)
{
    char text[NUMERAL_BYTES];
    char *end;

    if (s.n >= sizeof(text))
        return NAN;
    memcpy(text, s.p, s.n);
    text[s.n] = '\0';
    return strtod(text, &end);
}

static void put(struct numeral *out, const char *p, size_t n)
{
    if (n)
        memcpy(out->text + out->n, p, n);
    out->n += n;
}

static bool is_zero(const struct parts *p)
{
    return without_zeros(p->whole).n == 0 && without_zeros(p->fraction).n == 0;
}

/* As it is written, put in order: "-007.50" is -7.5 and "-0" is 0. */
static void put_as_written(const struct parts *p, struct numeral *out)
{
    struct str whole = without_zeros(p->whole);
    struct str fraction = without_end_zeros(p->fraction);

    if (p->negative && !is_zero(p))
        put(out, "-", 1);
    put(out, whole.n ? whole.p : "0", whole.n ? whole.n : 1);
    if (fraction.n) {
        put(out, ".", 1);
        put(out, fraction.p, fraction.n);
    }
}

/* Digits without point and where the point is, of "d.ddde+xx". */
static size_t digits_of(const char *text, char *to, int *point)
{
    const char *e = strchr(text, 'e');
    size_t n = 0;

    for (const char *p = text; p < e; p++)
        if (*p >= '0' && *p <= '9')
            to[n++] = *p;
    while (n > 1 && to[n - 1] == '0')
        n--;
    *point = (int)strtol(e + 1, NULL, 10) + 1;
    return n;
}

static void put_zeros(struct numeral *out, int n)
{
    while (n-- > 0)
        put(out, "0", 1);
}

static void put_digits(struct numeral *out, const char *d, size_t n, int point)
{
    if (point > 21 || point < -6) {
        put(out, d, 1);
        if (n > 1) {
            put(out, ".", 1);
            put(out, d + 1, n - 1);
        }
        out->n += (size_t)snprintf(out->text + out->n, 8, "e%d", point - 1);
    } else if (point <= 0) {
        put(out, "0.", 2);
        put_zeros(out, -point);
        put(out, d, n);
    } else {
        size_t whole = (size_t)point < n ? (size_t)point : n;

        put(out, d, whole);
        put_zeros(out, point - (int)n);
        if (n > whole) {
            put(out, ".", 1);
            put(out, d + whole, n - whole);
        }
    }
}

void numeral_from_double(double value, struct numeral *out)
{
    char text[40];
    char d[40];
    int point;
    size_t n;

    out->n = 0;
    for (int precision = EXACT_DIGITS; precision <= 17; precision++) {
        (void)snprintf(text, sizeof(text), "%.*e", precision - 1, value);
        if (strtod(text, NULL) == value)
            break;
    }
    n = digits_of(text, d, &point);
    out->binary = n > EXACT_DIGITS;
    if (value < 0)
        put(out, "-", 1);
    if (value == 0)
        put(out, "0", 1);
    else
        put_digits(out, d, n, point);
}

/* "-12", "+7", "" */
static int small_integer(struct str s)
{
    int value = 0;

    for (size_t i = 0; i < s.n; i++)
        if (s.p[i] >= '0' && s.p[i] <= '9')
            value = value * 10 + (s.p[i] - '0');
    return s.n && s.p[0] == '-' ? -value : value;
}

/* The digits of the parts, from the first that is not zero to the last. */
static size_t gather(const struct parts *p, char *to, int *point)
{
    struct str whole = without_zeros(p->whole);
    struct str fraction = without_end_zeros(p->fraction);
    size_t n = 0;

    if (whole.n == 0) {
        size_t zeros = fraction.n;

        fraction = without_zeros(fraction);
        *point = -(int)(zeros - fraction.n);
    } else {
        *point = (int)whole.n;
    }
    for (size_t i = 0; i < whole.n; i++)
        to[n++] = whole.p[i];
    for (size_t i = 0; i < fraction.n; i++)
        to[n++] = fraction.p[i];
    while (n > 1 && to[n - 1] == '0')
        n--;
    *point += small_integer(p->exponent);
    return n;
}

/* The first `keep` digits, or one more in the last; a carry moves the point. */
static size_t round_digits(const char *d, size_t keep, bool up, char *to,
                           int *point)
{
    size_t i = keep;

    memcpy(to, d, keep);
    if (up) {
        while (i > 0 && to[i - 1] == '9')
            to[--i] = '0';
        if (i > 0) {
            to[i - 1]++;
        } else {
            to[0] = '1';
            ++*point;
        }
    }
    while (keep > 1 && to[keep - 1] == '0')
        keep--;
    return keep;
}

/* 0.ddd times 10 to the `point`. */
static double digits_value(const char *d, size_t n, int point)
{
    char text[40];
    size_t at = 0;
    int exponent = point - (int)n;
    int size = exponent < 0 ? -exponent : exponent;

    memcpy(text, d, n);
    at = n;
    text[at++] = 'e';
    text[at++] = exponent < 0 ? '-' : '+';
    text[at++] = (char)('0' + size / 100 % 10);
    text[at++] = (char)('0' + size / 10 % 10);
    text[at++] = (char)('0' + size % 10);
    text[at] = '\0';
    return strtod(text, NULL);
}

/*
 * 16 or 17 digits, as programs write doubles: the fewest of them that give it
 * back. Rounding the text is enough, and much faster than printing the double.
 */
static void shorten(double value, bool negative, const char *d, size_t n,
                    int point, struct numeral *out)
{
    char rounded[DOUBLE_DIGITS];

    for (size_t keep = EXACT_DIGITS; keep < n; keep++) {
        bool tie = d[keep] == '5' && keep + 1 == n; /* either may be nearer */
        int moved = point;
        size_t left = round_digits(d, keep, d[keep] >= '5', rounded, &moved);

        if (tie && digits_value(rounded, left, moved) != value) {
            moved = point;
            left = round_digits(d, keep, false, rounded, &moved);
        }
        if (digits_value(rounded, left, moved) == value) {
            n = left;
            point = moved;
            d = rounded;
        }
    }
    out->n = 0;
    out->binary = n > EXACT_DIGITS;
    if (negative)
        put(out, "-", 1);
    put_digits(out, d, n, point);
}

bool numeral_read(struct str s, struct numeral *out)
{
    char digits[NUMERAL_BYTES];
    struct parts p;
    double value;
    size_t n;

    out->n = 0;
    out->binary = false;
    if (!split(s, &p) || s.n >= NUMERAL_BYTES - 4)
        return false;
    n = significant(&p);
    if (!p.exponent.n &&
        (n <= EXACT_DIGITS ||
         (without_end_zeros(p.fraction).n == 0 && p.whole.n <= MAX_INTEGER))) {
        put_as_written(&p, out);
        return true;
    }
    value = numeral_value(s);
    if (!isfinite(value))
        return false;
    if (n <= DOUBLE_DIGITS && n > 0 && fabs(value) > 1e-300) {
        int point;

        n = gather(&p, digits, &point);
        shorten(fabs(value), p.negative, digits, n, point, out);
    } else {
        numeral_from_double(value, out);
    }
    return true;
}
