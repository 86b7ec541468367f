/*
 * decimal.h - compares JSON numbers by value, from their text.
 *
 * 1, 1.0 and 1e0 are the same number and 0.1 differs from its neighbour by the
 * 40th digit: no double is involved, and digits and exponents may be as long
 * as they like.
 */
#ifndef STORE_JSON_TREE_DECIMAL_H
#define STORE_JSON_TREE_DECIMAL_H

#include "base/str.h"

/*
 * decimal_cmp - order two numbers by value: <0, 0, >0.
 *
 * in       a, b   texts that RFC 8259 takes as numbers; -0 equals 0
 * cost     O(a.n + b.n), no memory
 */
int decimal_cmp(struct str a, struct str b);

#endif
