/*
 * suggest.h - suggests questions that a base can answer, from its columns and
 * headings.
 */
#ifndef ANSWER_SUGGEST_H
#define ANSWER_SUGGEST_H

#include "base/jsonw.h"
#include "tables/tables.h"

#define SUGGEST_QUESTIONS 3

struct suggest_request {
    struct tables *tables;
    struct str base;
    struct str language;       /* "en", "es", "zh"; empty: that of the data */
    const atomic_bool *cancel; /* NULL: never */
};

/*
 * suggest_questions - up to SUGGEST_QUESTIONS, each of which was asked and
 * answered: by rows, or by a passage that is quoted.
 *
 * in       a    for one call; gets large
 * out      w    {"base","language","suggestions":[{"query","mode","answer"}]}
 * errors   ERR_NOT_FOUND          no such base
 *          ERR_VALIDATION_FAILED  not one of the three languages
 *          ERR_TIMEOUT            cancelled
 * cost     some questions, and a look at each document
 */
MUST_CHECK enum err suggest_questions(const struct suggest_request *r,
                                      struct arena *a, struct jsonw *w,
                                      struct error *e);

#endif
