/*
 * ask.h - turns a question about tables into a query spec and its SQL, or into
 * a clarifying question.
 *
 * link (words to columns, values, numbers, dates) -> bind (to a spec) ->
 * compile (to SQL). Every word that carries meaning must be used by the spec;
 * one that is not makes the outcome a clarification, never a guess.
 */
#ifndef ASK_ASK_H
#define ASK_ASK_H

#include "ask/link/link.h"
#include "ask/link/table_schema.h"
#include "ask/spec/spec.h"
#include "ask/vocabulary/question_words.h"

#define ASK_MAX_QUESTION_CHARS 2000
#define ASK_MAX_NOTES          8
#define ASK_MAX_CANDIDATES     8

enum ask_outcome { ASK_ANSWERABLE, ASK_CLARIFY };

enum candidate_kind { CANDIDATE_COLUMN, CANDIDATE_VALUE, CANDIDATE_TABLE };

struct join_edge;

/* Something that the asker may have meant. */
struct ask_candidate {
    enum candidate_kind kind;
    struct str text;   /* the column's name, the value, the table's name */
    struct str column; /* CANDIDATE_VALUE: where it occurs */
    size_t table;      /* index in the schema */
};

struct ask_result {
    enum ask_outcome outcome;
    enum language language;            /* of the question */
    size_t table;                      /* index in the schema, ASK_ANSWERABLE */
    size_t tables[SPEC_MAX_JOINS + 1]; /* of joined tables, in the order in
                                          which the SQL has their files */
    size_t n_tables;                   /* 0: only `table` */
    const struct join_edge *edges[SPEC_MAX_JOINS]; /* how they are joined; to be
                                                      measured */
    size_t n_edges;
    struct query_spec spec; /* ASK_ANSWERABLE */
    struct str sql;         /* ASK_ANSWERABLE; one SELECT, totally ordered */
    bool by_model;          /* a language model planned it */
    bool by_parser;         /* it is the likeliest reading of the parser */
    bool is_bare_sql;       /* a model wrote the SQL: no spec says it, and the
                               order may be open */
    bool is_cell; /* it looks cells of a crosstab up, and computes nothing */
    struct str tie_sql;        /* empty, or a SELECT of one number: over
                               spec.limit a tie was cut (compile.h) */
    const struct links *links; /* what the words were taken for, of the table
                                  that was chosen; NULL: none was bound */
    double confidence; /* that it is right, 0 to 1; of the rules' answers set
                          by answer/rules_confidence.h */
    const struct str *expected; /* expected[n_expected]: what the SQL is to say,
                                   of a likely reading */
    size_t n_expected;
    struct str notes[ASK_MAX_NOTES]; /* how it was read, when it needs saying,
                                        in the question's language */
    size_t n_notes;
    struct str message; /* ASK_CLARIFY: the clarifying question, one sentence */
    bool is_empty;      /* ASK_CLARIFY: what is meant was never filled in */
    bool is_unknown; /* ASK_CLARIFY: some word is nothing in the table, has no
                           place, or is not understood; not that the table has
                           no answer, or two */
    struct str unknown; /* is_unknown: that word as it is written, or empty */
    bool asks_figure; /* ASK_CLARIFY: sum, average or maximum of a column, as a
                            sum of balances or of rates is hardly meant; whether
                            the highest or the lowest is the best; a share of
                            amounts of both signs; or a column that a join would
                            add up once for each of several rows */
    bool lacks_type;  /* ASK_CLARIFY: no column has the type that it takes:
                           dates, numbers */
    struct ask_candidate candidates[ASK_MAX_CANDIDATES]; /* nearest first */
    size_t n_candidates;
};

/*
 * ask_question - what a question asks for.
 *
 * in       s         at least one table
 *          question  UTF-8, 1 to 2,000 characters
 * out      out       texts live in `a` or borrow the schema and the question
 * errors   ERR_VALIDATION_FAILED  empty or too long
 *          ERR_LIMIT              `a` is full
 * cost     O(words of the question * bytes of the values)
 */
MUST_CHECK enum err ask_question(const struct ask_schema *s,
                                 struct str question, struct arena *a,
                                 struct ask_result *out, struct error *e);

#endif
