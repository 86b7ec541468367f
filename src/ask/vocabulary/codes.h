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
struct cell_code {
    enum code_domain domain;
    const char *names; /* of data/lexicon/lists/codes.txt: "tx=texas" */
};

/* The next name, which is taken off *names; empty if there is none. Inside a name '_'. */
struct str cell_code_next(const char **names);

#define CELL_CODES_MAX 6

/*
 * cell_codes_find - what the longest name at a word can stand for.
 *
 * out      out  up to CELL_CODES_MAX, in the order of the table
 *          n    words that the name covers, 0 when none begins there
 * returns  how many
 */
size_t cell_codes_find(const struct words *w, size_t at,
                       const struct cell_code **out, size_t *n);

#endif
