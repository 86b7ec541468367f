/*
 * candidate.h - one reading of a question over a table: a set of rows, then a
 * result computed from them. Each candidate carries its denotation, the answer
 * it gives on the grid, because whether an answer is one name, five or a number
 * says much about whether it was asked for.
 *
 *     "which team won after 2005 most often"
 *      conditions   year of Season > 2005
 *      step         none
 *      result       the most frequent value of Team
 *
 * source   Pasupat, Liang: Compositional Semantic Parsing on Semi-Structured
 *          Tables (2015), whose grammar the operations are like
 */
#ifndef ASK_CANDIDATES_CANDIDATE_H
#define ASK_CANDIDATES_CANDIDATE_H

#include "ask/candidates/links.h"

#define CANDIDATE_MAX_CONDITIONS 3
#define CANDIDATE_NO_COLUMN      UINT32_MAX

enum condition_kind {
    CONDITION_VALUE, /* the cell is a value that the question says */
    CONDITION_PART,  /* the cell holds words that it says */
    CONDITION_EQUAL, /* of the number in the cell, as the next four */
    CONDITION_MORE,
    CONDITION_LESS,
    CONDITION_AT_LEAST,
    CONDITION_AT_MOST,
    CONDITION_YEAR, /* of the year that the cell says, as the next four */
    CONDITION_YEAR_AFTER,
    CONDITION_YEAR_BEFORE,
    CONDITION_YEAR_FROM,
    CONDITION_YEAR_UNTIL,
    CONDITION_DECADE, /* years from low to high; a century, too */
    CONDITION_BETWEEN,
    CONDITION_YEARS_BETWEEN,
    CONDITION_DAY,
    CONDITION_DAY_AFTER,
    CONDITION_DAY_BEFORE,
    CONDITION_EMPTY,   /* the cell is null: "has no notes" */
    CONDITION_FILLED,  /* it is not */
    CONDITION_ZERO,    /* its number is 0: "won no medals" */
    CONDITION_SUMMARY, /* the cell says "Total": no question does, and rows
                          without such are what most ask for */
    CONDITION_KINDS
};

struct condition {
    enum condition_kind kind;
    uint32_t column;
    const struct value_link *link;        /* of VALUE, PART and SUMMARY */
    const struct question_number *number; /* of those with a number */
    double low; /* the number, or the day as grid_value.day */
    double high;
    struct word_set used;
    struct rows rows;
};

/* How conditions are joined. */
enum joined { JOINED_AND, JOINED_OR, JOINED_NOT };

/* What is taken of the rows that the conditions leave. */
enum step {
    STEP_NONE,
    STEP_FIRST, /* in the order of the file */
    STEP_LAST,
    STEP_NTH,
    STEP_MOST, /* those with the largest key */
    STEP_LEAST,
    STEP_NTH_MOST,
    STEP_NTH_LEAST,
    STEP_NEXT, /* the row below the last of them */
    STEP_PREVIOUS,
    STEP_AFTER, /* all below */
    STEP_BEFORE,
    STEP_BETWEEN, /* between the first and the last of them */
    STEP_SAME,    /* others with the value that the first has in the key */
    STEP_OVER,    /* all with a larger key than the one row of the set */
    STEP_UNDER,
    STEP_KINDS
};

/* The answer on the grid. */
struct denotation {
    uint32_t n;             /* answers; 0: there is none */
    bool is_short;          /* of each value only candidate_short() */
    bool is_number;         /* one that was computed */
    double number;          /* it */
    struct str text;        /* one that the question names, else: */
    uint32_t column;        /* values of it */
    const uint32_t *values; /* values[n] */
};

struct row_set {
    struct rows rows;
    const struct condition *condition[CANDIDATE_MAX_CONDITIONS];
    size_t n;
    enum joined joined;
    enum step step;
    uint32_t key;  /* column of the step; CANDIDATE_NO_COLUMN */
    uint32_t nth;  /* of STEP_NTH..., from 1 */
    bool compared; /* two conditions, whose rows are compared, and */
    struct denotation name[2]; /* what they are called */
    struct word_set used;
};

/* What is computed from the rows. */
enum result {
    RESULT_VALUES,   /* of the column, each once */
    RESULT_COUNT,    /* rows */
    RESULT_DISTINCT, /* different values of the column */
    RESULT_SUM,      /* of the column's numbers, as the next five */
    RESULT_AVERAGE,
    RESULT_MAX,
    RESULT_MIN,
    RESULT_RANGE,      /* largest less smallest */
    RESULT_DIFFERENCE, /* of two rows */
    RESULT_YEARS,      /* last year less first year */
    RESULT_FREQUENT,   /* the values that most rows have */
    RESULT_RARE,
    RESULT_MOST_ROWS,  /* rows of the most frequent value */
    RESULT_RUN,        /* the longest run of rows, one below the other */
    RESULT_GROUP_MOST, /* the values of the column whose rows have the largest
                          sum of the other */
    /* of two conditions: */
    RESULT_LARGER, /* the one with the larger number in the other column */
    RESULT_SMALLER,
    RESULT_MORE_ROWS,
    RESULT_FEWER_ROWS,
    RESULT_EARLIER, /* the one that comes first in the file */
    RESULT_LATER,
    RESULT_ROW_DIFFERENCE,
    RESULT_ROWS_BETWEEN,
    RESULT_KINDS
};

struct candidate {
    enum result result;
    const struct row_set *rows;
    uint32_t column; /* of the result; CANDIDATE_NO_COLUMN */
    uint32_t other;  /* the second one */
    struct denotation answer;
};

struct candidates {
    struct candidate *candidate; /* candidate[n] */
    size_t n;
};

/*
 * candidates_make - all that the question may ask.
 *
 * out      out    lives in `a`; borrows grid, question and links. The same
 *                 input gives the same candidates in the same order
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err candidates_make(const struct grid *g,
                                    const struct question *q,
                                    const struct grid_links *l, struct arena *a,
                                    struct candidates *out, struct error *e);

/* The text of an answer: answer 0 to n - 1. `text` lives in `a`. */
MUST_CHECK enum err denotation_text(const struct grid *g,
                                    const struct denotation *d, uint32_t i,
                                    struct arena *a, struct str *text,
                                    struct error *e);

/*
 * What of a cell people name: its first line, and of "at Ohio" and "vs. Ohio"
 * the one that was met. Borrows `text`; all of it where there is nothing to
 * leave out. VIEW_SHORT of ask/spec/spec_place.h is the same in SQL.
 */
struct str candidate_short(struct str text);

/* Does it come from words that occur in the column's values? */
bool condition_is_linked(const struct condition *c);

/* Words for debugging and for the names of features: "most", "count". */
const char *condition_name(enum condition_kind k);
const char *step_name(enum step s);
const char *result_name(enum result r);

#endif
