/*
 * words.h - splits a text into the words by which it is compared.
 *
 * A word is a run of letters, a number, one CJK character, or one of the
 * symbols < > = %. Everything else only separates. Column names, cell values
 * and questions are cut by the same rules, so they meet as equal sequences of
 * words whatever their punctuation: "García, López" is the words garcia lopez.
 */
#ifndef BASE_TEXT_WORDS_H
#define BASE_TEXT_WORDS_H

#include "base/buf.h"

enum word_kind { WORD_LETTERS, WORD_NUMBER, WORD_CJK, WORD_SYMBOL };

struct word {
    enum word_kind kind;
    struct str raw;  /* borrows the text */
    struct str fold; /* text_fold() of raw */
    struct str stem; /* text_stem() of fold */
    size_t offset;   /* of raw, in bytes */
    char gap;        /* before it: 0 nothing, the one separating byte, or ' ' */
};

struct words {
    struct word *word; /* word[0..n) */
    size_t n;
    struct str text; /* that was cut; borrowed */
};

enum words_mode {
    WORDS_TEXT, /* as written */
    WORDS_NAME, /* camelCase and letters followed by digits are cut too */
};

/*
 * words_cut - the words of a text, in order.
 *
 * in       s     UTF-8; bytes that are not separate words
 * out      out   the array lives in `a`; raw borrows `s`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err words_cut(struct str s, enum words_mode mode,
                              struct arena *a, struct words *out,
                              struct error *e);

/* The folds of the words, a space between two that are not CJK. */
void words_put_folded(const struct words *w, struct buf *b);

/*
 * Without a plural ending of English or Spanish ("countries", "ciudades",
 * "ventas"). Light on purpose: it only has to meet itself. Borrows `fold`.
 */
struct str text_stem(struct str fold);

enum decimal_mark {
    DECIMAL_POINT, /* 1,234.5 */
    DECIMAL_COMMA, /* 1.234,5 */
};

/*
 * text_parse_number - a literal as people write it to canonical decimal text.
 *
 * in       raw    digits with separators and maybe a suffix: 1,234.5 2k 3M 5%
 *          style  decides where one separator comes before three digits
 * out      out    "1234.5", in `a`; no exponent, no leading zeros
 * errors   ERR_VALIDATION_FAILED  not a number, or over 40 digits
 */
MUST_CHECK enum err text_parse_number(struct str raw, enum decimal_mark style,
                                      struct arena *a, struct str *out,
                                      struct error *e);

/* `decimal` with its point moved right by `places`; lives in `a`. */
MUST_CHECK enum err text_scale_decimal(struct str decimal, unsigned places,
                                       struct arena *a, struct str *out,
                                       struct error *e);

#endif
