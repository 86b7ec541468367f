/*
 * reading_facts.h - the features of the most likely reading and its answer from
 * which candidates_confidence.h estimates how often such answers are right.
 */
#ifndef ASK_CANDIDATES_READING_FACTS_H
#define ASK_CANDIDATES_READING_FACTS_H

#include "ask/candidates/features.h"

struct reading_facts {
    uint8_t missed; /* as in struct features, at most 255 */
    uint8_t missed_links;
    uint8_t left_over;
    uint8_t conditions;
    uint8_t parts;     /* of them those of words inside a cell */
    bool is_computed;  /* a number that occurs nowhere */
    bool is_several;   /* more than one value */
    bool is_crowded;   /* several, where the question asks for one */
    bool is_odd;       /* long, of lines, or with signs that people leave out */
    bool is_whole;     /* of all rows, without a step */
    bool is_placed;    /* by the place in the file, */
    bool is_unordered; /* and no column says that it runs upwards */
    bool is_extreme;   /* by a largest or smallest value, */
    bool is_tied;      /* which several rows share */
    bool is_unnamed;   /* in a column that the question does not name */
    bool is_compared;  /* two against each other */
    bool is_counted;   /* rows are counted */
    bool is_result_named; /* the result column is named */
    uint16_t rows;        /* of the table, */
    uint16_t words;       /* and of the question */
};

/* `f` as features_of() made it for `c`. */
struct reading_facts reading_facts_of(const struct feature_question *x,
                                      const struct candidate *c,
                                      const struct features *f);

#endif
