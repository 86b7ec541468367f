/*
 * passage_search.h - searches a base: from a question to evidence, each with a
 * pointer that can be fetched.
 *
 * It answers from documents that are ready. Others are said to be behind, and
 * whoever called is asked to bring the index up to date when the answer is
 * given (search/index/work.h).
 */
#ifndef SEARCH_RETRIEVE_PASSAGE_SEARCH_H
#define SEARCH_RETRIEVE_PASSAGE_SEARCH_H

#include "search/retrieve/evidence.h"
#include "search/retrieve/scope.h"
#include "search/settings/settings.h"
#include "tables/tables.h"

#define PASSAGE_SEARCH_TOP_K     10
#define PASSAGE_SEARCH_MAX_TOP_K 100
#define PASSAGE_SEARCH_MAX_BYTES 16384 /* of a question */

struct query_cache;

struct passage_search {
    struct str query;
    size_t top_k;    /* 0: PASSAGE_SEARCH_TOP_K */
    struct str mode; /* "vector", "keyword", "hybrid"; empty: the base's */
    struct search_scope scope;
    struct str part;    /* of the tree, as it is in it: what is told of places
                           begins there; empty: all of it */
    struct str filters; /* "lang=en,chapter~Setup" */
    bool has_min_score; /* else that of fuse_floor() */
    double min_score;   /* [0,1] */
    bool rerank;        /* by the endpoint of the base's retrieval_config */
    bool wait;          /* index first what is behind */
    bool is_discreet;   /* the caller is anonymous: as of an endpoint */
    bool says_all_not_read; /* also where something is found */
    struct evidence_options include;
    struct query_cache *cache; /* NULL: none */
    const atomic_bool *cancel; /* NULL: never */
};

/* What is left to do when the answer is given. */
struct passage_search_after {
    bool lazy_index_triggered;
    bool indexed; /* documents, as `wait` wants: the home's log is to know */
};

/*
 * passage_search - the evidences for a question.
 *
 * out      w   {"base","query","mode","evidences":[...],   evidence.h
 *              "words","other_words","passages", only if included: words_write.h
 *              "message":"no information found", "not indexed yet" (no
 *              document that may answer is) or null,
 *              "notes":[...],"not_read":[...], as not_read.h has it: of the
 *              documents found; if there are none of all that were searched
 *              "index_state":{"state","documents","ready","stale","indexing",
 *                             "failed","disabled","chunks","vectors",
 *                             "lexical_only"},
 *              "lazy_index_triggered",
 *              "debug":{"scope","candidate_documents_count","documents_behind",
 *                       "documents_left_out","documents_chosen_by","weights","min_score",
 *                       "lazy_index_triggered"}}
 * errors   ERR_NOT_FOUND          no such document or path
 *          ERR_VALIDATION_FAILED  an empty question, an unknown mode, a
 *                                 condition that cannot be read
 *          ERR_LIMIT              the question is too long
 */
MUST_CHECK enum err passage_search(struct tables *t, const struct base *base,
                                   const struct passage_search *q,
                                   struct passage_search_after *after,
                                   struct jsonw *w, struct error *e);

#endif
