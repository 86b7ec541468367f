/*
 * retrieve.h - retrieves the entries of a semantic layer that are relevant to a
 * question.
 *
 * An entry whose name or alias the question says scores 1, also in the plural.
 * Another is found by words and by meaning: by the share of the question's
 * words, weighted by how few entries have them, that is in what it says of
 * itself, and by how near it is (near_entries.h), which are two witnesses: it
 * is missed only if both miss it. Without vectors words do it alone.
 */
#ifndef ASK_SEMANTIC_RETRIEVE_H
#define ASK_SEMANTIC_RETRIEVE_H

#include "ask/semantic/entry.h"

/* How many of each collection, and from which score on. */
#define SEMANTIC_TOP_SCHEMA     5
#define SEMANTIC_TOP_METRICS    3
#define SEMANTIC_TOP_EXAMPLES   3
#define SEMANTIC_FLOOR          0.7
#define SEMANTIC_FLOOR_EXAMPLES 0.75

struct semantic_request {
    enum semantic_collection collection;
    size_t top_k;
    double floor;
    const double *near; /* near[entries->n]; NULL: by words alone */
};

/* What the design that this grew from takes of a collection. */
struct semantic_request semantic_usual(enum semantic_collection c);

struct semantic_hit {
    const struct semantic_entry *entry;
    const struct json *payload;
    double score; /* in [0,1] */
};

struct semantic_hits {
    struct semantic_hit *list; /* list[n], best first */
    size_t n;
};

/*
 * semantic_retrieve - the best entries of a collection.
 *
 * out      out   in `a`; equal ones as they stand in the layer
 * errors   ERR_LIMIT  `a` is full
 * cost     O(words of the question * words of the collection)
 */
MUST_CHECK enum err semantic_retrieve(const struct semantic_entries *entries,
                                      struct str question,
                                      const struct semantic_request *request,
                                      struct arena *a,
                                      struct semantic_hits *out,
                                      struct error *e);

#endif
