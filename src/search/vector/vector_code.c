/*
 * A vector v is kept as v = s c + r: s a float, c integers of [-127,127], and of
 * the rest r an upper bound e >= |r|. The scale is the largest number over 127,
 * so that no number is cut off. A query is q = t w + p: w integers of 15 bits
 * where the vectors have 512 dimensions, of 11 where 8192, p the rest. Then
 *
 *     q v = s t (w c) + s (p c) + q r
 *        <= s t (w c) + s 127 |p|_1 + |q| e             (Cauchy and Schwarz)
 *
 * The kernels (vector_kernel.h) compute w c in whole numbers, without an error,
 * so the right side is known from a quarter of the bytes. A vector whose bound
 * is below the score of the k-th best passage so far is out; all others are
 * scored as floats. So nothing is lost and the answer is exact, not "nearly
 * always right": the 8 bits only decide how much is read.
 *
 * Rounding. The product w c is exact in a double, as are its bias and each
 * product of two floats. The bound takes some five operations in double, whose
 * relative error together is below 2^-50: of s t |w c| <= s t 2^31 that is less
 * than s t 2^-18; `slack` holds it, and `length` is made longer by 2^-30. The
 * score adds n <= 8192 doubles: its error is below 2^-40 |q| |v|, and |v| is at
 * most 127 s sqrt(n) + e < 2^14 s + e; so |q| 2^-26 in `slack` and the 2^-30
 * hold that, and what is rounded where p is found. At last both become floats,
 * and rounding keeps their order: if the bound as a float is less than another
 * score, so is the score. The same goes for cutting both to [-1,1]. None of this
 * needs vectors of unit length.
 *
 * The score is summed in eight lanes in a fixed order. A product of two floats
 * is exact in a double, so that it makes no difference whether a compiler joins
 * it with the addition: every machine and every kernel gives the same bits.
 *
 * Why 16 bits for the query: with 8 its own rest costs as much as that of the
 * vectors, and of 100,000 some 400 are scored instead of 180 (bench_vector). The
 * products cost the same, as memory is what is waited for, and without VNNI
 * there are no others than those of 16 bits.
 */
#include "search/vector/vector_code.h"

#include <math.h>

#define LANES 8

/* Between codes of 0 to 255 and these, no sum passes an int32. */
#define MAX_SUM    2147483647
#define MAX_WIDE   32512 /* 127 * 256: the upper half is an int8 */
#define SCORE_PART 0x1p-26
#define SUM_PART   0x1p-18
#define LONGER     (1 + 0x1p-30)

static double largest(const float *v, size_t n)
{
    float most = 0;

    for (size_t i = 0; i < n; i++)
        most = fabsf(v[i]) > most ? fabsf(v[i]) : most;
    return most;
}

/* A float that is not less. */
static float round_up(double x)
{
    float f = (float)x;

    return f < x ? nextafterf(f, INFINITY) : f;
}

struct vector_fit vector_encode(const float *v, size_t n, uint8_t *codes)
{
    struct vector_fit fit = {(float)(largest(v, n) / VECTOR_CODE_MAX), 0};
    const double s = fit.scale;
    const double per = s > 0 ? 1 / s : 0;
    double rest = 0;

    for (size_t i = 0; i < n; i++) {
        double x = v[i] * per;
        double left;

        /* The scale was rounded, and so may be anything near zero. */
        x = x > VECTOR_CODE_MAX ? VECTOR_CODE_MAX : x;
        x = x < -VECTOR_CODE_MAX ? -VECTOR_CODE_MAX : x;
        codes[i] = (uint8_t)(x + VECTOR_CODE_ZERO + 0.5);
        left = v[i] - s * (codes[i] - VECTOR_CODE_ZERO);
        rest += left * left;
    }
    memset(codes + n, 0, vector_align(n) - n);
    fit.error = round_up(sqrt(rest) * LONGER);
    return fit;
}

/* The largest number of a query. */
static double wide_max(size_t stride)
{
    double most = floor((double)MAX_SUM / (255.0 * (double)stride));

    return most < MAX_WIDE ? most : MAX_WIDE;
}

enum err vector_probe_make(struct vector_probe *p, const float *v, size_t n,
                           struct arena *a, struct error *e)
{
    size_t stride = vector_align(n);
    double step = largest(v, n) / wide_max(stride);
    int16_t *wide = arena_alloc_array(a, stride, sizeof(*wide), e);
    int8_t *high = arena_alloc_array(a, stride, sizeof(*high), e);
    int8_t *low = arena_alloc_array(a, stride, sizeof(*low), e);
    double total = 0;
    double rest = 0;
    double square = 0;

    if (!wide || !high || !low)
        return e->code;
    for (size_t i = 0; i < n; i++) {
        double x = step > 0 ? rint(v[i] / step) : 0;
        int whole = (int)x;
        int upper = (whole + 128 + 65536) / 256 - 256; /* rounded down */

        wide[i] = (int16_t)whole;
        high[i] = (int8_t)upper;
        low[i] = (int8_t)(whole - 256 * upper);
        total += x;
        rest += fabs(v[i] - step * x);
        square += (double)v[i] * v[i];
    }
    *p = (struct vector_probe){.vector = v,
                               .n = n,
                               .stride = stride,
                               .wide = wide,
                               .high = high,
                               .low = low,
                               .step = step,
                               .bias = VECTOR_CODE_ZERO * total};
    p->length = sqrt(square) * LONGER;
    p->slack = VECTOR_CODE_MAX * rest * LONGER + step * SUM_PART +
               p->length * SCORE_PART;
    return OK;
}

/* To [-1,1]; NaN stays. */
static float cut(double x)
{
    x = x > 1 ? 1 : x;
    return (float)(x < -1 ? -1 : x);
}

void vector_bounds(const struct vector_probe *p, const int32_t *sums,
                   const float *scales, const float *errors, size_t n,
                   float *bound)
{
    for (size_t i = 0; i < n; i++)
        bound[i] = cut(scales[i] * (p->step * (sums[i] - p->bias) + p->slack) +
                       p->length * errors[i]);
}

float vector_cosine(const float *q, const float *v, size_t n)
{
    double lane[LANES] = {0};
    size_t i = 0;

    for (; i + LANES <= n; i += LANES) {
        for (size_t k = 0; k < LANES; k++)
            lane[k] += (double)q[i + k] * v[i + k];
    }
    for (; i < n; i++)
        lane[i % LANES] += (double)q[i] * v[i];
    for (size_t k = LANES / 2; k; k /= 2) {
        for (size_t j = 0; j < k; j++)
            lane[j] += lane[j + k];
    }
    return cut(lane[0]);
}
