/* civil.h - the arithmetic of calendar days that questions need. */
#ifndef ASK_LINK_CIVIL_H
#define ASK_LINK_CIVIL_H

#include "base/str.h"

/* A day; month or day 0: the whole year, the whole month. */
struct civil {
    int year; /* 1 to 9999 */
    int month;
    int day;
};

/* The day that "2024-03-15..." begins with. */
bool civil_read(struct str iso, struct civil *out);

/* Is it a day that the calendar has; month and day may be 0? */
bool civil_valid(struct civil c);

/* 28 to 31; the year decides February. */
int civil_month_days(int year, int month);

/* The day `months` later, or the month's last when it has no such day. */
struct civil civil_add_months(struct civil c, int months);

/* The day `days` later. */
struct civil civil_add_days(struct civil c, int days);

/*
 * civil_window_start - the first of a number of months or days that end with a
 * day. Where it ends a month, whole months are meant (tables of month ends).
 *
 * in       months  0: days
 */
struct civil civil_window_start(struct civil newest, int months, int days);

/* Days since Monday, 0001-01-01. */
int civil_number(struct civil c);

/* The Monday of a week of the year, ISO 8601. */
struct civil civil_week(int year, int week);

/* <0, 0, >0. */
int civil_cmp(struct civil a, struct civil b);

/* "2024-03-15" in `a`. */
MUST_CHECK enum err civil_write(struct civil c, struct arena *a,
                                struct str *out, struct error *e);

#endif
