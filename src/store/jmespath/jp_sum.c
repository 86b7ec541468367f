/* Exact sums of decimals and their mean; jp_number.h tells the idea. */
#include "store/jmespath/jp_number.h"

#include <string.h>

#define LIMB         INT64_C(1000000000)
#define LIMB_DIGITS  9
#define MEAN_EXACT   34 /* significant digits, as a decimal128 has */
#define MEAN_ROUNDED 17 /* enough to tell any two doubles apart */
#define PLAIN_ZEROS  30 /* further from the point a number gets an exponent */
#define ALL_DIGITS   (JP_SUM_LIMBS * LIMB_DIGITS)

/* Digits, the first of which is not 0; n == 0 is zero. */
struct digits {
    bool negative;
    char p[ALL_DIGITS + MEAN_EXACT + 2];
    size_t n;
    int power; /* of the last one */
};

/* False: its place is outside of what a sum may have. */
static bool add_digit(struct jp_sum *s, int digit, int64_t power)
{
    static const int32_t tens[LIMB_DIGITS] = {
        1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    int64_t at = power + JP_SUM_LIMIT;

    if (digit == 0)
        return true;
    if (at < 0 || at >= (int64_t)ALL_DIGITS)
        return false;
    s->limbs[at / LIMB_DIGITS] += (int64_t)digit * tens[at % LIMB_DIGITS];
    return true;
}

/* The exponent of a number's text, cut to what is outside every limit. */
static int64_t exponent_of(struct str s, size_t at)
{
    int64_t v = 0;
    bool negative = false;

    for (size_t i = at + 1; i < s.n; i++) {
        if (s.p[i] == '-')
            negative = true;
        else if (s.p[i] != '+' && v < INT64_C(1000000000000000))
            v = v * 10 + (s.p[i] - '0');
    }
    return negative ? -v : v;
}

static bool add_long(struct jp_sum *s, struct str text)
{
    int sign = text.p[0] == '-' ? -1 : 1;
    size_t start = sign < 0;
    size_t end = start;
    size_t point;
    int64_t power;
    bool held = true;

    while (end < text.n && text.p[end] != 'e' && text.p[end] != 'E')
        end++;
    power = end < text.n ? exponent_of(text, end) : 0;
    point = str_find_char(str_slice(text, 0, end), '.');
    power += (int64_t)point - 1 - (int64_t)start; /* of the first digit */
    for (size_t i = start; held && i < end; i++) {
        if (text.p[i] != '.')
            held = add_digit(s, sign * (text.p[i] - '0'), power--);
    }
    return held;
}

bool jp_sum_add(struct jp_sum *s, struct str text)
{
    struct jp_small small;

    s->count++;
    if (!jp_small_read(text, &small))
        return add_long(s, text);
    s->lanes[small.scale] += small.digits;
    return true;
}

/* Bring the lanes to the limbs. */
static void add_lanes(struct jp_sum *s)
{
    for (int scale = 0; scale < JP_SUM_LANES; scale++) {
        jp_wide v = s->lanes[scale];

        for (int power = -scale; v != 0; power++) {
            (void)add_digit(s, (int)(v % 10), power); /* 39 digits fit */
            v /= 10;
        }
        s->lanes[scale] = 0;
    }
}

/* Bring each limb to 0 .. LIMB-1; the rest above the highest, 0 or -1. */
static int64_t carry(struct jp_sum *s)
{
    int64_t over = 0;

    for (size_t i = 0; i < JP_SUM_LIMBS; i++) {
        int64_t v = s->limbs[i] + over;

        over = v / LIMB;
        v %= LIMB;
        if (v < 0) {
            v += LIMB;
            over--;
        }
        s->limbs[i] = v;
    }
    return over;
}

static void strip_zeros(struct digits *d)
{
    size_t lead = 0;

    while (lead < d->n && d->p[lead] == '0')
        lead++;
    d->n -= lead;
    memmove(d->p, d->p + lead, d->n);
    while (d->n && d->p[d->n - 1] == '0') {
        d->n--;
        d->power++;
    }
    if (d->n == 0)
        *d = (struct digits){0};
}

static void total(struct jp_sum *s, struct digits *d)
{
    char *p = d->p;

    add_lanes(s);
    d->negative = carry(s) < 0;
    if (d->negative) {
        for (size_t i = 0; i < JP_SUM_LIMBS; i++)
            s->limbs[i] = -s->limbs[i];
        (void)carry(s);
    }
    for (size_t i = JP_SUM_LIMBS; i > 0; i--) {
        int64_t v = s->limbs[i - 1];

        for (int digit = LIMB_DIGITS; digit > 0; digit--) {
            p[digit - 1] = (char)('0' + v % 10);
            v /= 10;
        }
        p += LIMB_DIGITS;
    }
    d->n = ALL_DIGITS;
    d->power = -JP_SUM_LIMIT;
    strip_zeros(d);
}

static void put_zeros(struct buf *b, int n)
{
    while (n-- > 0)
        buf_put_char(b, '0');
}

/* Put the digits with a point after the first `whole` of them, or before. */
static void put_plain(struct buf *b, const struct digits *d, int whole)
{
    if (whole <= 0) {
        buf_puts(b, "0.");
        put_zeros(b, -whole);
        buf_put(b, d->p, d->n);
    } else if ((size_t)whole >= d->n) {
        buf_put(b, d->p, d->n);
        put_zeros(b, whole - (int)d->n);
    } else {
        buf_put(b, d->p, (size_t)whole);
        buf_put_char(b, '.');
        buf_put(b, d->p + whole, d->n - (size_t)whole);
    }
}

static enum err write_digits(const struct digits *d, struct arena *a,
                             struct str *out, struct error *e)
{
    int whole = (int)d->n + d->power; /* digits before the point */
    struct buf b;
    enum err rc;

    buf_init(&b, (size_t)4 * ALL_DIGITS);
    if (d->negative)
        buf_put_char(&b, '-');
    if (d->n == 0) {
        buf_put_char(&b, '0');
    } else if (whole < -PLAIN_ZEROS || d->power > PLAIN_ZEROS) {
        put_plain(&b, d, 1);
        buf_printf(&b, "e%+d", whole - 1);
    } else {
        put_plain(&b, d, whole);
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

enum err jp_sum_total(struct jp_sum *s, struct arena *a, struct str *out,
                      struct error *e)
{
    struct digits d = {0};

    total(s, &d);
    return write_digits(&d, a, out, e);
}

/* Keep `n` digits; the first one dropped decides. */
static void round_to(struct digits *d, size_t n)
{
    bool up = d->p[n] >= '5';
    size_t i = n;

    d->power += (int)(d->n - n);
    d->n = n;
    while (up && i > 0 && d->p[i - 1] == '9')
        d->p[--i] = '0';
    if (up && i > 0) {
        d->p[i - 1]++;
    } else if (up) {
        memmove(d->p + 1, d->p, n);
        d->p[0] = '1';
        d->n++;
    }
    strip_zeros(d);
}

/* `in` by `by`, by hand: one digit of the quotient for one of the dividend. */
static void divide(const struct digits *in, uint64_t by, struct digits *out)
{
    uint64_t rest = 0;
    size_t significant = 0;
    size_t i = 0;
    size_t whole; /* digits of the quotient before the point */

    out->negative = in->negative;
    for (; i < in->n || (rest && (significant < MEAN_EXACT ||
                                  in->power - (int)(i - in->n) > -2));
         i++) {
        rest = rest * 10 + (i < in->n ? (uint64_t)(in->p[i] - '0') : 0);
        out->p[out->n] = (char)('0' + rest / by);
        rest %= by;
        significant += significant || out->p[out->n] != '0';
        out->n++;
    }
    out->power = in->power - (int)(i - in->n);
    strip_zeros(out);
    if (rest == 0)
        return;
    whole =
        (int)out->n + out->power > 0 ? (size_t)((int)out->n + out->power) : 0;
    if (whole + 1 < MEAN_ROUNDED)
        whole = MEAN_ROUNDED - 1;
    if (out->n > whole + 1)
        round_to(out, whole + 1);
}

enum err jp_sum_mean(struct jp_sum *s, struct arena *a, struct str *out,
                     struct error *e)
{
    struct digits sum = {0};
    struct digits mean = {0};

    total(s, &sum);
    divide(&sum, s->count, &mean);
    return write_digits(&mean, a, out, e);
}
