/*
 * background.h - the similarity that a model gives to unrelated texts.
 *
 * A cosine means something only beside that: with one model unrelated texts are
 * at .05 and an answer at .6, with another at .72 and .85. What is learned of
 * scores (search/retrieve/fuse.h) was learned with the model that comes with
 * Quarry; a cosine of another one is brought to its scale by the background of
 * both.
 */
#ifndef SEARCH_INDEX_BACKGROUND_H
#define SEARCH_INDEX_BACKGROUND_H

#include "search/index/index.h"

/* Of cosines between unrelated texts; spread 0: not known, or not needed. */
struct background {
    double middle;
    double spread; /* half of what two thirds of them lie in */
};
#define BACKGROUND_NONE ((struct background){0})

/*
 * background_measure - ask the model for the vectors of 48 questions about
 * anything (probes.txt), and compare them with passages.
 *
 * in       ix  its model is open, and not NULL
 * out      out      BACKGROUND_NONE where there are no vectors
 * errors   those of embedder_embed(); ERR_INTERNAL  the index is damaged
 */
MUST_CHECK enum err background_measure(const struct index *ix,
                                       const struct segments_snapshot *s,
                                       struct background *out, struct error *e);

/*
 * background_keep - measure it and keep it with the base's settings, where it is
 * due: the model is an endpoint, and the base has none of it or has grown to
 * twice as many vectors. Under the lock of the index.
 */
MUST_CHECK enum err background_keep(const struct index *ix, struct error *e);

/* What is kept of this kind of vectors; BACKGROUND_NONE: nothing is. */
MUST_CHECK enum err background_find(const struct base *b,
                                    const struct vector_kind *kind,
                                    struct background *out, struct error *e);

/* A cosine on the scale of the model that comes with Quarry: rises with it, and
 * stays as it is without a background. */
double background_scale(const struct background *b, double cosine);

#endif
