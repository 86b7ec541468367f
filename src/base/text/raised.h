/* raised.h - figures that are raised behind others, as in 10^6 and in marks of notes. */
#ifndef BASE_TEXT_RAISED_H
#define BASE_TEXT_RAISED_H

#include "base/buf.h"

/*
 * raised_put - put a text to another one. If it is raised it is parted: a figure behind a
 * figure would be read as one number, so that 1,350 with the mark 2 were 13,502.
 *
 * in       is_raised  of what comes next; false afterwards
 * out      text       "1,350^2"
 */
void raised_put(struct buf *text, bool *is_raised, struct str next);

#endif
