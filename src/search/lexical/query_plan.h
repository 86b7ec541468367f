/*
 * query_plan.h - a query as index keys: which are scored, which must match and
 * which must not.
 */
#ifndef SEARCH_LEXICAL_QUERY_PLAN_H
#define SEARCH_LEXICAL_QUERY_PLAN_H

#include "search/lexical/analyze.h"
#include "search/lexical/bm25.h"
#include "search/lexical/keyword_query.h"

#define PLAN_MAX_SLOTS 64 /* words of a phrase; what follows is not checked */
#define PLAN_MAX_ALTS  4

/* A key that is scored. */
struct plan_list {
    struct str key;
    double weight;
    uint64_t df;    /* of all segments, filled by the search */
    uint32_t group; /* prefixes: lists that count as one word, from 1 on */
    uint32_t word;  /* stems in several languages: those of one word, of which a
                       passage has one; from 1 on. 0: not a stem */
    struct str text; /* of a stem: the folded word */
};

/* One place of a phrase: any of the keys will do. */
struct plan_slot {
    struct str alt[PLAN_MAX_ALTS];
    size_t n;
    uint32_t delta; /* position, from that of the phrase */
};

/* Words in a row that must, or must not, be there. */
struct plan_phrase {
    struct plan_slot *slot; /* slot[0..n) */
    size_t n;
    bool excluded;
};

struct plan_prefix {
    struct str text; /* folded; without a key's kind */
    enum query_occur occur;
};

struct plan {
    struct plan_list *list; /* list[0..n_lists), at most BM25_MAX_LISTS */
    size_t n_lists;
    struct plan_phrase *phrase;
    size_t n_phrases;
    struct plan_prefix *prefix; /* not in `list` yet */
    size_t n_prefixes;
    const struct query_filter *filter; /* borrows the query */
    size_t n_filters;
};

/*
 * plan_make - the keys of a query.
 *
 * in       languages   LANG_ bits; 0: detected from the query
 * out      out         lives in `a`; filters borrow `q`
 * errors   ERR_LIMIT   `a` is full
 */
MUST_CHECK enum err plan_make(const struct query *q, unsigned languages,
                              struct analyzer *z, struct arena *a,
                              struct plan *out, struct error *e);

/* Add a list, or its weight when its key is there; false when the plan is
 * full. */
bool plan_add_list(struct plan *p, const struct plan_list *list);

#endif
