/*
 * encoder.h - the network of Universal Sentence Encoder Lite: tokens to unit
 * vectors.
 */
#ifndef MODELS_EMBEDDING_ENCODER_H
#define MODELS_EMBEDDING_ENCODER_H

#include "models/embedding/kernel.h"
#include "models/embedding/packed.h"
#include "models/embedding/tokenize.h"

struct encoder_layer {
    size_t in;                      /* floats a token that go in */
    const float *part[LAYER_PARTS]; /* by enum packed_layer_id */
};

struct encoder {
    const float *embedding;
    const float *timing;
    const float *dense;
    const float *dense_bias;
    struct encoder_layer layer[MODEL_LAYERS];
    const float *tanh;
    const float *tanh_bias;
    const struct kernel *kernel; /* may be set to another that can run */
};

/* Tokens of one batch: enough to reuse each weight that was loaded, few enough
 * for the activations to stay in the L2 cache (bench_embed). */
#define ENCODER_ROWS 256

/* The weights of a model file, which must outlive *out. */
void encoder_init(struct encoder *out, const struct packed *p);

/*
 * encoder_run - the vectors of some texts.
 *
 * in       text  text[n], each of 1 token or more, of which MODEL_TOKENS are
 *                read; together at most ENCODER_ROWS such tokens; ids below
 *                MODEL_EMBEDDINGS
 *          a     scratch
 * out      out   float[n][MODEL_WIDTH], unit length
 * errors   ERR_LIMIT  `a` is full; it needs under 6 MiB
 * cost     about 0.07 ms a token on one core with AVX-512
 * threads  any number over one encoder
 */
MUST_CHECK enum err encoder_run(const struct encoder *m,
                                const struct tokens *text, size_t n,
                                struct arena *a, float *out, struct error *e);

#endif
