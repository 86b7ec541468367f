/* search_question.h - the vector of a question, where one is useful. */
#ifndef SEARCH_RETRIEVE_SEARCH_QUESTION_H
#define SEARCH_RETRIEVE_SEARCH_QUESTION_H

#include "models/embedding/query_cache.h"
#include "search/index/index.h"
#include "search/lexical/analyze.h"

struct question {
    struct str text;
    struct analyzer *analyzer;
    struct query_cache *cache; /* NULL: none */
};

struct question_vector {
    const float *vector; /* NULL: words alone are searched for */
    bool is_asked;       /* an endpoint was asked for it: question_kept.h */
    struct vector_kind kind;
    const char *note; /* why it is NULL, for people */
    struct error why; /* of the model; code OK: it is not that */
};

/*
 * question_embed - not of a language that the model does not know, and not
 * where the model has never seen most of it. A model that fails is a note.
 *
 * out      out     lives in `a`
 */
MUST_CHECK enum err question_embed(const struct index *ix,
                                   const struct question *q, struct arena *a,
                                   struct question_vector *out,
                                   struct error *e);

#endif
