/* answer.h - answers a question over files and bases: routing, tables, pages, and the
 * sentence, with their sources. Every front end (command line, HTTP, MCP) prints what
 * this returns. */
#ifndef ANSWER_ANSWER_H
#define ANSWER_ANSWER_H

#include "answer/ask_request.h"
#include "answer/rules_facts.h"
#include "answer/sentence/sentence.h"
#include "ask/ask.h"
#include "ask/route/route.h"
#include "tables/notes.h"

#define ANSWER_MAX_SOURCES      SCHEMA_MAX_TABLES /* each one's profile is read */
#define ANSWER_MAX_PASSAGES     REQUEST_MAX_TOP_K
#define ANSWER_MAX_WARNINGS     (SENTENCE_MAX_NOTES + 36)
#define ANSWER_MAX_FIGURES      64
#define ANSWER_MAX_NOTES        8
#define ANSWER_MAX_ALTERNATIVES REQUEST_MAX_CHOOSE
#define ANSWER_MAX_TABLE_NOTES  24

struct semantic_terms;
struct table_union;

enum answer_mode {
    ANSWER_STRUCTURED,    /* rows of a query */
    ANSWER_SEMANTIC,      /* sentences of passages */
    ANSWER_HYBRID,        /* one part of each */
    ANSWER_SELECTED_TEXT, /* sentences of a text that came with the question */
    ANSWER_CLARIFICATION, /* a clarifying question; exit status 0 all the same */
    ANSWER_NO_ANSWER,     /* nothing answers it; the same */
};

/* Its public name, "structured_query". */
const char *answer_mode_name(enum answer_mode mode);

/* A table that the question could have been about. */
struct answer_source {
    struct table_source from;
    struct str file;                    /* as the user wrote it */
    struct str table;                   /* of a workbook's several; or empty */
    struct str sha256;                  /* of the bytes that were read */
    uint64_t rows;                      /* that the table has */
    const struct json *map;             /* how it was read */
    const struct json *full;            /* map and profile */
    const struct semantic_terms *terms; /* of its base's semantic layer; NULL:
                                           it has none */
    const struct table_union *united;   /* files that are queried as one table;
                                           NULL: it is one */
};

/* A passage that was found; empty texts are not known. */
struct answer_passage {
    struct str title; /* of the document: its file's name */
    struct str base;
    struct str document_key;
    struct str chapter;
    struct str section;
    struct str file, url;
    double score;
    struct str excerpt;    /* what of it was said, and what is around */
    struct str pointer;    /* quarry://... */
    struct str page_label; /* "iv", of its page; empty: the number, or none */
    struct str text;       /* all of it */
    double ocr; /* how sure OCR is of its page, of 1; 0: it needed none */
    double tracked_changes; /* in the document, which are read as accepted */
    bool is_cited;
};

/* A number of the text, and where in the answer object it is. */
struct answer_figure {
    struct str text;
    struct str value; /* canonical: 1,360.50 is 1360.5 */
    struct str cell;  /* JSON Pointer; empty: nothing holds it */
};

struct model_plan;
struct model_answer;

struct answer {
    enum answer_mode mode;
    bool mirrors_mode; /* it is shown as the request's `query_mode` */
    bool is_selected;  /* which was of a selected text */
    struct str question;
    struct str text;    /* the sentences, or the clarifying question */
    struct str reading; /* what of the table was asked, without figures */
    struct str restated[SENTENCE_MAX_RESTATED]; /* as in struct sentence */
    size_t n_restated;
    struct sentence_counts counts;
    enum number_marks marks; /* of the numbers of tables in it */
    size_t pages_from;       /* byte of it from which pages speak */
    struct ask_result asked;
    struct answer_source sources[ANSWER_MAX_SOURCES];
    size_t n_sources;
    size_t used;               /* index of the source that was queried */
    bool by_rules;             /* neither a reading nor a model: */
    double rules[RULES_TERMS]; /* what its confidence comes from */
    struct str base;           /* a base that was asked; empty: none */
    size_t documents_left_out; /* documents of it that were not looked at */

    /* How it was routed; reasons: none, where there was nothing to choose. */
    struct route route;
    struct str notes[ANSWER_MAX_NOTES]; /* how it was read, besides asked's */
    size_t n_notes;

