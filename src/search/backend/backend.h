/*
 * backend.h - an engine of others that keeps the vectors of a base's passages in
 * place of its segments, as the setting "index.backend" of the base has it:
 *
 *     segments              files of the home: the default, and no backend
 *     qdrant@<url>          a collection of Qdrant
 *     pgvector              tables of the store that the base is in
 *
 * Words, and what is shown of a passage, stay in the segments (search/segments), so
 * ranking and evidence are the same for all. A passage has the same id on both
 * sides. The segments decide what there is: an id of a backend that they do not have, or
 * that may not answer, is dropped, so what a backend still has of a passage that
 * is gone does no harm, and conditions that are sent to it need only leave nothing out.
 *
 * What a backend answers is untrusted: bounded, and checked.
 *
 * threads  one at a time
 */
#ifndef SEARCH_BACKEND_BACKEND_H
#define SEARCH_BACKEND_BACKEND_H

#include "models/http_client/endpoint.h"
#include "search/vector/vector_segment.h"
#include "store/catalog/base.h"

#define BACKEND_SETTING   "index.backend"
#define BACKEND_NONE      "segments"
#define BACKEND_MAX_HITS  1000
#define BACKEND_MAX_TERMS 1000 /* documents or ids of one question */
#define BACKEND_QUERY_MS  2000

struct backend;

/* Whose vectors a backend must have. */
struct backend_owner {
    struct str index; /* id of the segments */
    struct vector_kind kind;
};

/* A passage. */
struct backend_point {
    uint64_t id;
    struct str document; /* its key */
    uint64_t index;      /* in the document */
    struct str title;
    struct str language;
    struct str text;
    const struct str *filter; /* filter[n_filters], "lang=en" */
    size_t n_filters;
    const float *vectors; /* float[n][dimensions], unit length */
    uint32_t n;           /* 1 and on */
};

struct backend_points {
    const struct backend_point *at; /* at[n] */
    size_t n;
    uint32_t dimensions;
    uint64_t batch; /* of which change they are, for backend_prune(); not 0 */
};

/* What a passage must be; it may leave too little out. */
struct backend_where {
    const struct str *filter; /* it has all filter[n_filters) */
    size_t n_filters;
    const struct str *document; /* it is of one of document[n_documents) */
    size_t n_documents;         /* 0: of any */
    bool is_except;             /* of none of them */
    const uint64_t *id;         /* it is one of id[n_ids) */
    size_t n_ids;               /* 0: any */
};

struct backend_query {
    const float *vector; /* float[dimensions], unit length */
    uint32_t dimensions;
    size_t k; /* 1 to BACKEND_MAX_HITS */
    struct backend_where where;
};

struct backend_hit {
    uint64_t id;
    float score; /* the highest cosine of its vectors, [-1,1] */
};

struct backend_hits {
    struct backend_hit *hit; /* hit[0..n) */
    size_t n;
};

/* Is it a value of the setting? ERR_VALIDATION_FAILED says what there is. */
MUST_CHECK enum err backend_check(struct str value, struct error *e);

/* Can it be that of a base? ERR_VALIDATION_FAILED: not where it is. */
MUST_CHECK enum err backend_check_base(const struct base *b, struct str value,
                                       struct error *e);

/* The setting of a base, in `a`; empty where it is the segments. */
MUST_CHECK enum err backend_setting(const struct base *b, struct arena *a,
                                    struct str *out, struct error *e);

/*
 * backend_open - that of a base; nothing is sent.
 *
 * in       value  of the setting, not empty
 * out      out    backend_close() it
 * errors   those of endpoint_open()
 */
MUST_CHECK enum err backend_open(const struct base *b, struct str value,
                                 const struct endpoint_options *how,
                                 struct backend **out, struct error *e);

/* NULL is allowed. */
void backend_close(struct backend *b);

/*
 * backend_prepare - it is there for vectors of an owner, whatever it had of the
 * same base for another.
 *
 * out      is_new  it has none yet
 * errors   ERR_CONFLICT  it is of another base, or of none of Quarry's
 *          else those of endpoint_ask()
 */
MUST_CHECK enum err backend_prepare(struct backend *b,
                                    const struct backend_owner *o, bool *is_new,
                                    struct error *e);

/*
 * backend_put - points, in the place of those with the same ids.
 *
 * errors   ERR_VALIDATION_FAILED  it refuses them: another number of dimensions
 *          ERR_NOT_FOUND          it is not there
 *          else those of endpoint_ask()
 */
MUST_CHECK enum err backend_put(struct backend *b,
                                const struct backend_points *p,
                                struct error *e);

/* Remove what it has of documents and is not of the change `batch`; 0: of any. Errors as
 * backend_put(). */
MUST_CHECK enum err backend_prune(struct backend *b, const struct str *document,
                                  size_t n, uint64_t batch, struct error *e);

/* The nearest, k or somewhat more, in `a`, each once, by id; errors as backend_put(). */
MUST_CHECK enum err backend_nearest(struct backend *b,
                                    const struct backend_query *q,
                                    struct arena *a, struct backend_hits *out,
                                    struct error *e);

/* How many passages it has; ERR_CONFLICT as backend_prepare(), ERR_NOT_FOUND: it is not
 * there, or has vectors of another index or model. */
MUST_CHECK enum err backend_count(struct backend *b,
                                  const struct backend_owner *o,
                                  uint64_t *passages, struct error *e);

/* Remove it, where it is there and of the base. */
MUST_CHECK enum err backend_drop(struct backend *b, struct error *e);

#endif
