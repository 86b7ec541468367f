#include "calibrate.h"

#include "common.h"

#include <math.h>
#include <stdlib.h>

#define PER_BIN 100 /* fewer make the top steps follow chance */
#define ROUNDS  2000
#define RATE    0.1
#define RIDGE   1e-3
#define EPSILON 1e-12
#define NEAREST 1e-4 /* of two raw values: what is written must rise */

static void fit_logistic(const struct verdict *const *v, size_t n,
                         struct confidence *out)
{
    double squares[CONFIDENCE_FACTS] = {0};

    for (int round = 0; round < ROUNDS; round++) {
        double gradient[CONFIDENCE_FACTS];

        for (size_t k = 0; k < CONFIDENCE_FACTS; k++)
            gradient[k] = -RIDGE * out->weight[k];
        for (size_t i = 0; i < n; i++) {
            double d = v[i]->right - confidence_raw(out, v[i]->fact);

            for (size_t k = 0; k < CONFIDENCE_FACTS; k++)
                gradient[k] += d * v[i]->fact[k] / (double)n;
        }
        for (size_t k = 0; k < CONFIDENCE_FACTS; k++) {
            squares[k] += gradient[k] * gradient[k];
            out->weight[k] += RATE * gradient[k] / sqrt(squares[k] + EPSILON);
        }
    }
}

/* Verdicts of neighbouring raw values: sums over `n`. */
struct pool {
    double raw;
    double right;
    double n;
};

static double mean(const struct pool *p)
{
    return p->right / p->n;
}

static int by_raw(const void *a, const void *b)
{
    const struct pool *x = a;
    const struct pool *y = b;

    return x->raw < y->raw ? -1 : x->raw > y->raw;
}

static void add_knot(struct confidence *out, const struct pool *p)
{
    struct confidence_knot k = {p->raw / p->n, mean(p)};

    if (out->n_knots > 0 && k.raw - out->knot[out->n_knots - 1].raw < NEAREST)
        return;
    if (out->n_knots < CONFIDENCE_MAX_KNOTS)
        out->knot[out->n_knots++] = k;
}

/* `p` in the order of raw values; overwritten. */
static void pool_violators(struct pool *p, size_t n, struct confidence *out)
{
    size_t per_bin = n / PER_BIN < CONFIDENCE_MAX_KNOTS
                         ? PER_BIN
                         : n / CONFIDENCE_MAX_KNOTS + 1;
    size_t kept = 0;

    for (size_t i = 0; i < n; i += per_bin) {
        struct pool bin = {0};

        for (size_t k = i; k < n && k < i + per_bin; k++) {
            bin.raw += p[k].raw;
            bin.right += p[k].right;
            bin.n += 1;
        }
        while (kept > 0 && mean(&p[kept - 1]) >= mean(&bin)) {
            kept--;
            bin.raw += p[kept].raw;
            bin.right += p[kept].right;
            bin.n += p[kept].n;
        }
        p[kept++] = bin; /* kept <= i: read before */
    }
    for (size_t i = 0; i < kept; i++)
        add_knot(out, &p[i]);
}

void calibrate(const struct verdict *v, const uint8_t *used, size_t n,
               struct confidence *out)
{
    const struct verdict **seen = take(n, sizeof(void *));
    struct pool *p = take(n, sizeof(*p));
    size_t n_seen = 0;

    *out = (struct confidence){0};
    for (size_t i = 0; i < n; i++) {
        if (used[i] && v[i].has_answer)
            seen[n_seen++] = &v[i];
    }
    fit_logistic(seen, n_seen, out);
    for (size_t i = 0; i < n_seen; i++)
        p[i] = (struct pool){confidence_raw(out, seen[i]->fact), seen[i]->right,
                             1};
    qsort(p, n_seen, sizeof(*p), by_raw);
    pool_violators(p, n_seen, out);
    free(seen);
    free(p);
}
