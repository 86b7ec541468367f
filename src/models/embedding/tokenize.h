/* tokenize.h - splits a text into the token ids of the model. */
#ifndef MODELS_EMBEDDING_TOKENIZE_H
#define MODELS_EMBEDDING_TOKENIZE_H

#include "models/embedding/vocabulary.h"

struct tokens {
    const uint16_t *id; /* id[n]; 0 is a run of characters without a piece */
    size_t n;
    size_t characters; /* of the normalised text, white space aside */
    size_t unknown;    /* of these, how many no piece covers */
};

/*
 * tokenize - the likeliest cut of a text into pieces.
 *
 * in       text   UTF-8; bytes that are not become U+FFFD
 * out      out    all tokens, however many the model looks at; in `a`
 * errors   ERR_LIMIT  `a` is full; a text over 1 MiB that is not ASCII
 * cost     O(n * longest piece), about 3 us for 15 tokens; in `a` 14 bytes a
 *          byte of the normalised text
 * source   Kudo, "Subword Regularization" (2018), section 3.1; the details as
 *          in npm @energetic-ai/embeddings 0.2.0
 */
MUST_CHECK enum err tokenize(const struct vocabulary *v, struct str text,
                             struct arena *a, struct tokens *out,
                             struct error *e);

#endif
