/*
 * model.h - a log-linear model over the candidates of questions, and its samples.
 *
 * The first candidate of a question is answering nothing. Candidates that are right are
 * so together: which reading gave a right answer is not known.
 */
#ifndef TOOLS_PARSER_MODEL_H
#define TOOLS_PARSER_MODEL_H

#include "ask/parse/reading_confidence.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MODEL_NAME_BYTES 64
#define MODEL_SETS       512

struct candidate {
    size_t first; /* feature[first, last) */
    size_t last;
    uint32_t answer; /* those with equal rows have the same; 0: no rows */
    uint8_t kind[READING_CONFIDENCE_KINDS];
    bool right;
    bool accepted; /* right by its rows alone */
};

struct question {
    size_t first; /* candidate[first, last) */
    size_t last;
    uint32_t set;      /* name in `sets` */
    uint32_t language; /* name in `languages` */
    double weight;     /* of its likelihood; 0: it is not learned from */
    bool answerable;
    bool has_right;
    bool is_development;
    bool is_public; /* not of a blind set: of public data, or made */
    bool is_made;   /* by hand or by grammar: plain questions */
};

/*
 * A feature "role:0:3:8" is learned as the sum of parameters: of itself, and of all that
 * leave some of its numbers open, "role:0:*:8", so that a rare one has the weight of
 * what it is like. They are summed when weights are written.
 */
struct model_feature {
    uint32_t hash;
    char *name;    /* NULL: not known; it is its own only parameter */
    uint32_t kind; /* as evidence: enum feature_kind; of rows, of the rules or
                           without a name: READING_EVIDENCE_KINDS */
    size_t first_param; /* param_of[first_param, last_param) */
    size_t last_param;
    double w;     /* of all, as of `stamp` */
    double start; /* what it begins with */
    double g;     /* of the question of `stamp` */
    uint64_t stamp;
    bool fixed; /* stays as it is */
};

struct model_param {
    uint64_t hash;
    double w;
    double g2;
    double sum; /* of the second half */
};

struct model_names {
    char name[MODEL_SETS][MODEL_NAME_BYTES];
    uint32_t n;
};

struct model {
    uint32_t *feature; /* feature[n_features], index in `all` */
    size_t n_features, cap_features;
    struct candidate *candidate;
    size_t n_candidates, cap_candidates;
    struct question *question;
    size_t n_questions, cap_questions;
    struct model_feature *all; /* all[n_all], of slot[hash] */
    size_t n_all, cap_all;
    uint32_t *slot; /* slot[n_slots], index + 1 */
    size_t n_slots;
    struct model_param *param; /* param[n_params] */
    size_t n_params, cap_params;
    uint32_t *param_of;
    size_t n_param_of, cap_param_of;
    uint32_t *param_slot; /* param_slot[n_slots], index + 1 */
    uint64_t stamp;       /* of the question that is learned */
    struct model_names sets;
    struct model_names languages;
    double l2;
    double rate;
    double unseen;        /* weight of a question that no candidate answers */
    double public_weight; /* of questions of public sets */
    double made;   /* of made questions, in how sure readings are; 0: none */
    bool no_rules; /* what the rules say and answer counts nothing */
    bool with_development;
    uint64_t random;
};

_Noreturn void model_give_up(const char *what);

void model_init(struct model *m);

/*
 * model_read_samples - more questions.
 *
 * A line is "Q ANSWERABLE STATUS LANGUAGE SET", "N FEATURES" or "C RIGHT ANSWER KINDS
 * FEATURES"; kinds are those of reading_confidence.h, features are hashes, both with commas
 * between them. RIGHT is 1, or 2: accepted, but not
 * learned from.
 */
void model_read_samples(struct model *m, const char *path, bool measured_only);

/* Weights to begin with; NULL is allowed. */
void model_read_weights(struct model *m, const char *path);

/* Lines "HASH NAME". */
void model_read_names(struct model *m, const char *path);

/* Features whose name begins so count nothing. */
void model_drop(struct model *m, const char *prefix);

/* Learn from the beginning, without the sets whose number % folds is `fold`; all
 * with folds 0. */
void model_learn(struct model *m, int rounds, uint32_t folds, uint32_t fold);

/* Before learning: names and weights have been read. */
void model_prepare(struct model *m);

double model_score(const struct model *m, const struct candidate *c);

/* Write the weights that are worth it, by name; returns how many. */
size_t model_write(const struct model *m, void *file);

#endif
