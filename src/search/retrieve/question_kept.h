/*
 * question_kept.h - vectors of questions that an endpoint was asked for, kept
 * in the base, so that an equal question of another process asks nobody.
 *
 * By a hash of the model and the text: the questions themselves are not kept.
 */
#ifndef SEARCH_RETRIEVE_QUESTION_KEPT_H
#define SEARCH_RETRIEVE_QUESTION_KEPT_H

#include "search/vector/vector_segment.h"
#include "store/catalog/base.h"

#define QUESTION_KEPT_MAX 256 /* the oldest gives way */

/* float[kind->dimensions] in `a`; *vector NULL: it is not kept. */
MUST_CHECK enum err question_kept_find(const struct base *b,
                                       const struct vector_kind *kind,
                                       struct str text, struct arena *a,
                                       const float **vector, struct error *e);

/* Keep it; a transaction of its own. */
MUST_CHECK enum err question_kept_put(const struct base *b,
                                      const struct vector_kind *kind,
                                      struct str text, const float *vector,
                                      struct error *e);

#endif
