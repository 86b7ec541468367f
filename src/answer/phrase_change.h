/* phrase_change.h - states a change in one sentence. Private to phrase*.c. */
#ifndef ANSWER_PHRASE_CHANGE_H
#define ANSWER_PHRASE_CHANGE_H

#include "answer/phrase_names.h"
#include "base/json.h"

/*
 * "Total units rose from 8 in 2022 to 9 in 2023: +1 (+12.5 %)."
 *
 * in       rows  of the result of a spec with `change`; those beyond `max` are
 *                not named
 */
void phrase_change(struct buf *b, const struct phrasing *x,
                   const struct json *rows, size_t max);

/* "Larger goals, PSV or Ajax: PSV (4)." of the one row. */
void phrase_compared(struct buf *b, const struct phrasing *x,
                     const struct json *row);

#endif
