/*
 * fuse.c - a weighted sum, and a measured curve.
 *
 * The question's own ceiling, and not the best passage found, is what a BM25
 * score is divided by: so a number means the same for every question, an answer
 * that has a third of the question's rare words differs from one that has all,
 * and weights do not depend on how good the rest is. A cosine of the model that
 * comes with Quarry is taken as it is, one of another on the scale of that one
 * (search/index/background.h); what is below 0 is 0.
 *
 * Weights and curves were chosen on the development sets, with the passages of
 * one set asked the questions of another as what has no answer:
 *
 *                          Cranfield, nDCG@10   XQuAD en, nDCG@10
 *     keyword                     .3751               .9714
 *     vector                      .1736               .8994
 *     .7 keyword + .3 vector      .3748               .9788
 *     .75 + .25                   .3749               .9776
 *     .8 + .2                     .3756               .9751
 *     .85 + .15                   .3742               .9743
 *     .9 + .1                     .3736               .9739
 *
 * .8 is the one that is below neither side on either set. `quarry eval
 * retrieval --weights` prints these. Since a passage of several is a share of 1.2
 * times the ceiling (search_score_ceiling()) .83 is: .3768 for .3753 by words
 * alone.
 *
 * Dividing by the best score of the question instead gave .374 and .973 at .7,
 * and scales per question (least to most) .382 and .974; plain reciprocal ranks
 * know no weak side.
 *
 * The knots of the curve of vectors are shares of answers among the five best
 * passages of each question, by strength, each set counted the same. Those of
 * keyword and hybrid lie between what these sets say, whose questions share the
 * words of their passage, and what the first passage of each question does in
 * the corpora and tiny bases of tests/retrieval/corpora: of strength .2 to .3
 * half are answers there, of .5 to .8 six in ten. Questions that a corpus nearly
 * answers are as strong as those that it does (the area under the curve is .65
 * to .75), so no floor keeps them out.
 *
 * In a base of ten passages a match of .1 to .2 is right in six of ten, as many
 * as one of .4 among a thousand; hence the shift of strengths among few. A shift
 * of .15 answered no more of these rightly than .1.
 */
#include "search/retrieve/fuse.h"

#include <math.h>
#include <stddef.h>

struct knot {
    double strength;
    double share;
};

static const struct knot keyword_curve[] = {
    {0, 0},     {.1, .002}, {.15, .02}, {.185, .06}, {.2, .1},
    {.25, .27}, {.3, .38},  {.35, .46}, {.4, .53},   {.5, .6},
    {.6, .65},  {.8, .78},  {1, .92}};
static const struct knot vector_curve[] = {{0, 0},    {.25, .001}, {.35, .012},
                                           {.4, .02}, {.5, .06},   {.6, .15},
                                           {.7, .22}, {.8, .3},    {1, .6}};
static const struct knot hybrid_curve[] = {
    {0, 0},     {.15, .002}, {.2, .015}, {.235, .05}, {.26, .1},
    {.3, .24},  {.35, .36},  {.4, .44},  {.475, .52}, {.55, .6},
    {.65, .67}, {.8, .78},   {1, .92}};

struct curve {
    const struct knot *knot;
    size_t n;
    double floor;
};

#define CURVE(knots, least)                                \
    {                                                      \
        (knots), sizeof(knots) / sizeof(*(knots)), (least) \
    }

static const struct curve curves[] = {
    [RETRIEVAL_VECTOR] = CURVE(vector_curve, .02),
    [RETRIEVAL_KEYWORD] = CURVE(keyword_curve, .05),
    [RETRIEVAL_HYBRID] = CURVE(hybrid_curve, .05)};

static const struct curve *curve_of(enum retrieval_mode mode)
{
    BUG_ON(mode == RETRIEVAL_STRUCTURED);
    return &curves[mode];
}

/* The best of few passages is seldom a match by chance. */
#define MANY_PASSAGES 125
#define FEW_SHIFT     0.1  /* for each tenth part of them */
#define LEAST_MATCH   0.05 /* from there on the shift is whole */

static double clip(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

double fuse_keyword(uint64_t score, uint64_t ceiling)
{
    return ceiling ? clip((double)score / (double)ceiling) : 0;
}

double fuse_vector(const struct background *b, double cosine)
{
    return clip(background_scale(b, cosine));
}

double fuse_strength(enum retrieval_mode mode,
                     const struct retrieval_weights *w, double keyword,
                     double vector)
{
    switch (mode) {
    case RETRIEVAL_KEYWORD: return keyword;
    case RETRIEVAL_VECTOR: return vector;
    case RETRIEVAL_HYBRID: return w->keyword * keyword + w->vector * vector;
    case RETRIEVAL_STRUCTURED: break;
    }
    BUG_ON("no passages are ranked in this mode");
    return 0;
}

/* A strength among few passages as one among many. */
static double shifted(double strength, uint64_t passages)
{
    double shift = passages > 0 && passages < MANY_PASSAGES
                       ? FEW_SHIFT * log10(MANY_PASSAGES / (double)passages)
                       : 0;

    return strength + shift * (1 - strength) * clip(strength / LEAST_MATCH);
}

double fuse_calibrate(enum retrieval_mode mode, double strength,
                      uint64_t passages)
{
    const struct curve *c = curve_of(mode);
    size_t i = 1;

    strength = clip(strength);
    if (mode != RETRIEVAL_VECTOR)
        strength = shifted(strength, passages);

    while (i + 1 < c->n && c->knot[i].strength < strength)
        i++;
    return c->knot[i - 1].share +
           (strength - c->knot[i - 1].strength) *
               (c->knot[i].share - c->knot[i - 1].share) /
               (c->knot[i].strength - c->knot[i - 1].strength);
}

double fuse_floor(enum retrieval_mode mode)
{
    return curve_of(mode)->floor;
}
