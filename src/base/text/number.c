/*
 * Numbers as people write them.
 *
 * One walk over the bytes finds the digits and counts the marks. A cell with
 * digits only - most cells - is done then. With marks, the cell is tried under
 * both conventions by the same function with point and comma exchanged:
 *
 *     "1.234,50"  POINT no (a group after the decimal mark)   COMMA 4+2
 *     "1.234"     POINT 1+3                                   COMMA 4+0 grouped
 *     "1.23"      POINT 1+2                                   COMMA no (group)
 *     "0.123"     POINT 1+3                                   COMMA no (zero)
 *
 * Doubles go through strtod(): it rounds correctly, and only columns with an
 * exponent come here. The program never calls setlocale(), so the decimal mark
 * of strtod() is the point.
 */
#include "base/text/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CELL_BYTES      400u
#define I64_DIGITS          19u
#define MAX_EXPONENT_DIGITS 3u

/* The pieces of a cell: s[0..mantissa) without sign, then the exponent. */
struct pieces {
    struct str mantissa;
    unsigned points, commas;
    size_t mark; /* where the last of them is in the mantissa */
    bool negative, exponent;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static size_t digit_run(struct str s)
{
    size_t n = 0;

    while (n < s.n && is_digit(s.p[n]))
        n++;
    return n;
}

/* Is it an exponent with its sign, after the e? */
static bool is_exponent(struct str s)
{
    size_t sign = s.n && (s.p[0] == '-' || s.p[0] == '+');
    struct str digits = str_slice(s, sign, s.n);

    return digits.n && digits.n <= MAX_EXPONENT_DIGITS &&
           digit_run(digits) == digits.n;
}

static bool split(struct str s, struct pieces *out)
{
    size_t start = s.n && s.p[0] == '-';
    size_t i = start;

    *out = (struct pieces){.negative = start};
    for (; i < s.n; i++) {
        char c = s.p[i];

        if (is_digit(c))
            continue;
        if (c != '.' && c != ',')
            break;
        out->points += c == '.';
        out->commas += c == ',';
        out->mark = i - start;
    }
    out->mantissa = str_slice(s, start, i);
    if (i == s.n)
        return out->mantissa.n > 0;
    out->exponent = (s.p[i] == 'e' || s.p[i] == 'E') && i > start &&
                    is_exponent(str_slice(s, i + 1, s.n));
    return out->exponent;
}

/* Digits in groups: 1 to 3, then threes; 0 when it is not that. */
static size_t grouped_digits(struct str s, char mark)
{
    size_t first = str_find_char(s, mark);
    size_t digits = first;

    if (first == 0 || first > 3 || s.p[0] == '0')
        return 0;
    for (size_t i = first; i < s.n; i += 4) {
        if (s.n - i < 4 || s.p[i] != mark ||
            digit_run(str_slice(s, i + 1, i + 4)) != 3)
            return 0;
        digits += 3;
    }
    return digits;
}

/*
 * Is the mantissa a number with these marks? Fills the digits; a redundant
 * leading zero is noted, because it makes the cell a code.
 */
static bool fits(struct str m, char decimal, char group,
                 struct number_shape *shape, enum number_convention convention)
{
    struct number_digits *digits = &shape->digits[convention - 1];
    struct str whole = str_slice(m, 0, str_find_char(m, decimal));
    struct str rest = str_slice(m, whole.n, m.n);
    size_t n = digit_run(whole);

