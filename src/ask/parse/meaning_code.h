/* meaning_code.h - codes of cells that words stand for. Private to the module. */
#ifndef ASK_PARSE_MEANING_CODE_H
#define ASK_PARSE_MEANING_CODE_H

#include "ask/parse/meaning.h"

/* How a word is longer for a code, as `fine` of its meaning. */
enum code_said {
    CODE_LETTER = 1, /* its only letter */
    CODE_LETTERS,    /* its two letters */
    CODE_BEGINNING,  /* three letters and more that it begins with */
    CODE_MOST,       /* four and more */
    CODE_CONSONANTS
};

/* Codes that the word is longer for: "children" of CH, "receiving" of RCV. */
void meanings_by_code(struct meanings *m, size_t at);

#endif
