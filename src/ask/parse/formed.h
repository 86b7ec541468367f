/*
 * formed.h - the best specs so far, each once. Private to the module.
 */
#ifndef ASK_PARSE_FORMED_H
#define ASK_PARSE_FORMED_H

#include "ask/parse/counted_rows.h"
#include "ask/parse/parse.h"
#include "ask/parse/search.h"
#include "ask/spec/spec.h"

#define FORM_FEATURES 128

/* A spec with its score; the state that it is of keeps the features of words. */
struct formed {
    double score;
    const struct state *state;
    struct query_spec spec;
    const struct counted_way
        *counted;   /* whose rows a condition counts; NULL: none's */
    bool is_scaled; /* so much for so many of another: a limit was that many */
    uint32_t form;  /* enum form */
    enum asked_for asked_for;
    bool
        is_too_fine; /* it takes hours of days or weeks of months that have none:
                         it is not a reading */
    uint32_t n_features;
    size_t at; /* its turn, which decides between equal scores */
    struct feature feature[FORM_FEATURES]; /* feature[n_features] */
};

/* A heap with the worst on top. */
struct formed_heap {
    struct formed *formed; /* formed[n], in no order */
    uint64_t *what;        /* what[n]: the hash of each spec */
    size_t *order;         /* order[n]: the heap, of indexes into formed[] */
    size_t n;
    size_t cap;
    size_t seen; /* that were to be kept */
    double gain; /* the most that a form has added to the score of its state */
};

/*
 * formed_heap_init - an empty heap.
 *
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err formed_heap_init(struct formed_heap *h, size_t cap,
                                     struct arena *a, struct error *e);

/* May a spec be kept that has this score? */
bool formed_may_be(const struct formed_heap *h, double score);

/* May a state still have specs that are kept, if no form adds more to its score than
 * those before it did? */
bool formed_may_keep(const struct formed_heap *h, const struct state *s);

/* Keep it if it is among the best; of specs that are the same the best stays. */
void formed_keep(struct formed_heap *h, const struct formed *now);

#endif
