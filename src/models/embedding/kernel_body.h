/*
 * kernel_body.h - the product of kernel.h, written once and compiled for each
 * instruction set: kernel_avx512.c and its siblings define the vector type and
 * include this file.
 *
 *     KERNEL_NAME    the struct kernel that is defined
 *     KERNEL_TEXT    its name
 *     KERNEL_TARGET  __attribute__((target("...")), or nothing
 *     KERNEL_LANES   floats a vector
 *     KERNEL_ROWS    rows of C that are summed at once; with two vectors a row
 *                    they fill the registers: 2 * rows + 2 of 16 or 32
 *
 * A tile of C stays in registers while k runs: each step loads two vectors of
 * B, and for every row one float of A that is multiplied with both. k is cut
 * into blocks, so that the piece of the panel that a block needs (64 KiB) stays
 * in the second cache while all rows pass over it.
 */
#include "base/err.h"
#include "models/embedding/kernel.h"

#define KERNEL_BLOCK 512 /* bench_embed: 128 and 256 are 8% slower */
#define AHEAD        (24 * KERNEL_PANEL)

#if KERNEL_LANES == 1
typedef float vec;
#else
/* Loads from any float: rows of C and the two halves of a panel. */
typedef float vec
    __attribute__((vector_size(4 * KERNEL_LANES), aligned(4), may_alias));
#endif

/* Where a tile lies in A, in B's panel and in C. */
struct tile {
    const float *a;
    const float *b;
    float *c;
    const float *bias; /* NULL: go on with what is in c */
    size_t k;
};

/* The tile, over t->k; `rows` is a constant wherever this is called. */
static inline __attribute__((always_inline)) KERNEL_TARGET void run_tile(
    const struct product *p, const struct tile *t, const size_t rows)
{
    vec sum[KERNEL_ROWS][2];
    const float *a = t->a;
    const float *b = t->b;
    const size_t a_row = p->a_row;

#pragma GCC unroll 16
    for (size_t i = 0; i < rows; i++) {
        const float *from = t->bias ? t->bias : t->c + i * p->c_row;

        sum[i][0] = *(const vec *)from;
        sum[i][1] = *(const vec *)(from + KERNEL_LANES);
    }
    for (size_t k = 0; k < t->k; k++, b += KERNEL_PANEL) {
        const vec left = *(const vec *)b;
        const vec right = *(const vec *)(b + KERNEL_LANES);

        /* A text alone reads each weight once, from memory: 14% (bench_embed).
         * Past the end of the file this does nothing. */
        __builtin_prefetch(b + AHEAD);
        __builtin_prefetch(b + AHEAD + KERNEL_PANEL / 2);
#pragma GCC unroll 16
        for (size_t i = 0; i < rows; i++) {
            const float x = a[i * a_row + k];

            sum[i][0] += left * x;
            sum[i][1] += right * x;
        }
    }
#pragma GCC unroll 16
    for (size_t i = 0; i < rows; i++) {
        *(vec *)(t->c + i * p->c_row) = sum[i][0];
        *(vec *)(t->c + i * p->c_row + KERNEL_LANES) = sum[i][1];
    }
}

#define KERNEL_CASE(n) \
    case n: run_tile(p, t, n); break

/* A tile of 1 to KERNEL_ROWS rows; each height is compiled on its own. */
static KERNEL_TARGET void run_rows(const struct product *p,
                                   const struct tile *t, size_t rows)
{
    switch (rows) {
        KERNEL_CASE(1);
        KERNEL_CASE(2);
        KERNEL_CASE(3);
        KERNEL_CASE(4);
#if KERNEL_ROWS > 4
        KERNEL_CASE(5);
        KERNEL_CASE(6);
#endif
#if KERNEL_ROWS > 6
        KERNEL_CASE(7);
        KERNEL_CASE(8);
        KERNEL_CASE(9);
        KERNEL_CASE(10);
        KERNEL_CASE(11);
        KERNEL_CASE(12);
#endif
    default: BUG_ON("a tile of another height");
    }
}

/* All rows of C at two vectors of columns, over one block of k. */
static KERNEL_TARGET void run_column(const struct product *p, struct tile t)
{
    size_t tiles = (p->m + KERNEL_ROWS - 1) / KERNEL_ROWS;
    size_t left = p->m;

    /* Tiles of nearly the same height: one of a row or two at the end would
     * wait for its own sums. */
    for (; left; tiles--) {
        size_t rows = (left + tiles - 1) / tiles;

        run_rows(p, &t, rows);
        t.a += rows * p->a_row;
        t.c += rows * p->c_row;
        left -= rows;
    }
}

/* As kernel.h says: panel by panel, block by block, rows innermost. */
static KERNEL_TARGET void multiply(const struct product *p)
{
    static const float none[KERNEL_PANEL];

    for (size_t j = 0; j < p->n; j += KERNEL_PANEL) {
        for (size_t k = 0; k < p->k; k += KERNEL_BLOCK) {
            size_t n = p->k - k < KERNEL_BLOCK ? p->k - k : KERNEL_BLOCK;

            for (size_t i = 0; i < KERNEL_PANEL; i += 2 * KERNEL_LANES) {
                struct tile t = {
                    .a = p->a + k,
                    .b = p->b + j * p->k + k * KERNEL_PANEL + i,
                    .c = p->c + j + i,
                    .k = n,
                };

                if (k == 0)
                    t.bias = p->bias ? p->bias + j + i : none;
                run_column(p, t);
            }
        }
    }
}

const struct kernel KERNEL_NAME = {KERNEL_TEXT, multiply};
