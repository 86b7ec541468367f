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
 * features; the caller runs them and adds features of their results.
 */
#ifndef ASK_PARSE_PARSE_H
#define ASK_PARSE_PARSE_H

#include "ask/link/table_schema.h"
#include "ask/parse/reading_evidence.h"
#include "ask/parse/weights.h"
#include "ask/spec/spec.h"

#define PARSE_MAX_CANDIDATES 256
#define PARSE_MAX_WORDS      128 /* of a question; the others are not read */

/* Names a feature: a hash, and where names are kept its text. */
struct parse_features {
    const uint32_t *hash; /* hash[n] */
    size_t n;
    const char *names; /* each with its \n after; NULL: not kept */
};

/* What a question expects, by the word that it begins with. */
enum asked_for {
    ASKED_FOR_ANYTHING,
    ASKED_FOR_YES_OR_NO,
    ASKED_FOR_PERSON,
    ASKED_FOR_TIME,
    ASKED_FOR_PLACE,
    ASKED_FOR_LIST,
    ASKED_FOR_CHOICE /* which */
};

/* Words [from, to) of the question. */
struct parse_span {
    size_t from;
    size_t to;
};

/* Words that were read as a column of a related concept, or of the same kind. */
struct parse_guess {
    struct parse_span words;
    struct str column; /* its name; empty: there is none */
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
    struct reading_evidence evidence;
    double score;
    uint32_t form; /* enum form of forms.h */
    enum asked_for asked_for;
    bool
        drops_operation; /* something that was said is in no part of the spec: a
                              period without dates, a limit, a negation, the end of
                              a long question */
    bool lacks_column;   /* it leaves out a word for a column that other tables
                              have and this one has not */
    uint32_t
        unread_class; /* 0: it leaves out nothing; else unknown words, at most 3,
                              + 4 * those of lacking columns, at most 2,
                              + 12 * those that the table has, at most 2 */
    struct parse_span vague[2]; /* periods whose days people count differently
                                   (enum period_vague): their words; the others
                                   are empty */
    struct parse_guess guessed[2];
    uint64_t unread_words[(PARSE_MAX_WORDS + 63) / 64]; /* parse_leaves_out() */
    uint64_t unused_words[(PARSE_MAX_WORDS + 63) / 64];
};

struct parse_request {
    const struct ask_schema *schema;
    struct str question;                 /* UTF-8 */
    const struct parse_weights *weights; /* NULL: those of the program */
    const struct parse_weights *asked;   /* of asked_shape.h; NULL likewise */
    const struct parse_weights *parts;   /* of asked_parts.h; NULL likewise */
    size_t max;                          /* candidates wanted */
    bool names;                          /* keep the names of features */
};

struct parse_result {
    struct parse_candidate *candidate; /* candidate[n], best first; each with
                                          another SQL */
    size_t n;
    struct parse_features nothing; /* of answering nothing */
    double nothing_score;
    struct words words;        /* of the question */
    struct asked_parts *parts; /* of its wording: result_parts_of() */
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

/* Is this word of the question in no part of the candidate? Words from
 * PARSE_MAX_WORDS on are not read; drops_operation is set where there are any. */
bool parse_leaves_out(const struct parse_candidate *c, size_t word);

/* Was this word read as a column that is in no part of the candidate? */
bool parse_does_not_use(const struct parse_candidate *c, size_t word);

#endif
