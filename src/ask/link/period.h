/* period.h - a period that a question names. */
#ifndef ASK_LINK_PERIOD_H
#define ASK_LINK_PERIOD_H

#include "ask/link/civil.h"
#include "ask/link/table_schema.h"

/* Time as it was said: a day, month, quarter, year or decade, or several that
 * follow each other. */
struct link_period {
    struct civil day; /* year 0: any year */
    int quarter;      /* 1 to 4, 5 and 6: the halves of a year; 0: none */
    int week;         /* of the year, ISO 8601; 0: none */
    int months;       /* months from the month of `day` on; 0: one */
    int days;         /* days from `day` on; 0: one */
    bool decade;
};

/* The first day of a period that has a year, and the first after it. */
void link_days_of(struct link_period p, struct civil *from, struct civil *to);

/* The unit that a period is one of; GRAIN_NONE: a decade, some days. */
enum grain link_period_grain(const struct link_period *p);

/* The year that all dates of a column are of; 0: there are several. */
int link_only_year(const struct schema_column *c);

#endif
