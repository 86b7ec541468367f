/*
 * generator.h - the steps of candidates_make(): conditions, row sets, results.
 * Private to the module.
 */
#ifndef ASK_CANDIDATES_GENERATOR_H
#define ASK_CANDIDATES_GENERATOR_H

#include "ask/candidates/candidate.h"

#define GENERATOR_MAX_CONDITIONS 256
#define GENERATOR_MAX_SETS       2048
#define GENERATOR_MAX_CANDIDATES 2000
#define GENERATOR_MAX_PAIRED     40 /* conditions that are combined */
#define GENERATOR_MAX_SUMMARIES  4  /* values that name one: Total, Totals */
#define GENERATOR_MAX_SIMPLE     90 /* sets that steps are taken of */

struct generator {
    const struct grid *g;
    const struct question *q;
    const struct grid_links *l;
    struct arena *a;
    struct condition *condition; /* condition[n_conditions] */
    size_t n_conditions;
    struct row_set *set; /* set[n_sets]; set[0] is all rows */
    size_t n_sets;
    struct condition summary; /* rows that sum up others, with its link */
    struct value_link summary_link;
    uint32_t summary_values[GENERATOR_MAX_SUMMARIES];
    size_t n_plain;              /* sets without a step, which come first */
    struct candidate *candidate; /* candidate[n_candidates] */
    size_t n_candidates;
};

/* A word of the question calls for one of `triggers`. */
bool generator_wants(const struct generator *x, unsigned triggers);

/* The conditions of links, numbers and days. */
void generator_conditions(struct generator *x);

/* The sets of rows: all, those of conditions, those of steps. */
void generator_sets(struct generator *x);

/* A set is not added when it is empty or there is no room. */
void generator_add_set(struct generator *x, const struct row_set *set);

/* The results of each row set. */
MUST_CHECK enum err generator_results(struct generator *x, struct error *e);

/* The results that compare two conditions on one column. */
MUST_CHECK enum err generator_comparisons(struct generator *x, struct error *e);

/* A candidate without answers is not added. */
void generator_add(struct generator *x, const struct candidate *c);

/* To the sixth decimal, as computed answers are. */
double generator_rounded(double x);

/* A candidate whose answer is a number. */
void generator_add_number(struct generator *x, enum result result,
                          const struct row_set *rows, uint32_t column,
                          double number);

#endif
