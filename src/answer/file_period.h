/*
 * file_period.h - which time the name of a file or sheet says that it is of:
 * sales_2024-03.csv, fuel_202403.csv, Q1 2024, "Visitas mayo 2024", 天气_2024年6月.
 */
#ifndef ANSWER_FILE_PERIOD_H
#define ANSWER_FILE_PERIOD_H

#include "base/arena.h"
#include "base/str.h"

/* The finest that a name has, finest first. */
enum file_period_kind {
    PERIOD_DAY,     /* 2024-03-05, 20240305 */
    PERIOD_MONTH,   /* 2024-03, 202403, March 2024, mayo_24, 2024年3月 */
    PERIOD_QUARTER, /* 2024_Q1, T1 2024, 2024年第一季度 */
    PERIOD_NAME,    /* a month without its year: enero, Mar, 3月 */
    PERIOD_YEAR,    /* 2024 */
    PERIOD_NONE
};

struct file_period {
    enum file_period_kind kind;
    int year, month, day; /* of a quarter its first month; 0: none */
    struct str said;      /* the part of the name, borrowed */
};

/* What the name says, without folder and ending. */
struct file_period file_period_find(struct str name);

/* As a cell: 2024-03-05, 2024-03, 2024-Q1, 2024; a month without a year as
 * it stands. */
MUST_CHECK enum err file_period_text(const struct file_period *p,
                                     struct arena *a, struct str *out,
                                     struct error *e);

#endif
