/*
 * feature_view.h - a candidate while its features are computed, and their
 * groups. Private to the module.
 */
#ifndef ASK_CANDIDATES_FEATURE_VIEW_H
#define ASK_CANDIDATES_FEATURE_VIEW_H

#include "ask/candidates/feature_put.h"

#define FEATURE_FORM_BYTES 48 /* of "value&year&part" and "values/most" */

/* A candidate, while its features are made. */
struct feature_view {
    const struct feature_question *x;
    const struct candidate *c;
    const struct row_set *rows;
    struct features *out;
    const char *result;
    const char *step;
    char form[FEATURE_FORM_BYTES];       /* result and step */
    char conditions[FEATURE_FORM_BYTES]; /* their kinds, in order */
    const char *kind;                    /* how the question asks */
};

/* Its conditions and the words around them. */
void feature_put_conditions(struct feature_view *v);

/* Its columns: what they hold, and how much of their names is said. */
void feature_put_columns(struct feature_view *v);

/* Its answer: what it looks like, how many it is, whether it is said. */
void feature_put_answer(struct feature_view *v);

/* "text", "number", "mixed", "date". */
const char *feature_kind(const struct feature_view *v, uint32_t column);

/* Which end the question asks for: "up", "down", "both", "none". */
const char *feature_end(const struct feature_view *v);

#endif
