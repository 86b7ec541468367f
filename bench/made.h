/*
 * made.h - what the benches of search are fed: passages, questions and vectors
 * by fixed seeds, the same on every machine.
 *
 * A passage is 30 to 90 words out of 200,000 by a power law, with endings that
 * stemmers take off. A vector is of unit length, in clusters that lie together
 * as the passages of a document do; half of it is its cluster's middle.
 */
#ifndef BENCH_MADE_H
#define BENCH_MADE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MADE_DIMENSIONS     512
#define MADE_CLUSTER        50 /* vectors that lie together */
#define MADE_QUESTION_BYTES 400

/* The text of passage `id`; NUL-terminated, valid until the next call. */
const char *made_passage(uint32_t id);

/* As in the text, words of rank 2,000 to 52,000, the 60 most frequent. */
enum made_mix { MADE_MIXED, MADE_RARE, MADE_FREQUENT, MADE_MIXES };

/* The next question of so many words, at most 8; `state` is any seed. */
void made_question(enum made_mix mix, unsigned words, uint64_t *state,
                   char out[MADE_QUESTION_BYTES]);

/* The next vector of a cluster; `state` is any seed. */
void made_vector(uint64_t cluster, uint64_t *state, float v[MADE_DIMENSIONS]);

#ifdef __cplusplus
}
#endif

#endif
