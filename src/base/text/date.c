/*
 * Dates are cut into three numbers with equal separators between; the place of
 * the one with four digits leaves one order or two, and the calendar leaves
 * what exists. A cell with a first number over 12 settles a whole column.
 *
 * Days are counted as in Howard Hinnant, "chrono-compatible low-level date
 * algorithms" (2013), days_from_civil: years begin in March, so that the leap
 * day comes last.
 */
#include "base/text/date.h"

#include "base/text/month.h"

#include <stdio.h>
#include <string.h>

#define MICROS_PER_SECOND INT64_C(1000000)
#define MAX_FRACTION      6u
#define FIRST_SHORT_YEAR  69u
#define PLAIN_DIGITS      8u /* of 20240305 */
#define HAN_BYTES         3u /* of 年, 月, 日 and 号 */

struct cursor {
    const char *p, *end;
};

/* Three numbers as written and what follows them. */
struct triple {
    unsigned part[3];
    unsigned width[3];
    char separator;
    bool month_name; /* part[] is year, month and day then */
    uint8_t order;   /* in which they were written */
    bool short_year;
};

struct clock {
    int64_t micros;
    bool zone;
};

/* Between 1 and `most` digits; returns how many were there. */
static unsigned take_digits(struct cursor *c, unsigned most, unsigned *value)
{
    unsigned n = 0;

    *value = 0;
    while (n < most && c->p < c->end && *c->p >= '0' && *c->p <= '9') {
        *value = *value * 10 + (unsigned)(*c->p++ - '0');
        n++;
    }
    return n;
}

static bool take(struct cursor *c, char wanted)
{
    bool there = c->p < c->end && *c->p == wanted;

    c->p += there;
    return there;
}

static bool take_triple(struct cursor *c, struct triple *t)
{
    t->width[0] = take_digits(c, 4, &t->part[0]);
    if (t->width[0] == 0 || c->p == c->end)
        return false;
    t->separator = *c->p;
    if (t->separator != '-' && t->separator != '/' && t->separator != '.')
        return false;
    for (unsigned i = 1; i < 3; i++) {
        if (!take(c, t->separator))
            return false;
        t->width[i] = take_digits(c, 4, &t->part[i]);
        if (t->width[i] == 0)
            return false;
    }
    return true;
}

static void skip_filler(struct cursor *c)
{
    while (c->p < c->end && (*c->p == ' ' || *c->p == '-' || *c->p == '/' ||
                             *c->p == '.' || *c->p == ','))
        c->p++;
}

/* " de " of "5 de enero de 2024". */
static void skip_of(struct cursor *c)
{
    skip_filler(c);
    if (c->end - c->p > 3 && (c->p[0] | 0x20) == 'd' &&
        ((c->p[1] | 0x20) == 'e' || (c->p[1] | 0x20) == 'i') && c->p[2] == ' ')
        c->p += 3;
}

static bool take_month(struct cursor *c, unsigned *month)
{
    struct str rest = {c->p, (size_t)(c->end - c->p)};
    size_t n = month_parse(rest, month);

    c->p += n;
    return n > 0;
}

static void skip_spaces(struct cursor *c)
{
    while (c->p < c->end && *c->p == ' ')
        c->p++;
}

/* A number of up to `most` digits and the word after it: 2024年. */
static bool take_counted(struct cursor *c, unsigned most, const char *word,
                         unsigned *value)
{
    skip_spaces(c);
    if (!take_digits(c, most, value))
        return false;
    skip_spaces(c);
    if ((size_t)(c->end - c->p) < HAN_BYTES ||
        memcmp(c->p, word, HAN_BYTES) != 0)
        return false;
    c->p += HAN_BYTES;
    return true;
}

/* 2024年3月5日, 2024 年 3 月 5 号 */
static bool take_han(struct cursor *c, struct triple *t)
{
    struct cursor day;

    if (!take_counted(c, 4, "年", &t->part[0]) ||
        !take_counted(c, 2, "月", &t->part[1]))
        return false;
    day = *c;
    if (!take_counted(c, 2, "日", &t->part[2])) {
        *c = day;
        if (!take_counted(c, 2, "号", &t->part[2]))
            return false;
    }
    t->width[0] = t->part[0] >= 1000 ? 4 : 0;
    t->width[1] = t->width[2] = 2;
    t->separator = DATE_HAN;
    return true;
}

static unsigned full_year(unsigned short_year)
{
    return short_year + (short_year >= FIRST_SHORT_YEAR ? 1900 : 2000);
}

