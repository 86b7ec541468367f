/*
 * json_lex.h - the JSON lexer, shared by its parsers: json.c builds a tree,
 * store/json_tree/split.c runs.
 */
#ifndef BASE_JSON_LEX_H
#define BASE_JSON_LEX_H

#include "base/json.h"

/* A text that is read from front to back; `at` stands on the next byte. */
struct json_lex {
    struct str text;
    size_t at;
    struct arena *a; /* strings and numbers live here, */
    char *copy;      /* or in this copy of the text, with room for a NUL */
    struct error *e;
};

/* Where byte `at` is, for people; O(at), so only for errors. */
struct srcpos json_pos(const struct json_lex *x, size_t at);

/* Fill *x->e with a position and return ERR_VALIDATION_FAILED. */
PRINTF_LIKE(3)
enum err json_bad(const struct json_lex *x, size_t at, const char *fmt, ...);

/* Step over white space and return the next byte, or -1 at the end. Inline,
 * as it is called around every word: json_check() takes a tenth less. */
static inline int json_peek(struct json_lex *x)
{
    for (; x->at < x->text.n; x->at++) {
        unsigned char c = (unsigned char)x->text.p[x->at];

        if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
            return c;
    }
    return -1;
}

/* Read a string from its opening quote; *out is decoded and NUL-terminated. */
MUST_CHECK enum err json_lex_string(struct json_lex *x, struct str *out);

/* Read a number, true, false, null or a string into *j. */
MUST_CHECK enum err json_lex_scalar(struct json_lex *x, struct json *j);

/* Read a member's key, as a string; what is there may be none. */
MUST_CHECK enum err json_lex_key(struct json_lex *x, struct str *key);

/* Refuse a key, read at `at`, that the object has already. */
enum err json_lex_again(const struct json_lex *x, size_t at);

/* Step over the ':' after a key. */
MUST_CHECK enum err json_lex_colon(struct json_lex *x);

/* An array or object that is open. */
struct json_open {
    bool object;
    bool first;    /* no item of it has been read */
    size_t opened; /* offset of its bracket */
};

/*
 * json_lex_item - step to the next item of an array or object.
 *
 * out      closed   there is none: its end was stepped over
 * errors   ERR_VALIDATION_FAILED  no item and no end comes next
 */
MUST_CHECK enum err json_lex_item(struct json_lex *x, const struct json_open *o,
                                  bool *closed);

/* Refuse what follows the one value of a text. */
MUST_CHECK enum err json_lex_end(struct json_lex *x);

#endif
