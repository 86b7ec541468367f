/*
 * lex_spell.h - words that are nearly spelled as one was: "departmnt" is department.
 */
#ifndef ASK_LEXICON_LEX_SPELL_H
#define ASK_LEXICON_LEX_SPELL_H

#include "ask/lexicon/lex.h"

#define LEX_SPELL_BYTES 5 /* a shorter word is no slip of another */
#define LEX_SPELL_MAX   8

struct lex_spellings {
    struct str text[LEX_SPELL_MAX]; /* the likeliest slips first */
    size_t n;
};

/*
 * lex_spell - texts of the lexicon that are one edit from a word: two letters that
 * changed places, one that is too many, missing or another. The first letter stays, but
 * for those that sound alike.
 *
 * in       word   folded letters of a to z; of others there are none
 * out      out    in `a`
 * errors   ERR_LIMIT  `a` or the machine is full
 * cost     O(26 * bytes) look-ups
 */
MUST_CHECK enum err lex_spell(const struct lex *x, struct str word,
                              enum lex_language language, struct arena *a,
                              struct lex_spellings *out, struct error *e);

#endif
