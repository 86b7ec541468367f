/*
 * rules_reading.h - what the rules (ask/ask.h) make of a question, as features of the
 * parser's candidates.
 *
 * The two read a question in different ways and err in other places, so a candidate
 * that gives what the rules give is right far more often than another.
 */
#ifndef ANSWER_RULES_READING_H
#define ANSWER_RULES_READING_H

#include "ask/ask.h"
#include "ask/parse/result.h"

struct rules_reading {
    const struct ask_result *asked;
    const struct json
        *rows; /* that they answer, an array of arrays; NULL: none */
};

/* What they say, or why they ask for clarification: of answering nothing. */
struct result_feature rules_reading_nothing(const struct parse_weights *w,
                                            const struct rules_reading *rules);

/* Of a candidate; `is_rules`: rules_reading_gives() what it gives. */
struct result_feature rules_reading_of(const struct parse_weights *w,
                                       const struct parse_candidate *c,
                                       const struct rules_reading *rules,
                                       bool is_rules);

/* All that there is of their answer where no candidate gives it. */
struct result_feature rules_reading_alone(const struct parse_weights *w,
                                          const struct rules_reading *rules);

/* What the rules say of an answer, as one of a few kinds (READING_CONFIDENCE_RULES).
 *
 * in       is_rules  it gives what they do
 *          is_alone  and no candidate does
 */
uint32_t rules_reading_kind(const struct rules_reading *rules, bool is_rules,
                            bool is_alone);

/* Do the rules answer with some value? */
bool rules_reading_answers(const struct rules_reading *rules);

/* And is it this (rules_reading_same())? */
bool rules_reading_gives(const struct rules_reading *rules,
                         const struct json *rows);

/*
 * rules_reading_same - do both give the same, whatever one shows beside it?
 *
 * Each column of the one that has fewer is a column of the other; rows may be in
 * another order where they are few.
 *
 * in       a, b   arrays of arrays; NULL: no rows
 * cost     columns * columns * rows, of few rows * rows * rows
 */
bool rules_reading_same(const struct json *a, const struct json *b);

#endif
