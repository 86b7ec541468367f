#include "learn_confidence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 60
#define RATE   0.05
#define L2     1e-4 /* in proportion to the weight, each step */
#define LEAST  1e-8

static size_t number_of(struct learned_confidence *c, const char *name)
{
    size_t i = 0;

    while (i < c->n && strcmp(c->name[i], name) != 0)
        i++;
    if (i == c->n) {
        if (c->n == SURE_MAX)
            model_give_up("too many kinds of answers");
        memcpy(c->name[c->n++], name, READING_CONFIDENCE_NAME_BYTES);
    }
    return i;
}

static double sure_of(const struct learned_confidence *c, const size_t *number,
                      const struct reading_confidence_term *term)
{
    double sum = 0;

    for (size_t i = 0; i < READING_CONFIDENCE_TERMS; i++)
        sum += c->w[number[i]] * term[i].value;
    return 1 / (1 + exp(-sum));
}

static void learn_one(const struct outcome *x, struct learned_confidence *c,
                      double *g2)
{
    struct reading_confidence_term term[READING_CONFIDENCE_TERMS] = {{"", 0}};
    size_t number[READING_CONFIDENCE_TERMS];
    double d;

    reading_confidence_terms(&x->facts, term);
    for (size_t i = 0; i < READING_CONFIDENCE_TERMS; i++)
        number[i] = number_of(c, term[i].name);
    d = x->right - sure_of(c, number, term);
    for (size_t i = 0; i < READING_CONFIDENCE_TERMS; i++) {
        const double g = d * term[i].value - L2 * c->w[number[i]];

        g2[number[i]] += g * g;
        c->w[number[i]] += RATE * g / sqrt(g2[number[i]] + LEAST);
    }
}

void learn_confidence(const struct outcome *x, size_t n,
                      struct learned_confidence *out)
{
    double g2[SURE_MAX] = {0};

    *out = (struct learned_confidence){.n = 0};
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < n; i++)
            if (x[i].answered)
                learn_one(&x[i], out, g2);
}

void learned_confidence_apply(const struct learned_confidence *c,
                              struct outcome *x, size_t n)
{
    struct learned_confidence known = *c;
    struct reading_confidence_term term[READING_CONFIDENCE_TERMS] = {{"", 0}};
    size_t number[READING_CONFIDENCE_TERMS];

    for (size_t i = 0; i < n; i++) {
        reading_confidence_terms(&x[i].facts, term);
        for (size_t k = 0; k < READING_CONFIDENCE_TERMS; k++)
            number[k] = number_of(&known, term[k].name);
        if (x[i].answered)
            x[i].raw = sure_of(&known, number, term);
    }
}

void learned_confidence_write(const struct learned_confidence *c, void *file)
{
    for (size_t i = 0; i < c->n; i++)
        (void)fprintf(file, "%s %.3f\n", c->name[i], c->w[i]);
}
