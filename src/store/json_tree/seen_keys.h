/*
 * seen_keys.h - detects duplicate keys of an object. Private to split.c, which
 * does not keep the keys: only a hash and the position of each in the text.
 */
#ifndef STORE_JSON_TREE_SEEN_KEYS_H
#define STORE_JSON_TREE_SEEN_KEYS_H

#include "base/str.h"

#define SEEN_FEW 8 /* up to this many a list is quicker than a table */

struct seen_key {
    uint64_t hash;
    size_t at; /* offset of the key's quote, plus 1; 0: free */
};

struct seen {
    struct seen_key few[SEEN_FEW];
    struct seen_key *slots; /* [cap], a power of two, at most half full */
    size_t cap;
    size_t n;
};

/* The text with the keys, and where those with escapes are decoded. */
struct seen_text {
    struct str text;
    struct arena *a;
    struct error *e;
};

/*
 * seen_key - the characters of a key.
 *
 * in       at     offset of its opening quote; json_lex_string() took it
 * out      key    borrows the text, or lives in t->a when it has escapes
 * errors   ERR_LIMIT  t->a is full
 */
MUST_CHECK enum err seen_key(const struct seen_text *t, size_t at,
                             struct str *key);

/*
 * seen_add - remember a key of the object.
 *
 * in       key    its characters
 *          at     offset of its opening quote
 * out      fresh  whether the object did not have it yet
 * errors   ERR_LIMIT  no memory
 */
MUST_CHECK enum err seen_add(struct seen *s, const struct seen_text *t,
                             struct str key, size_t at, bool *fresh);

/* Forget the keys for the next object; keeps a table that is not large. */
void seen_reset(struct seen *s);

/* Free the table. */
void seen_release(struct seen *s);

#endif
