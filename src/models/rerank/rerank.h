/*
 * rerank.h - a rerank endpoint, which reads a question with each passage found
 * and scores them again: slower than vectors, and better at the top of the
 * list.
 *
 *     POST <url>/rerank  {"model":M,"query":Q,"documents":[T,...],"top_n":N}
 *     ->  {"results":[{"index":0,"relevance_score":0.98},...]}
 *
 * The shape of Cohere, Jina, vLLM, llama.cpp and others. It is an
 * addition: when it fails or takes too long there is still the order that
 * search has found, so a failure is a note and not an error.
 */
#ifndef MODELS_RERANK_RERANK_H
#define MODELS_RERANK_RERANK_H

#include "models/http_client/endpoint.h"

#define RERANK_MAX_DOCUMENTS 1000

struct rerank;

/* Is this "<model>@<url>"? As endpoint_name_parse(). */
MUST_CHECK enum err rerank_check(struct str text, struct error *e);

/*
 * rerank_open - ready to call; nothing is sent.
 *
 * in       text   "<model>@<url>"; a key is looked for as key.h says, in
 *                 QUARRY_RERANK_API_KEY
 * out      out    rerank_close() it
 * errors   those of rerank_check() and key_find()
 */
MUST_CHECK enum err rerank_open(struct str text,
                                const struct endpoint_options *how,
                                struct rerank **out, struct error *e);

/* NULL is allowed. */
void rerank_close(struct rerank *r);

struct rerank_question {
    struct str query;
    const struct str *document; /* document[n] */
    size_t n;                   /* 1 to RERANK_MAX_DOCUMENTS */
    size_t top_n;               /* how many to score; at most n */
    uint64_t budget_ms;         /* all tries together, 1 and on */
    const atomic_bool *cancel;  /* NULL: never */
};

/*
 * rerank_score - score passages again.
 *
 * out      score  double[n], the higher the better; -INFINITY where the
 *                 endpoint gave none. Comparable within one call only
 *          note   filled when there are no scores: why, for people; its code
 *                 is that of endpoint_ask()
 * returns  true when there are scores
 * threads  any number at once
 */
bool rerank_score(const struct rerank *r, const struct rerank_question *q,
                  double *score, struct error *note);

#endif
