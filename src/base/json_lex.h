/* json_lex.h - the pieces of a JSON text; private to json.c and json_lex.c. */
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

/* Step over white space and return the next byte, or -1 at the end. */
int json_peek(struct json_lex *x);

/* Read a string from its opening quote; *out is decoded and NUL-terminated. */
MUST_CHECK enum err json_lex_string(struct json_lex *x, struct str *out);

/* Read a number, true, false, null or a string into *j. */
MUST_CHECK enum err json_lex_scalar(struct json_lex *x, struct json *j);

#endif
