/* distance.h - how far two names are apart, to propose the one that was
 * meant. */
#ifndef TEXT_DISTANCE_H
#define TEXT_DISTANCE_H

#include "base/str.h"

#define TEXT_DISTANCE_MAX_BYTES 64u

/*
 * text_distance - bytes to insert, remove or change to make one the other.
 *
 * in       a, b  as they should be compared: fold them first (fold.h)
 * returns  UINT_MAX when one is over TEXT_DISTANCE_MAX_BYTES
 * source   Levenshtein 1966; Wagner and Fischer's table
 */
unsigned text_distance(struct str a, struct str b);

#endif
