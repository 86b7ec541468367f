/*
 * table_verdict.h - scores one line of `quarry ask --batch`: right, wrong,
 * refused or failed.
 *
 * Only what stands on the line is looked at: `mode`, `results.rows`,
 * `confidence`. An answer is right when some column of its rows holds the
 * expected values, as a set (ask/candidates/answers.h); where the expected ones
 * are rows, when some choice of columns holds them, row for row in any order.
 * Columns beside them are allowed, values beside them are not. An answer to a
 * question that has none is wrong.
 */
#ifndef ANSWER_EVALUATE_TABLE_VERDICT_H
#define ANSWER_EVALUATE_TABLE_VERDICT_H

#include "answer/evaluate/table_set.h"

enum table_outcome {
    TABLE_RIGHT,
    TABLE_WRONG,
    TABLE_REFUSED, /* asked for clarification, or no answer */
    TABLE_FAILED   /* an error instead of an answer */
};

/* What gave the answer. */
enum table_reader { TABLE_BY_RULES, TABLE_BY_READING, TABLE_READERS };

struct table_verdict {
    enum table_outcome outcome;
    enum table_reader reader; /* of an answer */
    double confidence;        /* of an answer; NAN: it says none */
    double time_ms;
};

/*
 * table_verdict_read - judge an answer.
 *
 * in       line   as batch.h writes it
 * errors   ERR_VALIDATION_FAILED  it is no JSON
 *          ERR_LIMIT              `a`, for scratch, is full
 */
MUST_CHECK enum err table_verdict_read(struct str line,
                                       const struct table_question *q,
                                       struct arena *a,
                                       struct table_verdict *out,
                                       struct error *e);

#endif
