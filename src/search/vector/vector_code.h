/*
 * vector_code.h - vectors quantised to 8 bits, queries to 16, and the error
 * bound of their product, which vector_code.c proves.
 */
#ifndef SEARCH_VECTOR_VECTOR_CODE_H
#define SEARCH_VECTOR_VECTOR_CODE_H

#include "base/arena.h"
#include "search/vector/vector_format.h"

/* What a file keeps of a vector besides its codes. */
struct vector_fit {
    float scale;
    float error;
};

/*
 * vector_encode - a vector in 8 bits.
 *
 * in       v      float[n], finite
 * out      codes  uint8[n rounded up to VECTOR_ALIGN]
 */
struct vector_fit vector_encode(const float *v, size_t n, uint8_t *codes);

/* A query, made ready for products with codes. */
struct vector_probe {
    const float *vector; /* borrowed */
    size_t n;
    size_t stride;       /* codes of a row: n rounded up to VECTOR_ALIGN */
    const int16_t *wide; /* wide[stride], zeros after n */
    const int8_t *high;  /* wide = 256 * high + low */
    const int8_t *low;
    double step;   /* the query is step * wide, and a little */
    double bias;   /* the product of VECTOR_CODE_ZERO with wide */
    double slack;  /* a scale's share of the bound */
    double length; /* an error's share of it */
};

/* Make it of a float[n] that is finite; it lives in `a` and borrows `v`. */
MUST_CHECK enum err vector_probe_make(struct vector_probe *p, const float *v,
                                      size_t n, struct arena *a,
                                      struct error *e);

/*
 * vector_bounds - what vectors can reach at most: vector_cosine() of none is
 * higher.
 *
 * in       sums           int32[n]: the products of their codes with p->wide
 *          scales, errors float[n]
 * out      bound          float[n]; NaN where a file lies
 */
void vector_bounds(const struct vector_probe *p, const int32_t *sums,
                   const float *scales, const float *errors, size_t n,
                   float *bound);

/* The cosine of unit vectors, float[n] each, in [-1,1]: the same bits on every
 * machine, and those of a hit. NaN where one is not finite. */
float vector_cosine(const float *q, const float *v, size_t n);

#endif
