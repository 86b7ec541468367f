/*
 * keyword_query.h - parses the query that a person types.
 *
 *     rotate the key        words; passages with more and rarer ones come first
 *     "rotate the key"      these words in this order must be there
 *     +key                  must be there
 *     -draft  -"old key"    must not be there
 *     rot*                  words that begin so
 *
 * Words are compared by stem, in phrases too. Anything that is none of these
 * is text: no query is malformed.
 *
 * A condition on filters is `lang=en,chapter~setup`: all must hold; = is the
 * whole value, ~ a part of it, case and accents folded.
 */
#ifndef SEARCH_LEXICAL_KEYWORD_QUERY_H
#define SEARCH_LEXICAL_KEYWORD_QUERY_H

#include "base/str.h"

#define QUERY_MAX_BYTES   16384
#define QUERY_MAX_CLAUSES 256
#define QUERY_MAX_FILTERS 32

enum query_occur { QUERY_MAY, QUERY_MUST, QUERY_MUST_NOT };

struct query_clause {
    enum query_occur occur;
    bool is_prefix;
    struct str text; /* borrows the query */
};

struct query_filter {
    struct str key;
    struct str value; /* as it was kept: folded, or the exact bytes */
    bool is_part;
};

struct query {
    struct query_clause *clause; /* clause[0..n) */
    size_t n;
    struct query_filter *filter; /* filter[0..n_filters) */
    size_t n_filters;
};

/*
 * query_parse - take a query apart; out->filter is empty afterwards.
 *
 * in       text   UTF-8; borrowed by *out
 * errors   ERR_LIMIT  over QUERY_MAX_BYTES or QUERY_MAX_CLAUSES, or `a` is full
 */
MUST_CHECK enum err query_parse(struct str text, struct arena *a,
                                struct query *out, struct error *e);

/*
 * query_parse_filters - add conditions; keys borrow `text`.
 *
 * errors   ERR_VALIDATION_FAILED  one has neither = nor ~, or no name; e->pos
 *                                 says where
 *          ERR_LIMIT              more than QUERY_MAX_FILTERS
 */
MUST_CHECK enum err query_parse_filters(struct str text, struct arena *a,
                                        struct query *out, struct error *e);

#endif
