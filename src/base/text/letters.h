/*
 * letters.h - the letters beyond ASCII that each language uses.
 *
 * A text of a language has hardly any other, so that a text whose letters no
 * language has together was decoded wrongly.
 */
#ifndef BASE_TEXT_LETTERS_H
#define BASE_TEXT_LETTERS_H

#include <stdint.h>

/* Small letters, as UTF-8. NULL ends the list. */
extern const char *const letters_of_languages[];

#endif
