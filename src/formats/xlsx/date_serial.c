/*
 * Converts serial dates of workbooks.
 *
 * The 1900 system has a day 60, 29 February 1900, because Lotus 1-2-3 had it.
 * So days up to 59 count from 31 December 1899 and days from 61 on from one
 * day earlier. Day 0, which a formula over an empty cell makes, shows as
 * 0 January 1900: here it is the day before the first.
 */
#include "formats/xlsx/date_serial.h"

#include <math.h>

#define DAY_MS       INT64_C(86400000)
#define EPOCH_1900   (-25568) /* 1899-12-31, in days from 1970-01-01 */
#define EPOCH_1904   (-24107)
#define PHANTOM_DAY  60
#define LAST_1900    2958465 /* 9999-12-31 */
#define LAST_1904    2957003
#define MAX_DURATION 1e9 /* days; more is no duration */

/* Year, month and day; Howard Hinnant's days_from_civil turned around. */
static void civil(int64_t days, int64_t *y, unsigned *m, unsigned *d)
{
    int64_t z = days + 719468; /* from 0000-03-01; never before it here */
    int64_t era = z / 146097;
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;

    *d = (unsigned)(doy - (153 * mp + 2) / 5 + 1);
    *m = (unsigned)(mp < 10 ? mp + 3 : mp - 9);
    *y = yoe + era * 400 + (*m <= 2);
}

static void put_text(struct serial *s, const char *text)
{
    while (*text && s->n < SERIAL_BYTES)
        s->text[s->n++] = *text++;
}

/* At least `width` digits. A million dates are many calls of snprintf(). */
static void put_number(struct serial *s, int64_t value, size_t width)
{
    char digits[24];
    size_t n = 0;

    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value > 0 || n < width);
    while (n > 0 && s->n < SERIAL_BYTES)
        s->text[s->n++] = digits[--n];
}

static void put_date(struct serial *s, int64_t days)
{
    unsigned m, d;
    int64_t y;

    civil(days, &y, &m, &d);
    put_number(s, y, 4);
    put_text(s, "-");
    put_number(s, m, 2);
    put_text(s, "-");
    put_number(s, d, 2);
}

/* "10:30:00", with milliseconds where there are any. */
static void put_clock(struct serial *s, int64_t ms)
{
    int64_t seconds = ms / 1000;

    put_number(s, seconds / 3600, 2);
    put_text(s, ":");
    put_number(s, seconds / 60 % 60, 2);
    put_text(s, ":");
    put_number(s, seconds % 60, 2);
    if (ms % 1000) {
        put_text(s, ".");
        put_number(s, ms % 1000, 3);
    }
}

static void read_duration(double days, struct serial *s)
{
    int64_t ms = llround(fabs(days) * (double)DAY_MS);

    s->kind = SERIAL_DURATION;
    if (days < 0 && ms > 0)
        put_text(s, "-");
    put_clock(s, ms);
}

/* A day of the system, which may be the one that never was. */
static void put_day(struct serial *s, int64_t day, bool date1904)
{
    if (date1904)
        put_date(s, day + EPOCH_1904);
    else if (day == PHANTOM_DAY)
        put_text(s, "1900-02-29");
    else
        put_date(s, day + EPOCH_1900 - (day > PHANTOM_DAY));
}

void serial_read(double days, enum format_class format, bool date1904,
                 struct serial *s)
{
    int64_t ms, day;
    bool clock;

    *s = (struct serial){.kind = SERIAL_NUMBER};
    if (!(fabs(days) < MAX_DURATION))
        return;
    if (format == FORMAT_DURATION) {
        read_duration(days, s);
        return;
    }
    ms = llround(days * (double)DAY_MS);
    day = ms / DAY_MS;
    if (ms < 0 || day > (date1904 ? LAST_1904 : LAST_1900))
        return;
    ms %= DAY_MS;
    if (format == FORMAT_TIME && day == 0) {
        s->kind = SERIAL_TIME;
        put_clock(s, ms);
        return;
    }
    clock = format != FORMAT_DATE || ms > 0;
    s->kind = clock ? SERIAL_DATETIME : SERIAL_DATE;
    s->day_zero = day == 0 && !date1904;
    if (day == PHANTOM_DAY && !date1904)
        s->kind = SERIAL_PHANTOM;
    put_day(s, day, date1904);
    if (clock) {
        put_text(s, " ");
        put_clock(s, ms);
    }
}
