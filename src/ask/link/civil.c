#include "ask/link/civil.h"

static bool digits(struct str s, size_t at, size_t n, int *out)
{
    size_t i;

    *out = 0;
    for (i = at; i < at + n; i++) {
        if (i >= s.n || s.p[i] < '0' || s.p[i] > '9')
            return false;
        *out = *out * 10 + (s.p[i] - '0');
    }
    return true;
}

bool civil_read(struct str iso, struct civil *out)
{
    return iso.n >= 10 && iso.p[4] == '-' && iso.p[7] == '-' &&
           digits(iso, 0, 4, &out->year) && digits(iso, 5, 2, &out->month) &&
           digits(iso, 8, 2, &out->day) && out->month && out->day &&
           civil_valid(*out);
}

int civil_month_days(int year, int month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30,
                                 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return days[month - 1] + (month == 2 && leap);
}

bool civil_valid(struct civil c)
{
    if (c.year < 1 || c.year > 9999 || c.month < 0 || c.month > 12 || c.day < 0)
        return false;
    return c.month ? c.day <= civil_month_days(c.year, c.month) : c.day == 0;
}

struct civil civil_add_months(struct civil c, int months)
{
    int at = c.year * 12 + (c.month - 1) + months;
    int last;

    c.year = at / 12;
    c.month = at % 12 + 1;
    last = civil_month_days(c.year, c.month);
    if (c.day > last)
        c.day = last;
    return c;
}

struct civil civil_add_days(struct civil c, int days)
{
    c.day += days;
    while (c.day < 1) {
        struct civil before = {c.year, c.month, 1};

        before = civil_add_months(before, -1);
        c.day += civil_month_days(before.year, before.month);
        c.year = before.year;
        c.month = before.month;
    }
    while (c.day > civil_month_days(c.year, c.month)) {
        struct civil after = {c.year, c.month, 1};

        c.day -= civil_month_days(c.year, c.month);
        after = civil_add_months(after, 1);
        c.year = after.year;
        c.month = after.month;
    }
    return c;
}

struct civil civil_window_start(struct civil newest, int months, int days)
{
    if (months == 0)
        return civil_add_days(newest, 1 - days);
    if (newest.day != civil_month_days(newest.year, newest.month))
        return civil_add_days(civil_add_months(newest, -months), 1);
    newest.day = 1;
    return civil_add_months(newest, 1 - months);
}

int civil_number(struct civil c)
{
    int before = c.year - 1;
    int days = before * 365 + before / 4 - before / 100 + before / 400;
    int month;

    for (month = 1; month < c.month; month++)
        days += civil_month_days(c.year, month);
    return days + c.day - 1;
}

struct civil civil_week(int year, int week)
{
    struct civil fourth = {year, 1, 4}; /* is always in the first week */

    return civil_add_days(fourth, (week - 1) * 7 - civil_number(fourth) % 7);
}

int civil_cmp(struct civil a, struct civil b)
{
    if (a.year != b.year)
        return a.year - b.year;
    return a.month != b.month ? a.month - b.month : a.day - b.day;
}

enum err civil_write(struct civil c, struct arena *a, struct str *out,
                     struct error *e)
{
    return str_printf(a, out, e, "%04d-%02d-%02d", c.year, c.month, c.day);
}
