/*
 * weights.h - what the parser has learned: a weight for each feature.
 *
 * A feature is a name, of which its hash is kept. Weights are text, a line a feature:
 * its name, a space, its weight; # begins a comment. `make parser` learns them, and the
 * build packs them (tools/pack_parse_weights.c), as reading them takes a tenth of a second.
 */
#ifndef ASK_PARSE_WEIGHTS_H
#define ASK_PARSE_WEIGHTS_H

#include "ask/vocabulary/question_words.h"

#include <stdint.h>

struct parse_weights; /* read only: any number of threads may use one */

/* The weights that come with the program: its own bytes, which nobody frees. */
const struct parse_weights *parse_weights_shared(void);

/* What the wording of a question asks for: asked_shape.h. */
const struct parse_weights *parse_weights_asked(void);

/* And in which parts: asked_parts.h. */
const struct parse_weights *parse_weights_parts(void);

/*
 * parse_weights_read - other weights.
 *
 * errors   ERR_VALIDATION_FAILED  no such line, with its number
 */
MUST_CHECK struct parse_weights *parse_weights_read(struct str text,
                                                    struct error *e);

/* As the build packs them into the program: for this machine alone. */
struct str parse_weights_bytes(const struct parse_weights *w);

/* NULL is allowed. */
void parse_weights_free(struct parse_weights *w);

/* The weight of a feature; 0 where it has none. */
double parse_weights_of(const struct parse_weights *w, uint32_t hash);

/*
 * parse_weights_confidence - the share that was right of answers with a probability.
 *
 * Lines "@en RAW SHARE" say it, of each language with rising RAW and SHARE; between two
 * it is on the line between them, and without any it is the probability itself.
 *
 */
double parse_weights_confidence(const struct parse_weights *w,
                                enum language language, double probability);

/* Which kind of feature a name is of (enum feature_kind). */
uint32_t parse_feature_kind(struct str name);

/* The hash of a feature's name. */
uint32_t parse_feature_hash(struct str name);

#endif
