/* module: text */
/*
 * Each line as a cell: what number_scan() accepts reads under each convention
 * to exactly the digits that are written, as many after the mark as there are,
 * and the value, printed, is scanned and read to itself again. What a number
 * wears may hide no digit and invent none.
 */
#include "base/text/number.h"
#include "base/text/number_affix.h"

#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES  4096u
#define PRINT_ROOM 64u

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The digits of a text, without the zeros before the first of them. */
static size_t digits_of(struct str s, char *out)
{
    size_t n = 0;

    for (size_t i = 0; i < s.n; i++) {
        if (is_digit(s.p[i]) && (n || s.p[i] != '0'))
            out[n++] = s.p[i];
    }
    return n;
}

/* A value of `scale` digits after the point, as text. */
static struct str print_value(number_wide v, unsigned scale,
                              char out[PRINT_ROOM])
{
    bool negative = v < 0;
    size_t at = PRINT_ROOM;
    size_t end = at;
    unsigned digits = 0;

    while (v != 0 || digits <= scale) {
        int digit = (int)(v % 10);

        if (digits == scale && scale)
            out[--at] = '.';
        out[--at] = (char)('0' + (negative ? -digit : digit));
        v /= 10;
        digits++;
    }
    if (negative)
        out[--at] = '-';
    return (struct str){out + at, end - at};
}

static void check_again(number_wide v, unsigned scale)
{
    char out[PRINT_ROOM];
    struct str s = print_value(v, scale, out);
    struct number_shape shape;
    number_wide again;

    BUG_ON(!number_scan(s, &shape) || !(shape.conventions & NUMBER_POINT));
    BUG_ON(shape.digits[NUMBER_POINT - 1].scale != scale);
    BUG_ON(shape.grouped[NUMBER_POINT - 1]);
    BUG_ON(!number_read_wide(s, NUMBER_POINT, scale, &again) || again != v);
}

/* Digits after the last mark of this convention. */
static unsigned scale_of(struct str s, char decimal)
{
    unsigned n = 0;

    for (size_t i = s.n; i-- > 0; n++) {
        if (s.p[i] == decimal)
            return n;
    }
    return 0;
}

static void check_exact(struct str s, const struct number_shape *shape,
                        enum number_convention c)
{
    const struct number_digits *d = &shape->digits[c - 1];
    char written[MAX_BYTES];
    char read[MAX_BYTES];
    char out[PRINT_ROOM];
    number_wide wide = 0;
    int64_t narrow = 0;
    size_t n = digits_of(s, written);
    bool ok = number_read_wide(s, c, d->scale, &wide);

    BUG_ON(d->scale != scale_of(s, c == NUMBER_POINT ? '.' : ','));
    BUG_ON(ok != (n <= NUMBER_MAX_DIGITS));
    if (!ok)
        return;
    if (d->whole + d->scale <= NUMBER_MAX_DIGITS) {
        struct str text = print_value(wide, d->scale, out);

        BUG_ON(digits_of(text, read) != n || memcmp(written, read, n) != 0);
        BUG_ON(wide && (s.p[0] == '-') != (wide < 0));
        check_again(wide, d->scale);
    }
    if (n <= 18 || (d->scale == 0 && !shape->over_i64))
        BUG_ON(!number_read_i64(s, c, d->scale, &narrow) || narrow != wide);
}

/* A double that is said to keep the number prints to its digits. */
static void check_double(struct str s, const struct number_shape *shape,
                         enum number_convention c)
{
    double value = 0;

    BUG_ON(!number_read_double(s, c, &value));
    BUG_ON(!shape->special && !isfinite(value));
    BUG_ON(shape->significant > NUMBER_MAX_PRINTED && !shape->no_double);
    BUG_ON(shape->significant <= 15 && shape->no_double);
}

static void check_dress(struct str s)
{
    char out[NUMBER_PLAIN_BYTES];
    char written[MAX_BYTES];
    char bare[MAX_BYTES];
    struct number_affix dress;
    struct number_shape shape;
    struct str plain;
    size_t n;

    if (!number_undress(s, out, &plain, &dress))
        return;
    n = digits_of(s, written);
    BUG_ON(plain.n >= NUMBER_PLAIN_BYTES || plain.n == 0);
    BUG_ON(digits_of(plain, bare) != n || memcmp(written, bare, n) != 0);
    BUG_ON(memchr(dress.unit, '\0', sizeof(dress.unit)) == NULL);
    (void)number_scan(plain, &shape);
}

static void check_cell(struct str s)
{
    struct number_shape shape;

    check_dress(s);
    if (!number_scan(s, &shape)) {
        BUG_ON(shape.conventions);
        return;
    }
    for (enum number_convention c = NUMBER_POINT; c <= NUMBER_COMMA; c++) {
        if (!(shape.conventions & (unsigned)c))
            continue;
        check_double(s, &shape, c);
        if (!shape.special && !shape.exponent)
            check_exact(s, &shape, c);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = {(const char *)data, size < MAX_BYTES ? size : MAX_BYTES};

    while (text.n) {
        size_t n = str_find_char(text, '\n');

        if (n)
            check_cell(str_slice(text, 0, n));
        text = str_slice(text, n + 1, text.n);
    }
    return 0;
}