/* Which of the two numbers next to the month's name is the year; `first`: the
 * name came before both. */
static bool settle_named(struct triple *t, const unsigned value[2],
                         const unsigned width[2], bool first)
{
    if (width[0] == 4 && !first && width[1] && width[1] <= 2)
        t->order = DATE_YMD;
    else if (width[0] <= 2 && (width[1] == 4 || width[1] == 2))
        t->order = first ? DATE_MDY : DATE_DMY;
    else
        return false;
    t->part[0] = t->order == DATE_YMD ? value[0] : value[1];
    t->part[2] = t->order == DATE_YMD ? value[1] : value[0];
    t->short_year = t->order != DATE_YMD && width[1] == 2;
    if (t->short_year)
        t->part[0] = full_year(t->part[0]);
    return true;
}

/* "5 Jan 2024", "Jan 5, 2024", "5-ene-24", "2024-Jan-05". */
static bool take_named(struct cursor *c, struct triple *t)
{
    unsigned value[2] = {0};
    unsigned width[2] = {0};
    unsigned month = 0;
    const char *end;
    bool first = take_month(c, &month);

    if (!first) {
        width[0] = take_digits(c, 4, &value[0]);
        t->separator = width[0] && c->p < c->end ? *c->p : ' ';
        skip_of(c);
        if (!width[0] || !take_month(c, &month))
            return false;
    } else {
        t->separator = c->p < c->end ? *c->p : ' ';
        skip_filler(c);
        width[0] = take_digits(c, 2, &value[0]);
        if (!width[0])
            return false;
    }
    end = c->p;
    skip_of(c);
    if (first && c->p == end)
        return false; /* May 2024 has no day */
    width[1] = take_digits(c, 4, &value[1]);
    t->month_name = true;
    t->part[1] = month;
    return settle_named(t, value, width, first);
}

static bool is_leap(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static bool on_calendar(unsigned year, unsigned month, unsigned day)
{
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30,
                                   31, 31, 30, 31, 30, 31};

    if (year == 0 || month == 0 || month > 12 || day == 0)
        return false;
    return day <= days[month - 1] + (unsigned)(month == 2 && is_leap(year));
}

/* 01-10-24, whose year is at either end: a column tells at which, or that these are
 * codes. */
static bool is_dashed(const struct triple *t)
{
    return !t->month_name && t->separator == '-' && t->width[0] == 2 &&
           t->width[1] == 2 && t->width[2] == 2;
}

static uint8_t orders_of_dashed(const struct triple *t)
{
    const unsigned *p = t->part;
    unsigned orders = 0;

    if (on_calendar(full_year(p[0]), p[1], p[2]))
        orders |= DATE_YMD;
    if (on_calendar(full_year(p[2]), p[1], p[0]))
        orders |= DATE_DMY;
    if (on_calendar(full_year(p[2]), p[0], p[1]))
        orders |= DATE_MDY;
    return (uint8_t)orders;
}

/* Two digits at the end as a year, where versions and codes do not look so. */
static void widen_year(struct triple *t)
{
    bool full = t->width[0] == 2 && t->width[1] == 2;

    if (t->width[2] != 2 || t->width[0] > 2 || t->width[1] > 2 ||
        (t->separator != '/' && (t->separator != '.' || !full)))
        return;
    t->part[2] = full_year(t->part[2]);
    t->width[2] = 4;
    t->short_year = true;
}

/* The orders under which the three numbers are a day. */
static uint8_t orders_of(struct triple *t)
{
    const unsigned *p = t->part;
    unsigned orders = 0;

    if (t->month_name)
        return on_calendar(p[0], p[1], p[2]) ? t->order : 0;
    if (is_dashed(t))
        return orders_of_dashed(t);
    widen_year(t);
    if (t->width[1] > 2)
        return 0;
    if (t->width[0] == 4 && t->width[2] <= 2)
        return on_calendar(p[0], p[1], p[2]) ? DATE_YMD : 0;
    if (t->width[2] != 4 || t->width[0] > 2)
        return 0;
    if (on_calendar(p[2], p[1], p[0]))
        orders |= DATE_DMY;
    if (on_calendar(p[2], p[0], p[1]))
        orders |= DATE_MDY;
    return (uint8_t)orders;
}

static int32_t days_since_1970(unsigned year, unsigned month, unsigned day)
{
    int y = (int)year - (month <= 2);
    int era = (y >= 0 ? y : y - 399) / 400;
    int year_of_era = y - era * 400;
    int shifted_month = (int)month + (month > 2 ? -3 : 9);
    int day_of_year = (153 * shifted_month + 2) / 5 + (int)day - 1;
    int day_of_era =
        year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;

    return era * 146097 + day_of_era - 719468;
}

