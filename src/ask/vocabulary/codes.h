/* codes.h - names of codes that occur in cells: TX is Texas, F a woman. */
#ifndef ASK_VOCABULARY_CODES_H
#define ASK_VOCABULARY_CODES_H

#include "base/text/words.h"

/* Of what the codes of a column are. */
enum code_domain {
    CODE_COUNTRY,
    CODE_STATE, /* of the United States */
    CODE_CURRENCY,
    CODE_GENDER,
    CODE_GENDER_ES, /* hombre and mujer: M is another one */
    CODE_DIRECTION, /* of goods, in and out */
};

/* One thing and what it is called in cells and questions. */
struct lexicon_code {
    enum code_domain domain;
    const char *names; /* separated by spaces, inside a name '_' */
};

extern const struct lexicon_code lexicon_codes[];
extern const size_t lexicon_n_codes;

#define LEXICON_MAX_CODES 6

/*
 * lexicon_find_codes - what the longest name at a word can stand for.
 *
 * out      out  up to LEXICON_MAX_CODES, in the order of the table
 *          n    words that the name covers, 0 when none begins there
 * returns  how many
 */
size_t lexicon_find_codes(const struct words *w, size_t at,
                          const struct lexicon_code **out, size_t *n);

#endif
