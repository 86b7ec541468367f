#include "ask/link/period.h"

enum grain link_period_grain(const struct link_period *p)
{
    if (p->decade || p->quarter > 4 || p->days || p->months || p->last.month ||
        p->from_end || p->nth || p->week_of)
        return GRAIN_NONE;
    if (p->week)
        return GRAIN_WEEK;
    return p->quarter     ? GRAIN_QUARTER
           : p->day.day   ? GRAIN_DAY
           : p->day.month ? GRAIN_MONTH
                          : GRAIN_YEAR;
}

int link_only_year(const struct schema_column *c)
{
    struct civil min;
    struct civil max;

    if (!civil_read(c->min, &min) || !civil_read(c->max, &max))
        return 0;
    return min.year == max.year ? min.year : 0;
}

struct link_period link_period_as_end(struct link_period p)
{
    const enum period_vague vague = p.vague;

    if (vague != PERIOD_EARLY && vague != PERIOD_MID && vague != PERIOD_LATE)
        return p;
    p.vague = PERIOD_CLEAR;
    p.last = (struct civil){0};
    p.days = 0;
    p.day.day = vague == PERIOD_MID ? 15 : 1;
    p.from_end = vague == PERIOD_LATE;
    return p;
}

bool link_period_is_vague(const struct link_period *p, bool as_end)
{
    return as_end ? p->vague == PERIOD_MID || p->vague == PERIOD_SEVENS
                  : p->vague != PERIOD_CLEAR;
}

static bool same_day(struct civil a, struct civil b)
{
    return civil_cmp(a, b) == 0;
}

bool link_period_same(const struct link_period *a, const struct link_period *b)
{
    return same_day(a->day, b->day) && same_day(a->last, b->last) &&
           a->quarter == b->quarter && a->week == b->week &&
           a->months == b->months && a->days == b->days &&
           a->from_end == b->from_end && a->nth == b->nth &&
           a->weekday == b->weekday && a->week_of == b->week_of &&
           a->decade == b->decade;
}

/* The nth weekday of a month, or its last; no day where it has not so many. */
static void weekday_of(struct link_period p, struct civil *from,
                       struct civil *to)
{
    const struct civil first = {p.day.year, p.day.month, 1};
    const int length = civil_month_days(first.year, first.month);
    const int weekday = p.weekday == PERIOD_WEEKEND ? 6 : p.weekday;
    int at = (weekday - 1 - civil_number(first) % 7 + 7) % 7;

    at += p.nth > 0 ? 7 * (p.nth - 1) : (length - 1 - at) / 7 * 7;
    *from = *to = civil_add_days(first, at);
    if (at < length)
        *to = civil_add_days(*from, p.weekday == PERIOD_WEEKEND ? 2 : 1);
}

/* The first day after a day, a month or a year. */
static struct civil after(struct civil last)
{
    if (last.day)
        return civil_add_days(last, 1);
    last.day = 1;
    return civil_add_months(last, 1);
}

/* Parts of a month, and days to a day that is told; false for another period. */
static bool days_of_part(struct link_period p, struct civil *from,
                         struct civil *to)
{
    *from = p.day;
    from->day = from->day ? from->day : 1;
    if (p.nth) {
        weekday_of(p, from, to);
    } else if (p.week_of) {
        *from = civil_add_days(p.day, -(civil_number(p.day) % 7));
        *to = civil_add_days(*from, 7);
    } else if (p.from_end) {
        *to = after((struct civil){p.day.year, p.day.month, 0});
        *from = civil_add_days(*to, -p.from_end);
    } else if (p.last.month) {
        p.last.year = p.last.year ? p.last.year : p.day.year;
        *to = after(p.last);
    } else {
        return false;
    }
    return true;
}

void link_days_of(struct link_period p, struct civil *from, struct civil *to)
{
    if (days_of_part(p, from, to))
        return;
    *from = *to = (struct civil){p.day.year, 1, 1};
    if (p.week) {
        *from = civil_week(p.day.year, p.week);
        *to = civil_add_days(*from, p.days ? p.days : 7);
    } else if (p.quarter) {
        bool half = p.quarter > 4;

        from->month = half ? (p.quarter - 5) * 6 + 1 : p.quarter * 3 - 2;
        *to = civil_add_months(*from, half ? 6 : 3);
    } else if (p.day.day) {
        *from = p.day;
        *to = civil_add_days(p.day, p.days ? p.days : 1);
    } else if (p.day.month) {
        from->month = p.day.month;
        *to = civil_add_months(*from, p.months ? p.months : 1);
    } else {
        to->year += p.decade ? 10 : 1;
    }
}
