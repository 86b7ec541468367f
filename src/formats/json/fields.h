/*
 * fields.h - selected fields of each record of a text, verbatim.
 *
 * Where a text is data for a table its types are decided, and "1e5" is then
 * 100000. Where it is a list of names that must meet others byte for byte,
 * nothing may be decided.
 */
#ifndef FORMATS_JSON_FIELDS_H
#define FORMATS_JSON_FIELDS_H

#include "base/str.h"

#define FIELDS_MAX 8

struct fields {
    uint64_t line;                /* where the record begins, from 1 */
    struct str value[FIELDS_MAX]; /* value[n]; p == NULL: it has none */
    size_t n;
};

/* Receives the records; `f` is valid until it returns. */
struct fields_sink {
    enum err (*put)(void *ctx, const struct fields *f, struct error *e);
    void *ctx;
};

/*
 * fields_of_json - members of the objects of JSON Lines, or of an array.
 *
 * A number is its text as written; null is as if the member were missing.
 *
 * in       name    name[n], n up to FIELDS_MAX
 * errors   ERR_VALIDATION_FAILED  no JSON, a record that is not an object, a member
 *                                 that is neither text nor number, a member
 *                                 twice; e->pos says where
 *          ERR_LIMIT              nested too deep; what `sink` returns
 */
MUST_CHECK enum err fields_of_json(struct str text, const struct str *name,
                                   size_t n, const struct fields_sink *sink,
                                   struct error *e);

/*
 * fields_of_lines - the fields of lines: what is between tabs, or in a line
 * without a tab what is between blanks. No quotes. Blank lines are no records.
 *
 * in       n       the most fields, up to FIELDS_MAX
 * errors   ERR_VALIDATION_FAILED  a line with more, or no UTF-8; e->pos
 *          what `sink` returns
 */
MUST_CHECK enum err fields_of_lines(struct str text, size_t n,
                                    const struct fields_sink *sink,
                                    struct error *e);

#endif
