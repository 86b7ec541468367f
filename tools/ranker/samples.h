/*
 * samples.h - questions with known answers as the ranker sees them: for each
 * the features of every candidate, and which candidates answer right.
 */
#ifndef RANKER_SAMPLES_H
#define RANKER_SAMPLES_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

/* One question. Candidate n - 1 is to answer nothing, right when no other is. */
struct sample {
    uint32_t table;    /* which, from 0: folds are of tables */
    uint32_t n;        /* candidates */
    uint32_t *from;    /* from[n + 1]: features [from[i], from[i + 1]) */
    uint32_t *feature; /* ids of features, under samples.n_features */
    uint8_t *right;    /* right[n] */
    bool answerable;   /* one that is not the last is right */
};

struct samples {
    struct sample *sample; /* sample[n] */
    size_t n;
    size_t n_tables;
    uint32_t *hash; /* hash[n_features]: what each id stands for */
    char **name;    /* name[n_features]: NULL until samples_name() */
    uint32_t n_features;
    size_t n_candidates;
    size_t n_answerable;
};

struct sample_source {
    const char *folder; /* of questions.jsonl and its tables */
    const char *home;   /* where tables are cached */
    const char *worker;
    size_t every; /* take one question of so many */
};

/* Everything is for the whole program, which ends on an error. */
void samples_read(const struct sample_source *from, struct samples *out);

/* Find the names of the features for which wanted[id]; reads all again. */
void samples_name(const struct sample_source *from, struct samples *s,
                  const uint8_t *wanted);

#endif
