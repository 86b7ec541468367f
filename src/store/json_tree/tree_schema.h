/*
 * tree_schema.h - infers the schema of a JSON tree, as a list of paths.
 *
 * A path is a JSON Pointer with `*` for "each": each element of an array, and
 * each value of an object that is used as a map, with many keys and alike
 * values ({"2024-01-01":{...},"2024-01-02":{...}, ...}). A key that is itself
 * "*" is written ~2, which no JSON Pointer has.
 *
 * An object counts as a map when it has MAP_KEYS keys or more whose values are
 * all of one type, null aside, and, when they are objects, share at least half
 * of their keys; and when several objects are at the path, most of them lack
 * most of the keys. A single object of plain values could be a record as well;
 * it needs MAP_KEYS_PLAIN.
 */
#ifndef STORE_JSON_TREE_TREE_SCHEMA_H
#define STORE_JSON_TREE_TREE_SCHEMA_H

#include "base/json.h"

#include <stdatomic.h>

#define MAP_KEYS       20
#define MAP_KEYS_PLAIN 64

struct schema_limits {
    size_t max_paths;
    size_t max_bytes; /* of what is written */
    size_t max_example_bytes;
    unsigned max_examples;     /* a path, up to SCHEMA_MOST_EXAMPLES */
    unsigned max_depth;        /* tokens of a path */
    const atomic_bool *cancel; /* set to true: it ends soon; NULL: never */
};

#define SCHEMA_MOST_EXAMPLES 8

/* 1,000 paths, 256 KiB, 3 examples of 80 bytes, depth 32. */
extern const struct schema_limits schema_default_limits;

/*
 * schema_write - the schema as the next value of `w`:
 *
 *     {"paths":[{"path":P,"present":12,"absent":1,
 *       "types":{"null":1,"number":11},"min":0.5,"max":12.5,
 *       "examples":[1.20,3,12.5]}, ...],"truncated":false}
 *
 * P is for example items, * and price, each after a '/'. Paths are in the
 * order in which the tree shows them, a value before what is in it. `present`
 * counts values; `absent` the objects at the path above that lack the key.
 * Types are null, boolean, integer, number (with a fraction or an exponent),
 * string, array, object. min and max apply to numbers, as written; min_length
 * and max_length of strings, in characters; min_items and max_items of arrays.
 * Examples are the first different values; a string that is longer than
 * max_example_bytes ends in U+2026. `truncated` is true when a limit left
 * something out: paths, depth or bytes.
 *
 * in       root  any tree; `a` holds what is counted until it dies
 * errors   ERR_LIMIT    `a` is full
 *          ERR_TIMEOUT  cancelled
 * cost     O(values)
 */
MUST_CHECK enum err schema_write(const struct json *root,
                                 const struct schema_limits *lim,
                                 struct arena *a, struct jsonw *w,
                                 struct error *e);

#endif
