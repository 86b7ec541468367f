/* Signs and words that every language has. */
#include "ask/spec/spec.h"
#include "ask/vocabulary/question_words.h"

const struct question_word question_words_any[] = {
    /* words that only hold a sentence together */
    {"a", CONCEPT_FILLER, 0},
    {"me", CONCEPT_FILLER, 0},
    {"s", CONCEPT_FILLER, 0},

    /* aggregates */
    {"total", CONCEPT_AGG, AGG_SUM},
    {"min", CONCEPT_AGG, AGG_MIN},
    {"max", CONCEPT_AGG, AGG_MAX},

    /* the first and the last of an order */
    {"top", CONCEPT_TOP, 0},

    /* comparisons */
    {">", CONCEPT_CMP, FILTER_GT},
    {"> =", CONCEPT_CMP, FILTER_GE},
    {"<", CONCEPT_CMP, FILTER_LT},
    {"< =", CONCEPT_CMP, FILTER_LE},
    {"=", CONCEPT_CMP, FILTER_EQ},
    {"≥", CONCEPT_CMP, FILTER_GE},
    {"≤", CONCEPT_CMP, FILTER_LE},

    /* negation */
    {"null", CONCEPT_EMPTY, 0},

    /* months and quarters */
    {"mar", CONCEPT_MONTH, 3},
    {"jun", CONCEPT_MONTH, 6},
    {"jul", CONCEPT_MONTH, 7},
    {"sep", CONCEPT_MONTH, 9},
    {"oct", CONCEPT_MONTH, 10},
    {"nov", CONCEPT_MONTH, 11},
    {"q1", CONCEPT_QUARTER, 1},
    {"q2", CONCEPT_QUARTER, 2},
    {"q3", CONCEPT_QUARTER, 3},
    {"q4", CONCEPT_QUARTER, 4},

    /* shares */
    {"%", CONCEPT_SHARE, 0},

    /* nouns for rows, and what begins a question */
    {"versus", CONCEPT_COMPARE, 0},
    {"vs", CONCEPT_COMPARE, 0},

    /* numbers in words */
    {"euros", CONCEPT_FILLER, 1},
    {"euro", CONCEPT_FILLER, 1},
    {"eur", CONCEPT_FILLER, 1},
    {"usd", CONCEPT_FILLER, 1},
    {"mxn", CONCEPT_FILLER, 1},
    {"cop", CONCEPT_FILLER, 1},
    {"clp", CONCEPT_FILLER, 1},
    {"gbp", CONCEPT_FILLER, 1},
    {"cny", CONCEPT_FILLER, 1},
    {"rmb", CONCEPT_FILLER, 1},
    {"jpy", CONCEPT_FILLER, 1},
};

const size_t question_words_n_any =
    sizeof(question_words_any) / sizeof(question_words_any[0]);