    if (rest.n == 1 ||
        (rest.n && digit_run(str_slice(rest, 1, rest.n)) != rest.n - 1))
        return false; /* nothing, or not only digits, after the mark */
    if (n < whole.n) {
        n = grouped_digits(whole, group);
        if (n == 0)
            return false;
        shape->grouped[convention - 1] = true;
    } else if (n > 1 && whole.p[0] == '0') {
        shape->leading_zero = true;
        return false;
    }
    digits->whole = (uint16_t)n;
    digits->scale = (uint16_t)(rest.n ? rest.n - 1 : 0);
    return n || rest.n;
}

static bool is_special(struct str s)
{
    struct str word = str_slice(s, s.n && s.p[0] == '-', s.n);

    return str_eq_nocase(s, STR("nan")) || str_eq_nocase(word, STR("inf")) ||
           str_eq_nocase(word, STR("infinity"));
}

/* Digits only, without leading zero: do they pass 64 bits? */
static bool passes_i64(struct str digits, bool negative)
{
    struct str limit =
        negative ? STR("9223372036854775808") : STR("9223372036854775807");

    if (digits.n != I64_DIGITS)
        return digits.n > I64_DIGITS;
    return str_cmp(digits, limit) > 0;
}

/* Digits from the first that is not zero. */
static uint16_t significant_digits(struct str m)
{
    unsigned n = 0;

    for (size_t i = 0; i < m.n; i++)
        n += is_digit(m.p[i]) && (n || m.p[i] != '0');
    return (uint16_t)n;
}

/* One mark: the decimal mark of one convention, maybe a group of the other. */
static void scan_one_mark(const struct pieces *p, struct number_shape *shape)
{
    struct str m = p->mantissa;
    size_t scale = m.n - p->mark - 1;
    unsigned decimal = p->points ? NUMBER_POINT : NUMBER_COMMA;
    unsigned other = NUMBER_POINT + NUMBER_COMMA - decimal;

    shape->leading_zero = p->mark > 1 && m.p[0] == '0';
    if (scale == 0 || shape->leading_zero)
        return;
    shape->conventions = (uint8_t)decimal;
    shape->digits[decimal - 1].whole = (uint16_t)p->mark;
    shape->digits[decimal - 1].scale = (uint16_t)scale;
    if (scale != 3 || p->mark == 0 || p->mark > 3 || m.p[0] == '0')
        return;
    shape->conventions |= (uint8_t)other;
    shape->digits[other - 1].whole = (uint16_t)(p->mark + 3);
    shape->grouped[other - 1] = true;
}

static void scan_marks(const struct pieces *p, struct number_shape *shape)
{
    if (fits(p->mantissa, '.', ',', shape, NUMBER_POINT))
        shape->conventions |= NUMBER_POINT;
    if (fits(p->mantissa, ',', '.', shape, NUMBER_COMMA))
        shape->conventions |= NUMBER_COMMA;
    if (shape->leading_zero)
        shape->conventions = 0;
}

static bool scan_marked(const struct pieces *p, struct number_shape *shape)
{
    shape->marked = true;
    if (p->points + p->commas == 1)
        scan_one_mark(p, shape);
    else
        scan_marks(p, shape);
    /* grouped integers of 19 digits: do not look whether 64 bits would do */
    shape->over_i64 = shape->digits[0].whole >= I64_DIGITS ||
                      shape->digits[1].whole >= I64_DIGITS;
    shape->significant = significant_digits(p->mantissa);
    return shape->conventions;
}

static bool scan_digits(const struct pieces *p, struct number_shape *shape)
{
    struct str m = p->mantissa;

    if (m.n > 1 && m.p[0] == '0') {
        shape->leading_zero = true;
        return false;
    }
    shape->conventions = NUMBER_POINT | NUMBER_COMMA;
    shape->digits[0].whole = (uint16_t)m.n;
    shape->digits[1].whole = (uint16_t)m.n;
    shape->significant = m.p[0] == '0' ? 0 : (uint16_t)m.n;
    shape->over_i64 = passes_i64(m, p->negative);
    return true;
}

/* With an exponent: does a double hold it, not as infinity or almost zero? */
static bool in_range(struct str s, enum number_convention convention,
                     const struct number_shape *shape)
{
    double value = 0;

    if (!(shape->conventions & (unsigned)convention) ||
        !number_read_double(s, convention, &value))
        return false;
    if (shape->significant == 0)
        return true; /* 0E+00 */
    return isfinite(value) && fabs(value) >= 1e-300;
}

/* Both texts' digits from the first that is not zero, `n` of them. */
static bool same_digits(struct str a, struct str b, unsigned n)
{
    bool zeros = true;

    for (; n; a = str_slice(a, 1, a.n)) {
        if (a.n == 0)
            return false;
        zeros &= !is_digit(a.p[0]) || a.p[0] == '0';
        if (zeros || !is_digit(a.p[0]))
            continue;
        while (b.n && !is_digit(b.p[0]))
            b = str_slice(b, 1, b.n);
        if (b.n == 0 || b.p[0] != a.p[0])
            return false;
        b = str_slice(b, 1, b.n);
        n--;
    }
    return true;
}

/*
 * Does the nearest double, printed with as many digits, give the number back?
 * Always for 15 digits; for more if the text came from a double, as with the
 * "%.18e" of numerical programs.
 */
static bool kept_by_double(struct str s, const struct number_shape *shape)
{
    bool point = shape->conventions & NUMBER_POINT;
    char text[NUMBER_MAX_PRINTED + 16];
    double value;
    int64_t whole;

    if (shape->significant <= DBL_DIG)
        return true;
    if (shape->significant > NUMBER_MAX_PRINTED)
        return false;
    if (!shape->marked && !shape->exponent) /* long ids are many: be quick */
        return number_read_i64(s, NUMBER_POINT, 0, &whole) &&
               (int64_t)(double)whole == whole;
    if (!number_read_double(s, point ? NUMBER_POINT : NUMBER_COMMA, &value))
        return false;
    (void)snprintf(text, sizeof(text), "%.*e", shape->significant - 1, value);
    return same_digits(s, str_from(text), shape->significant);
}

bool number_scan(struct str s, struct number_shape *shape)
{
    struct pieces p;
    bool ok;

    memset(shape, 0, sizeof(*shape));
    if (s.n > MAX_CELL_BYTES - 100)
        return false;
    if (!split(s, &p)) {
        shape->special = is_special(s);
        shape->conventions = shape->special ? NUMBER_POINT | NUMBER_COMMA : 0;
        return shape->special;
    }
    ok = p.points + p.commas ? scan_marked(&p, shape) : scan_digits(&p, shape);
    shape->exponent = p.exponent;
    if (ok && p.exponent)
        shape->conventions =
            (uint8_t)((in_range(s, NUMBER_POINT, shape) ? NUMBER_POINT : 0) |
                      (in_range(s, NUMBER_COMMA, shape) ? NUMBER_COMMA : 0));
    if (shape->conventions && shape->significant > DBL_DIG)
        shape->no_double = !kept_by_double(s, shape);
    return shape->conventions;
}

bool number_read_i64(struct str s, enum number_convention convention,
                     unsigned scale, int64_t *value)
{
    char decimal = convention == NUMBER_POINT ? '.' : ',';
    char group = convention == NUMBER_POINT ? ',' : '.';
    size_t negative = s.n && s.p[0] == '-';
    unsigned after = 0;
    bool fraction = false;
    uint64_t v = 0;

    for (size_t i = negative; i < s.n; i++) {
        unsigned digit = (unsigned)(unsigned char)s.p[i] - '0';

        if (digit <= 9) {
            v = v * 10 + digit;
            after += fraction;
        } else if (s.p[i] == decimal) {
            fraction = true;
        } else if (s.p[i] != group) {
            return false;
        }
    }
    for (; after < scale; after++)
        v *= 10;
    *value = negative ? (int64_t)(0 - v) : (int64_t)v;
    return after == scale && v <= (uint64_t)INT64_MAX + negative;
}

bool number_read_wide(struct str s, enum number_convention convention,
                      unsigned scale, number_wide *value)
{
    char decimal = convention == NUMBER_POINT ? '.' : ',';
    char group = convention == NUMBER_POINT ? ',' : '.';
    size_t negative = s.n && s.p[0] == '-';
    unsigned after = 0;
    unsigned digits = 0;
    bool fraction = false;
    number_wide v = 0;

    for (size_t i = negative; i < s.n; i++) {
        unsigned digit = (unsigned)(unsigned char)s.p[i] - '0';

        if (digit <= 9) {
            if (digits == NUMBER_MAX_DIGITS)
                return false; /* one more would pass 128 bits */
            v = v * 10 + digit;
            digits += v > 0; /* leading zeros count for nothing */
            after += fraction;
        } else if (s.p[i] == decimal) {
            fraction = true;
        } else if (s.p[i] != group) {
            return false;
        }
    }
    for (; after < scale && (v == 0 || digits < NUMBER_MAX_DIGITS); after++) {
        v *= 10;
        digits += v > 0;
    }
    *value = negative ? -v : v;
    return after == scale;
}

bool number_read_double(struct str s, enum number_convention convention,
                        double *value)
{
    char decimal = convention == NUMBER_POINT ? '.' : ',';
    char group = convention == NUMBER_POINT ? ',' : '.';
    char text[MAX_CELL_BYTES];
    char *end = NULL;
    size_t n = 0;

    if (s.n >= sizeof(text))
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == decimal)
            text[n++] = '.';
        else if (s.p[i] != group)
            text[n++] = s.p[i];
    }
    text[n] = '\0';
    *value = strtod(text, &end);
    return n && end == text + n;
}
