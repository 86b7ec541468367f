/*
 * fuse.h - fuses keyword and vector scores into one, and calibrates it: how
 * likely a passage with such a score is an answer.
 */
#ifndef SEARCH_RETRIEVE_FUSE_H
#define SEARCH_RETRIEVE_FUSE_H

#include "search/index/background.h"
#include "search/settings/settings.h"

#include <stdint.h>

/* BM25 `score` as a share of `ceiling` (search_ceiling()), [0,1]. */
double fuse_keyword(uint64_t score, uint64_t ceiling);

/* A cosine of a model with such a background as a strength, [0,1]. */
double fuse_vector(const struct background *b, double cosine);

/* What passages are ordered by, [0,1]: never falls when one side rises. */
double fuse_strength(enum retrieval_mode mode,
                     const struct retrieval_weights *w, double keyword,
                     double vector);

/*
 * The share of passages with such a strength, among so many, that answer their
 * question, [0,1], as measured; rises with the strength.
 */
double fuse_calibrate(enum retrieval_mode mode, double strength,
                      uint64_t passages);

/* The calibrated score under which a passage is no information. */
double fuse_floor(enum retrieval_mode mode);

#endif
