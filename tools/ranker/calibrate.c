#include "calibrate.h"

#include "common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PER_BIN   100 /* of readings */
#define MAX_FACTS 64
#define ROUNDS    600
#define RATE      0.1
#define RIDGE     1e-3
#define EPSILON   1e-12
#define SUREST    0.99 /* some answers of any kind are wrong */
#define NEAREST   1e-4 /* of two raw values: what is written must rise */

double calibrate_raw(const double *weight, const double *fact, size_t facts)
{
    double sum = 0;

    for (size_t i = 0; i < facts; i++)
        sum += weight[i] * fact[i];
    return 1 / (1 + exp(-sum));
}

/* What facts are in the mean, and how far from it; the first is always 1. */
struct scale {
    double mean[MAX_FACTS];
    double deviation[MAX_FACTS];
};

static void find_scale(const struct outcome *x, size_t n, size_t facts,
                       struct scale *out)
{
    for (size_t k = 0; k < facts; k++) {
        double sum = 0, squares = 0;

        for (size_t i = 0; i < n; i++) {
            sum += x[i].fact[k];
            squares += x[i].fact[k] * x[i].fact[k];
        }
        out->mean[k] = k && n ? sum / (double)n : 0;
        out->deviation[k] =
            n ? sqrt(fmax(0, squares / (double)n - out->mean[k] * out->mean[k]))
              : 0;
    }
}

/* One step of gradient descent over facts that are scaled. */
static void add_gradient(const struct outcome *x, size_t n, size_t facts,
                         const struct scale *s, const double *weight,
                         double *gradient)
{
    for (size_t i = 0; i < n; i++) {
        double scaled[MAX_FACTS];
        double d;

        for (size_t k = 0; k < facts; k++)
            scaled[k] = s->deviation[k] > 0
                            ? (x[i].fact[k] - s->mean[k]) / s->deviation[k]
                            : 0;
        d = (x[i].right - calibrate_raw(weight, scaled, facts)) / (double)n;
        for (size_t k = 0; k < facts; k++)
            gradient[k] += d * scaled[k];
    }
}

/* From weights of scaled facts to those of the facts as they are. */
static void unscale(const struct scale *s, size_t facts, double *weight)
{
    for (size_t k = 0; k < facts; k++) {
        if (s->deviation[k] <= 0)
            continue;
        weight[k] /= s->deviation[k];
        if (k > 0)
            weight[0] -= weight[k] * s->mean[k];
    }
}

static void fit_logistic(const struct outcome *x, size_t n, size_t facts,
                         double *weight)
{
    double squares[MAX_FACTS] = {0};
    struct scale s;

    memset(weight, 0, facts * sizeof(*weight));
    find_scale(x, n, facts, &s);
    for (int round = 0; round < ROUNDS; round++) {
        double gradient[MAX_FACTS] = {0};

        for (size_t k = 1; k < facts; k++)
            gradient[k] = -RIDGE * weight[k];
        add_gradient(x, n, facts, &s, weight, gradient);
        for (size_t k = 0; k < facts; k++) {
            squares[k] += gradient[k] * gradient[k];
            weight[k] += RATE * gradient[k] / sqrt(squares[k] + EPSILON);
        }
    }
    unscale(&s, facts, weight);
}

/* Answers of neighbouring raw values: sums over `n`. */
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

static void add_knot(struct candidates_confidence *out, const struct pool *p)
{
    struct candidates_confidence_knot k = {p->raw / p->n,
                                           fmin(mean(p), SUREST)};

    if (out->n_knots > 0 && k.raw - out->knot[out->n_knots - 1].raw < NEAREST)
        return;
    if (out->n_knots < CANDIDATES_CONFIDENCE_MAX_KNOTS)
        out->knot[out->n_knots++] = k;
}

/* `p` in the order of raw values; overwritten. */
static void pool_violators(struct pool *p, size_t n, size_t per_bin,
                           struct candidates_confidence *out)
{
    size_t kept = 0;

    if (n / per_bin >= CANDIDATES_CONFIDENCE_MAX_KNOTS)
        per_bin = n / CANDIDATES_CONFIDENCE_MAX_KNOTS + 1;
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

void calibrate_fit(const struct outcome *x, size_t n, size_t facts,
                   size_t per_bin, double *weight,
                   struct candidates_confidence *steps)
{
    struct pool *p = take(n, sizeof(*p));

    if (facts > MAX_FACTS)
        give_up("too many facts", NULL);
    steps->n_knots = 0;
    fit_logistic(x, n, facts, weight);
    for (size_t i = 0; i < n; i++)
        p[i] = (struct pool){calibrate_raw(weight, x[i].fact, facts),
                             x[i].right, 1};
    qsort(p, n, sizeof(*p), by_raw);
    pool_violators(p, n, per_bin, steps);
    free(p);
}

void calibrate(const struct verdict *v, const uint8_t *used, size_t n,
               struct candidates_confidence *out)
{
    struct outcome *seen = take(n, sizeof(*seen));
    size_t n_seen = 0;

    *out = (struct candidates_confidence){0};
    for (size_t i = 0; i < n; i++) {
        if (used[i] && v[i].has_answer)
            seen[n_seen++] = (struct outcome){v[i].fact, v[i].right};
    }
    calibrate_fit(seen, n_seen, CANDIDATES_CONFIDENCE_TERMS, PER_BIN,
                  out->weight, out);
    free(seen);
}
