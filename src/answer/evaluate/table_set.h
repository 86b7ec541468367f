/*
 * table_set.h - a set of questions about tables with their expected answers, as
 * `quarry eval tables` reads it.
 *
 *     {"id", "question", "table": PATH or "files": [PATH, ...],
 *      "answers": [...], "also": [...], "unanswerable": "why", "kind": "count"}
 *
 * `answers` is a list of values, or of rows, where each answer has several
 * parts; `also` is the same truth in another form. A line has answers, or it is
 * unanswerable. Where no line says its kind, its words do (table_kind.h).
 */
#ifndef ANSWER_EVALUATE_TABLE_SET_H
#define ANSWER_EVALUATE_TABLE_SET_H

#include "ask/candidates/folds.h"
#include "base/json.h"

#define TABLE_SET_MAX_QUESTIONS 1000000
#define TABLE_SET_MAX_BYTES     ((size_t)256 << 20)

struct table_question {
    struct str line; /* as it stands in the set */
    struct str kind;
    unsigned fold;              /* of its first table: ask/candidates/folds.h */
    const struct json *answers; /* NULL if none */
    const struct json *also;    /* NULL: they have no other form */
};

struct table_set {
    struct table_question *question; /* question[n] */
    size_t n;
    size_t tables; /* different ones */
};

/*
 * table_set_read - the lines of a set; blank ones are skipped.
 *
 * in       text   the whole file
 *          shown  its name for messages
 * out      out    lives in `a`; borrows `text`
 * errors   ERR_VALIDATION_FAILED  a line, with its number
 *          ERR_LIMIT              too many questions, or `a` is full
 */
MUST_CHECK enum err table_set_read(struct str text, struct str shown,
                                   struct arena *a, struct table_set *out,
                                   struct error *e);

#endif
