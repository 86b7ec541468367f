#include "learn_confidence.h"

#include <math.h>
#include <stdio.h>

#define ROUNDS 60
#define RATE   0.05
#define L2     1e-4 /* in proportion to the weight, each step */
#define LEAST  1e-8

static double sure_of(const struct learned_confidence *c,
                      const struct reading_confidence_term *term)
{
    double sum = 0;

    for (size_t i = 0; i < READING_CONFIDENCE_TERMS; i++)
        sum += c->w[term[i].kind][term[i].which] * term[i].value;
    return 1 / (1 + exp(-sum));
}

static void learn_one(const struct outcome *x, struct learned_confidence *c,
                      struct learned_confidence *g2)
{
    struct reading_confidence_term term[READING_CONFIDENCE_TERMS] = {{0, 0, 0}};
    double d;

    reading_confidence_terms(&x->facts, term);
    d = x->right - sure_of(c, term);
    for (size_t i = 0; i < READING_CONFIDENCE_TERMS; i++) {
        double *w = &c->w[term[i].kind][term[i].which];
        double *sum = &g2->w[term[i].kind][term[i].which];
        const double g = x->weight * (d * term[i].value - L2 * *w);

        *sum += g * g;
        *w += RATE * g / sqrt(*sum + LEAST);
    }
}

void learn_confidence(const struct outcome *x, size_t n,
                      struct learned_confidence *out)
{
    struct learned_confidence g2 = {{{0}}};

    *out = (struct learned_confidence){{{0}}};
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < n; i++)
            if (x[i].answered)
                learn_one(&x[i], out, &g2);
}

void learned_confidence_apply(const struct learned_confidence *c,
                              struct outcome *x, size_t n)
{
    struct reading_confidence_term term[READING_CONFIDENCE_TERMS] = {{0, 0, 0}};

    for (size_t i = 0; i < n; i++) {
        reading_confidence_terms(&x[i].facts, term);
        if (x[i].answered)
            x[i].raw = sure_of(c, term);
    }
}

void learned_confidence_write(const struct learned_confidence *c, void *file)
{
    for (unsigned k = 0; k < READING_CONFIDENCE_TERM_KINDS; k++)
        for (unsigned i = 0; i < READING_CONFIDENCE_CLASSES; i++)
            if (c->w[k][i] != 0)
                (void)fprintf(file, "sure:%u:%u %.3f\n", k, i, c->w[k][i]);
}
