/*
 * crosstab_part.h - questions whose answer is a cell of a crosstab (ask/crosstab), or is
 * computed of several.
 */
#ifndef ANSWER_CROSSTAB_PART_H
#define ANSWER_CROSSTAB_PART_H

#include "answer/table_part.h"

/* From this confidence on such a reading is the answer where nothing else is surer. */
#define CROSSTAB_CONFIDENCE 0.4

/*
 * crosstab_part_find - the surest such reading over the tables of the question.
 *
 * out      asked  what is to be run, with its confidence
 *          found  false: none of the tables is a crosstab, or has no such cell
 * errors   of table_read_rows()
 */
MUST_CHECK enum err crosstab_part_find(const struct table_part *r,
                                       struct ask_result *asked, bool *found,
                                       struct error *e);

#endif
