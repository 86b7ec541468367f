/* feature_put.h - builds the names of features. Private to the module. */
#ifndef ASK_CANDIDATES_FEATURE_PUT_H
#define ASK_CANDIDATES_FEATURE_PUT_H

#include "ask/candidates/features.h"

/* No features; `names` stays. */
void features_reset(struct features *f);

/* One feature, its name in parts that end with NULL. */
void feature_put(struct features *f, const char *const *parts);

/* PUT(f, "op:", name, ",kind:", kind) */
#define PUT(f, ...) feature_put(f, (const char *const[]){__VA_ARGS__, NULL})

/* A small number as text; over 20 it is 20. */
const char *feature_digit(uint64_t n);

/* "no", "part", "most" or "full" of a share. */
const char *feature_share(double share);

#endif
