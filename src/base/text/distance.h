/* distance.h - the edit distance of two names, for suggestions. */
#ifndef BASE_TEXT_DISTANCE_H
#define BASE_TEXT_DISTANCE_H

#include "base/str.h"

#define TEXT_DISTANCE_MAX_BYTES 64u

/*
 * text_distance - edits that make one the other: a byte inserted, removed or
 * changed, or two neighbours swapped.
 *
 * in       a, b   as they should be compared: fold them first (fold.h)
 *          limit  over it how far does not matter; below UINT_MAX
 * returns  limit + 1 when over it, or when a text is over
 *          TEXT_DISTANCE_MAX_BYTES
 * cost     O(bytes of a * bytes of b), none when the lengths tell
 * source   Damerau 1964; Wagner and Fischer's table
 */
unsigned text_distance(struct str a, struct str b, unsigned limit);

/* Under this a name is near to what was asked for: a third of it may differ. */
unsigned text_near_limit(struct str asked);

/*
 * text_nearness - as text_distance(), where a part of a name is near, too: at
 * most 1 for `asked` inside `name`.
 */
unsigned text_nearness(struct str asked, struct str name, unsigned limit);

#endif
