/* module: text */
/*
 * Each line as a cell: what date_scan() accepts reads under each of its orders
 * to a day of the calendar and a time no finer than what is written; the value,
 * printed by ISO 8601, is scanned and read to itself again.
 */
#include "base/text/date.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MAX_BYTES     4096u
#define SECOND        INT64_C(1000000)
#define DAY           (INT64_C(86400) * SECOND)
#define FARTHEST_ZONE (INT64_C(15) * 3600 * SECOND)

struct day {
    int year, month, day;
};

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* The slow way, which shares nothing with what is tested. */
static struct day day_of(int32_t days)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30,
                                  31, 31, 30, 31, 30, 31};
    struct day d = {1970, 1, 1};
    int length;

    for (; days < 0; d.year--)
        days += 365 + is_leap(d.year - 1);
    for (; days >= 365 + is_leap(d.year); d.year++)
        days -= 365 + is_leap(d.year);
    for (; d.month <= 12; d.month++) {
        length = lengths[d.month - 1] + (d.month == 2 && is_leap(d.year));
        if (days < length)
            break;
        days -= length;
    }
    d.day += days;
    return d;
}

/* Digits of the fraction of a second: after "SS." */
static unsigned fraction_digits(struct str s)
{
    size_t colon = s.n;
    size_t at;
    unsigned n = 0;

    for (size_t i = 0; i < s.n; i++)
        colon = s.p[i] == '.' && i > 2 && s.p[i - 3] == ':' ? i : colon;
    for (at = colon + 1; at < s.n && s.p[at] >= '0' && s.p[at] <= '9'; at++)
        n++;
    return n;
}

static void check_precision(struct str s, int64_t micros)
{
    int64_t unit = SECOND;

    for (unsigned n = fraction_digits(s); n; n--)
        unit /= 10;
    BUG_ON(unit == 0 || micros % unit != 0);
    if (str_find_char(s, ':') == s.n)
        BUG_ON(micros != 0);
}

/* The two last digits of the year are in the text, so are those of the day. */
static void check_written(struct str s, const struct day *d)
{
    char text[16];

    (void)snprintf(text, sizeof(text), "%02d", d->year % 100);
    BUG_ON(str_find(s, str_from(text)) == s.n);
    (void)snprintf(text, sizeof(text), "%d", d->day);
    BUG_ON(str_find(s, str_from(text)) == s.n);
}

static void check_again(const struct date_shape *shape,
                        const struct date_value *v)
{
    int64_t micros = v->micros;
    int32_t days = v->days;
    struct date_value again;
    struct date_shape seen;
    char text[64];
    struct day d;
    int seconds;

    if (micros < 0 || micros >= DAY) {
        days += micros < 0 ? -1 : 1;
        micros += micros < 0 ? DAY : -DAY;
    }
    BUG_ON(micros < 0 || micros >= DAY);
    d = day_of(days);
    if (d.year < 1 || d.year > 9999)
        return; /* a zone moved it off the calendar */
    seconds = (int)(micros / SECOND);
    (void)snprintf(text, sizeof(text), "%04d-%02d-%02dT%02d:%02d:%02d.%06d%s",
                   d.year, d.month, d.day, seconds / 3600, seconds / 60 % 60,
                   seconds % 60, (int)(micros % SECOND),
                   shape->zone ? "Z" : "");
    BUG_ON(!date_scan(str_from(text), &seen) || seen.orders != DATE_YMD);
    BUG_ON(!seen.time || seen.zone != shape->zone);
    BUG_ON(!date_read(str_from(text), DATE_YMD, &again));
    BUG_ON(again.days != days || again.micros != micros);
}

static void check_value(struct str s, const struct date_shape *shape,
                        enum date_order order)
{
    struct date_value v;
    struct day d;

    BUG_ON(!date_read(s, order, &v));
    BUG_ON(!shape->zone && (v.micros < 0 || v.micros >= DAY));
    BUG_ON(v.micros < -FARTHEST_ZONE || v.micros >= DAY + FARTHEST_ZONE);
    BUG_ON(!shape->time && v.micros);
    check_precision(s, v.micros);
    if (!shape->orders) {
        BUG_ON(v.days);
        return;
    }
    d = day_of(v.days);
    BUG_ON(d.year < 1 || d.year > 9999);
    check_written(s, &d);
    check_again(shape, &v);
}

static void check_cell(struct str s)
{
    static const enum date_order orders[] = {DATE_YMD, DATE_DMY, DATE_MDY};
    struct date_shape shape;
    struct date_value v;

    if (!date_scan(s, &shape)) {
        BUG_ON(shape.orders || shape.time || shape.zone);
        return;
    }
    BUG_ON(!shape.orders && !shape.time);
    BUG_ON(shape.zone && !(shape.orders && shape.time));
    for (size_t i = 0; i < 3; i++) {
        if (!shape.orders || (shape.orders & orders[i]))
            check_value(s, &shape, orders[i]);
        else
            BUG_ON(date_read(s, orders[i], &v));
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
