/* caption_words.h - the lists of data/lexicon/captions. For caption_unit.c and
 * ingest_blanks.c. */
#ifndef ENGINE_INGEST_CAPTION_WORDS_H
#define ENGINE_INGEST_CAPTION_WORDS_H

#include "base/text/term_list.h"

extern const struct term_list words_unit_scale, words_unit_short,
    words_unit_currency, words_unit_country, words_unit_in, words_unit_of,
    words_unit_unit, words_row_average;

#endif
