/*
 * alternatives.h - other readings of a question: the choices of a clarifying
 * question, and what is beside an answer that is not sure.
 */
#ifndef ANSWER_ALTERNATIVES_H
#define ANSWER_ALTERNATIVES_H

#include "answer/table_part.h"

/* Runs r->out->asked, and fills r->out. */
typedef enum err run_asked(struct table_part *r, struct error *e);

/*
 * alternatives_of_doubt - where clarification is needed: what the question most
 * likely asks is the answer where that is likely enough; else the likely
 * readings are beside it, to choose from.
 *
 * out      r->out  the answer; or as it was, with `likely` and `alternatives`
 */
MUST_CHECK enum err alternatives_of_doubt(struct table_part *r, run_asked *run,
                                          struct error *e);

/* An answer by the rules that is less than sure: readings that give others. */
MUST_CHECK enum err alternatives_of_answer(struct table_part *r, run_asked *run,
                                           struct error *e);

/* Another reading is the answer, and what was the answer one to choose. */
MUST_CHECK enum err alternatives_replace(struct table_part *r,
                                         const struct ask_result *better,
                                         run_asked *run, struct error *e);

/* Say of an answer that is less than sure how often such a one is right. */
MUST_CHECK enum err alternatives_note(const struct table_part *r,
                                      struct error *e);

/*
 * alternatives_choose - make the answer of the one that the asker chose.
 *
 * in       r->chosen  its number, from 1; 0: none was chosen
 * errors   ERR_VALIDATION_FAILED  there is none of that number
 */
MUST_CHECK enum err alternatives_choose(struct table_part *r, struct error *e);

#endif
