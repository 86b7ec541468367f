/*
 * pointer.h - JSON Pointer (RFC 6901): the name of one value in a JSON text.
 *
 * "" names the whole text, "/a~1b/0" the first element of the member "a/b".
 * A parsed pointer is its tokens, decoded: which token is a key and which an
 * index only the tree tells that it is resolved in.
 */
#ifndef STORE_JSON_TREE_POINTER_H
#define STORE_JSON_TREE_POINTER_H

#include "base/json.h"

#define POINTER_MAX_BYTES  ((size_t)1 << 20)
#define POINTER_MAX_TOKENS ((size_t)1000) /* as deep as json.h lets a tree be */

struct pointer {
    const struct str *token; /* [n], decoded UTF-8, U+0000 may occur; with a
                                NUL after it, as the keys of json.h */
    size_t n;                /* 0: the whole text */
};

/*
 * pointer_parse - the text form, "/a~1b/0".
 *
 * in       text    UTF-8
 * out      p       its tokens live in `a`; nothing borrows `text`
 * errors   ERR_VALIDATION_FAILED  no '/' at the start, '~' without 0 or 1, not
 *                                 UTF-8; e->pos is where, line 1
 *          ERR_LIMIT              over POINTER_MAX_BYTES or POINTER_MAX_TOKENS
 * source   RFC 6901 sections 3 and 4
 */
MUST_CHECK enum err pointer_parse(struct str text, struct arena *a,
                                  struct pointer *p, struct error *e);

/*
 * pointer_parse_fragment - the form in a URI, "#/a~1b/c%25d", '#' optional.
 *
 * A character that a URI would want encoded may stand for itself, as people
 * type it; %XX is decoded first, so that %2F separates tokens as '/' does.
 *
 * errors   as pointer_parse(), and ERR_VALIDATION_FAILED where two hexadecimal
 *          digits do not follow a '%'; positions are in the encoded text
 * source   RFC 6901 section 6, RFC 3986 section 2.1
 */
MUST_CHECK enum err pointer_parse_fragment(struct str text, struct arena *a,
                                           struct pointer *p, struct error *e);

/* Write the text form; pointer_parse() gives the same tokens back. */
void pointer_write(const struct pointer *p, struct buf *out);

/* The text form in `a`; ERR_LIMIT where it is over twice POINTER_MAX_BYTES. */
MUST_CHECK enum err pointer_text(const struct pointer *p, struct arena *a,
                                 struct str *out, struct error *e);

/* Write one token with its '/' and its escapes. */
void pointer_write_token(struct str token, struct buf *out);

/*
 * Write the fragment form without '#'. All but letters, digits, "-._~" and '/'
 * is encoded, so that it can be beside other fields of a fragment.
 */
void pointer_write_fragment(const struct pointer *p, struct buf *out);

/* The same tokens. */
bool pointer_eq(const struct pointer *p, const struct pointer *q);

/* True when `q` names what `p` names or something inside it. */
bool pointer_is_prefix(const struct pointer *p, const struct pointer *q);

/*
 * A token as the index of an array: digits without leading zeros. False for
 * anything else, "-" too; what no array can have is SIZE_MAX.
 */
bool pointer_index(struct str token, size_t *index);

/*
 * The value that `p` names in `root`. When *reached < p->n after the call, it
 * ended there: what is returned has no child that token number *reached
 * (from 0) names.
 */
const struct json *pointer_walk(const struct json *root,
                                const struct pointer *p, size_t *reached);

/*
 * pointer_get - the value that `p` names in `root`.
 *
 * out      found   borrows the tree
 * errors   ERR_NOT_FOUND  the message says at which token it ended and why;
 *                         it quotes neither the pointer nor the tree
 * cost     O(children of each value on the way)
 */
MUST_CHECK enum err pointer_get(const struct json *root,
                                const struct pointer *p,
                                const struct json **found, struct error *e);

/* Fill *e: token number `at` (from 0) of `p` names nothing in `parent`. */
enum err pointer_missing(const struct pointer *p, size_t at,
                         const struct json *parent, struct error *e);

#endif