static bool take_fraction(struct cursor *c, int64_t *micros)
{
    unsigned value = 0;
    unsigned n = take_digits(c, MAX_FRACTION, &value);

    if (n == 0)
        return false;
    for (; n < MAX_FRACTION; n++)
        value *= 10;
    *micros += value;
    return true;
}

/* Z, +HH, +HHMM or +HH:MM up to the end; moves the clock to UTC. */
static bool take_zone(struct cursor *c, struct clock *out)
{
    bool minus;
    unsigned hours = 0;
    unsigned minutes = 0;
    int64_t offset;

    out->zone = true;
    (void)take(c, ' ');
    if (c->end - c->p == 3 &&
        (memcmp(c->p, "UTC", 3) == 0 || memcmp(c->p, "GMT", 3) == 0))
        return true;
    minus = c->p < c->end && *c->p == '-';
    if (take(c, 'Z'))
        return c->p == c->end;
    if ((!take(c, '+') && !take(c, '-')) || take_digits(c, 2, &hours) != 2)
        return false;
    if (c->p < c->end) {
        (void)take(c, ':');
        if (take_digits(c, 2, &minutes) != 2)
            return false;
    }
    offset = (int64_t)(hours * 60 + minutes) * 60 * MICROS_PER_SECOND;
    out->micros += minus ? offset : -offset;
    return c->p == c->end && hours <= 14 && minutes < 60;
}

static bool take_text(struct cursor *c, const char *text)
{
    const size_t n = strlen(text);

    if ((size_t)(c->end - c->p) < n || memcmp(c->p, text, n) != 0)
        return false;
    c->p += n;
    return true;
}

/* A space, also one at which no line breaks, wide or narrow. */
static void take_space(struct cursor *c)
{
    (void)(take(c, ' ') || take_text(c, "\xc2\xa0") ||
           take_text(c, "\xe2\x80\xaf"));
}

/* AM, a.m. or "a. m.", if it is there; then the hour counts from 12. */
static bool take_half(struct cursor *c, unsigned *hour)
{
    struct cursor at = *c;
    bool afternoon;

    take_space(&at);
    if (at.end - at.p < 2 || ((*at.p | 0x20) != 'a' && (*at.p | 0x20) != 'p'))
        return true;
    afternoon = (*at.p++ | 0x20) == 'p';
    if (take(&at, '.'))
        take_space(&at);
    if (at.p == at.end || (*at.p | 0x20) != 'm')
        return true;
    at.p++;
    (void)take(&at, '.');
    *c = at;
    if (*hour == 0 || *hour > 12)
        return false;
    *hour = *hour % 12 + (afternoon ? 12 : 0);
    return true;
}

/* The half of the day that is written before its time: 下午 3:05, and 15:05 as well. */
enum half { HALF_NONE, HALF_FIRST, HALF_SECOND };

static enum half take_half_before(struct cursor *c)
{
    const enum half half = take_text(c, "上午")   ? HALF_FIRST
                           : take_text(c, "下午") ? HALF_SECOND
                                                  : HALF_NONE;

    if (half)
        take_space(c);
    return half;
}

static bool move_to_half(enum half half, unsigned *hour)
{
    if (half == HALF_NONE)
        return true;
    if (*hour > 12 || *hour == 0)
        return half == HALF_SECOND ? *hour > 12 : *hour == 0;
    *hour = *hour % 12 + (half == HALF_SECOND ? 12 : 0);
    return true;
}

/* HH:MM[:SS[.ffffff]] and, where allowed, a zone, up to the end. */
static bool take_clock(struct cursor *c, bool zone_allowed, struct clock *out)
{
    unsigned h;
    unsigned m;
    unsigned s = 0;
    const enum half half = take_half_before(c);

    *out = (struct clock){0};
    if (take_digits(c, 2, &h) == 0 || !take(c, ':') ||
        take_digits(c, 2, &m) != 2 || h > 23 || m > 59)
        return false;
    if (take(c, ':')) {
        if (take_digits(c, 2, &s) != 2 || s > 59)
            return false;
        if (take(c, '.') && !take_fraction(c, &out->micros))
            return false;
    }
    if (half ? !move_to_half(half, &h) : !take_half(c, &h))
        return false;
    out->micros += ((int64_t)(h * 60 + m) * 60 + s) * MICROS_PER_SECOND;
    if (c->p == c->end)
        return true;
    return zone_allowed && take_zone(c, out);
}

