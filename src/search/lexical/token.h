/*
 * token.h - finds the words of a text, before normalisation.
 *
 * A token is a run of letters, digits and marks, or several runs that one of
 * _ - . / \ : @ ' or U+2019 joins without a space (a comma only where
 * it groups three digits): snake_case, src/base/arena.h, 1,234.5, well-known. What it is made
 * of is analyze.h's matter. A CJK character is a token of its own that says
 * whether another follows directly, because those scripts need no spaces.
 */
#ifndef SEARCH_LEXICAL_TOKEN_H
#define SEARCH_LEXICAL_TOKEN_H

#include "base/str.h"

#define TOKEN_MAX_BYTES 255 /* a longer run is cut there */

struct token {
    struct str raw; /* borrows the text */
    size_t offset;  /* of raw, in bytes */
    bool is_cjk;
    size_t pair_n; /* CJK: bytes of raw with the next CJK character; 0: none */
};

struct token_scanner {
    struct str text;
    size_t at;
};

/*
 * token_next - the next token, or false at the end.
 *
 * in       s     begun as {text, 0}; bytes that are not UTF-8 separate
 * cost     O(bytes); ASCII never reaches the Unicode tables
 */
bool token_next(struct token_scanner *s, struct token *out);

#endif
