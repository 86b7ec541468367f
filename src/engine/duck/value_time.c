/*
 * value_time.c - dates, times and intervals as ISO 8601.
 *
 * DuckDB counts in the proleptic Gregorian calendar from 1970-01-01. The way
 * from days to year, month and day is Howard Hinnant's civil_from_days
 * (chrono-compatible low-level date algorithms): the year is made to begin in
 * March, so that the leap day is its last, and 400 years are one era of
 * 146,097 days.
 */
#include "engine/duck/value.h"

#include <inttypes.h>

#define DAY_SECONDS 86400

static void put_year_month_day(struct buf *out, int64_t days)
{
    int64_t z = days + 719468; /* days since 0000-03-01 */
    int64_t era = (z >= 0 ? z : z - 146096) / 146097;
    int64_t doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    int64_t day = doy - (153 * mp + 2) / 5 + 1;
    int64_t month = mp < 10 ? mp + 3 : mp - 9;
    int64_t year = yoe + era * 400 + (month <= 2);
    if (year > 9999)
        buf_put_char(out, '+');
    if (year < 0)
        buf_put_char(out, '-');
    buf_printf(out, "%04" PRId64 "-%02" PRId64 "-%02" PRId64,
               year < 0 ? -year : year, month, day);
}

void value_put_date(struct buf *out, int32_t days)
{
    if (days == INT32_MAX || days == -INT32_MAX)
        buf_puts(out, days > 0 ? "infinity" : "-infinity");
    else
        put_year_month_day(out, days);
}

/* ".25" for a quarter; nothing for a whole second. */
static void put_fraction(struct buf *out, int64_t ticks, int64_t per_second)
{
    if (ticks == 0)
        return;
    buf_put_char(out, '.');
    for (int64_t unit = per_second / 10; ticks && unit; unit /= 10) {
        buf_put_char(out, (char)('0' + ticks / unit));
        ticks %= unit;
    }
}

void value_put_time(struct buf *out, int64_t ticks, int64_t per_second)
{
    int64_t seconds = ticks / per_second;
    buf_printf(out, "%02" PRId64 ":%02" PRId64 ":%02" PRId64, seconds / 3600,
               seconds / 60 % 60, seconds % 60);
    put_fraction(out, ticks % per_second, per_second);
}

void value_put_time_tz(struct buf *out, uint64_t bits)
{
    /* DuckDB keeps the offset turned round, so that times sort */
    int64_t offset = 15 * 3600 + 59 * 60 + 59 - (int64_t)(bits & 0xffffff);
    int64_t away = offset < 0 ? -offset : offset;
    value_put_time(out, (int64_t)(bits >> 24), 1000000);
    if (offset == 0) {
        buf_put_char(out, 'Z');
        return;
    }
    buf_printf(out, "%c%02" PRId64 ":%02" PRId64, offset < 0 ? '-' : '+',
               away / 3600, away / 60 % 60);
    if (away % 60)
        buf_printf(out, ":%02" PRId64, away % 60);
}

void value_put_timestamp(struct buf *out, int64_t ticks, int64_t per_second)
{
    if (ticks == INT64_MAX || ticks == -INT64_MAX) {
        buf_puts(out, ticks > 0 ? "infinity" : "-infinity");
        return;
    }
    int64_t day = DAY_SECONDS * per_second;
    int64_t days = ticks / day - (ticks % day < 0);
    int64_t rest = ticks % day + (ticks % day < 0 ? day : 0);
    put_year_month_day(out, days);
    buf_put_char(out, 'T');
    value_put_time(out, rest, per_second);
}

static void put_part(struct buf *out, int64_t n, char unit)
{
    if (n)
        buf_printf(out, "%" PRId64 "%c", n, unit);
}

static void put_seconds(struct buf *out, int64_t micros)
{
    int64_t whole = micros / 1000000, part = micros % 1000000;
    if (micros == 0)
        return;
    if (micros < 0)
        buf_put_char(out, '-');
    buf_printf(out, "%" PRId64, whole < 0 ? -whole : whole);
    put_fraction(out, part < 0 ? -part : part, 1000000);
    buf_put_char(out, 'S');
}

void value_put_interval(struct buf *out, struct duck_interval v)
{
    if (v.months == 0 && v.days == 0 && v.micros == 0) {
        buf_puts(out, "PT0S");
        return;
    }
    buf_put_char(out, 'P');
    put_part(out, v.months / 12, 'Y');
    put_part(out, v.months % 12, 'M');
    put_part(out, v.days, 'D');
    if (v.micros == 0)
        return;
    buf_put_char(out, 'T');
    put_part(out, v.micros / INT64_C(3600000000), 'H');
    put_part(out, v.micros / 60000000 % 60, 'M');
    put_seconds(out, v.micros % 60000000);
}
