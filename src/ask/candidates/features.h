/*
 * features.h - the features of a candidate, which the ranker scores.
 *
 * A feature is a name, "op:count,kind:how_many", of which the ranker knows the
 * hash. Names are made of parts that other questions and tables share: kinds of
 * results, common words, types of columns, how much of a name is said.
 */
#ifndef ASK_CANDIDATES_FEATURES_H
#define ASK_CANDIDATES_FEATURES_H

#include "ask/candidates/candidate.h"
#include "base/buf.h"

#define FEATURES_MAX 256 /* of one candidate */

struct features {
    uint32_t hash[FEATURES_MAX];
    size_t n;
    struct buf *names;     /* NULL; else each name goes there, too, with a \n */
    uint32_t missed;       /* content words that the candidate does not use */
    uint32_t missed_links; /* those of them that are linked */
    uint32_t left_over;    /* those that are not light verbs, and judgements */
    uint32_t left_hard;    /* of these numbers and judgements: without them it
                              is another question */
};

/* What is the same for all candidates of a question. */
struct feature_question {
    const struct grid *g;
    const struct question *q;
    const struct grid_links *l;
    const char **word;      /* word[q->n], numbers and years as one word each */
    const char *head;       /* the stem of the noun that is asked for, or "-" */
    struct word_set common; /* function words and numbers */
    struct word_set first;  /* those of `common` that were not there before */
    bool has_or;
};

/*
 * features_begin - look at the question once.
 *
 * out      out    lives in `a`; borrows all
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err features_begin(const struct grid *g,
                                   const struct question *q,
                                   const struct grid_links *l, struct arena *a,
                                   struct feature_question *out,
                                   struct error *e);

/* The features of a candidate, instead of what `out` held but for its `names`;
 * those over FEATURES_MAX are left out. */
void features_of(const struct feature_question *x, const struct candidate *c,
                 struct features *out);

/*
 * The features of answering nothing, as the question does not fit the table.
 *
 * in       n        candidates
 *          missed, missed_links   the least of all candidates
 */
void features_of_nothing(const struct feature_question *x, size_t n,
                         uint32_t missed, uint32_t missed_links,
                         struct features *out);

/* The hash of a name. */
uint32_t feature_hash(struct str name);

#endif
