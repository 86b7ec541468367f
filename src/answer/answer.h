/*
 * answer.h - a question about files, to the number and its proof: profiles,
 * binding, the query, the sentence. Every shell (command line, later HTTP and
 * MCP) prints what is in here.
 */
#ifndef ANSWER_ANSWER_H
#define ANSWER_ANSWER_H

#include "answer/phrase.h"
#include "ask/ask.h"
#include "tables/tables.h"

#define ANSWER_MAX_SOURCES  SCHEMA_MAX_TABLES
#define ANSWER_MAX_WARNINGS (PHRASE_MAX_NOTES + 8)

struct semantic_terms;

enum answer_mode {
    ANSWER_STRUCTURED,    /* rows of a query */
    ANSWER_CLARIFICATION, /* a question back; exit status 0 all the same */
};

/* Files, documents of bases (BASE/DOC), and bases: a base is asked by its
 * tables, up to ANSWER_MAX_SOURCES of them. */
struct answer_request {
    struct str question;
    const struct table_source *sources; /* sources[n] */
    size_t n;
};

/* A table that the question could have been about. */
struct answer_source {
    struct table_source from;
    struct str file;         /* as the user wrote it */
    struct str table;        /* of a workbook's several; or empty */
    struct str sha256;       /* of the bytes that were read */
    uint64_t rows;           /* that the table has */
    const struct json *map;  /* how it was read */
    const struct json *full; /* map and profile */
    const struct semantic_terms *terms; /* of its base's semantic layer; NULL:
                                           it has none */
};

struct answer {
    enum answer_mode mode;
    struct str question;
    struct str text; /* the sentence, or the question back */
    struct ask_result asked;
    struct answer_source sources[ANSWER_MAX_SOURCES];
    size_t n_sources;
    size_t used;               /* index of the source that was queried */
    struct str base;           /* a base that was asked; empty: none */
    size_t documents_left_out; /* documents of it that were not looked at */

    /* ANSWER_STRUCTURED */
    const struct json *result; /* what table_query gave */
    enum chart chart;
    uint64_t rows_scanned;
    uint64_t rows_total; /* of the table that was queried */
    bool truncated;      /* more rows exist than `result` holds */
    struct str warnings[ANSWER_MAX_WARNINGS];
    size_t n_warnings;
    double response_time_ms;
};

/*
 * answer_question - ask, run, say.
 *
 * out      out      everything lives in `a` or borrows the request
 * errors   ERR_VALIDATION_FAILED  no question, no file
 *          ERR_NOT_FOUND          also a base without a table
 *          as the table tools: NOT_FOUND, FILE_READ_FAILED, ...
 */
MUST_CHECK enum err answer_question(struct tables *t,
                                    const struct answer_request *r,
                                    struct arena *a, struct answer *out,
                                    struct error *e);

/* Write the answer object; docs/ask.md gives its fields in their order. */
void answer_write(const struct answer *an, struct jsonw *w);

/* Its members alone, into an object that the caller has begun. */
void answer_write_members(const struct answer *an, struct jsonw *w);

#endif
