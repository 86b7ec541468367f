#include "ask/link/period.h"

enum grain link_period_grain(const struct link_period *p)
{
    if (p->decade || p->quarter > 4 || p->days || p->months)
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

void link_days_of(struct link_period p, struct civil *from, struct civil *to)
{
    *from = *to = (struct civil){p.day.year, 1, 1};
    if (p.week) {
        *from = civil_week(p.day.year, p.week);
        *to = civil_add_days(*from, 7);
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