    const struct model_plan *planned; /* by a language model; NULL: nothing */

    /* Of tables */
    const struct json *result; /* what table_query gave; NULL: no rows */
    struct str behind_sql;     /* selects the rows that the figures are made of;
                                  empty: they are those of the result */
    const struct json *rows_behind; /* those that were wanted; NULL: none */
    uint64_t first_row, last_row;   /* of it in a PDF's table; 0: any */
    struct str whole_sql; /* asked.sql with the WITH of tables that are asked as
                             one; empty: they are not */
    enum chart chart;
    struct str labels[SENTENCE_MAX_LABELS]; /* of the columns of `result` */
    size_t n_labels;
    const struct table_note *table_notes[ANSWER_MAX_TABLE_NOTES];
    size_t n_table_notes; /* what reading did to the tables of the result */
    uint64_t rows_scanned;
    uint64_t rows_total; /* of the table that was queried */
    bool truncated;      /* more rows exist than `result` holds */

    /* Of pages */
    struct answer_passage passages[ANSWER_MAX_PASSAGES]; /* cited ones first */
    size_t n_passages;
    double pages_confidence; /* how likely what is quoted answers */
    uint64_t documents_searched;
    const struct json *index_state;     /* NULL: no index was asked */
    const struct model_answer *written; /* what a language model was asked to
                                           write; NULL: nothing */
    struct str behind; /* a base whose index is to be brought up to date */

    struct answer_figure figures[ANSWER_MAX_FIGURES];
    size_t n_figures;
    struct str warnings[ANSWER_MAX_WARNINGS];
    size_t n_warnings, n_warned; /* n_warned: before the query was run */
    bool is_follow_up;           /* it was read with the question before */
    struct str session_id;
    const struct answer *likely; /* ANSWER_CLARIFICATION: what the question most
                                    likely asks; NULL if unknown */
    /* Other readings, each run: the choices of a clarifying question, likeliest
     * first, or those that are close to an answer. */
    const struct answer *alternatives[ANSWER_MAX_ALTERNATIVES];
    size_t n_alternatives;
    double response_time_ms;
};

/*
 * answer_question - interpret a question, run its query and phrase the answer.
 *
 * out      out      allocated in `a`; borrows `r`, which request_check() checked
 * errors   ERR_VALIDATION_FAILED  the request is invalid or names no file
 *          ERR_NOT_FOUND          a base or file is missing, or a base is empty
 *          otherwise those of table_query()
 */
MUST_CHECK enum err answer_question(struct tables *t,
                                    const struct answer_request *r,
                                    struct arena *a, struct answer *out,
                                    struct error *e);

/* The base of a table; empty: it is a file. */
struct str answer_source_base(const struct answer_source *s);

/* The alternative whose number a text is; NULL: it is no such number. */
const struct answer *answer_chosen(const struct answer *an, struct str number);

/* Tables that the answer comes from: the sources before the passages. */
size_t answer_tables_used(const struct answer *an);

/* Tables whose profiles were read. */
size_t answer_tables_read(const struct answer *an);

/* Say what the asker must know; an empty text, and one too many, is not. */
void answer_warn(struct answer *an, struct str text);
/* Say how it was read, likewise. */
void answer_note(struct answer *an, struct str text);

/* Write the answer object; docs/answers.md gives its fields in their order. */
void answer_write(const struct answer *an, struct jsonw *w);

/* Members of it as soon as they are there: `routing` without its null, `results`,
 * and `sources` from the one with index `from` + 1 on. */
void answer_write_routing(const struct answer *an, struct jsonw *w);
void answer_write_results(const struct answer *an, struct jsonw *w);
void answer_write_sources(const struct answer *an, size_t from,
                          struct jsonw *w);

/* `generated_sql`, `query_spec` and `explanation`, the same. */
void answer_write_reading(const struct answer *an, struct jsonw *w);

/* `figures`, and the chart type that suits the rows. */
void answer_write_figure(const struct answer_figure *f, struct jsonw *w);
const char *answer_visualization(const struct answer *an);

/* Its members alone, into an object that the caller has begun. */
void answer_write_members(const struct answer *an, struct jsonw *w);

#endif
