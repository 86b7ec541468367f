/* whole_minutes.h - times of day as people write them. */
#ifndef ANSWER_WHOLE_MINUTES_H
#define ANSWER_WHOLE_MINUTES_H

#include "base/arena.h"
#include "base/json.h"

/*
 * whole_minutes - leave out the seconds of columns of times, and of dates with a
 * time, in which no value has any: 19:30 instead of 19:30:00.
 *
 * in,out   result  of joined_query(): column_types and rows
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err whole_minutes(struct json *result, struct arena *a,
                                  struct error *e);

#endif
