/*
 * form_evidence.h - the features that tell what data and question say of a spec's
 * parts. Private to the module.
 */
#ifndef ASK_PARSE_FORM_EVIDENCE_H
#define ASK_PARSE_FORM_EVIDENCE_H

#include "ask/parse/forming.h"

/* The first argument of F_FITS: what is looked at. Weights name the numbers. */
enum evidence {
    FITS_RANGE,    /* place of the number, operation, nature of its column */
    FITS_PERIOD,   /* place of the period, nature of its column */
    FITS_BLANKS,   /* operation, column has blanks, its nature */
    FITS_TWICE,    /* both operations on one column */
    FITS_LISTS,    /* operation, cells hold lists */
    FITS_QUANTITY, /* figure, table has quantities, rows were named */
    FITS_HAVING,   /* figure, its number against all rows */
    FITS_RATIO,    /* pattern, which side's values are larger */
    FITS_GROUPED,  /* figure, different values of the group, part of an order */
    FITS_ASKED, /* who, when, ..., nature of what is shown, part of an order */
    FITS_LIMIT, /* how many are asked for against how many there are */
    FITS_NUMBERED, /* figure of a column whose numbers are of one length */
    FITS_ORDER,    /* which of two dates begins and ends first */
    FITS_EITHER,   /* both operations of alternatives on one column */
    FITS_ALIKE, /* operation of conditions on two columns by the same values */
    FITS_REPEATED, /* conditions that are said twice */
    FITS_TURNED, /* form, which of two periods is the earlier, word of change */
    FITS_UNNAMED, /* form, place among names of rows, it has blanks */
    FITS_MEANT, /* part, how surely a word means its column, and another one */
    FITS_SAID_FIRST, /* pattern, which side is said first, word of shares */
    FITS_AND_ROWS, /* rows are named, and beside them a figure; rows are counted */
    FITS_THINGS, /* figure, how rows are named, what is asked for */
    FITS_FIXED,  /* columns shown that a condition fixes, others, figure */
    FITS_REPEATS, /* what is counted or listed, its values, rows and number said */
    FITS_NEGATED,  /* negations that are said, that the spec has, figure */
    FITS_SIDES,    /* what is made of values side by side, their conjunction */
    FITS_COMPARED, /* how one column is held against another, as it was said */
    FITS_RANGES, /* how the ranges of two compared columns lie, both natures */
    FITS_COUNTED, /* how many was said, rows named and counted; figures; how much */
    FITS_AGGREGATES, /* figures not computed as is said beside them, aggregates unused */
    FITS_LASTING, /* what is computed where the longest or shortest is asked for */
    FITS_DATED, /* what is ordered by where newest or oldest is asked for, several */
    FITS_GRAIN, /* months or days that are said: figures are by them, a word before it */
    FITS_PART, /* the condition right before "rate", or a word of shares, is the part */
};

/* One more of these features; FEATURE_NONE: no argument. */
static inline void form_fits(struct forming *x, enum evidence what, uint32_t a,
                             uint32_t b, uint32_t c)
{
    form_feature(x, F_FITS, (uint32_t)what, a, b, c);
}

/* Is a column in some part of the spec? */
bool form_uses(const struct forming *x, struct str column);

/* What the question says of its columns, figures and groups. */
void form_said_features(struct forming *x);

/* What its rows and conditions say of it. */
void form_shown_features(struct forming *x);

/* What the data say of a formula of two columns. */
void form_ratio_feature(struct forming *x, const char *pattern, uint16_t a,
                        uint16_t b);

/* Which of the two dates of a duration is the earlier one in the data. */
void form_order_feature(struct forming *x, uint16_t from, uint16_t to);

/* In which order the two periods of a change are; turned: the one said last is first. */
void form_turned_feature(struct forming *x, enum form form, bool turned);

/* Which of several conditions is the part of a share: that of "pass rate". */
void form_part_feature(struct forming *x);

/* Which of two columns of a formula is said first. */
void form_said_ratio_feature(struct forming *x, const char *pattern, uint16_t a,
                             uint16_t b);

#endif
