/*
 * forms.h - what a question may ask of its columns, conditions and operations: the
 * specs of a state that the beam left, with what they leave out filled in. Private to
 * the module.
 */
#ifndef ASK_PARSE_FORMS_H
#define ASK_PARSE_FORMS_H

#include "ask/parse/asked_shape.h"
#include "ask/parse/formed.h"
#include "ask/parse/table_defaults.h"

enum form {
    FORM_COUNT,           /* how many rows, by groups where there are some */
    FORM_DISTINCT,        /* how many different values of a column */
    FORM_AGGREGATE,       /* sums, averages, extremes of measures, by groups */
    FORM_LIST,            /* different values of columns */
    FORM_CELLS,           /* columns of each row */
    FORM_ROWS,            /* whole rows */
    FORM_ROW_EXTREME,     /* the row with the most of a measure */
    FORM_GROUP_EXTREME,   /* the group with the most of a computed measure */
    FORM_COUNT_EXTREME,   /* the group with most rows */
    FORM_SHARE_PART,      /* what the conditions leave, of the whole */
    FORM_SHARE_GROUP,     /* each group's part of the total */
    FORM_SIDES,           /* values that are compared, each with its figure */
    FORM_GAP,             /* the difference between two of them */
    FORM_GROWTH,          /* the change from one to the other */
    FORM_SERIES,          /* the change from each period to the next */
    FORM_HAVING,          /* groups whose figure meets a condition */
    FORM_HAVING_COUNT,    /* how many such groups */
    FORM_GROUP_BEST,      /* of each group its best */
    FORM_RATIO,           /* one measure over another */
    FORM_PAIR,            /* one measure less another */
    FORM_DURATION,        /* days between two dates */
    FORM_RUNNING,         /* up to each period */
    FORM_COUNT_AND,       /* how many rows, and a measure of them */
    FORM_COLUMNS,         /* rows whose one column is over another */
    FORM_NEWEST,          /* the row with the latest date */
    FORM_MIXED,           /* measures, each computed as it was said beside it */
    FORM_TIMES,           /* how many times one side the other is */
    FORM_FORMULA_EXTREME, /* the most of what is computed of two columns */
    FORM_DISTINCT_EXTREME, /* the group with the most different values */
    FORM_PLACE_OF,         /* which place one has in an order */
    FORM_AGAINST,          /* rows over or under that of one */
    FORM_EACH,             /* so much of each on average */
    FORM_BOTH,             /* what has each of several values */
    FORM_FIGURES,          /* several figures of one measure */
    FORM_HAVING_EXTREME, /* of the groups with enough rows the one with the most */
    FORM_PERCENTILE,     /* below what so many of 100 are */
    FORM_CORRELATION,    /* of two measures */
    FORM_SHARE_WITHIN, /* each group's part of what it is in */
    FORM_RANK_WITHIN,  /* groups in their order within what they are in */
    FORM_NEVER,        /* groups of which no row is so */
    FORM_END_ROWS,     /* so many rows at an end of the file */
    FORM_STREAK,       /* the longest run of rows that are so */
    FORM_UNRELATED,    /* rows that none of another table belongs to */
    FORM_REST,         /* what meets a condition compared with all others */
    FORM_COMPUTED,     /* a measure that columns make together */
    FORMS
};

/* What specs are made of besides a state. */
struct forms_table {
    const struct meanings *m;
    const struct table_defaults *defaults;
    const struct counted_rows *counted;
    const struct parse_weights *w;
    const struct asked_shapes *asked;
};

/*
 * forms_make - add the specs of a state.
 *
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err forms_make(const struct forms_table *t,
                               const struct state *s, struct arena *a,
                               struct formed_heap *out, struct error *e);

#endif
