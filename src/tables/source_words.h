/* source_words.h - the words that OCR found on the pages of a document of a base, of which
 * its tables are made where they are pictures. */
#ifndef TABLES_SOURCE_WORDS_H
#define TABLES_SOURCE_WORDS_H

#include "tables/source.h"

/* Is it read by the program that reads PDF and pictures, by what its base says? */
bool source_is_picture(const struct source *src);

/*
 * source_words_options - where its words are, and the options that name its entry, which
 * is another one with other words.
 *
 * out      src->words  NULL: there are none
 *          out         `options`, or more; lives in `a`
 */
MUST_CHECK enum err source_words_options(struct source *src, struct str options,
                                         struct arena *a, struct str *out,
                                         struct error *e);

#endif