/* The three parts of a day, however they are written. */
static bool take_any(struct cursor *c, struct triple *t)
{
    static bool (*const forms[])(struct cursor *, struct triple *) = {
        take_triple, take_han, take_named};
    const struct cursor start = *c;

    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        *c = start;
        *t = (struct triple){0};
        if (forms[i](c, t))
            return true;
    }
    return false;
}

/* Between a day and its time: "T", a space or a comma; 5日14:30 has none. */
static bool take_gap(struct cursor *c, char separator)
{
    if (take(c, ',')) {
        (void)take(c, ' ');
        return true;
    }
    return take(c, 'T') || take(c, ' ') || separator == DATE_HAN;
}

static bool read_parts(struct str s, struct triple *t, struct date_shape *shape,
                       struct clock *clock)
{
    struct cursor c = {s.p, s.p + s.n};
    struct cursor start = c;

    memset(shape, 0, sizeof(*shape));
    *clock = (struct clock){0};
    *t = (struct triple){0};
    if (!take_any(&c, t)) {
        *t = (struct triple){0};
        c = start;
    }
    if (!t->month_name && c.p == start.p) {
        shape->time = take_clock(&c, false, clock);
        return shape->time;
    }
    shape->orders = orders_of(t);
    shape->separator = t->separator;
    shape->short_year = t->short_year;
    shape->month_name = t->month_name;
    if (is_dashed(t)) {
        shape->short_year = true;
        shape->ends[0] = (uint8_t)t->part[0];
        shape->ends[1] = (uint8_t)t->part[2];
    }
    if (shape->orders == 0)
        return false;
    if (c.p == c.end)
        return true;
    if (!take_gap(&c, t->separator))
        return false;
    shape->time = take_clock(&c, true, clock);
    shape->zone = clock->zone;
    return shape->time;
}

bool date_scan(struct str s, struct date_shape *shape)
{
    struct triple t;
    struct clock clock;

    /* the shortest is 1:00; the longest has all its digits */
    if (s.n < 4 || s.n > 48 || !read_parts(s, &t, shape, &clock)) {
        memset(shape, 0, sizeof(*shape));
        return false;
    }
    return true;
}

bool date_read(struct str s, enum date_order order, struct date_value *value)
{
    struct triple t = {0};
    struct date_shape shape;
    struct clock clock;
    const unsigned *p = t.part;

    if (!read_parts(s, &t, &shape, &clock))
        return false;
    *value = (struct date_value){0, clock.micros};
    if (!shape.orders)
        return true;
    if (!(shape.orders & (unsigned)order))
        return false;
    if (is_dashed(&t))
        t.part[order == DATE_YMD ? 0 : 2] =
            full_year(p[order == DATE_YMD ? 0 : 2]);
    if (t.month_name || order == DATE_YMD)
        value->days = days_since_1970(p[0], p[1], p[2]);
    else if (order == DATE_DMY)
        value->days = days_since_1970(p[2], p[1], p[0]);
    else
        value->days = days_since_1970(p[2], p[0], p[1]);
    return true;
}

bool date_read_plain(struct str s, struct date_value *value)
{
    unsigned n = 0;

    if (s.n != PLAIN_DIGITS ||
        (memcmp(s.p, "19", 2) != 0 && memcmp(s.p, "20", 2) != 0))
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] < '0' || s.p[i] > '9')
            return false;
        n = n * 10 + (unsigned)(s.p[i] - '0');
    }
    if (!on_calendar(n / 10000, n / 100 % 100, n % 100))
        return false;
    *value = (struct date_value){
        .days = days_since_1970(n / 10000, n / 100 % 100, n % 100)};
    return true;
}

void date_format_name(enum date_order order, char separator,
                      char name[DATE_NAME_BYTES])
{
    const char *letters = order == DATE_YMD   ? "YMD"
                          : order == DATE_DMY ? "DMY"
                                              : "MDY";

    if (separator == DATE_HAN) {
        (void)snprintf(name, DATE_NAME_BYTES, "Y年M月D日");
        return;
    }
    if (separator == DATE_PLAIN) {
        (void)snprintf(name, DATE_NAME_BYTES, "YYYYMMDD");
        return;
    }
    for (size_t i = 0; i < 3; i++) {
        name[2 * i] = letters[i];
        name[2 * i + 1] = i < 2 ? separator : '\0';
    }
}
