/*
 * spec_place.h - the parts of a query spec that select rows by their position
 * in the file, and that compare two groups of rows.
 */
#ifndef ASK_SPEC_SPEC_PLACE_H
#define ASK_SPEC_SPEC_PLACE_H

#include "base/str.h"

#include <stdint.h>

/* Between the values of a cell that its source says is a list. */
#define SPEC_LIST_SEPARATOR "; "

/* What of a cell counts. */
enum spec_view {
    VIEW_CELL,
    VIEW_NUMBER,      /* the first number in a text */
    VIEW_SECONDS,     /* the same, and of 4:19.84 its seconds */
    VIEW_YEAR,        /* of a date, or the first in a text */
    VIEW_DAY,         /* the date that a text says */
    VIEW_SHORT,       /* the first line of a text, without "at" and "vs." */
    VIEW_ITEM,        /* of a filter on values: one of a list, "a; b" */
    VIEW_MONTH,       /* the first day of 2024-05, 05/2024, 2024年5月 */
    VIEW_NAMED_MONTH, /* of May 2024, mayo de 2024 */
    VIEW_QUARTER,     /* of Q1 2024, 2024年第一季度 */
    VIEW_SHORT_MONTH, /* of Apr-23, abr. 23 */
    VIEW_WEEKDAY,     /* of a date 1 to 7, Monday to Sunday */
    VIEW_WEEKDAY_EN,  /* its name */
    VIEW_WEEKDAY_ES,
    VIEW_WEEKDAY_ZH,
    VIEW_CLOCK,     /* the time of day of a moment */
    VIEW_HOUR,      /* its hour, 07:00 */
    VIEW_WHOLE_DAY, /* the date that all of a text is: 2024/5/31, 31.05.2024 */
};

/* What is taken of the rows that the filters leave. */
enum spec_step_kind {
    SPEC_STEP_NONE,
    SPEC_STEP_FIRST, /* in the order of the file */
    SPEC_STEP_LAST,
    SPEC_STEP_NTH,
    SPEC_STEP_MOST, /* those with the largest of the column */
    SPEC_STEP_LEAST,
    SPEC_STEP_NTH_MOST,
    SPEC_STEP_NTH_LEAST,
    SPEC_STEP_NEXT, /* the row below the last */
    SPEC_STEP_PREVIOUS,
    SPEC_STEP_AFTER, /* all below the last */
    SPEC_STEP_BEFORE,
    SPEC_STEP_BETWEEN, /* the first and the last */
    SPEC_STEP_SAME,    /* others with the column's value of the first */
    SPEC_STEP_OVER,    /* all whose value is larger than that of the first */
    SPEC_STEP_UNDER,
};

struct spec_step {
    enum spec_step_kind kind;
    struct str column;
    enum spec_view view;
    uint64_t n; /* of the n-th, from 1; how many first or last ones, 0 is 1 */
};

/* From what to what a measure changed. */
enum spec_change_kind {
    SPEC_CHANGE_NONE,
    SPEC_CHANGE_SIDES,  /* from the rows of side 1 to those of side 2 */
    SPEC_CHANGE_DOWN,   /* the same, counted downwards */
    SPEC_CHANGE_GAP,    /* the same without a direction */
    SPEC_CHANGE_SERIES, /* from each period to the next that has rows */
    SPEC_CHANGE_TIMES,  /* how many times side 1 side 2 is */
};

struct spec_change {
    enum spec_change_kind kind;
    struct str names[2]; /* what side 1 and 2 are called */
};

/* What is asked of the rows of side 1 and of side 2. */
enum spec_compare_kind {
    SPEC_COMPARE_NONE,
    SPEC_COMPARE_LARGER, /* whose first number in the column is the larger */
    SPEC_COMPARE_SMALLER,
    SPEC_COMPARE_MORE_ROWS,
    SPEC_COMPARE_FEWER_ROWS,
    SPEC_COMPARE_EARLIER, /* whose first row comes first in the file */
    SPEC_COMPARE_LATER,
    SPEC_COMPARE_DIFFERENCE, /* of the first numbers */
    SPEC_COMPARE_ROW_DIFFERENCE,
    SPEC_COMPARE_ROWS_BETWEEN,
};

struct spec_compare {
    enum spec_compare_kind kind;
    struct str column; /* empty where rows are compared */
    enum spec_view view;
    struct str names[2]; /* what side 1 and 2 are called */
};

#endif
