/*
 * query_plan.h - a query as index keys: which are scored, which must match and
 * which must not.
 */
#ifndef SEARCH_LEXICAL_QUERY_PLAN_H
#define SEARCH_LEXICAL_QUERY_PLAN_H

#include "search/lexical/analyze.h"
#include "search/lexical/bm25.h"
#include "search/lexical/keyword_query.h"

#define PLAN_MAX_SLOTS        64 /* words of a phrase; what follows is not checked */
#define PLAN_MAX_ALTS         4
#define PLAN_MAX_TOKENS       256
#define PLAN_MAX_ALTERNATIVES 128
#define PLAN_ALTERNATIVE_KEYS 4

/* A key that is scored. */
struct plan_list {
    struct str key;
    double weight;
    uint64_t df;    /* of all segments, filled by the search */
    uint32_t group; /* prefixes: lists that count as one word, from 1 on */
    uint32_t word;  /* stems in several languages: those of one word, of which a
                       passage has one; from 1 on. 0: not a stem */
    struct str text; /* of a stem: the folded word */
    uint32_t
        token; /* of the question that it is of, from 1 on; 0: of a prefix or
                        of alternatives alone */
    bool is_alternative; /* no word of the question */
};

/* Other words for one or several in a row of the question. */
struct plan_alternative {
    size_t list
        [PLAN_ALTERNATIVE_KEYS]; /* of the plan: a passage has all or none */
    size_t n;
    uint32_t from; /* it stands for the tokens [from, to) */
    uint32_t to;
    double share;  /* of it that each of them is: 1, and of characters less */
    double weight; /* of what it is worth, in (0, 1] */
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

/* A word of the question, or a character of one. */
struct plan_token {
    struct token token; /* borrows the query */
    unsigned stop;      /* as key.stop */
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
    struct plan_token *token; /* token[0..n_tokens): those that are scored */
    size_t n_tokens;
    struct plan_alternative *alternative; /* alternative[0..n_alternatives) */
    size_t n_alternatives;
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

/*
 * plan_add_alternative - add other words; `key` are n of the index.
 *
 * A key that the question has is used as it is there. False when the plan is full.
 */
bool plan_add_alternative(struct plan *p, const struct str *key, size_t n,
                          const struct plan_alternative *alternative);

/* Add a list, or its weight when its key is there; false when the plan is
 * full. */
bool plan_add_list(struct plan *p, const struct plan_list *list);

#endif
