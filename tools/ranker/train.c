#include "train.h"

#include "common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_GRADIENT 1e-4
#define EPSILON        1e-8
#define SEED           7

/* The same on every machine and in every run. */
static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void shuffle(uint32_t *order, size_t n, uint32_t *state)
{
    for (size_t i = n; i > 1; i--) {
        size_t k = next_random(state) % i;
        uint32_t x = order[i - 1];

        order[i - 1] = order[k];
        order[k] = x;
    }
}

static void score_all(const struct sample *s, const double *weight,
                      double *score)
{
    for (uint32_t i = 0; i < s->n; i++) {
        score[i] = 0;
        for (uint32_t k = s->from[i]; k < s->from[i + 1]; k++)
            score[i] += weight[s->feature[k]];
    }
}

struct verdict judge(const struct sample *s, const double *weight,
                     double *score, struct vote *vote)
{
    struct candidates_confidence_view view = {.vote = vote,
                                              .groups = s->groups};
    struct verdict v = {0};
    uint32_t agreed = 0, best;

    score_all(s, weight, score);
    consensus_vote(s->group, s->n - 1, score, vote, s->groups);
    v.nothing = view.nothing = score[s->n - 1];
    if (s->n < 2)
        return v;
    for (uint32_t i = 1; i < s->groups; i++) {
        if (vote[i].probability > vote[agreed].probability)
            agreed = i;
    }
    view.best = consensus_best(vote, s->groups);
    best = vote[view.best].best;
    v.has_answer = true;
    v.best = best;
    v.right = s->right[best];
    v.agreed_right = s->right[vote[agreed].best];
    view.look = s->look[best];
    candidates_confidence_facts(&view, v.fact);
    return v;
}

/* Features that right candidates of enough questions have. */
static uint8_t *learnable(const struct samples *s, const uint8_t *used,
                          uint32_t least)
{
    uint32_t *last = take(s->n_features, sizeof(*last));
    uint32_t *count = take(s->n_features, sizeof(*count));
    uint8_t *out = take(s->n_features, 1);

    for (uint32_t i = 0; i < s->n; i++) {
        const struct sample *x = &s->sample[i];

        for (uint32_t c = 0; used[i] && c < x->n; c++) {
            for (uint32_t k = x->from[c]; x->right[c] && k < x->from[c + 1];
                 k++) {
                uint32_t f = x->feature[k];

                count[f] += last[f] != i + 1;
                last[f] = i + 1;
                out[f] = count[f] >= least;
            }
        }
    }
    free(last);
    free(count);
    return out;
}

/* The gradient of one sample, in the features that it touches. */
struct gradient {
    double *sum; /* sum[n_features], zero but for `touched` */
    uint32_t *touched;
    size_t n;
};

static void add_gradient(const struct sample *s, const double *score,
                         const uint8_t *known, struct gradient *g)
{
    double top = score[0], all = 0, right = 0;

    for (uint32_t i = 1; i < s->n; i++)
        top = fmax(top, score[i]);
    for (uint32_t i = 0; i < s->n; i++) {
        all += exp(score[i] - top);
        right += s->right[i] ? exp(score[i] - top) : 0;
    }
    for (uint32_t i = 0; i < s->n && right > 0; i++) {
        double p = exp(score[i] - top);
        double d = (s->right[i] ? p / right : 0) - p / all;

        for (uint32_t k = s->from[i];
             fabs(d) > LEAST_GRADIENT && k < s->from[i + 1]; k++) {
            uint32_t f = s->feature[k];

            if (!known[f])
                continue;
            if (g->sum[f] == 0)
                g->touched[g->n++] = f;
            g->sum[f] += d;
        }
    }
}

/* A weight that is learned, and the sum of what it was. */
struct learned {
    double squares; /* of its gradients */
    double sum;     /* of the weight over the steps before `since` */
    uint64_t since;
};

/* Before `from` weights are left out, since at first they are all 0. */
static void add_to_sum(struct learned *w, double weight, uint64_t step,
                       uint64_t from)
{
    uint64_t since = w->since > from ? w->since : from;

    if (step > since)
        w->sum += weight * (double)(step - since);
    w->since = step;
}

/* The weights after the steps [from, step) are averaged. */
struct averaging {
    struct learned *learned; /* learned[features] */
    uint64_t step, from;
};

static void take_step(struct gradient *g, const struct training *how,
                      struct averaging *a, double *weight)
{
    for (size_t i = 0; i < g->n; i++) {
        uint32_t f = g->touched[i];
        struct learned *x = &a->learned[f];
        double d = g->sum[f];
        double rate, w;

        g->sum[f] = 0;
        if (d == 0)
            continue;
        add_to_sum(x, weight[f], a->step, a->from);
        x->squares += d * d;
        rate = how->rate / sqrt(x->squares + EPSILON);
        w = weight[f] + rate * d;
        weight[f] = w > 0 ? fmax(0, w - rate * how->shrink)
                          : fmin(0, w + rate * how->shrink);
    }
    g->n = 0;
}

/* From weights to what they were in the mean. */
static void average(struct averaging *a, size_t n, double *weight)
{
    for (size_t i = 0; i < n; i++) {
        add_to_sum(&a->learned[i], weight[i], a->step, a->from);
        weight[i] = a->step > a->from
                        ? a->learned[i].sum / (double)(a->step - a->from)
                        : 0;
    }
}

/* Samples in the order of a seed, of which `known` features are learned. */
static void train_in_order(const struct samples *s, const uint8_t *used,
                           const uint8_t *known, const struct training *how,
                           uint32_t seed, double *weight)
{
    struct averaging a = {take(s->n_features, sizeof(*a.learned)), 0, 0};
    double *score = take(s->most, sizeof(*score));
    uint32_t *order = take(s->n, sizeof(*order));
    struct gradient g = {take(s->n_features, sizeof(double)),
                         take((size_t)4 * s->n_features, sizeof(uint32_t)), 0};
    size_t n = 0;

    memset(weight, 0, s->n_features * sizeof(*weight));
    for (uint32_t i = 0; i < s->n; i++) {
        if (used[i])
            order[n++] = i;
    }
    a.from = (uint64_t)how->epochs * n / 2;
    for (unsigned epoch = 0; epoch < how->epochs; epoch++) {
        shuffle(order, n, &seed);
        for (size_t i = 0; i < n; i++) {
            score_all(&s->sample[order[i]], weight, score);
            add_gradient(&s->sample[order[i]], score, known, &g);
            a.step++;
            take_step(&g, how, &a, weight);
        }
    }
    average(&a, s->n_features, weight);
    free(a.learned);
    free(score);
    free(order);
    free(g.sum);
    free(g.touched);
}

void train(const struct samples *s, const uint8_t *used,
           const struct training *how, double *weight)
{
    uint8_t *known = learnable(s, used, how->min_samples);
    double *one = take(s->n_features, sizeof(*one));

    memset(weight, 0, s->n_features * sizeof(*weight));
    for (uint32_t i = 0; i < how->orders; i++) {
        train_in_order(s, used, known, how, SEED + i, one);
        for (uint32_t f = 0; f < s->n_features; f++)
            weight[f] += one[f] / how->orders;
    }
    free(known);
    free(one);
}
