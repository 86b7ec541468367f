/*
 * presentation_table.h - the presentation-table heuristic: was a table written
 * for readers, as in a document, or is it kept by a system?
 *
 * How sure a reading is was learned on tables of Wikipedia. Of the 829 there,
 * half have at most 15 rows and 95 in 100 at most 81; no name of a column has an
 * underscore, and hardly any column is a key. Tables that look otherwise are
 * asked otherwise, too: often for what is not in them. There a confidence says
 * less than it seems to, and a reading is given only where it is nearly certain
 * (docs/evaluation.md).
 */
#ifndef ANSWER_PRESENTATION_TABLE_H
#define ANSWER_PRESENTATION_TABLE_H

#include "answer/answer.h"

#define PRESENTATION_MAX_ROWS 100

/*
 * is_presentation_table - it has no more rows than that, no name as programs
 * write them ("unit_price", "unitPrice"), and no key: a column whose name ends
 * in id, code, key or sku, with another value in each row.
 */
bool is_presentation_table(const struct answer_source *s);

#endif
