/*
 * samples.h - questions with known answers as the ranker sees them: for each
 * the features of every candidate, and which candidates answer right.
 *
 * Some are made so that nothing is right: a question of another table, and a
 * table without the column that the right candidates use.
 */
#ifndef RANKER_SAMPLES_H
#define RANKER_SAMPLES_H

#include "ask/candidates/folds.h"
#include "ask/candidates/reading_facts.h"
#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

enum sample_kind {
    SAMPLE_REAL,
    SAMPLE_OTHER_TABLE,    /* of a table of the same fold */
    SAMPLE_WITHOUT_COLUMN, /* that all right candidates use */
    SAMPLE_KINDS
};

/* One question. Candidate n - 1 is to answer nothing, right when no other
 * is. */
struct sample {
    enum sample_kind kind;
    unsigned fold;     /* of its table, under FOLDS */
    uint32_t n;        /* candidates */
    uint32_t *from;    /* from[n + 1]: features [from[i], from[i + 1]) */
    uint32_t *feature; /* ids of features, under samples.n_features */
    uint8_t *right;    /* right[n] */
    uint32_t *group;   /* group[n - 1], of consensus_group() */
    uint32_t groups;   /* how many */
    struct reading_facts *look; /* look[n - 1] */
    bool answerable;            /* one that is not the last is right */
    char **said;    /* said[n - 1]: each in words; NULL: nobody wants them */
    char *question; /* with its table and the expected answers; NULL likewise */
};

struct samples {
    struct sample *sample; /* sample[n] */
    size_t n;
    size_t n_tables;
    uint32_t *hash; /* hash[n_features]: what each id stands for */
    char **name;    /* name[n_features] */
    uint32_t n_features;
    uint32_t most; /* candidates of one sample */
};

struct sample_source {
    const char *folder; /* of questions.jsonl and its tables */
    const char *home;   /* where tables are cached */
    const char *worker;
    bool in_words;    /* keep what people read of the real ones */
    size_t every;     /* take one question of so many */
    size_t negatives; /* make two unanswerable ones of one question of so many;
                         0: none */
};

/* Everything is for the whole program, which ends on an error. */
void samples_read(const struct sample_source *from, struct samples *out);

#endif
