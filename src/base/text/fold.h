/*
 * fold.h - the form of a text in which it is compared: no case, no accents,
 * no width. "Operación", "OPERACION" and "ｏｐｅｒａｃｉｏｎ" fold to the same bytes.
 */
#ifndef BASE_TEXT_FOLD_H
#define BASE_TEXT_FOLD_H

#include "base/str.h"

#include <stdint.h>

/*
 * text_fold - NFKC case folding, then decomposition without its marks.
 *
 * in       s     UTF-8; bytes that are not become U+FFFD
 * out      out   borrows `s` when there was nothing to fold, else lives in `a`
 * errors   ERR_LIMIT  `a` is full, or `s` is over 1 MiB
 * cost     O(n); text in ASCII never reaches the library
 * source   Unicode 15 section 3.13, UAX #15
 */
MUST_CHECK enum err text_fold(struct str s, struct arena *a, struct str *out,
                              struct error *e);

/* As text_fold(), without the last step: case and width are gone, accents stay, each
 * as one character with its letter. */
MUST_CHECK enum err text_fold_case(struct str s, struct arena *a,
                                   struct str *out, struct error *e);

/*
 * text_nfkc - Unicode's form NFKC: full width, ligatures and circled digits as
 * plain characters, letters with their accents as one. Case and accents stay.
 *
 * in       s     UTF-8; bytes that are not become U+FFFD
 * out      out   borrows `s` when it is ASCII, else lives in `a`
 * errors   ERR_LIMIT  `a` is full, or `s` is over 1 MiB
 * cost     O(n); text in ASCII never reaches the library
 * source   UAX #15
 */
MUST_CHECK enum err text_nfkc(struct str s, struct arena *a, struct str *out,
                              struct error *e);

enum text_class {
    TEXT_CLASS_OTHER, /* space, punctuation, symbols, controls */
    TEXT_CLASS_LETTER,
    TEXT_CLASS_DIGIT, /* ASCII and full-width 0 to 9 */
    TEXT_CLASS_MARK,  /* belongs to the letter before it */
    TEXT_CLASS_CJK,   /* Han and kana: written without spaces */
};

/* What kind of character a code point is, for cutting text into words. */
enum text_class text_classify(uint32_t cp);

/* True for a capital letter. */
bool text_is_upper(uint32_t cp);

/* The small letter of a capital one; anything else as it is. */
uint32_t text_lower(uint32_t cp);

/* True for \w of Unicode: letters, marks, decimal digits, connectors ("_").
 * source   UTS #18 annex C */
bool text_is_word(uint32_t cp);

#endif
