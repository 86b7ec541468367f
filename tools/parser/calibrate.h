/*
 * calibrate.h - how often answers of a probability are right.
 *
 * A softmax over candidates is too sure of itself: the right one may not be among
 * them. Steps that never fall make of it the share that was right of questions that
 * were not learned from (pool adjacent violators).
 *
 * source   Zadrozny, Elkan: Transforming Classifier Scores into Accurate Multiclass
 *          Probability Estimates (2002)
 */
#ifndef TOOLS_PARSER_CALIBRATE_H
#define TOOLS_PARSER_CALIBRATE_H

#include "model.h"

#define CALIBRATE_KNOTS     32
#define CALIBRATE_LANGUAGES 8

/* The likeliest answer of a question. */
struct outcome {
    uint32_t language;
    double raw; /* how sure it is by its facts; before that its probability */
    struct reading_confidence_facts facts;
    bool answerable;
    bool answered; /* there is one */
    bool right;
    bool is_made;  /* a plain question */
    double weight; /* in what is learned of it */
    uint32_t set;
};

struct knot {
    double raw;
    double share;
};

struct calibration {
    struct knot knot[CALIBRATE_KNOTS]; /* knot[n], rising */
    size_t n;
};

/* As votes.mjs and answer/parsed.c: of the best candidates those with equal rows
 * are one answer. */
struct outcome outcome_of(const struct model *m, const struct question *q);

/* The steps of one language; n_languages: of all. */
void calibrate(const struct outcome *x, size_t n, uint32_t language,
               uint32_t n_languages, struct calibration *out);

double calibrate_at(const struct calibration *c, double raw);

/* Print the curve and the mean error over bins; by[language]. */
void calibrate_report(const char *title, const struct outcome *x, size_t n,
                      const struct calibration *by);

#endif
