/* phrase_change.h - states a change in one sentence. Private to phrase*.c. */
#ifndef ANSWER_PHRASE_CHANGE_H
#define ANSWER_PHRASE_CHANGE_H

#include "ask/spec/spec.h"
#include "ask/vocabulary/lexicon.h"
#include "base/buf.h"
#include "base/json.h"

/*
 * "sum of units, from 2022 to 2023: 8 → 9, change 1 (12.5 %)."
 *
 * in       rows  of the result of a spec with `change`; those beyond `max` are
 *                not named
 */
void phrase_change(struct buf *b, const struct query_spec *s,
                   const struct json *rows, size_t max, enum language language);

/* "Larger goals, PSV or Ajax: PSV (4)." of the one row. */
void phrase_compared(struct buf *b, const struct query_spec *s,
                     const struct json *row, enum language language);

#endif
