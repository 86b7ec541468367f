/*
 * kernel.h - the matrix product that dominates embedding, for each kind of
 * processor.
 *
 * A product C = A * B + bias of floats. B lies in panels of KERNEL_PANEL
 * columns, [columns / KERNEL_PANEL][rows][KERNEL_PANEL], so that the innermost
 * loop reads it in order; weights are packed that way in the model file, what
 * is computed on the way by kernel_pack().
 *
 * Each value of C is the sum of its products in the order of k, whatever m is:
 * a text has the same vector alone and in a batch, to the last bit. Between
 * kernels the last bits differ, as some round after each multiplication.
 */
#ifndef MODELS_EMBEDDING_KERNEL_H
#define MODELS_EMBEDDING_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

#define KERNEL_PANEL 32
#define KERNEL_MAX   4

struct product {
    size_t m;          /* rows of A and C */
    size_t n;          /* columns of B and C, a multiple of KERNEL_PANEL */
    size_t k;          /* columns of A, rows of B */
    const float *a;    /* a[m][a_row], k of each row are used */
    size_t a_row;      /* floats from one row to the next */
    const float *b;    /* panels */
    const float *bias; /* bias[n], or NULL for none */
    float *c;          /* c[m][c_row], n of each row are written */
    size_t c_row;
};

struct kernel {
    const char *name; /* avx512, avx2, sse2, portable */
    void (*multiply)(const struct product *p);
};

/* Those that this processor can run, the quickest first; returns how many. */
size_t kernel_list(const struct kernel *out[KERNEL_MAX]);

/* The quickest that this processor can run. */
const struct kernel *kernel_best(void);

/* A matrix in any order: element (k, n) is b[k * row + n * column]. */
struct kernel_source {
    const float *b;
    size_t row;
    size_t column;
};

/*
 * kernel_pack - bring a matrix into panels.
 *
 * in       k, n    rows and columns, any number; the last panel is filled up
 *                  with zeros
 * out      panels  float[k * n rounded up to KERNEL_PANEL]
 */
void kernel_pack(struct kernel_source b, size_t k, size_t n, float *panels);

/* The kernels by their files; only kernel.c knows which may run. */
extern const struct kernel kernel_avx512;
extern const struct kernel kernel_avx2;
extern const struct kernel kernel_sse2;
extern const struct kernel kernel_portable;

#endif
