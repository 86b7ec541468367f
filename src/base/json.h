/*
 * json.h - parses JSON (RFC 8259) into a lossless tree.
 *
 * Numbers keep their text, so a 30-digit integer survives; objects keep their
 * key order; duplicate keys, NaN, comments, trailing commas, lone surrogates
 * and text after the value are refused with line, column and offset.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/arena.h"
#include "base/jsonw.h"
#include "base/str.h"

enum json_type {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

/* One value; children of arrays and objects are a list in source order. */
struct json {
    enum json_type type;
    size_t count;       /* children */
    struct str text;    /* number: as written; string: decoded UTF-8 */
    struct str key;     /* decoded, when the parent is an object */
    struct json *first; /* first child */
    struct json *next;  /* next sibling */
};

struct json_limits {
    unsigned max_depth;   /* arrays and objects inside each other, up to 1000 */
    bool keep_duplicates; /* RFC 8259 frowns only; json_find takes the first */
};

/* Depth 512: deeper documents are attacks, not data. No duplicate keys. */
extern const struct json_limits json_default_limits;

/* For texts of ours that hold a document: as deep as one, and what is around
 * it. */
extern const struct json_limits json_answer_limits;

/*
 * json_parse - one JSON text.
 *
 * in       text    UTF-8; a byte-order mark is refused
 * out      root    lives in `a`; texts and keys in it are NUL-terminated too
 * owns     everything lives in `a`; nothing borrows `text`
 * errors   ERR_VALIDATION_FAILED  not RFC 8259, with position
 *          ERR_LIMIT              too deep, with position, or `a` is full
 * cost     O(n); in `a` a copy of the text and a node of 64 bytes a value,
 *          siblings side by side; outside `a`, until this returns, up to 128
 *          bytes a child of what is open, and up to 100 a member of an object
 *          with many keys, which is checked with a hash
 * source   RFC 8259, RFC 3629
 */
MUST_CHECK enum err json_parse(struct str text, const struct json_limits *lim,
                               struct arena *a, struct json **root,
                               struct error *e);

/*
 * json_check - is this one JSON text?
 *
 * Builds no tree: memory for the longest string and the depth, however many
 * values there are.
 *
 * errors   as json_parse() with the default limits; duplicate keys are let
 *          through
 * cost     O(n)
 */
MUST_CHECK enum err json_check(struct str text, struct error *e);

/* Write a tree with what is below it as the next value of `w`; NULL is null. */
void json_write(const struct json *j, struct jsonw *w);

/* Write a member of an object, when it has it, as the member `as` of `w`. */
void json_write_member(const struct json *obj, const char *key, const char *as,
                       struct jsonw *w);

/* The member of an object; NULL when absent or `obj` is no object or NULL. */
const struct json *json_find(const struct json *obj, const char *key);

/* True when `j` is a string equal to `cstr`. NULL is allowed. */
bool json_is(const struct json *j, const char *cstr);

/* Text of a string value, or the empty str for anything else, NULL too. */
struct str json_text(const struct json *j);

/*
 * json_texts - the texts of a list, as json_text() has them.
 *
 * in       list   NULL: none
 * out      texts  texts[*n] in `a`, borrow from the list
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err json_texts(const struct json *list, struct arena *a,
                               struct str **texts, size_t *n, struct error *e);

/* True for JSON_TRUE. NULL is allowed. */
bool json_is_true(const struct json *j);

/*
 * json_read_u64 - a whole number, 0 to max.
 *
 * errors   ERR_VALIDATION_FAILED  no number, a fraction, negative, over max;
 *                                 the message calls it `name`
 */
MUST_CHECK enum err json_read_u64(const struct json *j, const char *name,
                                  uint64_t max, uint64_t *out, struct error *e);

/* The whole number; 0 if `j` is not one, or more than max. */
uint64_t json_u64(const struct json *j, uint64_t max);

/* The number as the nearest double; 0 when `j` is no number. */
double json_double(const struct json *j);

#endif
