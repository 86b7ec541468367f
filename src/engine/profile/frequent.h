/*
 * frequent.h - the most frequent of a stream of values.
 *
 * A value comes once, with its count, in any order; what is kept at the end
 * does not depend on that order: more often is better, then the smaller text.
 */
#ifndef ENGINE_PROFILE_FREQUENT_H
#define ENGINE_PROFILE_FREQUENT_H

#include "base/str.h"

#define FREQUENT_TEXT_BYTES 512u /* longer texts are cut to this */

struct frequent_value {
    char *text; /* text[n], room for `room` bytes */
    uint32_t n, room;
    uint64_t count;
};

/*
 * Invariant: values[0..n) is a heap, the least good first; n <= most.
 * Everything lives in `a`.
 */
struct frequent {
    struct arena *a;
    struct frequent_value *values;
    size_t n, most, room;
};

/* Nothing kept yet; at most `most` will be. */
void frequent_init(struct frequent *f, size_t most, struct arena *a);

/*
 * frequent_offer - one more value.
 *
 * errors   ERR_LIMIT  the arena is full
 * cost     O(log most) when it is kept, else O(1); memory of what is kept
 */
MUST_CHECK enum err frequent_offer(struct frequent *f, struct str text,
                                   uint64_t count, struct error *e);

/* Bring values[] in order, the best first; no more offers after that. */
void frequent_sort(struct frequent *f);

/* The text of a value; borrows `f`. */
struct str frequent_text(const struct frequent_value *v);

#endif
