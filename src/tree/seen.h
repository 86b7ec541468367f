/*
 * seen.h - has this object of a JSON text that key already? Private to
 * split.c, which keeps no keys: only a hash and where in the text it stood.
 */
#ifndef TREE_SEEN_H
#define TREE_SEEN_H

#include "base/json_lex.h"

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

/*
 * seen_add - remember a key of the object.
 *
 * in       x      the lexer of the text; decodes an old key in its arena when
 *                 the hashes are equal
 *          key    decoded
 *          at     offset of its opening quote
 * out      fresh  whether the object did not have it yet
 * errors   ERR_LIMIT  no memory
 */
MUST_CHECK enum err seen_add(struct seen *s, const struct json_lex *x,
                             struct str key, size_t at, bool *fresh);

/* Forget the keys for the next object; keeps a table that is not large. */
void seen_reset(struct seen *s);

/* Free the table. */
void seen_release(struct seen *s);

#endif
