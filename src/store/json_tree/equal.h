/* equal.h - equality of JSON trees. */
#ifndef STORE_JSON_TREE_EQUAL_H
#define STORE_JSON_TREE_EQUAL_H

#include "base/json.h"

/*
 * Exactly the same: types, number texts, strings, and keys in their order. The
 * key that the values have in their parents does not count.
 */
bool tree_same(const struct json *a, const struct json *b);

/*
 * tree_equal - the same value, as RFC 6902 `test` compares.
 *
 * Numbers by their value (1 == 1.0 == 1e0, exactly, however long), strings by
 * their characters, arrays by position, objects without key order.
 *
 * in       a, b     trees without duplicate keys
 *          scratch  the tables of large objects live here
 * errors   ERR_LIMIT  scratch is full
 * cost     O(the smaller tree)
 */
MUST_CHECK enum err tree_equal(const struct json *a, const struct json *b,
                               struct arena *scratch, bool *equal,
                               struct error *e);

#endif
