/* term_list.h - a list of words that the build makes of data/lexicon, words folded and a
 * space between those of an entry. */
#ifndef BASE_TEXT_TERM_LIST_H
#define BASE_TEXT_TERM_LIST_H

#include <stddef.h>

struct term_list {
    const char *const *word; /* word[n] */
    size_t n;
};

#endif
