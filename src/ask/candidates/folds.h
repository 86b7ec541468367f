/*
 * folds.h - cross-validation folds: which tables a model does not see in
 * training, so that it can be evaluated on them. There are five, split by table
 * and never by question.
 */
#ifndef ASK_CANDIDATES_FOLDS_H
#define ASK_CANDIDATES_FOLDS_H

#include <stdint.h>

#define FOLDS 5

/* The fold of a table: by its number, mixed. Tables are numbered from 0 in the
 * order in which the questions of a set name them. */
static inline unsigned fold_of(uint32_t table)
{
    return (table * 2654435761u >> 16) % FOLDS;
}

#endif
