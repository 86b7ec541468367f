/*
 * year_month.h - parses months and quarters of a year, and nothing finer.
 *
 * Such a cell is no day: it stays text, and code that needs periods parses it
 * here.
 */
#ifndef BASE_TEXT_YEAR_MONTH_H
#define BASE_TEXT_YEAR_MONTH_H

#include "base/str.h"

/* How it is written; a column has months when all its cells are written in one
 * way. */
enum year_month_form {
    YEAR_MONTH_NONE,
    YEAR_MONTH_NUMBER,  /* 2024-05, 2024/5, 2024年5月, 05/2024 */
    YEAR_MONTH_NAME,    /* May 2024, mayo de 2024, 2024-May */
    YEAR_MONTH_QUARTER, /* Q1 2024, 2024-T1, 2024年第一季度 */
    YEAR_MONTH_SHORT,   /* Apr-23, abr. 23, Sep'23: or a day of April */
};

struct year_month {
    int year;  /* 1900 to 2199 */
    int month; /* 1 to 12; of a quarter its first */
    enum year_month_form form;
    bool sorts;  /* year first and two digits: later is greater as text */
    bool season; /* 2010/11 may also be two years */
};

/* Names of months are those of English and Spanish, whole or cut to three
 * letters or more. `s` is as it stands in the cell: a space more is no
 * month. */
bool year_month_read(struct str s, struct year_month *out);

#endif
