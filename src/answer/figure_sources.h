/*
 * figure_sources.h - finds the source (cell or excerpt) of each number in an answer's
 * text.
 */
#ifndef ANSWER_FIGURE_SOURCES_H
#define ANSWER_FIGURE_SOURCES_H

#include "answer/answer.h"

/*
 * figure_sources_find - the numbers of an->text, with the place in the answer object
 * that holds each.
 *
 * In what tables say that is a cell, /results/rows/0/1, or the number of rows,
 * /results/total_row_count; in what pages say the excerpt of a passage,
 * /sources/1/excerpt. Digits of names, and what restates the question (its
 * periods, its filters), are no figures. A number that nothing holds has no
 * place, and a warning says so.
 *
 * out      an        figures, warnings
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err figure_sources_find(struct answer *an, struct arena *a,
                                        struct error *e);

#endif
