/* period.h - a period that a question names. */
#ifndef ASK_LINK_PERIOD_H
#define ASK_LINK_PERIOD_H

#include "ask/link/civil.h"
#include "ask/link/table_schema.h"

/* What people mean differently: which days "early June" has. */
enum period_vague {
    PERIOD_CLEAR,
    PERIOD_EARLY, /* the first to the tenth of a month */
    PERIOD_MID,   /* to the twentieth; as an end, the 15th */
    PERIOD_LATE,  /* to the last */
    PERIOD_SEVENS /* weeks of a month, seven days each from its first */
};

/* Saturday and the Sunday after it, as link_period.weekday. */
#define PERIOD_WEEKEND 8

/* Time as it was said: a day, month, quarter, year or decade, or several that
 * follow each other. */
struct link_period {
    struct civil day;  /* year 0: any year */
    struct civil last; /* its last day, or month with day 0; month 0: as below;
                          year 0: that of `day` */
    int quarter;       /* 1 to 4, 5 and 6: the halves of a year; 0: none */
    int week;          /* of the year, ISO 8601; 0: none */
    int months;        /* months from the month of `day` on; 0: one */
    int days;     /* days from `day`, or the Monday of `week`, on; 0: one */
    int from_end; /* so many days at the end of the month of `day`; 0: none */
    int nth; /* which `weekday` of the month of `day`, -1: the last; 0: none */
    int weekday;  /* 1 Monday to 7, or PERIOD_WEEKEND */
    bool week_of; /* the days from Monday to Sunday that `day` is one of */
    bool decade;
    enum period_vague vague;
};

/* The first day of a period that has a year, and the first after it. */
void link_days_of(struct link_period p, struct civil *from, struct civil *to);

/* A period as the end of a longer one, "since mid June", "until the end of June": the
 * day that is meant where its days are vague; what is clear remains as it is. */
struct link_period link_period_as_end(struct link_period p);

/* Do people count its days differently; `as_end`: where only one end of it is meant? */
bool link_period_is_vague(const struct link_period *p, bool as_end);

/* Are they the same period? */
bool link_period_same(const struct link_period *a, const struct link_period *b);

/* The unit that a period is one of; GRAIN_NONE: a decade, some days. */
enum grain link_period_grain(const struct link_period *p);

/* The year that all dates of a column are of; 0: there are several. */
int link_only_year(const struct schema_column *c);

#endif
