/*
 * candidates_confidence.h - how often answers that look like this one are right.
 *
 * A probability over candidates is too sure of itself: the right reading may
 * not be among them. So a small logistic model over what is known of the best
 * answer gives a raw value, and steps that were fitted to questions with known
 * answers, never falling, make of it the share that was right.
 *
 * source   Zadrozny, Elkan: Transforming Classifier Scores into Accurate
 *          Multiclass Probability Estimates (2002)
 */
#ifndef ASK_CANDIDATES_CANDIDATES_CONFIDENCE_H
#define ASK_CANDIDATES_CANDIDATES_CONFIDENCE_H

#include "ask/candidates/consensus.h"
#include "ask/candidates/reading_facts.h"

#define CANDIDATES_CONFIDENCE_MAX_KNOTS  64
#define CANDIDATES_CONFIDENCE_NAME_BYTES 32

/* What is known of the best answer. */
enum candidates_confidence_fact {
    FACT_ONE,          /* always 1 */
    FACT_PROBABILITY,  /* its log-odds */
    FACT_BEST,         /* those of its likeliest reading alone */
    FACT_MARGIN,       /* log of its probability over that of the second */
    FACT_NOTHING,      /* log-odds that nothing is right */
    FACT_AGREED,       /* the share of its probability that other readings give,
                          0 to 1 */
    FACT_READINGS,     /* log of how many give it */
    FACT_ANSWERS,      /* log of how many other answers there are */
    FACT_MISSED,       /* words that its best reading does not use, */
    FACT_MISSED_LINKS, /* those of them that are linked */
    FACT_COMPUTED,     /* 1: a number that occurs nowhere */
    FACT_SEVERAL, /* 1: more than one value; as all below in reading_facts.h */
    FACT_ODD,
    FACT_CROWDED,
    FACT_LEFT_OVER,
    FACT_CONDITIONS,
    FACT_PARTS,
    FACT_WHOLE,
    FACT_PLACED,
    FACT_UNORDERED,
    FACT_EXTREME,
    FACT_TIED,
    FACT_UNNAMED,
    FACT_COMPARED,
    FACT_COUNTED,
    FACT_RESULT_NAMED,
    FACT_ROWS,
    FACT_WORDS,
    CANDIDATES_CONFIDENCE_FACTS
};

/* The facts, and after them each times FACT_PROBABILITY: what a fact says
 * hangs on how likely the answer looks. */
#define CANDIDATES_CONFIDENCE_TERMS (2 * CANDIDATES_CONFIDENCE_FACTS)

/* Where the raw value is `raw`, `share` were right; between two, in between. */
struct candidates_confidence_knot {
    double raw;
    double share;
};

struct candidates_confidence {
    double weight[CANDIDATES_CONFIDENCE_TERMS];
    struct candidates_confidence_knot
        knot[CANDIDATES_CONFIDENCE_MAX_KNOTS]; /* rising */
    size_t n_knots; /* 0: the raw value is the confidence */
};

/* What the facts are made of. */
struct candidates_confidence_view {
    const struct vote *vote;   /* vote[groups] */
    uint32_t groups;           /* not 0 */
    uint32_t best;             /* the answer that is judged */
    double nothing;            /* probability that none is right */
    struct reading_facts look; /* of its best reading */
};

/* The terms; all are finite. */
void candidates_confidence_facts(const struct candidates_confidence_view *v,
                                 double fact[CANDIDATES_CONFIDENCE_TERMS]);

/* Between 0 and 1. */
double candidates_confidence_raw(
    const struct candidates_confidence *c,
    const double fact[CANDIDATES_CONFIDENCE_TERMS]);

/* The share that was right of what had this raw value. */
double candidates_confidence_at(const struct candidates_confidence *c,
                                double raw);

/*
 * candidates_confidence_read - one line of a model.
 *
 * in       line   "@fact missed -0.31" or "@confidence 0.83 0.91"
 * errors   ERR_VALIDATION_FAILED  not such a file; shares or raw values that fall;
 *                                 more knots than there is room for
 */
MUST_CHECK enum err candidates_confidence_read(struct candidates_confidence *c,
                                               struct str line,
                                               struct error *e);

/* "probability", as lines of a model name it; "likely_missed" is a term after
 * the facts. `name` has room for CANDIDATES_CONFIDENCE_NAME_BYTES. */
const char *candidates_confidence_term_name(size_t term, char *name);

#endif
