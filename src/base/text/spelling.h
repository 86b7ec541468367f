/*
 * spelling.h - British and American spellings: cancelled and canceled, colour
 * and color, centre and center, organisation and organization.
 */
#ifndef BASE_TEXT_SPELLING_H
#define BASE_TEXT_SPELLING_H

#include "base/str.h"

/*
 * text_same_spelling - are two folded words one word, spelled in two ways?
 *
 * Words of fewer than five letters and of more than thirty are only what they
 * are. Equal words are the same.
 */
bool text_same_spelling(struct str a, struct str b);

#endif
