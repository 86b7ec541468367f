/*
 * agreement.h - compares an answer of the rules with what the candidate
 * readings say.
 *
 * Rules bind words to columns and values one by one; readings compute what the
 * question might ask and were taught by answers. They err in other places, so
 * an answer that both give is right far more often than one that only one does.
 */
#ifndef ANSWER_AGREEMENT_H
#define ANSWER_AGREEMENT_H

#include "answer/reading.h"

/* Tables with more rows are not read once more to be surer of an answer. */
#define OPINION_MAX_ROWS 500

struct agreement {
    bool made;          /* false: another language, several tables, many rows */
    bool agrees;        /* the likeliest reading gives this answer */
    double same;        /* probability of it; 0: it is not among the best */
    double confidence;  /* of the likeliest reading */
    double nothing;     /* probability that no reading is right */
    uint32_t left_over; /* words that the likeliest reading leaves out */
    uint32_t words;     /* of the question */
};

/*
 * agreement_of - of the result of asked->sql.
 *
 * A column of it is the answer when its cells are, in any order.
 *
 * errors   of reading_grid() and ranker_rank()
 */
MUST_CHECK enum err agreement_of(const struct reading_request *q,
                                 const struct ask_result *asked,
                                 const struct json *result,
                                 struct agreement *out, struct error *e);

#endif
