/* boolean.h - the spellings of truth. */
#ifndef TEXT_BOOLEAN_H
#define TEXT_BOOLEAN_H

#include "base/str.h"

/*
 * boolean_parse - "true" or "false" in any case, nothing else: 0 and 1 are
 * numbers, and other words wait for a list a language.
 *
 * in       s      trimmed
 * out      value  set only when the result is true
 * returns  is it one of the two
 */
bool boolean_parse(struct str s, bool *value);

#endif
