/*
 * parse.h - a question about tables as ranked query specs.
 *
 *     words -> meanings (meaning.h): every column, value, number, period and
 *              operation that a span of words may be, none dropped
 *           -> roles (search.h): a beam over spans; each takes a role, or is
 *              skipped at a price
 *           -> forms (forms.h): what the roles may ask for, with what they leave
 *              out filled in
 *           -> rank (weights.h): a log-linear score over all of it
 *
 * Nothing is decided before the end: the best candidates are returned with their
 * features, and who runs them may add what their answers look like.
 */
#ifndef ASK_PARSE_PARSE_H
#define ASK_PARSE_PARSE_H

#include "ask/link/table_schema.h"
#include "ask/parse/weights.h"
#include "ask/spec/spec.h"

#define PARSE_MAX_CANDIDATES 256

/* Names a feature: a hash, and where names are kept its text. */
struct parse_features {
    const uint32_t *hash; /* hash[n] */
    size_t n;
    const char *names; /* each with its \n after; NULL: not kept */
};

struct parse_candidate {
    size_t table; /* index in the schema: the rows that are asked */
    size_t tables[SPEC_MAX_JOINS + 1]; /* as in struct ask_result */
    size_t n_tables;
    const struct join_edge *edges[SPEC_MAX_JOINS];
    size_t n_edges;
    struct query_spec spec; /* names columns of the table, or of its view */
    struct str sql;         /* one SELECT, totally ordered */
    struct str tie_sql;     /* as in compile.h; empty: none */
    struct parse_features features;
    double score;
    uint32_t form; /* enum form of forms.h */
    uint32_t asks; /* what the question asks for, as struct formed has it */
    bool drops; /* something that was said is in no part of the spec: a period
                      without dates, a limit, a negation, the end of a long question */
    bool
        lacks; /* it leaves out a word for what tables have and this one has not */
    uint32_t left;    /* how much of the question it leaves out, as a class */
    uint64_t skipped; /* bit i: word i of the question is in no part of it */
};

struct parse_request {
    const struct ask_schema *schema;
    struct str question;                 /* UTF-8 */
    const struct parse_weights *weights; /* NULL: those of the program */
    size_t max;                          /* candidates wanted */
    bool names;                          /* keep the names of features */
};

struct parse_result {
    struct parse_candidate *candidate; /* candidate[n], best first; each with
                                          another SQL */
    size_t n;
    struct parse_features nothing; /* of answering nothing */
    double nothing_score;
    struct words words; /* of the question */
};

/*
 * parse_question - what a question may ask of the tables.
 *
 * out      out   lives in `a`; borrows the schema and the question
 * errors   ERR_LIMIT  `a` is full
 * cost     words of the question * its meanings * the width of the beam
 */
MUST_CHECK enum err parse_question(const struct parse_request *q,
                                   struct arena *a, struct parse_result *out,
                                   struct error *e);

#endif
