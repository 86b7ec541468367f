/*
 * reading.h - where the rules ask for clarification: the most likely reading of
 * an English question about a small table, if it is likely enough.
 */
#ifndef ANSWER_READING_H
#define ANSWER_READING_H

#include "answer/answer.h"

/* Below these the question is returned to the user. The first is for
 * presentation tables (answer/presentation_table.h), where the confidence is
 * calibrated and the caller relies on it (reading_choice.h), the second for all
 * others. docs/evaluation.md has the measurements behind them. */
#define READING_PRESENTATION_CONFIDENCE 0.2
#define READING_LIKELY_CONFIDENCE       0.4 /* any other question */
#define READING_KEPT_CONFIDENCE         0.8

struct reading_request {
    struct tables *t;
    const struct answer_source *source; /* the table that was asked about */
    bool alone;                         /* there is no other */
    struct str question;
    const struct reading_choice *choice;
    struct arena *a;
};

/*
 * reading_try - the likeliest interpretation of a question for which the rules ask
 * for clarification.
 *
 * in       asked    ASK_CLARIFY
 * out      asked    ASK_ANSWERABLE with spec, SQL and confidence; or as it was:
 *                   another language, a column that lacks its type (unless
 *                   only a confident one is wanted, the source is to be mended), a
 *                   table over ROWS_MAX rows, or a reading that no spec says
 *          given    it is likely enough to be the answer
 * errors   of table_read_rows(); ERR_LIMIT  the arena is full
 */
MUST_CHECK enum err reading_try(const struct reading_request *q,
                                struct ask_result *asked, bool *given,
                                struct error *e);

/*
 * reading_cells - the cells of a result that answer: not what they are by.
 *
 * in       result   of the SQL of `s`
 * out      cells    cells[returned], at most `max`; borrow `result`
 */
size_t reading_cells(const struct query_spec *s, const struct json *result,
                     struct str *cells, size_t max);

/*
 * reading_holds - does the SQL say what the reading answered on the grid?
 *
 * What is read of odd texts may differ; then the question goes back after all.
 *
 * in       result   of asked->sql
 */
MUST_CHECK enum err reading_holds(const struct ask_result *asked,
                                  const struct json *result, struct arena *a,
                                  bool *holds, struct error *e);

#endif
