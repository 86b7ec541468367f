/*
 * reading.h - where the rules ask back: the likeliest reading of an English
 * question about a small table, if it is likely enough.
 */
#ifndef ANSWER_READING_H
#define ANSWER_READING_H

#include "answer/answer.h"

/* Under this confidence a question goes back to the asker. */
#define READING_MIN_CONFIDENCE 0.8

/*
 * reading_try - answer with the likeliest reading instead of asking back.
 *
 * in       source   the table that `asked` is about
 *          asked    ASK_CLARIFY
 * out      asked    ASK_ANSWERABLE with spec, SQL and confidence; or as it was:
 *                   another language, a column that lacks its type
 *                   (which is better mended), a table over ROWS_MAX rows, nothing likely
 *                   enough, a word left over, or a reading that no spec says
 * errors   of table_read_rows(); ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err reading_try(struct tables *t,
                                const struct answer_source *source,
                                struct str question, struct arena *a,
                                struct ask_result *asked, struct error *e);

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
