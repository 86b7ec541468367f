/*
 * edge_values.h - columns that lead to each other by their values, whatever they are
 * called: "Tda" with T01, T02 and the key "Cód." of the shops. Private to the module.
 */
#ifndef ASK_JOINS_EDGE_VALUES_H
#define ASK_JOINS_EDGE_VALUES_H

#include "ask/link/table_schema.h"

/* The values of a key, to be looked up. */
struct key_values {
    const struct schema_column *column;
    uint64_t *hash; /* hash[n], sorted; of a column with a dictionary none */
    size_t n;
};

/*
 * key_values_of - the values of a unique column.
 *
 * out      out   in `a`
 * errors   ERR_LIMIT  `a` is full
 */
MUST_CHECK enum err key_values_of(const struct schema_column *c,
                                  struct arena *a, struct key_values *out,
                                  struct error *e);

/* How many values of a column are keys of another. */
enum meeting {
    MEET_UNKNOWN, /* too few are known */
    MEET_NONE,
    MEET_SOME,
    MEET_MOST
};

/*
 * key_values_meet - are the values of a column of texts keys of the other? A part of
 * them is looked up. MEET_MOST too where half of them are and nearly all keys are among
 * them: a column may lead to one table for some rows and to another for the rest.
 *
 * errors   ERR_LIMIT  `a` is full
 * cost     O(log values) for each that is looked up
 */
MUST_CHECK enum err key_values_meet(const struct key_values *key,
                                    const struct schema_column *c,
                                    struct arena *a, enum meeting *meet,
                                    struct error *e);

#endif
