/*
 * split.h - splits a JSON text into runs.
 *
 * The store keeps a document as rows of a few KB, so that an edit of one
 * element of 50 MB touches a few KB. An array or object whose text has more
 * than run_bytes is *open*: its children are stored as runs. All others are
 * *small* and stay one piece of text inside a run. A run is either some small
 * children of one open container, one after the other, or stands for one child
 * that is open itself and has runs of its own:
 *
 *     {"meta":{"v":1},"rows":[{...},{...}, ... ],"n":2}        run_bytes 8192
 *
 *     container 0   object, child 1                            the root
 *     container 1   values: "meta":{"v":1}
 *     container 1   array, key "rows", child 2
 *     container 2   values: {...},{...}                        up to 8192 bytes
 *     container 2   values: {...}
 *     container 1   values: "n":2
 *
 * Texts are canonical: no white space between the pieces, and numbers, strings
 * and keys exactly as they were written. "Text" in the sizes above means this.
 */
#ifndef STORE_JSON_TREE_SPLIT_H
#define STORE_JSON_TREE_SPLIT_H

#include "base/json.h"

#define SPLIT_RUN_BYTES ((size_t)8192)

enum split_kind {
    SPLIT_VALUES, /* small children */
    SPLIT_ARRAY,  /* one child, an open array */
    SPLIT_OBJECT, /* one child, an open object */
};

struct split_run {
    uint64_t container; /* whose children these are; 0: the document's root */
    enum split_kind kind;
    uint64_t child;       /* of an open child: its number, else 0 */
    struct str key;       /* of an open child in an object: its key as JSON text
                              with quotes, else empty */
    size_t count;         /* children in the run, 1 for an open child */
    const uint32_t *hash; /* [count] split_key_hash() of the keys in an object,
                              else NULL */
    struct str text; /* of values: joined by ',', in an object "key":value */
};

struct split_limits {
    size_t run_bytes;        /* of a run; at least 1 */
    size_t max_bytes;        /* of the text */
    size_t max_scalar_bytes; /* of one string, key or number as written */
    uint64_t max_values;     /* all values, the root included */
    unsigned max_depth; /* arrays and objects inside each other, up to 1000 */
};

/* Runs of SPLIT_RUN_BYTES, 1 GiB, 64 MiB a scalar, 2^28 values, depth 512. */
extern const struct split_limits split_default_limits;

struct split_sink {
    /* Takes a run; all it points to is valid until it returns. */
    enum err (*run)(void *ctx, const struct split_run *r, struct error *e);
    void *ctx;
};

/*
 * split_text - the runs of one JSON text, in document order.
 *
 * Containers that are open are numbered from 1 as they begin; the root's is 1
 * when it is open. A small or scalar root is one run of container 0. A run has
 * at most run_bytes unless a single child with its key is longer: a string, a
 * number, or a small container after a long key.
 *
 * in       text   UTF-8, checked as strictly as json_parse() does
 * out      to     gets runs before the whole text is known to be right: on an
 *                 error the caller forgets them
 * errors   ERR_VALIDATION_FAILED  what json_parse() refuses, same position
 *          ERR_LIMIT              a limit, which the message names
 *          what to->run returns, unchanged
 * cost     O(n); memory for the depth, two runs, the longest scalar, and up to
 *          64 bytes for each member of the objects that are not closed yet
 */
MUST_CHECK enum err split_text(struct str text, const struct split_limits *lim,
                               const struct split_sink *to, struct error *e);

/* 32 bits for a decoded key, the same in every process: FNV-1a. */
uint32_t split_key_hash(struct str key);

#endif
