/*
 * source_notes.h - applies the notes on how the tables were read
 * (tables/notes.h) to an answer: warnings in the language of the question, a
 * lower confidence, and the cells that it is from.
 */
#ifndef ANSWER_SOURCE_NOTES_H
#define ANSWER_SOURCE_NOTES_H

#include "answer/answer.h"
#include "tables/cells.h"

/*
 * source_notes_write - the notes of the tables that a figure comes from.
 *
 * in       from  a result that was queried: `out`, or what it holds as likely
 * out      from  its confidence, times table_notes_trust() of each table
 *          out   the notes, and warnings that say them
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err source_notes_write(struct answer *from, struct answer *out,
                                       struct arena *a, struct error *e);

/* Of a table all rows, of that of a PDF those of the answer, and the columns that the
 * SQL of the answer names. */
struct cells_part source_part(const struct answer *an);

#endif
