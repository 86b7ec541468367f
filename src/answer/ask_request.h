/*
 * ask_request.h - the parameters of a question and their bounds, checked in one
 * place: the command line fills a request in, a server parses it from JSON.
 */
#ifndef ANSWER_ASK_REQUEST_H
#define ANSWER_ASK_REQUEST_H

#include "answer/model_choice.h"
#include "answer/reading_choice.h"
#include "base/json.h"
#include "tables/tables.h"

/* Characters, not bytes: a Chinese question of five is one of five. */
#define REQUEST_MIN_QUERY    3
#define REQUEST_MAX_QUERY    2000
#define REQUEST_MIN_SELECTED 20
#define REQUEST_MAX_SELECTED 5000
#define REQUEST_MAX_HISTORY  10
#define REQUEST_MAX_TURN     2000
#define REQUEST_MIN_TOP_K    3
#define REQUEST_MAX_TOP_K    10
#define REQUEST_TOP_K        5
#define REQUEST_MAX_ROWS     100000
#define REQUEST_ROWS         10000
#define REQUEST_MAX_CHOOSE   4 /* alternatives of a question */

struct bases;
struct query_cache;
struct answer;

/* What of an answer is there already. */
enum answer_stage {
    ANSWER_ROUTED, /* whom it is for */
    ANSWER_ROWS, /* tables were asked: SQL and rows, or a clarifying question */
    ANSWER_FOUND /* pages were searched: passages, and what of them is said */
};

/* Receives an answer while it is made, and what a language model writes. */
struct weighed_span;

struct answer_listener {
    void *ctx;
    /* A stage is over; a later one may still take its rows back. NULL: nobody. */
    void (*reached)(void *ctx, const struct answer *so_far,
                    enum answer_stage stage);
    /* A line of the answer's text, as it stands in it; `so_far` has what tables
     * say. NULL: nobody. */
    void (*said)(void *ctx, const struct answer *so_far, struct str line);
    /* A span of a passage that may answer, for learning. NULL: nobody. */
    void (*weighed)(void *ctx, const struct weighed_span *span);
};

enum request_type {
    REQUEST_AUTO,
    REQUEST_STRUCTURED,
    REQUEST_SEMANTIC,
    REQUEST_HYBRID,
};

/* One message of a conversation. */
struct request_turn {
    bool is_user; /* else the assistant's */
    struct str content;
};

#define REQUEST_ROWS_BEHIND 20 /* of a page of them */

/* Which of the rows that a figure is made of are wanted. */
struct behind_request {
    bool is_wanted;
    uint64_t
        result_row; /* from 1: those of this row of the result; 0: of all */
    uint64_t start; /* the first of them, from 1; 0: the same */
    uint64_t count;
};

/* Files, documents of bases (BASE/DOC), and bases: a base is asked by its
 * tables, up to ANSWER_MAX_SOURCES of them, and by its pages. */
struct answer_request {
    struct str question;
    const struct table_source *sources; /* sources[n] */
    size_t n;
    enum request_type type;
    bool is_selected; /* answer from `selected_text` alone */
    bool names_mode;  /* `query_mode` is said: the answer's `mode` mirrors it */
    struct str selected_text;
    const struct request_turn *history; /* history[n_history], oldest first */
    size_t n_history;
    struct str session_id;     /* UUID v4; empty: none */
    uint64_t top_k;            /* passages; 0: REQUEST_TOP_K */
    struct str retrieval_mode; /* "vector", ...; empty: the base's */
    struct str filters;        /* "lang=en,chapter~Setup" */
    uint64_t max_rows;         /* of a result; 0: REQUEST_ROWS */
    uint64_t max_bytes;        /* of its rows; 0: as the tables allow */
    const struct json *spec;   /* a query spec that is run instead of what the
                                question's words bind to; NULL: none */
    uint64_t choose; /* which of the answer's alternatives is wanted in its
                                  place, from 1; 0: none */
    struct reading_choice reading; /* of a question that needs clarification */
    struct query_cache *queries; /* vectors of questions; NULL: none are kept */
    struct bases *bases;         /* NULL: opened when pages are searched */
    struct model_choice model;   /* a language model that may plan */
    struct answer_listener listener;
    const atomic_bool *cancel; /* NULL: never */
    struct behind_request behind;
};

/* "auto", "structured", ... to its type; false if it is not one. */
bool request_type_find(struct str name, enum request_type *out);

/*
 * request_check - is everything within its bounds?
 *
 * errors   ERR_VALIDATION_FAILED  the first that is not, by its name in JSON
 */
MUST_CHECK enum err request_check(const struct answer_request *r,
                                  struct error *e);

/*
 * request_read - {base, query, query_type, query_mode, selected_text,
 * conversation_history[{role, content, timestamp}], session_id, top_k,
 * retrieval_mode, metadata_condition, max_rows_per_query, query_spec, choose, rows_behind{result_row,
 * start, count}}.
 *
 * A member that is null is as one that is absent; others are skipped.
 * in       base    that is asked where the body names none; empty: none is
 * out      out     borrows `body` and `base`, lives in `a`; checked
 * errors   ERR_VALIDATION_FAILED  a wrong type, no base or query, and as
 *                                 request_check()
 */
MUST_CHECK enum err request_read(const struct json *body, struct str base,
                                 struct arena *a, struct answer_request *out,
                                 struct error *e);

#define REQUEST_SESSION_BYTES 37 /* a UUID and the NUL */

/* A new session's id: a random UUID v4. */
MUST_CHECK enum err request_new_session(char out[REQUEST_SESSION_BYTES],
                                        struct error *e);

#endif
