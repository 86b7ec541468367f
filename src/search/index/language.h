/* language.h - detects the language of a text. */
#ifndef SEARCH_INDEX_LANGUAGE_H
#define SEARCH_INDEX_LANGUAGE_H

#include "search/lexical/analyze.h"

/*
 * language_of - "en" and "es" by their stop words, "zh", "ja" and "ko" by their
 * characters, all in the first KiB; otherwise empty. A static text.
 */
MUST_CHECK enum err language_of(struct analyzer *z, struct str text,
                                struct str *out, struct error *e);

/* The LANG_ bit for a language's name, "en-GB"; 0: none is given. */
unsigned language_bit(struct str language);

#endif
