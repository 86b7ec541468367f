/*
 * vocabulary.h - the token vocabulary of the model.
 *
 * Three arrays, of which the model file holds the bytes: a record a piece, its
 * bytes one after another, and an open hash table over them. Pieces are named
 * by their number, the "id" of a token. The first VOCABULARY_RESERVED are never
 * found in a text; number 0 stands for what no piece covers.
 */
#ifndef MODELS_EMBEDDING_VOCABULARY_H
#define MODELS_EMBEDDING_VOCABULARY_H

#include "base/str.h"

#define VOCABULARY_RESERVED     6
#define VOCABULARY_MAX_PIECES   16000
#define VOCABULARY_SLOTS        32768 /* a power of two, at most half full */
#define VOCABULARY_EMPTY        0xFFFF
#define VOCABULARY_PIECE_BYTES  64 /* the longest piece that is allowed */
#define VOCABULARY_HASH_INITIAL UINT32_C(2166136261)

struct piece {
    double score; /* logarithm of its share, so higher is likelier */
    uint32_t text;
    uint16_t bytes;
    uint16_t zero;
};

struct vocabulary {
    const struct piece *piece; /* piece[n] */
    size_t n;
    const uint16_t *slot; /* slot[VOCABULARY_SLOTS] */
    struct str text;
    size_t longest; /* piece, in bytes */
};

/* The hash of a piece from the hash of all but its last byte. */
static inline uint32_t vocabulary_hash(uint32_t before, unsigned char c)
{
    return (before ^ c) * UINT32_C(16777619);
}

/* The piece with these bytes, whose hash is given, or -1. */
int vocabulary_find(const struct vocabulary *v, const char *p, size_t n,
                    uint32_t hash);

/*
 * vocabulary_check - is this one that vocabulary_find() can trust?
 *
 * in       v      all but `longest`, borrowed from a file
 *          slots  in v->slot
 *          shown  the file in messages
 * out      v      `longest`
 * errors   ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err vocabulary_check(struct vocabulary *v, size_t slots,
                                     const char *shown, struct error *e);

/* A piece as it is put in. */
struct vocabulary_entry {
    struct str text;
    double score;
};

/*
 * vocabulary_build - the arrays from a list; of equal pieces the last is found.
 *
 * out      out    lives in `a`
 * errors   ERR_VALIDATION_FAILED  too many, one too long, a score that is no
 *                                 number
 *          ERR_LIMIT              `a` is full
 */
MUST_CHECK enum err vocabulary_build(const struct vocabulary_entry *list,
                                     size_t n, struct arena *a,
                                     struct vocabulary *out, struct error *e);

#endif
